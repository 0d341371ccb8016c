// Tests for realizer/formats/read/bvh_reader.h: our own writer's files, Eigen's turns, and bad
// texts.
#include "realizer/formats/read/bvh_reader.h"

#include <array>
#include <eigen3/Eigen/Geometry>
#include <numbers>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::bvh_reader_test {

using namespace kine;

namespace {

/// A skeleton of two joints and an end; the second turns by `channels`.
std::string bvh_of(const std::string& channels, const std::string& numbers,
                   const std::string& head = "Frames: 1\nFrame Time: 0.02\n") {
  return "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 0\n"
         "  CHANNELS 3 Xposition Yposition Zposition\n"
         "  JOINT Spine\n  {\n    OFFSET 0 10 0\n    CHANNELS " +
         channels + "\n    End Site\n    {\n      OFFSET 0 5 0\n    }\n  }\n}\nMOTION\n" + head +
         numbers + "\n";
}

Error error_of(const std::string& text) {
  const auto recording = formats::read_bvh(text);
  REQUIRE_FALSE(recording);
  return recording.error();
}

double angle_to(const Quat& q, const Eigen::Quaterniond& expected) {
  return Eigen::Quaterniond(q.w, q.x, q.y, q.z).angularDistance(expected);
}

}  // namespace

TEST_CASE("what our own writer wrote is read back", "[formats][bvh_reader]") {
  const std::vector<Frame> frames = test::random_frames(5, 8);

  const auto recording = formats::read_bvh(test::written(test::recorded_ada(25), ".bvh", frames));

  REQUIRE(recording);
  CHECK(pose::valid(*recording));
  CHECK(recording->frame_count == frames.size());
  CHECK(recording->frame_time.count() == Approx(0.04));
  std::size_t joints = 0;
  for (const pose::Recording::Node& node : recording->nodes) {
    if (node.is_end) continue;
    ++joints;
    const auto joint = body::find_joint(node.name);
    REQUIRE(joint);
    CAPTURE(node.name);
    if (*joint == body::Joint::Hips) continue;  // carries the place in the world as well
    CHECK(recording->nodes[*node.parent].name == body::name_of(*body::parent_of(*joint)));
    const Vec3 offset_m = test::ada().offsets_m[index_of(*joint)];
    CHECK(length(node.offset - 100 * offset_m) < 1e-4);
    REQUIRE(node.rotations.size() == frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
      const auto& q = frames[i].parent_from_joint[index_of(*joint)];
      CHECK(angle_between(node.rotations[i], normalized({q[0], q[1], q[2], q[3]})) < 1e-5);
    }
  }
  CHECK(joints == body::kJointCount);
}

TEST_CASE("channels turn in the order in which they are named", "[formats][bvh_reader]") {
  const std::array<std::string, 6> orders = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"};
  const std::array<double, 3> degrees = {30, -75, 200};
  for (const std::string& order : orders) {
    CAPTURE(order);
    std::string channels = "3";
    Eigen::Quaterniond expected = Eigen::Quaterniond::Identity();
    for (std::size_t i = 0; i < 3; ++i) {
      channels += std::string(" ") + order[i] + "rotation";
      expected = expected * Eigen::AngleAxisd(degrees[i] * std::numbers::pi / 180,
                                              Eigen::Vector3d::Unit(order[i] - 'X'));
    }

    const auto recording = formats::read_bvh(bvh_of(channels, "1 2 3 30 -75 200"));

    REQUIRE(recording);
    CHECK(angle_to(recording->nodes[1].rotations.at(0), expected) < 1e-9);
    CHECK(length(recording->nodes[0].positions.at(0) - Vec3{1, 2, 3}) < 1e-12);
    CHECK(recording->nodes[0].rotations.empty());
    CHECK(recording->nodes[2].is_end);
  }
}

