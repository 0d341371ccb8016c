#include "realizer/solve/lean.h"

#include <algorithm>
#include <cmath>
#include <eigen3/Eigen/Cholesky>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/math/units.h"

namespace kine::solve {
namespace {

using Pose = std::array<Quat, body::kJointCount>;

// How far a person leans for a target: bends forward, bends back, turns to a side, leans to a side.
// At these a lean is 1 strong, and never is it stronger; joints' limits bind beside it.
constexpr double kForward_rad = 55 * kDegree;
constexpr double kBack_rad = 20 * kDegree;
constexpr double kTurn_rad = 50 * kDegree;
constexpr double kAside_rad = 28 * kDegree;

/// What a lean of full strength is that goes the way of `turns` about each axis.
Vec3 full_turns(const Vec3& turns) {
  return {turns.x > 0 ? kForward_rad : kBack_rad, kTurn_rad, kAside_rad};
}

Vec3 scaled(const Vec3& v, const Vec3& scale) {
  return {v.x * scale.x, v.y * scale.y, v.z * scale.z};
}

/// `turns` no stronger than a person leans.
Vec3 within_strength(const Vec3& turns) {
  const Vec3 full = full_turns(turns);
  const double strength = length(Vec3{turns.x / full.x, turns.y / full.y, turns.z / full.z});
  return strength > 1 ? turns / strength : turns;
}

struct Link {
  body::Joint joint;
  body::JointLimits limits;
  Vec3 start_turns;  // in the terms of its limits
  Vec3 share;        // of the chain's turn about each axis
};

double share_of(double range, double sum) { return sum > 0 ? range / sum : 0; }

std::vector<Link> make_links(const body::Body& body, std::span<const body::Joint> chain,
                             const Pose& start) {
  Vec3 sum;
  for (const body::Joint joint : chain) {
    const body::JointLimits& limits = body.limits[index_of(joint)];
    sum = sum + (limits.max_rad - limits.min_rad);
  }
  std::vector<Link> links;
  for (const body::Joint joint : chain) {
    const body::JointLimits& limits = body.limits[index_of(joint)];
    const Vec3 range = limits.max_rad - limits.min_rad;
    links.push_back(
        {.joint = joint,
         .limits = limits,
         .start_turns = turns_of(limits.bone, start[index_of(joint)]),
         .share = {share_of(range.x, sum.x), share_of(range.y, sum.y), share_of(range.z, sum.z)}});
  }
  return links;
}

Quat turned_link(const Link& link, const Vec3& turns) {
  const Vec3& start = link.start_turns;
  const Vec3 wanted = {start.x + link.share.x * turns.x, start.y + link.share.y * turns.y,
                       start.z + link.share.z * turns.z};
  const Vec3& low = link.limits.min_rad;
  const Vec3& high = link.limits.max_rad;
  // What stands past a limit already may stay there.
  const auto within = [](double value, double from, double least, double most) {
    return std::clamp(value, std::min(least, from), std::max(most, from));
  };
  return from_turns(link.limits.bone, {within(wanted.x, start.x, low.x, high.x),
                                       within(wanted.y, start.y, low.y, high.y),
                                       within(wanted.z, start.z, low.z, high.z)});
}

/// A trunk whose leaning is tried out: where it takes the points that it carries.
class Trial {
 public:
  Trial(const body::Body& body, std::span<const body::Joint> chain, const Pose& start)
      : body_(body), links_(make_links(body, chain, start)), pose_(start) {}

  /// How far the whole chain turns about x, y and z, from where it started.
  void turn(const Vec3& turns) {
    for (const Link& link : links_) pose_[index_of(link.joint)] = turned_link(link, turns);
  }

  /// A point in the axes of `joint`, in the character's space.
  Vec3 position_m(body::Joint joint, const Vec3& offset_m) const {
    Vec3 point_m = offset_m;
    for (std::optional<body::Joint> at = joint; at; at = body::parent_of(*at)) {
      point_m = body_.offsets_m[index_of(*at)] + pose_[index_of(*at)] * point_m;
    }
    return point_m;
  }

  /// Where the point goes with each radian about x, y and z.
  std::array<Vec3, 3> slopes(body::Joint joint, const Vec3& offset_m, const Vec3& turns) {
    constexpr double kStep_rad = 1e-5;
    constexpr std::array<Vec3, 3> kAxes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    std::array<Vec3, 3> slopes;
    for (std::size_t axis = 0; axis < kAxes.size(); ++axis) {
      turn(turns + kStep_rad * kAxes[axis]);
      const Vec3 after_m = position_m(joint, offset_m);
      turn(turns - kStep_rad * kAxes[axis]);
      slopes[axis] = (after_m - position_m(joint, offset_m)) / (2 * kStep_rad);
    }
    turn(turns);
    return slopes;
  }

