#include "tests/support/motion/plain_tracker.h"

#include <algorithm>
#include <cmath>

#include "realizer/solve/elbow.h"

namespace kine::test {
namespace {

using body::Joint;

struct Place {
  Quat turn;
  Vec3 at;

  Vec3 out(const Vec3& point) const { return at + turn * point; }
  Vec3 into(const Vec3& point) const { return conjugate(turn) * (point - at); }
};

Place place_of(const body::Body::Model& model, Joint joint) {
  const std::size_t i = body::index_of(joint);
  return {model.character_from_joint[i], model.positions_m[i]};
}

Place place_of(const body::Body::Model& model, dynamics::FrameOf frame) {
  if (frame == dynamics::FrameOf::World) return {};
  return place_of(model, frame == dynamics::FrameOf::Hips ? Joint::Hips : Joint::UpperChest);
}

Vec3 limited(const Vec3& v, double most) {
  const double share = length(v) / most;
  return (1 / std::pow(1 + std::pow(share, 4), 0.25)) * v;
}

/// (Neff 2022, (1)) with the frame's and the wrist's accelerations felt as forces.
void advance(const body::Body& body, const body::ArmChain& chain, Seconds step, const Place& frame,
             const Vec3& wrist_m, const Quat& hand, const Vec3& along_hand, PlainTracker& tracker) {
  const double dt = step.count();
  if (tracker.ticks == 0) {
    tracker.wrist.x = wrist_m + tracker.wrist.x;
    tracker.target_m = wrist_m;
    tracker.hand_target = hand;
    tracker.carried_m = frame.out(wrist_m);
  }
  const Vec3 velocity = (1 / dt) * (wrist_m - tracker.target_m);
  const Vec3 turning = (1 / dt) * rotation_vector(hand * conjugate(tracker.hand_target));
  const Vec3 carried_m_s = (1 / dt) * (frame.out(tracker.target_m) - tracker.carried_m);
  if (tracker.ticks < 2) {
    tracker.wrist.v = tracker.wrist.v + velocity;
    tracker.hand.v = tracker.hand.v + turning;
    tracker.carried_m_s = carried_m_s;
  }
  constexpr double g = kGravity_m_s2;
  const Vec3 blow =
      limited(conjugate(frame.turn) * (carried_m_s - tracker.carried_m_s), 3 * g * dt);
  tracker.wrist.v = tracker.wrist.v - tracker.swings * blow;
  const Vec3 before_m_s = tracker.wrist.v;
  tracker.wrist =
      advanced(tracker.wrist, step_of(tracker.tension, step), tracker.target_m, wrist_m);

  const double arm_m = body.bone_length_m(chain.lower_arm) + body.bone_length_m(chain.hand);
  const Joint knuckle =
      chain.hand == Joint::LeftHand ? Joint::LeftMiddleProximal : Joint::RightMiddleProximal;
  const Tension of_hand = {
      std::max(tracker.tension.rest_error_m * body.bone_length_m(knuckle) / arm_m, kRestErrorMin_m),
      tracker.tension.zeta};
  const Vec3 shaken = limited((1 / dt) * (tracker.wrist.v - before_m_s), 3 * g);
  const double sag = tracker.tension.rest_error_m / (arm_m * g);
  const Vec3 settled = tracker.swings * sag * cross(shaken, hand * along_hand);
  // The lead's target stands at `settled`; that the hand turns on meanwhile is in its velocity.
  const TrackerStep spring = step_of(of_hand, step);
  const MassInSpace next = swung(spring, Vec3(tracker.hand.x - settled + spring.lag_s * turning),
                                 Vec3(tracker.hand.v - turning));
  tracker.hand = {next.x + settled - spring.lag_s * turning, next.v + turning};

  tracker.target_m = wrist_m;
  tracker.hand_target = hand;
  tracker.carried_m = frame.out(wrist_m);
  tracker.carried_m_s = carried_m_s;
  tracker.ticks = std::min(tracker.ticks + 1, 2);
}

struct Turned {
  Quat upper, lower;
};

/// The two bones brought to a target; all from the upper arm's joint, in the chest's axes.
Turned brought(const Vec3& elbow, const Vec3& wrist, const Vec3& target, const Vec3& hinge,
               double nearest_m, const Turned& before) {
  const double upper_m = length(elbow);
  const double lower_m = length(wrist - elbow);
  const double whole = upper_m + lower_m;
  const double present = length(wrist);
  const Vec3 line = unit(wrist);
  const Vec3 new_line = unit(target);
  const double reached =
      std::max(straightened(length(target), length(wrist), whole), std::min(nearest_m, present));
  const double along = (reached * reached + upper_m * upper_m - lower_m * lower_m) / (2 * reached);
  const double aside = std::sqrt(std::max(0.0, upper_m * upper_m - along * along));

  const Vec3 by_elbow = cross(line, elbow);
  const Vec3 by_hinge = dot(line, hinge) * line - hinge;
  const double bent = length(by_elbow) / upper_m;
  const double straight = std::max(0.0, 1 - bent / 0.06);
  const double more = std::clamp(aside / upper_m - bent, 0.0, 0.06);
  const double share = std::max(straight * straight * more, 1e-7);
  const Vec3 normal = unit(by_elbow + (share * upper_m) * by_hinge);
  const Vec3 new_elbow = along * line + aside * cross(normal, line);
  const Quat carried = shortest_arc(line, new_line);
  return {
      carried * shortest_arc(unit(elbow), unit(new_elbow)) * before.upper,
      carried * shortest_arc(unit(wrist - elbow), unit(reached * line - new_elbow)) * before.lower};
}

double twist_of(const Quat& q) { return 2 * std::atan(q.x / q.w); }

/// `hand` is a twist and then a swing, whose parts are kept within the joint's limits.
Quat bounded_bend(const body::JointLimits& limits, const Quat& before, const Quat& hand) {
  const auto swing_of = [](const Quat& q) {
    return conjugate(swing_twist(conjugate(q), {1, 0, 0}).swing);
  };
  const Quat was = swing_of(before);
  const Quat is = swing_of(hand);
  const auto bounded = [](double value, double old, double least, double most) {
    return std::clamp(value, std::min(old, std::tan(least / 2)), std::max(old, std::tan(most / 2)));
  };
  const double y = bounded(is.y / is.w, was.y / was.w, limits.min_rad.y, limits.max_rad.y);
  const double z = bounded(is.z / is.w, was.z / was.w, limits.min_rad.z, limits.max_rad.z);
  return hand * conjugate(is) * normalized({0, y, z, 1});
}

}  // namespace

double straightened(double wanted, double present, double whole) {
  const double room = 1 - wanted / whole;
  if (room >= 0.03) return wanted;
  const double least = std::clamp(1 - present / whole, 0.005, 0.03);
  const double soft = 0.005 + least * 5 / 6;
  const double early = least - soft + soft * (std::sqrt(2 * soft / least - 1) - 1);
  const double h = std::clamp((room - least) / std::max(1e-9, 0.03 - least), 0.0, 1.0);
  const double counted = room - early * (1 - h * h) * (1 - h * h);
  const double x = std::max(0.0, 1 - counted / soft);
  return whole * (1 - (x > 0 ? soft / (1 + x + x * x / 2) : counted));
}

void follow_plainly(const body::Body& body, body::Side side, Seconds step, PlainTracker& tracker,
                    JointTurns& turns) {
  const body::ArmChain chain = body::arm_chain(side);
  const auto local = [&](Joint joint) -> Quat& { return turns[body::index_of(joint)]; };
  const body::Body::Model model = body.compute_model(turns);
  const Place frame = place_of(model, tracker.frame);
  const Place hand = place_of(model, chain.hand);
  const Quat hand_before = local(chain.hand);
  const Vec3 target_m = frame.into(hand.at);
  const Vec3 along_hand{side == body::Side::Left ? 1.0 : -1.0, 0, 0};
  advance(body, chain, step, frame, target_m, conjugate(frame.turn) * hand.turn, along_hand,
          tracker);

  const Vec3 shown_m = frame.out(target_m + tracker.share * (tracker.wrist.x - target_m));
  const double bound = std::sqrt(1 + dot(tracker.hand.x, tracker.hand.x));
  const Vec3 lead = (tracker.share * tracker.swings / bound) * tracker.hand.x;
  const Quat led = from_rotation_vector(frame.turn * lead) * hand.turn;

  const Place upper = place_of(model, chain.upper_arm);
  const Place lower = place_of(model, chain.lower_arm);
  const body::JointLimits& elbow_limits = body.limits[body::index_of(chain.lower_arm)];
  const double bent_most = std::max(-elbow_limits.min_rad.y, elbow_limits.max_rad.y);
  const double u = body.bone_length_m(chain.lower_arm);
  const double l = body.bone_length_m(chain.hand);
  const double nearest_m = std::sqrt(u * u + l * l + 2 * u * l * std::cos(bent_most));
  const Turned bones =
      brought(lower.at - upper.at, hand.at - upper.at, shown_m - upper.at,
              upper.turn * solve::elbow_hinge(side), nearest_m, {upper.turn, lower.turn});

  local(chain.upper_arm) = conjugate(place_of(model, chain.shoulder).turn) * bones.upper;
  const Quat forearm = conjugate(bones.upper) * bones.lower;
  const Quat hand_now = conjugate(bones.lower) * led;
  const double rolled = twist_of(forearm);
  const double wanted =
      std::remainder(rolled + twist_of(hand_now) - twist_of(hand_before), 2 * M_PI);
  const double roll = std::clamp(wanted, std::min(elbow_limits.min_rad.x, rolled),
                                 std::max(elbow_limits.max_rad.x, rolled)) -
                      rolled;
  const Vec3 bone{1, 0, 0};
  local(chain.lower_arm) = forearm * rotation_about(bone, roll);
  local(chain.hand) = bounded_bend(body.limits[body::index_of(chain.hand)], hand_before,
                                   rotation_about(bone, -roll) * hand_now);
}

}  // namespace kine::test
