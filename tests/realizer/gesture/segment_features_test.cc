// Tests for realizer/gesture/segment_features.h.
#include "realizer/gesture/segment_features.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "realizer/gesture/ward.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/recordings.h"

namespace kine::gesture::segment_features_test {
namespace {

using body::index_of;
using body::Joint;

void check_near(const Vec3& is, const Vec3& should) {
  CHECK(is.x == Approx(should.x).margin(1e-9));
  CHECK(is.y == Approx(should.y).margin(1e-9));
  CHECK(is.z == Approx(should.z).margin(1e-9));
}

/// Arms along x and legs along -y, with round numbers.
JointOffsets round_offsets() {
  JointOffsets offsets = {};
  offsets[index_of(Joint::LeftShoulder)] = {0.05, 0.1, 0};
  offsets[index_of(Joint::LeftUpperArm)] = {0.1, 0, 0};
  offsets[index_of(Joint::LeftLowerArm)] = {0.3, 0, 0};
  offsets[index_of(Joint::LeftHand)] = {0.25, 0, 0};
  offsets[index_of(Joint::LeftUpperLeg)] = {0.1, 0, 0};
  offsets[index_of(Joint::LeftLowerLeg)] = {0, -0.4, 0};
  offsets[index_of(Joint::LeftFoot)] = {0, -0.45, 0};
  for (const Joint left :
       {Joint::LeftShoulder, Joint::LeftUpperArm, Joint::LeftLowerArm, Joint::LeftHand,
        Joint::LeftUpperLeg, Joint::LeftLowerLeg, Joint::LeftFoot}) {
    const Vec3& offset = offsets[index_of(left)];
    offsets[index_of(body::mirrored(left))] = {-offset.x, offset.y, offset.z};
  }
  return offsets;
}

RecordedMotion of_frames(const std::vector<Rotations>& frames, double rate_hz = 10) {
  return {.rate_hz = rate_hz, .frames = frames};
}

/// The neck turned about x by so much in each frame.
RecordedMotion nods(const std::vector<double>& angles_rad) {
  RecordedMotion motion{.rate_hz = 10, .frames = std::vector<Rotations>(angles_rad.size())};
  for (std::size_t t = 0; t < angles_rad.size(); ++t) {
    motion.frames[t][index_of(Joint::Neck)] = rotation_about({1, 0, 0}, angles_rad[t]);
  }
  return motion;
}

std::vector<double> head_features(const RecordedMotion& motion, const CutSegment& segment) {
  return segment_features(motion, BodySection::Head, key_signal(motion, BodySection::Head, {}),
                          std::vector<CutSegment>{segment});
}

}  // namespace

TEST_CASE("a vector keeps its direction and has the logarithm of its length", "[gesture]") {
  const auto scaled = log_scaled({3, 0, -4}, 5);
  CHECK(scaled[0] == Approx(0.6 * std::log(2)));
  CHECK(scaled[1] == 0);
  CHECK(scaled[2] == Approx(-0.8 * std::log(2)));
  CHECK(log_scaled({0, 0, 0}, 5) == std::vector<double>{0, 0, 0});
}

TEST_CASE("an idle hand stays idle beside one that moves", "[gesture]") {
  const auto scaled = log_scaled({0.3, 0, 0, 0.001, 0, 0}, 0.05);
  CHECK(scaled[0] == Approx(std::log(7)).margin(1e-4));
  CHECK(scaled[3] == Approx(std::log(7) / 300).margin(1e-4));
  CHECK(log_scaled({0.001, 0, 0}, 0.05)[0] > 2 * scaled[3]);  // as it would be by itself
}

TEST_CASE("hands are seen from the upper chest", "[gesture]") {
  Rotations pose = {};
  const auto hands = [&] {
    const auto signal = key_signal(of_frames({pose}), BodySection::Arms, round_offsets());
    REQUIRE(signal.rows.size() == 6);
    return signal.rows;
  };
  auto rows = hands();
  check_near({rows[0], rows[1], rows[2]}, {0.7, 0.1, 0});
  check_near({rows[3], rows[4], rows[5]}, {-0.7, 0.1, 0});
  // The left elbow is bent forwards: the lower arm goes along z.
  pose[index_of(Joint::LeftLowerArm)] = rotation_about({0, 1, 0}, -std::numbers::pi / 2);
  rows = hands();
  check_near({rows[0], rows[1], rows[2]}, {0.45, 0.1, 0.25});
  // The upper arm hangs down as well: then the lower one still goes forwards.
  pose[index_of(Joint::LeftUpperArm)] = rotation_about({0, 0, 1}, -std::numbers::pi / 2);
  rows = hands();
  check_near({rows[0], rows[1], rows[2]}, {0.15, -0.2, 0.25});
  for (const Joint trunk : {Joint::Hips, Joint::Spine, Joint::Chest, Joint::UpperChest}) {
    pose[index_of(trunk)] = rotation_about({1, 0, 0}, 0.5);
  }
  CHECK(hands() == rows);
}

TEST_CASE("feet are seen from the hips, and the head from the chest", "[gesture]") {
  Rotations pose = {};
  pose[index_of(Joint::RightLowerLeg)] = rotation_about({1, 0, 0}, std::numbers::pi / 2);
  pose[index_of(Joint::Hips)] = rotation_about({0, 1, 0}, 1);
  const auto feet = key_signal(of_frames({pose}), BodySection::Lower, round_offsets());
  CHECK(feet.small == 0.02);
  check_near({feet.rows[0], feet.rows[1], feet.rows[2]}, {0.1, -0.85, 0});
  check_near({feet.rows[3], feet.rows[4], feet.rows[5]}, {-0.1, -0.4, -0.45});
  pose[index_of(Joint::Neck)] = rotation_about({1, 0, 0}, 0.1);
  pose[index_of(Joint::Head)] = rotation_about({1, 0, 0}, 0.3);
  const auto head = key_signal(of_frames({pose}), BodySection::Head, round_offsets());
  check_near({head.rows[0], head.rows[1], head.rows[2]}, {0.4, 0, 0});
}

TEST_CASE("a row has length, first pose, velocity, largest and mean displacement", "[gesture]") {
  // From frame 5 on it nods from 0.3 rad by 0.02 a frame, that is 0.2 rad/s.
  std::vector<double> angles_rad(5, 0);
  for (int i = 0; i <= 10; ++i) angles_rad.push_back(0.3 + 0.02 * i);
  const auto row = head_features(nods(angles_rad), {.from_frame = 5, .to_frame = 16});
  REQUIRE(row.size() == feature_dimensions(BodySection::Head));
  std::vector<double> expected(16, 0);
  expected[0] = 0.3 * std::log(1.1);
  expected[1] = 0.3;                        // neck, then head
  expected[7] = std::log(1 + 0.2 / 0.2);    // of 4 * 0.05 rad/s
  expected[10] = std::log(1 + 0.2 / 0.05);  //
  expected[13] = std::log(1 + 0.1 / 0.05);
  for (std::size_t i = 0; i < row.size(); ++i) CHECK(row[i] == Approx(expected[i]).margin(1e-9));
}

TEST_CASE("the largest displacement has its sign, and what comes back has no velocity",
          "[gesture]") {
  const auto row = head_features(nods({0.5, 0.6, 0.3, 0.4, 0.5}), {.from_frame = 0, .to_frame = 5});
  CHECK(row[7] == Approx(0).margin(1e-9));
  CHECK(row[10] == Approx(-std::log(1 + 0.2 / 0.05)));
  CHECK(row[13] == Approx(-std::log(1 + 0.04 / 0.05)));
  const auto one = head_features(nods({0.5}), {.from_frame = 0, .to_frame = 1});
  CHECK(one[7] == 0);
  CHECK(one[10] == 0);
}

TEST_CASE("weights scale length and pose alone", "[gesture]") {
  const auto motion = test::strokes_and_holds({.strokes = 2}).motion;
  const auto signal = key_signal(motion, BodySection::Arms, round_offsets());
  const std::vector<CutSegment> segments = {{.from_frame = 50, .to_frame = 90}};
  const auto usual = segment_features(motion, BodySection::Arms, signal, segments);
  const auto other =
      segment_features(motion, BodySection::Arms, signal, segments, {.length = 0.6, .pose = 3});
  REQUIRE(usual.size() == 1 + 3 * 8 + 3 * 6);
  REQUIRE(usual.size() == feature_dimensions(BodySection::Arms));
  for (std::size_t i = 0; i < usual.size(); ++i) {
    const double factor = i == 0 ? 2 : i < 25 ? 3 : 1;
    CHECK(other[i] == Approx(factor * usual[i]).margin(1e-12));
  }
}

TEST_CASE("like gestures come into one cluster, from recorded motion on", "[gesture]") {
  const auto made = test::repeated_gestures({.gestures = 6, .times = 25, .seed = 3});
  const auto segments = cut_segments(
      compute_activity(made.motion, BodySection::Arms, usual_smoothing_s(BodySection::Arms)),
      made.motion.rate_hz);
  const auto signal = key_signal(made.motion, BodySection::Arms, round_offsets());
  const auto clusters =
      ward_clusters(segment_features(made.motion, BodySection::Arms, signal, segments),
                    feature_dimensions(BodySection::Arms), made.kinds);
  std::vector<std::map<std::size_t, std::size_t>> kinds_of(made.kinds);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::size_t middle = (segments[i].from_frame + segments[i].to_frame) / 2;
    ++kinds_of[clusters[i]][made.kind_of_frame[middle]];
  }
  std::size_t usual = 0;
  for (const auto& kinds : kinds_of) {
    usual +=
        std::ranges::max_element(kinds, {}, [](const auto& each) { return each.second; })->second;
  }
  const double purity = static_cast<double>(usual) / static_cast<double>(segments.size());
  INFO("purity " << purity << " of " << segments.size() << " segments");
  CHECK(segments.size() > 500);
  CHECK(purity >= 0.9);
}

}  // namespace kine::gesture::segment_features_test