  const Pose& pose() const { return pose_; }

 private:
  const body::Body& body_;
  std::vector<Link> links_;
  Pose pose_;
};

/// How much nearer each radian about x, y and z brings the joint.
Vec3 approach(Trial& trial, const Nearness& wanted, const Vec3& turns) {
  const Vec3 towards = unit(wanted.target_m - trial.position_m(wanted.joint, {}));
  const std::array<Vec3, 3> slopes = trial.slopes(wanted.joint, {}, turns);
  return {dot(slopes[0], towards), dot(slopes[1], towards), dot(slopes[2], towards)};
}

Eigen::Vector3d eigen(const Vec3& v) { return {v.x, v.y, v.z}; }

/// The turns by which a chain goes on from `turns` so that its point goes by `way_m`: least
/// squares, a little damped, so that what helps nothing is not turned.
Vec3 turns_for_way(const std::array<Vec3, 3>& slopes, const Vec3& way_m, const Vec3& scale) {
  constexpr double kDamping_m2 = 1e-6;
  Eigen::Matrix3d jacobian;
  jacobian << eigen(scale.x * slopes[0]), eigen(scale.y * slopes[1]), eigen(scale.z * slopes[2]);
  const Eigen::Matrix3d damped = kDamping_m2 * Eigen::Matrix3d::Identity();
  const Eigen::Matrix3d normal = jacobian.transpose() * jacobian + damped;
  const Eigen::Vector3d lean = normal.llt().solve(jacobian.transpose() * eigen(way_m));
  return scaled({lean.x(), lean.y(), lean.z()}, scale);
}

}  // namespace

void lean_near(const body::Body& body, std::span<const body::Joint> chain,
               std::span<const Nearness> wanted, Pose& pose) {
  KINE_ASSERT(!chain.empty());
  // Down the steepest way to the first place that is near enough: each round goes by what is
  // missing, a little less where the way bends (a shoulder goes round the hips), and never back. A
  // fixed number of continuous steps, so the answer is continuous.
  constexpr int kRounds = 60;
  constexpr double kNoSlope_m2 = 1e-4;
  constexpr double kBend_m = 0.4;
  Trial trial(body, chain, pose);
  Vec3 turns;
  bool leans = false;
  for (int round = 0; round < kRounds; ++round) {
    Vec3 step;
    for (const Nearness& each : wanted) {
      const Vec3 way = each.target_m - trial.position_m(each.joint, {});
      const double missing_m = std::max(0.0, length(way) - each.distance_m);
      if (missing_m == 0) continue;
      leans = true;
      const Vec3 nearer = approach(trial, each, turns);
      const Vec3 full = full_turns(nearer);
      const Vec3 slope = scaled(nearer, full);
      const double steepness = dot(slope, slope) + kBend_m * missing_m + kNoSlope_m2;
      step = step + missing_m / steepness * scaled(slope, full);
    }
    if (!leans) return;
    turns = within_strength(turns + step / static_cast<double>(wanted.size()));
    trial.turn(turns);
  }
  pose = trial.pose();
}

double lean_to(const body::Body& body, std::span<const body::Joint> chain,
               const PlaceOfPoint& wanted, Pose& pose) {
  KINE_ASSERT(!chain.empty());
  constexpr int kRounds = 40;
  Trial trial(body, chain, pose);
  const Vec3 pivot_m = body.compute_model(pose).positions_m[index_of(chain.front())];
  Vec3 turns;
  for (int round = 0; round < kRounds; ++round) {
    const Vec3 point_m = trial.position_m(wanted.joint, wanted.offset_m);
    const Vec3 way_m = wanted.target_m - point_m;
    // The point goes round the pivot: the further its target is outside that circle, the more a
    // straight step would overshoot.
    const double radius_m = std::max(length(point_m - pivot_m), 0.01);
    const double caution = 1 / (1 + length(way_m) / radius_m);
    const Vec3 step =
        turns_for_way(trial.slopes(wanted.joint, wanted.offset_m, turns), way_m, full_turns(turns));
    turns = within_strength(turns + caution * step);
    trial.turn(turns);
  }
  pose = trial.pose();
  return length(wanted.target_m - trial.position_m(wanted.joint, wanted.offset_m));
}

}  // namespace kine::solve
