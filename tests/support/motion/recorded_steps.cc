#include "tests/support/motion/recorded_steps.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "realizer/math/ease.h"
#include "realizer/math/units.h"
#include "realizer/solve/leg.h"
#include "tests/support/motion/bodies.h"

namespace kine::test {
namespace {

using enum body::Joint;

constexpr Vec3 kSideways = {1, 0, 0};
constexpr Vec3 kUpwards = {0, 1, 0};

/// A foot of a scene, in legs: where its ball is on the sole, and how far its heel is up.
struct SceneFoot {
  Vec3 ball;
  double heel_rad = 0;
  bool stands = true;
};

struct Moment {
  Vec3 hips;  // above the ground, less the height of the ankle
  Quat turn;
  std::array<SceneFoot, 2> feet;
};

double wave(double t, double hz) { return std::sin(2 * std::numbers::pi * hz * t); }

/// Feet side by side, where the balls are at z = 0.
Moment standing_moment(double half_width) {
  Moment moment{.hips = {0, 0.985, -0.15}, .turn = {}, .feet = {}};
  moment.feet[0].ball = {half_width, 0, 0};
  moment.feet[1].ball = {-half_width, 0, 0};
  return moment;
}

Moment stepping(double t, Moment moment) {
  // A step takes half a second, of which the foot is up for 0.4 s, after half a second.
  const double steps = t / 0.5 - 1;
  if (steps < 0) return moment;
  const auto side = static_cast<std::size_t>(steps) % 2;
  const double up = (steps - std::floor(steps)) / 0.8;
  moment.hips.x = (side == 0 ? -0.04 : 0.04) * std::sin(std::numbers::pi * std::min(up, 1.0));
  if (up >= 1) return moment;
  moment.feet[side].ball.y = 0.12 * eased(up < 0.5 ? 2 * up : 2 - 2 * up);
  moment.feet[side].stands = up == 0;
  return moment;
}

Moment walking(double t, Moment moment) {
  // Heel, flat, ball, each foot; from the first frame on.
  constexpr double kStep_s = 0.55;
  constexpr double kStride = 0.8;
  const double hips_z = kStride * t / (2 * kStep_s);
  moment.hips.y = 0.95 + 0.012 * std::cos(2 * std::numbers::pi * t / kStep_s);
  for (std::size_t side = 0; side < 2; ++side) {
    SceneFoot& foot = moment.feet[side];
    const double cycles = t / (2 * kStep_s) + (side == 0 ? 0 : 0.5) + 0.3;
    const double cycle = cycles - std::floor(cycles);
    // It stands for 0.6 of a cycle, around the time when the hips pass over it.
    const double stood_z = kStride * (std::floor(cycles) - (side == 0 ? 0 : 0.5)) + 0.15;
    if (cycle <= 0.6) {
      foot.ball.z = stood_z;
      foot.heel_rad = 32 * kDegree * eased((cycle - 0.42) / 0.18);
      continue;
    }
    const double share = (cycle - 0.6) / 0.4;
    foot.stands = false;
    foot.ball.z = stood_z + kStride * eased(share);
    foot.ball.y = 0.09 * eased(share < 0.5 ? 2 * share : 2 - 2 * share);
    foot.heel_rad = 32 * kDegree * (1 - eased(share / 0.7));
  }
  moment.hips.z = hips_z - 0.02;
  return moment;
}

Moment jumping(double t, Moment moment) {
  constexpr double kOff_s = 0.9;
  constexpr double kAir_s = 0.36;
  constexpr double kHigh = 0.2;
  const double air = (t - kOff_s) / kAir_s;
  moment.hips.y -= 0.12 * eased(t / 0.5) * (1 - eased((t - 0.5) / 0.4));
  moment.hips.y -= 0.12 * eased((air - 1) / 0.5) * (1 - eased((air - 1.5) / 1.0));
  if (air <= 0 || air >= 1) return moment;
  const double up = 4 * kHigh * air * (1 - air);
  moment.hips.y += up;
  for (SceneFoot& foot : moment.feet) {
    foot.ball.y += up;
    foot.stands = false;
  }
  return moment;
}

Moment moment_of(RecordedScene scene, double t, double half_width) {
  Moment moment = standing_moment(half_width);
  switch (scene) {
    case RecordedScene::Standing:
      moment.hips.x = 0.004 * wave(t, 0.2);
      return moment;
    case RecordedScene::Swaying:
      moment.hips = moment.hips +
                    Vec3{0.11 * wave(t, 0.3), -0.02 + 0.01 * wave(t, 0.6), 0.05 * wave(t, 0.23)};
      moment.turn = rotation_about({0, 0, 1}, -0.08 * wave(t, 0.3));
      return moment;
    case RecordedScene::TurningHips:
      moment.turn = rotation_about(kUpwards, 25 * kDegree * wave(t, 0.4));
      moment.hips.y -= 0.02;
      return moment;
    case RecordedScene::SteppingOnSpot:
      return stepping(t, moment);
    case RecordedScene::Walking:
      return walking(t, moment);
    case RecordedScene::Jumping:
      return jumping(t, moment);
    case RecordedScene::OnToes: {
      const double up = eased(t - 1) * (1 - eased(t - 3));
      for (SceneFoot& foot : moment.feet) foot.heel_rad = 35 * kDegree * up;
      moment.hips.y += 0.075 * up;
      return moment;
    }
  }
  throw std::logic_error("no such scene");
}

body::Body build_of(const RecordedPerson& person) {
  if (person.body != nullptr) return *person.body;
  body::Body body = ada();
  const double thigh_m = person.leg_m * person.thigh_share;
  for (const body::Side side : body::kSides) {
    const solve::LegChain leg = solve::leg_chain(side);
    const double sign = side == body::Side::Left ? 1 : -1;
    body.offsets_m[index_of(leg.upper_leg)] = {sign * person.half_hips_m, -0.04, 0.01};
    body.offsets_m[index_of(leg.lower_leg)] = {0, -thigh_m, 0.002};
    body.offsets_m[index_of(leg.foot)] = {0, thigh_m - person.leg_m, -0.01};
    body.offsets_m[index_of(leg.toes)] = {0, 0.02 - person.ankle_m, person.ball_ahead_m};
  }
  body.offsets_m[index_of(Hips)] = {0, person.ankle_m + person.leg_m + 0.04, 0};
  return body;
}

/// The nodes of a file, each a joint of the body or half a bone.
class File {
 public:
  File(const RecordedPerson& person, const body::Body& body) : person_(person), body_(body) {
    std::optional<std::size_t> root;
    if (person.has_more_joints) root = add("Reference", {}, {});
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const body::Joint joint = body::joint_at(i);
      const bool is_toes = joint == LeftToes || joint == RightToes;
      if (is_toes && !person.has_toes) continue;
      const auto parent = body::parent_of(joint);
      std::optional<std::size_t> above = parent ? std::optional(node_of_[index_of(*parent)]) : root;
      Vec3 offset_m = parent ? body.offsets_m[i] : Vec3{};
      const bool is_bone_of_leg = joint == LeftLowerLeg || joint == RightLowerLeg ||
                                  joint == LeftFoot || joint == RightFoot;
      if (person.has_more_joints && is_bone_of_leg) {
        offset_m = 0.5 * offset_m;
        above = add(std::string(body::name_of(joint)) + "Roll", above, offset_m);
      }
      node_of_[i] = add(std::string(body::name_of(joint)), above, offset_m);
    }
    recording_.frame_time = Seconds(1.0 / person.frames_a_second);
    // Whoever built it had the toes point down, and counts that as no turn.
    for (const body::Joint foot : {LeftFoot, RightFoot}) tilt_foot(foot);
  }

