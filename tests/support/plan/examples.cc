#include "tests/support/plan/examples.h"

#include <numbers>
#include <utility>

#include "realizer/body/groups.h"
#include "realizer/core/assert.h"
#include "realizer/motion/actuators/key_poses.h"
#include "realizer/motion/actuators/lip_sync.h"
#include "realizer/motion/actuators/look.h"
#include "realizer/motion/actuators/morphs.h"
#include "realizer/motion/clips/clip.h"
#include "realizer/motion/clips/inertial_clip.h"
#include "realizer/solve/look_at.h"
#include "tests/support/motion/clips.h"

namespace kine::test {
namespace {

using enum body::Joint;
using namespace std::chrono_literals;

void set_left_and_right(body::Joint left, const Vec3& offset_m, body::Body& body) {
  body.offsets_m[index_of(left)] = offset_m;
  body.offsets_m[index_of(body::mirrored(left))] = {-offset_m.x, offset_m.y, offset_m.z};
}

void set_offsets(body::Body& body) {
  body.offsets_m.fill({});
  body.offsets_m[index_of(Hips)] = {0, 0.95, 0};
  body.offsets_m[index_of(Spine)] = {0, 0.10, 0};
  body.offsets_m[index_of(Chest)] = {0, 0.12, 0};
  body.offsets_m[index_of(UpperChest)] = {0, 0.12, 0};
  body.offsets_m[index_of(Neck)] = {0, 0.16, 0};
  body.offsets_m[index_of(Head)] = {0, 0.10, 0};
  body.offsets_m[index_of(Jaw)] = {0, 0.02, 0.04};
  set_left_and_right(LeftEye, {0.03, 0.06, 0.08}, body);
  set_left_and_right(LeftShoulder, {0.03, 0.11, 0}, body);
  set_left_and_right(LeftUpperArm, {0.14, 0, 0}, body);
  set_left_and_right(LeftLowerArm, {0.30, 0, 0}, body);
  set_left_and_right(LeftHand, {0.25, 0, 0}, body);
  set_left_and_right(LeftUpperLeg, {0.09, -0.03, 0}, body);
  set_left_and_right(LeftLowerLeg, {0, -0.42, 0}, body);
  set_left_and_right(LeftFoot, {0, -0.42, 0}, body);
  set_left_and_right(LeftToes, {0, -0.06, 0.12}, body);
  for (std::size_t i = index_of(LeftThumbMetacarpal); i <= index_of(LeftLittleDistal); ++i) {
    const bool at_hand = body::parent_of(body::joint_at(i)) == LeftHand;
    set_left_and_right(body::joint_at(i), {at_hand ? 0.09 : 0.03, 0, 0}, body);
  }
}

/// Every finger joint bent by `bend_rad` towards the palm, which looks down in T-pose.
body::Shape hand_shape(std::string name, body::Side side, double bend_rad) {
  const bool left = side == body::Side::Left;
  body::Shape shape{
      .name = std::move(name), .group = left ? "leftFingers" : "rightFingers", .rotations = {}};
  for (std::size_t i = index_of(LeftThumbMetacarpal); i <= index_of(LeftLittleDistal); ++i) {
    const body::Joint joint = left ? body::joint_at(i) : body::mirrored(body::joint_at(i));
    shape.rotations.emplace_back(joint, rotation_about({0, 0, 1}, left ? -bend_rad : bend_rad));
  }
  return shape;
}

body::Body make_example_body() {
  constexpr double kFreely_rad = std::numbers::pi;
  constexpr double kHanging_rad = 1.3;
  constexpr double kElbow_rad = 0.3;
  body::Body body;
  body.name = "example";
  body.height_m = 1.7;
  set_offsets(body);
  body.limits.fill({.bone = body::JointLimits::Axis::Y,
                    .min_rad = {-kFreely_rad, -kFreely_rad, -kFreely_rad},
                    .max_rad = {kFreely_rad, kFreely_rad, kFreely_rad}});
  body.mass_fractions.fill(1.0 / body::kJointCount);
  body.base_pose[index_of(LeftUpperArm)] = rotation_about({0, 0, 1}, -kHanging_rad);
  body.base_pose[index_of(RightUpperArm)] = rotation_about({0, 0, 1}, kHanging_rad);
  body.base_pose[index_of(LeftLowerArm)] = rotation_about({0, 1, 0}, -kElbow_rad);
  body.base_pose[index_of(RightLowerArm)] = rotation_about({0, 1, 0}, kElbow_rad);
  body.groups = body::common_groups();
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    body.shapes.push_back(hand_shape("open", side, 0));
    body.shapes.push_back(hand_shape("fist", side, 1.2));
  }
  return body;
}

plan::Vocabulary make_example_vocabulary() {
  plan::Vocabulary vocabulary;
  vocabulary.characters = {{"Amber", "ada"}, {"Alfonse", "ben"}};
  vocabulary.joints = {{"rhand", RightHand},
                       {"lhand", LeftHand},
                       {"spine4", UpperChest},
                       {"rhumerus", RightUpperArm}};
  vocabulary.groups = {{"rarm", "rightArm"},
                       {"larm", "leftArm"},
                       {"rhand", "rightFingers"},
                       {"lhand", "leftFingers"}};
  vocabulary.shapes = {{"hands_fist", "fist"}, {"default", ""}};
  vocabulary.morphs["Grin"] = {{*body::find_channel("mouthSmileLeft"), 1},
                               {*body::find_channel("mouthSmileRight"), 0.5}};
  vocabulary.morphs["Basis"] = {};
  vocabulary.shaders = {{"pale", *body::find_channel("shader_pallor")}};
  vocabulary.clips = {{"nod", Seconds(1)}};
  return vocabulary;
}

std::array<Quat, body::kJointCount> turned(double angle_rad) {
  std::array<Quat, body::kJointCount> rotations;
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    const Vec3 axis = unit({1.0 + static_cast<double>(i), 2, -1});
    rotations[i] = rotation_about(axis, angle_rad + 0.05 * static_cast<double>(i));
  }
  return rotations;
}

