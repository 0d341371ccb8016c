#include "tests/bench/peers/plain_arms.h"

#include <eigen3/Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <vector>

#include "realizer/math/mass_tracker.h"
#include "tests/support/motion/plain_tracker.h"

namespace kine::bench {
namespace {

using body::Joint;
using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Rotations = std::array<std::array<float, 4>, body::kJointCount>;

Vector3d to_eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

Quaterniond turn_of(const Rotations& rotations, Joint joint) {
  const auto& [x, y, z, w] = rotations[body::index_of(joint)];
  return {w, x, y, z};
}

void put(const Quaterniond& q, Joint joint, Rotations& rotations) {
  rotations[body::index_of(joint)] = {static_cast<float>(q.x()), static_cast<float>(q.y()),
                                      static_cast<float>(q.z()), static_cast<float>(q.w())};
}

struct Place {
  Quaterniond turn;
  Vector3d at;

  Place below(const Quaterniond& rotation, const Vector3d& offset) const {
    return {turn * rotation, at + turn * offset};
  }
};

struct Memory {
  Vector3d position, velocity, target, carried, carried_velocity, lead, lead_velocity;
  Quaterniond hand_target;
  int ticks = 0;
};

Vector3d limited(const Vector3d& v, double most) {
  const double share = v.squaredNorm() / (most * most);
  return v / std::sqrt(std::sqrt(1 + share * share));
}

Vector3d rotation_vector(const Quaterniond& q) {
  const AngleAxisd turn(q);
  return turn.axis() * turn.angle();
}

double twist_of(const Quaterniond& q) { return 2 * std::atan(q.x() / q.w()); }

class Arms final : public PlainArms {
 public:
  Arms(const body::Body& body, const Tension& tension, Seconds step, std::size_t characters)
      : body_(body), dt_(step.count()), memory_(characters) {
    const double arm_m =
        body.bone_length_m(Joint::LeftLowerArm) + body.bone_length_m(Joint::LeftHand);
    const double hand_m = body.bone_length_m(Joint::LeftMiddleProximal);
    wrist_ = step_of(tension, step);
    hand_ = step_of({tension.rest_error_m * hand_m / arm_m, tension.zeta}, step);
    sag_ = tension.rest_error_m / (arm_m * kGravity_m_s2);
    for (std::size_t i = 0; i < offsets_.size(); ++i) offsets_[i] = to_eigen(body.offsets_m[i]);
  }

  void follow(std::size_t character, Rotations& rotations) override {
    const auto offset = [&](Joint joint) { return offsets_[body::index_of(joint)]; };
    const Place hips = {turn_of(rotations, Joint::Hips), offset(Joint::Hips)};
    const Place spine = hips.below(turn_of(rotations, Joint::Spine), offset(Joint::Spine));
    const Place chest = spine.below(turn_of(rotations, Joint::Chest), offset(Joint::Chest));
    const Place frame =
        chest.below(turn_of(rotations, Joint::UpperChest), offset(Joint::UpperChest));
    follow_arm(body::Side::Left, frame, memory_[character][0], rotations);
    follow_arm(body::Side::Right, frame, memory_[character][1], rotations);
  }

 private:
  void swing_on(const Place& frame, const Vector3d& target, const Quaterniond& hand, double way,
                Memory& memory) const {
    if (memory.ticks == 0) {
      memory = {target,
                Vector3d::Zero(),
                target,
                frame.at + frame.turn * target,
                Vector3d::Zero(),
                Vector3d::Zero(),
                Vector3d::Zero(),
                hand,
                1};
    }
    const Vector3d pace = (target - memory.target) / dt_;
    const Vector3d turning = rotation_vector(hand * memory.hand_target.conjugate()) / dt_;
    const Vector3d carried = (frame.at + frame.turn * memory.target - memory.carried) / dt_;
    const Vector3d blow = limited(frame.turn.conjugate() * (carried - memory.carried_velocity),
                                  3 * kGravity_m_s2 * dt_);
    const Vector3d before = memory.velocity - blow;
    const Vector3d y = memory.position - memory.target + wrist_.lag_s * pace;
    const Vector3d w = before - pace;
    memory.position = wrist_.y_from_y * y + wrist_.y_from_w * w + target - wrist_.lag_s * pace;
    memory.velocity = wrist_.w_from_y * y + wrist_.w_from_w * w + pace;
    const Vector3d shaken = limited((memory.velocity - before) / dt_, 3 * kGravity_m_s2);
    const Vector3d settled =
        sag_ * shaken.cross(hand * Vector3d(way, 0, 0)) - hand_.lag_s * turning;
    const Vector3d lead = memory.lead - settled;
    const Vector3d lead_velocity = memory.lead_velocity - turning;
    memory.lead = hand_.y_from_y * lead + hand_.y_from_w * lead_velocity + settled;
    memory.lead_velocity = hand_.w_from_y * lead + hand_.w_from_w * lead_velocity + turning;
    memory.target = target;
    memory.hand_target = hand;
    memory.carried = frame.at + frame.turn * target;
    memory.carried_velocity = carried;
  }

