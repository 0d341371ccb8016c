// The whole work of a tick as one would first write it: Eigen in double, one object a joint, slerp
// with its sines. Squad with Kochanek-Bartels tangents, blended, two arms, gaze, forward
// kinematics, and a protobuf message a character.
//
// It is no straw man: inner quaternions are computed once an interval, and nothing is looked up.
#include <eigen3/Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "protocol/kinesphere.pb.h"
#include "tests/bench/peers/peer.h"

namespace kine::bench {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double kTension = 0.2;
constexpr double kContinuity = 0.1;
constexpr double kBias = 0.1;

Quaterniond to_eigen(const Quat& q) { return {q.w, q.x, q.y, q.z}; }
Vector3d to_eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

Vector3d log(const Quaterniond& q) {
  const double size = q.vec().norm();
  return size < 1e-12 ? Vector3d::Zero() : Vector3d(q.vec() * (std::atan2(size, q.w()) / size));
}

Quaterniond exp(const Vector3d& half_angle) {
  const double angle = half_angle.norm();
  const double scale = angle < 1e-12 ? 1 : std::sin(angle) / angle;
  Quaterniond q;
  q.w() = std::cos(angle);
  q.vec() = half_angle * scale;
  return q;
}

/// Eigen's own would take the shorter way round, which squad's inner arcs must not.
Quaterniond slerp(const Quaterniond& a, const Quaterniond& b, double h) {
  const double cosine = std::clamp(a.dot(b), -1.0, 1.0);
  const double angle = std::acos(cosine);
  const double sine = std::sin(angle);
  if (sine < 1e-9) return a;
  return Quaterniond(a.coeffs() * (std::sin((1 - h) * angle) / sine) +
                     b.coeffs() * (std::sin(h * angle) / sine));
}

/// One joint's way through one motion.
struct Track {
  std::vector<Quaterniond> keys;
  std::vector<Quaterniond> near_start;  // of each interval, its inner quaternions
  std::vector<Quaterniond> near_end;

  Quaterniond sampled(std::size_t interval, double h) const {
    return slerp(slerp(keys[interval], keys[interval + 1], h),
                 slerp(near_start[interval], near_end[interval], h), 2 * h * (1 - h));
  }
};

Vector3d chord(const Track& track, std::size_t interval) {
  const std::size_t i = interval % (track.keys.size() - 1);
  return log(track.keys[i].conjugate() * track.keys[i + 1]);
}

Track make_track(const Motion& motion, std::size_t joint) {
  Track track;
  for (const Rotations& key : motion.keys) track.keys.push_back(to_eigen(key[joint]));
  const std::size_t intervals = track.keys.size() - 1;
  for (std::size_t i = 0; i < intervals; ++i) {
    const Vector3d before = chord(track, i + intervals - 1);
    const Vector3d here = chord(track, i);
    const Vector3d after = chord(track, i + 1);
    const double t = 1 - kTension;
    const Vector3d outgoing =
        0.5 * t *
        ((1 - kContinuity) * (1 - kBias) * here + (1 + kContinuity) * (1 + kBias) * before);
    const Vector3d incoming =
        0.5 * t *
        ((1 + kContinuity) * (1 - kBias) * after + (1 - kContinuity) * (1 + kBias) * here);
    track.near_start.push_back(track.keys[i] * exp(0.5 * (outgoing - here)));
    track.near_end.push_back(track.keys[i + 1] * exp(0.5 * (here - incoming)));
  }
  return track;
}

struct JointObject {
  JointObject* parent = nullptr;
  Vector3d offset_m;
  std::array<const Track*, kMotions> tracks;
  Quaterniond parent_from_joint;
  Quaterniond character_from_joint;
  Vector3d position_m;

  void place() {
    if (parent == nullptr) {
      character_from_joint = parent_from_joint;
      position_m = offset_m;
      return;
    }
    character_from_joint = parent->character_from_joint * parent_from_joint;
    position_m = parent->position_m + parent->character_from_joint * offset_m;
  }
};

/// Brings the wrist to `target_m` and keeps the elbow on the side where it is.
void solve_arm(JointObject& upper, JointObject& lower, JointObject& hand,
               const Vector3d& target_m) {
  const Vector3d shoulder = upper.position_m;
  const Vector3d elbow = lower.position_m;
  const Vector3d wrist = hand.position_m;
  const double upper_m = (elbow - shoulder).norm();
  const double lower_m = (wrist - elbow).norm();
  const double distance = std::clamp((target_m - shoulder).norm(), std::abs(upper_m - lower_m),
                                     0.999 * (upper_m + lower_m));
  const Vector3d line = (target_m - shoulder).normalized();
  const Quaterniond carried = Quaterniond::FromTwoVectors((wrist - shoulder).normalized(), line);
  const Vector3d side = carried * (elbow - shoulder);
  const Vector3d elbow_side = (side - line * line.dot(side)).normalized();
  const double along =
      (distance * distance + upper_m * upper_m - lower_m * lower_m) / (2 * distance);
  const double height = std::sqrt(std::max(0.0, upper_m * upper_m - along * along));
  const Vector3d new_elbow = shoulder + along * line + height * elbow_side;
  const Vector3d new_wrist = shoulder + distance * line;

  const Quaterniond turn_upper =
      Quaterniond::FromTwoVectors(elbow - shoulder, new_elbow - shoulder);
  upper.character_from_joint = turn_upper * upper.character_from_joint;
  const Quaterniond turn_lower =
      Quaterniond::FromTwoVectors(turn_upper * (wrist - elbow), new_wrist - new_elbow);
  lower.character_from_joint = turn_lower * turn_upper * lower.character_from_joint;
  upper.parent_from_joint =
      upper.parent->character_from_joint.conjugate() * upper.character_from_joint;
  lower.parent_from_joint = upper.character_from_joint.conjugate() * lower.character_from_joint;
}

class Character {
 public:
  explicit Character(const Workload& workload, const std::vector<std::vector<Track>>& tracks) {
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      joints_[i] = std::make_unique<JointObject>();
      const int parent = body::parent_indices()[i];
      if (parent >= 0) joints_[i]->parent = joints_[static_cast<std::size_t>(parent)].get();
      joints_[i]->offset_m = to_eigen(workload.offsets_m[i]);
      for (std::size_t m = 0; m < kMotions; ++m) joints_[i]->tracks[m] = &tracks[m][i];
    }
  }