  void add_frame(const Vec3& hips_m, const std::array<Quat, body::kJointCount>& turns) {
    const Vec3 place = person_.unit * (hips_m + Vec3{0, person_.ground_m, 0});
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      if (node_of_[i] == kNone) continue;
      recording_.nodes[node_of_[i]].rotations.push_back(in_space(turns[i] * untilted(i)));
    }
    recording_.nodes[node_of_[0]].positions.push_back(person_.space * place);
    ++recording_.frame_count;
  }

  pose::Recording made() { return std::move(recording_); }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t add(std::string name, std::optional<std::size_t> parent, const Vec3& offset_m) {
    pose::Recording::Node node;
    node.name = std::move(name);
    node.parent = parent;
    node.offset = person_.space * (person_.unit * offset_m);
    recording_.nodes.push_back(std::move(node));
    return recording_.nodes.size() - 1;
  }

  Quat in_space(const Quat& turn) const {
    return normalized(person_.space * turn * conjugate(person_.space));
  }
  Quat tilt() const { return rotation_about(kSideways, person_.built_tilt_rad); }
  Quat untilted(std::size_t joint) const {
    const bool is_foot = joint == index_of(LeftFoot) || joint == index_of(RightFoot);
    return is_foot ? conjugate(tilt()) : Quat{};
  }
  void tilt_foot(body::Joint foot) {
    for (pose::Recording::Node& node : recording_.nodes) {
      if (node.parent != node_of_[index_of(foot)]) continue;
      node.offset = in_space(tilt()) * node.offset;
    }
  }

