#include "tests/support/motion/clips.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "realizer/solve/arm.h"

namespace kine::test {
namespace {

bool unit_lanes_on_one_side(const pose::ClipFrame& before, const pose::ClipFrame& frame) {
  constexpr double kRounding = 1e-5;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Quat q = rotation_in(frame, body::joint_at(i));
    const bool unit = std::abs(dot(q, q) - 1) < kRounding;
    if (!unit || dot(q, rotation_in(before, body::joint_at(i))) < -kRounding) return false;
  }
  return std::ranges::all_of(frame.hips, [](float way) { return std::isfinite(way); });
}

bool run_smoothly(const std::vector<pose::ClipFrame>& frames) {
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (!unit_lanes_on_one_side(frames[i == 0 ? 0 : i - 1], frames[i])) return false;
  }
  return true;
}

}  // namespace

bool keeps_promises(const pose::Clip& clip) {
  if (clip.frames.empty() || clip.frame_time <= Seconds{0}) return false;
  if (clip.seam.size() >= clip.frames.size() || !run_smoothly(clip.frames)) return false;
  if (clip.seam.empty()) return clip.frames.size() == 1;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    constexpr double kRounding_rad = 2e-3;  // of floats in an arc cosine
    const body::Joint joint = body::joint_at(i);
    if (angle_between(rotation_in(clip.seam.back(), joint),
                      rotation_in(clip.frames.front(), joint)) > kRounding_rad) {
      return false;
    }
  }
  return run_smoothly(clip.seam);
}

Quat rotation_in(const pose::ClipFrame& frame, body::Joint joint) {
  const pose::QuatBlock& block = frame.rotations[index_of(joint) / pose::kLanes];
  const std::size_t lane = index_of(joint) % pose::kLanes;
  return {block.x[lane], block.y[lane], block.z[lane], block.w[lane]};
}

std::shared_ptr<const pose::Clip> turning_clip(body::Joint joint, double turn_rad,
                                               std::size_t frames, double hips_way) {
  pose::Clip clip{.name = "turning",
                  .joints = {},
                  .curves = {},
                  .frame_time = Seconds(0.1),
                  .frames = {},
                  .seam = {}};
  clip.joints.insert(joint);
  if (hips_way != 0) clip.joints.insert(body::Joint::Hips);
  for (std::size_t i = 0; i < frames; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(frames - 1);
    pose::Pose pose;
    pose.set_rotation(joint, rotation_about({0, 0, 1}, share * turn_rad));
    clip.frames.push_back(
        {.rotations = pose.rotations, .hips = {static_cast<float>(share * hips_way), 0, 0, 0}});
  }
  return std::make_shared<const pose::Clip>(pose::with_seam(std::move(clip)));
}

namespace {

std::array<Quat, body::kJointCount> upright(const body::Body& body) {
  std::array<Quat, body::kJointCount> turns = body.base_pose;
  for (const body::Joint joint : {body::Joint::Hips, body::Joint::Spine, body::Joint::Chest,
                                  body::Joint::UpperChest, body::Joint::RightShoulder}) {
    turns[index_of(joint)] = {};
  }
  return turns;
}

Vec3 wrist_at(const std::vector<WristStop>& stops, Seconds time) {
  const auto after =
      std::ranges::find_if(stops, [&](const WristStop& stop) { return stop.time > time; });
  if (after == stops.end()) return stops.back().wrist_m;
  if (after == stops.begin()) return after->wrist_m;
  const WristStop& before = *(after - 1);
  const double h = (time - before.time) / (after->time - before.time);
  return before.wrist_m + h * h * (3 - 2 * h) * (after->wrist_m - before.wrist_m);
}

}  // namespace

std::shared_ptr<const pose::Clip> arm_clip(const body::Body& body,
                                           const std::vector<WristStop>& stops) {
  pose::Clip clip{.name = "arm",
                  .joints = body.find_group("rightArm")->joints,
                  .curves = {},
                  .frame_time = Seconds(0.02),
                  .frames = {},
                  .seam = {}};
  const auto start = upright(body);
  for (Seconds time{0}; time <= stops.back().time + Seconds(1e-9); time += clip.frame_time) {
    const solve::ArmSolution arm = solve::solve_arm(
        body, start, {.side = body::Side::Right, .wrist_m = wrist_at(stops, time)});
    pose::Pose pose;
    pose.set_rotation(body::Joint::RightShoulder, arm.shoulder);
    pose.set_rotation(body::Joint::RightUpperArm, arm.upper_arm);
    pose.set_rotation(body::Joint::RightLowerArm, arm.lower_arm);
    pose.set_rotation(body::Joint::RightHand, arm.hand);
    clip.frames.push_back({.rotations = pose.rotations, .hips = {}});
  }
  return std::make_shared<const pose::Clip>(pose::with_seam(std::move(clip)));
}

std::vector<Vec3> right_wrists_m(const pose::Clip& clip, const body::Body& body) {
  std::vector<Vec3> wrists_m;
  for (const pose::ClipFrame& frame : clip.frames) {
    std::array<Quat, body::kJointCount> turns;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      turns[i] = rotation_in(frame, body::joint_at(i));
    }
    wrists_m.push_back(body.compute_model(turns).positions_m[index_of(body::Joint::RightHand)]);
  }
  return wrists_m;
}

std::shared_ptr<const pose::Clip> gesture_clip(const body::Body& body) {
  const Vec3 rest_m =
      body.compute_model(upright(body)).positions_m[index_of(body::Joint::RightHand)];
  return arm_clip(body, {{Seconds(0), rest_m},
                         {Seconds(0.5), rest_m},
                         {Seconds(1), kStrokeFrom_m},
                         {Seconds(1.5), kStrokeTo_m},
                         {Seconds(2.1), kStrokeTo_m},
                         {Seconds(2.8), rest_m},
                         {Seconds(3.3), rest_m}});
}

}  // namespace kine::test