  void advance(double time_s, std::uint64_t tick) {
    blend(time_s);
    for (const auto& joint : joints_) joint->place();
    reach(body::Joint::LeftUpperArm, time_s);
    reach(body::Joint::RightUpperArm, time_s);
    look_at({0.5 * std::sin(time_s), 1.5, 3});
    for (const auto& joint : joints_) joint->place();
    encode(tick);
  }

  Vector3d left_hand_m() const {
    return joints_[body::index_of(body::Joint::LeftHand)]->position_m;
  }

 private:
  void blend(double time_s) {
    for (const auto& joint : joints_) {
      Eigen::Vector4d sum = Eigen::Vector4d::Zero();
      for (const Track* track : joint->tracks) {
        const double place = time_s / kSecondsBetweenKeys;
        const auto interval = static_cast<std::size_t>(place) % (track->keys.size() - 1);
        const Quaterniond q = track->sampled(interval, place - std::floor(place));
        sum += (q.w() < 0 ? -1.0 : 1.0) / kMotions * q.coeffs();
      }
      joint->parent_from_joint = Quaterniond(sum.normalized());
    }
  }

  /// The wrist goes 2 cm round where the motions put it, as behind a mass tracker.
  void reach(body::Joint upper_arm, double time_s) {
    const std::size_t i = body::index_of(upper_arm);
    const Vector3d round{std::sin(9 * time_s), std::cos(9 * time_s), 0};
    const Vector3d target = joints_[i + 2]->position_m + 0.02 * round;
    solve_arm(*joints_[i], *joints_[i + 1], *joints_[i + 2], target);
  }

  /// Shares the turn to the target out over six joints, from the spine to the head.
  void look_at(const Vector3d& target_m) {
    const JointObject& head = *joints_[body::index_of(body::Joint::Head)];
    const Vector3d ahead = head.character_from_joint * Vector3d::UnitZ();
    const Quaterniond turn = Quaterniond::FromTwoVectors(ahead, target_m - head.position_m);
    const Vector3d half_angle = log(turn.w() < 0 ? Quaterniond(-turn.coeffs()) : turn);
    const double angle = std::min(half_angle.norm(), 0.6);
    const Quaterniond share = exp(half_angle.normalized() * (angle / 6));
    for (std::size_t i = body::index_of(body::Joint::Hips); i <= body::index_of(body::Joint::Head);
         ++i) {
      JointObject& joint = *joints_[i];
      const Quaterniond frame = joint.character_from_joint;
      joint.parent_from_joint = joint.parent_from_joint * (frame.conjugate() * share * frame);
    }
  }

  void encode(std::uint64_t tick) {
    kinesphere::Envelope envelope;
    kinesphere::Frame& frame = *envelope.mutable_frame();
    frame.set_character_id(1);
    frame.set_tick(tick);
    frame.set_skeleton_id(1);
    for (const float x : {0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 1.0F}) frame.add_root(x);
    for (const double x : joints_[0]->offset_m) frame.add_hips(static_cast<float>(x));
    for (const auto& joint : joints_) {
      for (const double x : joint->parent_from_joint.coeffs()) {
        frame.add_parent_from_joint(static_cast<float>(x));
      }
    }
    for (std::size_t i = 0; i < kChannels; ++i) frame.add_channels(0);
    envelope.SerializeToString(&bytes_);
  }

  static constexpr std::size_t kChannels = 87;

  std::array<std::unique_ptr<JointObject>, body::kJointCount> joints_;
  std::string bytes_;
};

class Naive final : public Peer {
 public:
  Naive(const Workload& workload, std::size_t characters) {
    for (const Motion& motion : workload.motions) {
      std::vector<Track>& tracks = tracks_.emplace_back();
      for (std::size_t i = 0; i < body::kJointCount; ++i) tracks.push_back(make_track(motion, i));
    }
    for (std::size_t i = 0; i < characters; ++i) characters_.emplace_back(workload, tracks_);
  }

  void advance(double step_s) override {
    time_s_ += step_s;
    ++tick_;
    for (Character& character : characters_) character.advance(time_s_, tick_);
  }

  Vec3 left_hand_m() const override {
    const Vector3d at = characters_.front().left_hand_m();
    return {at.x(), at.y(), at.z()};
  }

 private:
  std::vector<std::vector<Track>> tracks_;
  std::vector<Character> characters_;
  double time_s_ = 0;
  std::uint64_t tick_ = 0;
};

}  // namespace

std::unique_ptr<Peer> make_naive(const Workload& workload, std::size_t characters) {
  return std::make_unique<Naive>(workload, characters);
}

}  // namespace kine::bench