  const RecordedPerson& person_;
  const body::Body& body_;
  pose::Recording recording_;
  std::array<std::size_t, body::kJointCount> node_of_ = filled();

  static std::array<std::size_t, body::kJointCount> filled() {
    std::array<std::size_t, body::kJointCount> nodes;
    nodes.fill(kNone);
    return nodes;
  }
};

Frame frame_of(std::size_t index, const Vec3& hips_m,
               const std::array<Quat, body::kJointCount>& turns) {
  Frame frame;
  frame.tick = Tick{index};
  frame.root = {0, 0, 0, 0, 0, 0, 1};
  frame.hips_m = {static_cast<float>(hips_m.x), static_cast<float>(hips_m.y),
                  static_cast<float>(hips_m.z)};
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const Quat turn = normalized(turns[i]);
    frame.parent_from_joint[i] = {static_cast<float>(turn.x), static_cast<float>(turn.y),
                                  static_cast<float>(turn.z), static_cast<float>(turn.w)};
  }
  return frame;
}

double shaken(double most_rad, std::size_t frame, std::size_t joint) {
  return most_rad * std::sin(static_cast<double>(frame * 12'911 + joint * 7'757) * 1.7);
}

}  // namespace

std::string name_of(RecordedScene scene) {
  constexpr std::array kNames = {"standing", "swaying", "turning the hips", "stepping on the spot",
                                 "walking",  "jumping", "on the toes"};
  return kNames[static_cast<std::size_t>(scene)];
}

RecordedPerson person_like(const body::Body& body) {
  const auto offset_m = [&](body::Joint joint) { return body.offsets_m[index_of(joint)]; };
  const double thigh_m = length(offset_m(LeftLowerLeg));
  const double leg_m = thigh_m + length(offset_m(LeftFoot));
  return {.build = body.name,
          .body = &body,
          .leg_m = leg_m,
          .thigh_share = thigh_m / leg_m,
          .ankle_m = 0.02 - offset_m(LeftToes).y,
          .ball_ahead_m = offset_m(LeftToes).z,
          .half_hips_m = offset_m(LeftUpperLeg).x};
}