/// An arm over three keys, the second of them held; the last lies on the far side of the sphere.
ExampleActuator example_key_poses() {
  const body::Body& body = example_body();
  auto keys = pose::JointKeys::of(body.groups[group_index(body, "leftArm")].joints);
  motion::append_key(turned(0.3), 300ms, 0s, {}, keys);
  motion::append_key(turned(1.7), 800ms, 200ms, {}, keys);
  motion::append_key(turned(4.4), 1500ms, 0s, {}, keys);
  return {"key poses", std::make_shared<motion::KeyPoses>(std::move(keys)), 300ms, 1500ms};
}

ExampleActuator example_morphs() {
  const plan::ChannelTrack smile{.channel = *body::find_channel("mouthSmileLeft"),
                                 .start = 0s,
                                 .keys = {{.pose = 0, .time = 300ms, .hold = 200ms, .value = 0.6},
                                          {.pose = 1, .time = 900ms, .value = 1.5}}};
  const plan::ChannelTrack blush{.channel = *body::find_channel("shader_blushing"),
                                 .start = 0s,
                                 .keys = {{.pose = 0, .time = 300ms, .value = 1}}};
  const plan::ChannelTrack tracks[] = {smile, blush};
  return {"morphs", std::make_shared<motion::Morphs>(tracks), 300ms, 900ms};
}

ExampleActuator example_look() {
  const body::JointSet joints = solve::joints_of(solve::GazeChain::HeadNeck);
  pose::GazeKeys keys{.joints = joints, .keys = {}};
  keys.keys.push_back({.from_s = 0.2,
                       .time_s = 0.5,
                       .joints = joints,
                       .target = {.point_m = {1, 1.5, 1}, .name = {}}});
  keys.keys.push_back({.from_s = 0.8, .time_s = 1, .joints = joints, .target = {.name = "camera"}});
  return {.kind = "look",
          .actuator = std::make_shared<motion::Look>(std::move(keys)),
          .first_key = Seconds(0.5),
          .last_key = Seconds(1)};
}