TEST_CASE("six channels place a joint instead of its offset", "[formats][bvh_reader]") {
  const auto recording = formats::read_bvh(bvh_of(
      "6 Zrotation Yposition Xposition Zposition Xrotation Yrotation", "0 0 0 90 7 8 9 0 0"));

  REQUIRE(recording);
  CHECK(length(recording->nodes[1].positions.at(0) - Vec3{8, 7, 9}) < 1e-12);
  CHECK(length(recording->nodes[1].rotations.at(0) * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-12);
}

TEST_CASE("a position of one axis leaves the offset of the others", "[formats][bvh_reader]") {
  const auto recording = formats::read_bvh(bvh_of("1 Xposition", "0 0 0 4"));
  REQUIRE(recording);
  CHECK(recording->nodes[1].positions.at(0) == Vec3{4, 10, 0});
}

TEST_CASE("words are read whatever their case, and whatever ends the lines",
          "[formats][bvh_reader]") {
  std::string text = bvh_of("3 ZROTATION xrotation Yrotation", "0 0 0 1 2 3");
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
    text.replace(at, 1, "\r\n");
  }
  CHECK(formats::read_bvh("\xEF\xBB\xBF" + text));
}

TEST_CASE("what is no BVH is refused where it stands", "[formats][bvh_reader]") {
  struct Case {
    std::string text;
    std::string message;
    Where where;
  };
  const std::string turns = "3 Zrotation Xrotation Yrotation";
  const std::vector<Case> cases = {
      {"", "here stands hierarchy, not ''", {1, 1}},
      {"{\"asset\":1}", "here stands hierarchy, not '{\"asset\":1}'", {1, 1}},
      {"HIERARCHY\nMOTION\n", "expected the first ROOT, not 'MOTION'", {2, 1}},
      {"HIERARCHY\n  JOINT a", "here stands ROOT or MOTION, not 'JOINT'", {2, 3}},
      {"HIERARCHY\nROOT a\n[", "here stands {, not '['", {3, 1}},
      {"HIERARCHY\nROOT a {\nOFFSET 0 x 0", "an offset is a number, not 'x'", {3, 10}},
      {"HIERARCHY\nROOT a {\nOFFSET 0 1e7 0",
       "an offset is a number of at most 1e+06, not '1e7'",
       {3, 10}},
      {bvh_of("7 Xrotation", ""), "the channels of a joint are 0 to 6, not '7'", {9, 14}},
      {bvh_of("1 Wrotation", ""),
       "a channel of a joint is one of Xposition to Zrotation, not "
       "'Wrotation'",
       {9, 16}},
      {bvh_of("2 Xrotation Xrotation", ""), "a joint has a channel twice: 'Xrotation'", {9, 26}},
      {bvh_of(turns, "0 0 0 1 2"), "a value of a frame is a number, not ''", {20, 1}},
      {bvh_of(turns, "0 0 0 1 2 nan"), "a value of a frame is a number, not 'nan'", {19, 11}},
      {bvh_of(turns, "", "Frames: 0\n"),
       "a motion has a number of frames above 0, not '0'",
       {17, 9}},
      {bvh_of(turns, "", "Frames: 36001\n"),
       "the frames of a clip must be at most 36000, not "
       "'36001'",
       {17, 9}},
      {bvh_of(turns, "", "Frames: 1\nFrame Time: 0\n"),
       "the frame time of a clip lies between 0.001 and 1 s, not at '0'",
       {18, 13}},
      {bvh_of(turns, "", "Frames: 601\nFrame Time: 1\n"),
       "a clip lasts at most 600 s, which is passed by the frames '601'",
       {17, 9}},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const Error error = error_of(each.text);
    CHECK(error.message == each.message);
    CHECK(error.where == each.where);
  }
}

TEST_CASE("rows past the number of frames are passed over: recorders miscount",
          "[formats][bvh_reader]") {
  const auto recording = formats::read_bvh(bvh_of("1 Xrotation", "0 0 0 1\n0 0 0 2"));
  REQUIRE(recording);
  CHECK(recording->frame_count == 1);
}

TEST_CASE("joints past the limits of number and depth are refused", "[formats][bvh_reader]") {
  std::string wide = "HIERARCHY\nROOT a {\n";
  for (std::size_t i = 0; i < kClipNodesMax; ++i) wide += "JOINT b { }\n";
  CHECK(error_of(wide).code == ErrorCode::LimitExceeded);

  std::string deep = "HIERARCHY\nROOT a {\n";
  for (std::size_t i = 0; i < kNestingMax; ++i) deep += "JOINT b {\n";
  CHECK(error_of(deep).code == ErrorCode::LimitExceeded);
  CHECK(error_of(std::string(kClipBytesMax + 1, ' ')).code == ErrorCode::LimitExceeded);
}

}  // namespace kine::bvh_reader_test