RecordedSteps recorded(const RecordedPerson& person, RecordedScene scene) {
  const body::Body body = build_of(person);
  File file(person, body);
  RecordedSteps steps;
  constexpr double kLength_s = 5;
  const auto frames = static_cast<std::size_t>(kLength_s * person.frames_a_second);
  for (std::size_t i = 0; i < frames; ++i) {
    const double t = static_cast<double>(i) / person.frames_a_second;
    const Moment moment = moment_of(scene, t, person.half_hips_m / person.leg_m + 0.02);
    const Vec3 hips_m = person.leg_m * moment.hips +
                        Vec3{0, person.ankle_m - body.offsets_m[index_of(LeftUpperLeg)].y, 0};
    std::array<Quat, body::kJointCount> turns = body.base_pose;
    turns[index_of(Hips)] = moment.turn;
    std::array<RecordedFoot, 2> feet;
    std::array<double, 2> knees_rad{};
    for (std::size_t side = 0; side < 2; ++side) {
      const SceneFoot& foot = moment.feet[side];
      const solve::LegChain leg = solve::leg_chain(static_cast<body::Side>(side));
      const Quat turn = rotation_about(kSideways, foot.heel_rad);
      const Vec3 sole_m = person.leg_m * foot.ball;
      const Vec3 ball_m = turn * body.offsets_m[index_of(leg.toes)];
      const solve::LegTurns solved = solve::bring_foot(
          body, static_cast<body::Side>(side), hips_m, moment.turn,
          {.ankle_m = sole_m + Vec3{0, 0.02, 0} - ball_m, .turn = turn, .sideways = kSideways});
      const auto shake = [&](std::size_t joint) {
        return rotation_about(kSideways, shaken(person.shake_rad, i, joint + 3 * side));
      };
      turns[index_of(leg.upper_leg)] = solved.upper_leg * shake(0);
      turns[index_of(leg.lower_leg)] = solved.lower_leg * shake(1);
      turns[index_of(leg.foot)] = solved.foot * shake(2);
      turns[index_of(leg.toes)] = rotation_about(kSideways, -foot.heel_rad);
      feet[side].stands = foot.stands;
      knees_rad[side] = angle_between(solved.lower_leg, {});
    }
    const body::Body::Model model = body.compute_model(turns);
    for (std::size_t side = 0; side < 2; ++side) {
      const auto toes = solve::leg_chain(static_cast<body::Side>(side)).toes;
      feet[side].ball_m = model.positions_m[index_of(toes)] + hips_m - body.offsets_m[0];
    }
    file.add_frame(hips_m, turns);
    steps.frames.push_back(frame_of(i, hips_m, turns));
    steps.feet.push_back(feet);
    steps.knees_rad.push_back(knees_rad);
  }
  steps.recording = file.made();
  return steps;
}

std::vector<RecordedPerson> recorded_people() {
  constexpr double kRight = std::numbers::pi / 2;
  return {
      {},
      {.build = "long legs",
       .leg_m = 0.95,
       .thigh_share = 0.54,
       .ankle_m = 0.09,
       .ball_ahead_m = 0.15,
       .half_hips_m = 0.11},
      {.build = "short legs",
       .leg_m = 0.52,
       .thigh_share = 0.47,
       .ankle_m = 0.06,
       .ball_ahead_m = 0.1,
       .half_hips_m = 0.1,
       .ground_m = 0.03},
      {.build = "high ankles, more joints",
       .leg_m = 0.83,
       .ankle_m = 0.15,
       .ball_ahead_m = 0.17,
       .has_more_joints = true,
       .frames_a_second = 60},
      {.build = "no toes, +Z up, metres",
       .leg_m = 0.74,
       .ankle_m = 0.05,
       .has_toes = false,
       .unit = 1,
       .space = rotation_about({1, 0, 0}, kRight)},
      {.build = "toes down at rest",
       .leg_m = 0.86,
       .ankle_m = 0.1,
       .built_tilt_rad = 0.7,
       .ground_m = -0.4,
       .frames_a_second = 120},
      {.build = "shaking recorder",
       .leg_m = 0.9,
       .half_hips_m = 0.1,
       .has_more_joints = true,
       .shake_rad = 0.002},
  };
}

}  // namespace kine::test