  void follow_arm(body::Side side, const Place& frame, Memory& memory, Rotations& rotations) const {
    const body::ArmChain chain = body::arm_chain(side);
    const double sign = side == body::Side::Left ? 1 : -1;
    const auto offset = [&](Joint joint) { return offsets_[body::index_of(joint)]; };
    const Quaterniond hand_before = turn_of(rotations, chain.hand);
    const Place shoulder = Place{Quaterniond::Identity(), Vector3d::Zero()}.below(
        turn_of(rotations, chain.shoulder), offset(chain.shoulder));
    const Place upper =
        shoulder.below(turn_of(rotations, chain.upper_arm), offset(chain.upper_arm));
    const Place lower = upper.below(turn_of(rotations, chain.lower_arm), offset(chain.lower_arm));
    const Place hand = lower.below(hand_before, offset(chain.hand));
    swing_on(frame, hand.at, hand.turn, sign, memory);

    const Vector3d led = memory.lead / std::sqrt(1 + memory.lead.squaredNorm());
    const double angle = led.norm();
    const Quaterniond turned =
        angle < 1e-12 ? hand.turn : Quaterniond(AngleAxisd(angle, led / angle)) * hand.turn;

    const Vector3d elbow = lower.at - upper.at;
    const Vector3d wrist = hand.at - upper.at;
    const Vector3d wanted = memory.position - upper.at;
    const double upper_m = elbow.norm();
    const double lower_m = (wrist - elbow).norm();
    const double whole = upper_m + lower_m;
    const double present = wrist.norm();
    const double reached =
        std::max(test::straightened(wanted.norm(), present, whole), std::min(0.16, present));
    const Vector3d line = wrist / present;
    const double along =
        (reached * reached + upper_m * upper_m - lower_m * lower_m) / (2 * reached);
    const double aside = std::sqrt(std::max(0.0, upper_m * upper_m - along * along));
    const Vector3d by_elbow = line.cross(elbow);
    const Vector3d hinge = upper.turn * Vector3d(0, -sign, 0);
    const double bent = by_elbow.norm() / upper_m;
    const double straight = std::max(0.0, 1 - bent / 0.06);
    const double share = straight * straight * std::clamp(aside / upper_m - bent, 0.0, 0.06);
    const Vector3d normal =
        (by_elbow + share * upper_m * (line.dot(hinge) * line - hinge)).normalized();
    const Vector3d new_elbow = along * line + aside * normal.cross(line);
    const Quaterniond carried = Quaterniond::FromTwoVectors(line, wanted);
    const Quaterniond new_upper =
        carried * Quaterniond::FromTwoVectors(elbow, new_elbow) * upper.turn;
    const Quaterniond new_lower =
        carried * Quaterniond::FromTwoVectors(wrist - elbow, reached * line - new_elbow) *
        lower.turn;

    const Quaterniond forearm = new_upper.conjugate() * new_lower;
    const Quaterniond new_hand = new_lower.conjugate() * turned;
    const double rolled = twist_of(forearm);
    const body::JointLimits& limits = body_.limits[body::index_of(chain.lower_arm)];
    const double roll =
        std::clamp(rolled + twist_of(new_hand) - twist_of(hand_before),
                   std::min(limits.min_rad.x, rolled), std::max(limits.max_rad.x, rolled)) -
        rolled;
    put(shoulder.turn.conjugate() * new_upper, chain.upper_arm, rotations);
    put(forearm * AngleAxisd(roll, Vector3d::UnitX()), chain.lower_arm, rotations);
    put(bounded(hand_before, AngleAxisd(-roll, Vector3d::UnitX()) * new_hand, chain.hand),
        chain.hand, rotations);
  }

  Quaterniond bounded(const Quaterniond& before, const Quaterniond& hand, Joint joint) const {
    const body::JointLimits& limits = body_.limits[body::index_of(joint)];
    const auto twist = [](const Quaterniond& q) {
      return Quaterniond(q.w(), q.x(), 0, 0).normalized();
    };
    const Quaterniond was = twist(before).conjugate() * before;
    const Quaterniond is = twist(hand).conjugate() * hand;
    const auto bound = [](double value, double old, double least, double most) {
      return std::clamp(value, std::min(old, std::tan(least / 2)),
                        std::max(old, std::tan(most / 2)));
    };
    const double y = bound(is.y() / is.w(), was.y() / was.w(), limits.min_rad.y, limits.max_rad.y);
    const double z = bound(is.z() / is.w(), was.z() / was.w(), limits.min_rad.z, limits.max_rad.z);
    return twist(hand) * Quaterniond(1, 0, y, z).normalized();
  }

  const body::Body& body_;
  double dt_;
  double sag_ = 0;
  TrackerStep wrist_, hand_;
  std::array<Vector3d, body::kJointCount> offsets_;
  std::vector<std::array<Memory, 2>> memory_;
};

}  // namespace

std::unique_ptr<PlainArms> make_plain_arms(const body::Body& body, const Tension& tension,
                                           Seconds step, std::size_t characters) {
  return std::make_unique<Arms>(body, tension, step, characters);
}

}  // namespace kine::bench
