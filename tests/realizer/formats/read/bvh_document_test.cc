// Tests for realizer/formats/read/bvh_document.h: Eigen says what the numbers that are written
// mean.
#include "realizer/formats/read/bvh_document.h"

#include <eigen3/Eigen/Geometry>
#include <numbers>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::bvh_document_test {

using namespace kine;

namespace {

/// Three frames of an arm whose turns stand in this order, between numbers of others.
std::string bvh_of(const std::string& order) {
  std::string channels = "CHANNELS 4 Yposition";
  for (const char axis : order) channels += std::string(" ") + axis + "rotation";
  return "\xEF\xBB\xBFHIERARCHY\r\nROOT Hips\r\n{\r\n  OFFSET 0 0 0\r\n"
         "  CHANNELS 2 Zposition Xrotation\r\n  JOINT arm\r\n  {\r\n    OFFSET 0 10 0\r\n    " +
         channels +
         "\r\n    End Site\r\n    {\r\n      OFFSET 0 5 0\r\n    }\r\n  }\r\n}\r\nMOTION\r\n"
         "Frames: 3\r\nFrame Time: 0.0200\r\n"
         "1.50 2.0\t3.00 10.0 20.00 30 \r\n-1.5 2e0 3 11 21 31\r\n1 2 3 012 22.0 32\r\n"
         "this is past the last frame\r\n";
}

Quat quat_of(const Eigen::Quaterniond& q) { return {q.x(), q.y(), q.z(), q.w()}; }

}  // namespace

TEST_CASE("a text of which nothing changes is the same, byte by byte", "[formats][bvh_document]") {
  const std::string text = bvh_of("ZXY");
  const auto motion = formats::read_bvh_motion(text);
  REQUIRE(motion);

  CHECK(formats::rewritten(text, *motion, {}) == text);
  CHECK(formats::rewritten(text, *motion, {{1, motion->recording.nodes[1].rotations}}) == text);
}

TEST_CASE("turns are written in the order of the file, and nothing else changes",
          "[formats][bvh_document]") {
  for (const std::string order : {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"}) {
    CAPTURE(order);
    const std::string text = bvh_of(order);
    const auto motion = formats::read_bvh_motion(text);
    REQUIRE(motion);
    test::RandomRotations random(7);
    std::vector<Quat> turns;
    for (int i = 0; i < 3; ++i) turns.push_back(random.within(3));
    turns[1] = motion->recording.nodes[1].rotations[1];

    const std::string changed = formats::rewritten(text, *motion, {{1, turns}});

    const auto back = formats::read_bvh_motion(changed);
    REQUIRE(back);
    for (std::size_t frame = 0; frame < 3; ++frame) {
      CHECK(angle_between(back->recording.nodes[1].rotations[frame], turns[frame]) < 1e-6);
    }
    CHECK(back->recording.nodes[0].rotations == motion->recording.nodes[0].rotations);
    CHECK(back->recording.nodes[0].positions == motion->recording.nodes[0].positions);
    CHECK(back->recording.nodes[1].positions == motion->recording.nodes[1].positions);
    const std::size_t head = text.find("1.50 2.0\t3.00 ") + 14;
    CHECK(changed.substr(0, head) == text.substr(0, head));
    CHECK(changed.find(" \r\n-1.5 2e0 3 11 21 31\r\n1 2 3 ") != std::string::npos);
    CHECK(changed.ends_with("\r\nthis is past the last frame\r\n"));
  }
}

TEST_CASE("numbers go on from those of the file, and do not jump", "[formats][bvh_document]") {
  // The file says 10, 11 and 12 degrees about z; half a turn more would be -170 for code that
  // forgets.
  const std::string text = bvh_of("ZXY");
  const auto motion = formats::read_bvh_motion(text);
  REQUIRE(motion);
  std::vector<Quat> turns;
  for (const double z_deg : {150.0, 175.0, 200.0}) {
    turns.push_back(quat_of(Eigen::Quaterniond(
        Eigen::AngleAxisd(z_deg * std::numbers::pi / 180, Eigen::Vector3d::UnitZ()))));
  }

  const std::string changed = formats::rewritten(text, *motion, {{1, turns}});

  CHECK(changed.find("3 200 ") != std::string::npos);
}

TEST_CASE("turns are counted up to ten", "[formats][bvh_document]") {
  std::string text = bvh_of("ZXY");
  text.replace(text.find("10.0 20.00 30"), 13, "300000 0 0");
  const auto motion = formats::read_bvh_motion(text);
  REQUIRE(motion);
  const std::vector<Quat> turns(3, rotation_about({0, 0, 1}, 0.5));

  const std::string changed = formats::rewritten(text, *motion, {{1, turns}});

  CHECK(changed.find("3628.64") != std::string::npos);  // ten turns and half a radian
  CHECK(formats::read_bvh(changed));
}

TEST_CASE("a node that turns about less than three axes does not turn freely",
          "[formats][bvh_document]") {
  const std::string text = bvh_of("ZXY");
  const auto motion = formats::read_bvh_motion(text);
  REQUIRE(motion);
  CHECK_FALSE(formats::turns_freely(*motion, 0));
  CHECK(formats::turns_freely(*motion, 1));
  CHECK_FALSE(formats::turns_freely(*motion, 2));
}

}  // namespace kine::bvh_document_test