/// A head that turns while the character smiles, from 0.3 s on at twice its speed.
ExampleActuator example_clip() {
  pose::Clip clip = *turning_clip(Head, 1, 13, 0.1);
  clip.curves = {{.channel = *body::find_channel("mouthSmileLeft"),
                  .values = std::vector<float>(clip.frames.size(), 0.5F)}};
  const motion::PlayedClip::Options options{
      .joints = body::JointSet::all(), .start = 300ms, .speed = 2};
  return {"clip",
          std::make_shared<motion::PlayedClip>(std::make_shared<const pose::Clip>(clip), options),
          300ms, 900ms};
}

}  // namespace

const body::Body& example_body() {
  static const body::Body body = make_example_body();
  return body;
}

std::size_t group_index(const body::Body& body, std::string_view name) {
  const body::Group* group = body.find_group(name);
  KINE_ASSERT(group != nullptr);
  return static_cast<std::size_t>(group - body.groups.data());
}

const plan::Vocabulary& example_vocabulary() {
  static const plan::Vocabulary vocabulary = make_example_vocabulary();
  return vocabulary;
}

script::Name named(std::string_view text, Where where) { return {std::string(text), where}; }

script::Position reach(std::string_view joint, const Vec3& target_m) {
  script::Position position;
  position.joint = named(joint);
  position.target_m = target_m;
  return position;
}

script::Shape shape(std::string_view side, std::string_view name) {
  script::Shape shape;
  shape.group = named(side);
  shape.shape = named(name);
  return shape;
}

script::Morph morph(std::string_view name, double weight) {
  return {.name = named(name), .weight = weight};
}

script::Pose pose_at(double seconds, std::vector<script::Constraint> constraints) {
  script::Pose pose;
  pose.time = {.seconds = Seconds(seconds), .from = script::Time::From::Sequence};
  pose.constraints = std::move(constraints);
  return pose;
}

script::Sequence sequence_of(std::vector<script::Pose> poses) {
  script::Sequence sequence;
  sequence.poses = std::move(poses);
  sequence.fade_out = 300ms;
  return sequence;
}

script::Document document_of(std::vector<script::Sequence> sequences, script::Dialect dialect) {
  script::Document document;
  document.dialect = dialect;
  document.id = named("script");
  document.character = named("ada");
  document.sequences = std::move(sequences);
  return document;
}

/// A head that nods from 0.3 s on, as it was recorded.
ExampleActuator example_inertial_clip() {
  auto turns = std::make_shared<pose::RecordedTurns>();
  turns->joints.insert(Head);
  turns->rate_hz = 10;
  for (int i = 0; i <= 6; ++i) turns->frames.push_back({rotation_about({1, 0, 0}, 0.1 * i)});
  return {"inertial clip", std::make_shared<motion::InertialClip>(turns, 300ms), 300ms, 900ms};
}

ExampleActuator example_lip_sync() {
  const speech::SpeechTrack track{.length = 600ms,
                                  .phones = {{.ipa = "b", .start = 0s, .end = 100ms},
                                             {.ipa = "ɑː", .start = 100ms, .end = 600ms}}};
  return {"lip sync",
          std::make_shared<motion::LipSync>(track, motion::SpeechSpan{.start = 300ms}, 100ms,
                                            motion::LipSync::Part::Owned),
          300ms, 900ms};
}

std::vector<ExampleActuator> example_actuators() {
  return {example_key_poses(), example_morphs(),        example_look(),
          example_clip(),      example_inertial_clip(), example_lip_sync()};
}

}  // namespace kine::test
