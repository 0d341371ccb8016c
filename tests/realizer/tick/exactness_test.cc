// How exactly BML's gazes and pointing hands meet what they are told, by the geometry of the
// frames, through the whole line from text to frames. No header of its own: the subject is
// realizer/prepare/prepare.h and realizer/tick/shard.h together.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/server/bml_stage.h"

namespace kine::exactness_test {
namespace {

using namespace std::chrono_literals;
using body::Joint;
using test::bml_block;
using test::BmlStage;

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kExact_rad = 3 * kDegree;

/// What a client sets comes up with it within this, as the eyes of people do.
constexpr Seconds kSettles{0.8};
constexpr std::uint32_t kTicksASecond = 10;

double angle_between_directions(const Vec3& a, const Vec3& b) {
  return std::atan2(length(cross(a, b)), dot(a, b));
}

/// So far to the left of straight ahead and above the horizon of a point.
Vec3 target_from(const Vec3& from_m, double left_deg, double up_deg, double distance_m) {
  const double left = left_deg * kDegree;
  const double up = up_deg * kDegree;
  return from_m + distance_m * Vec3{std::cos(up) * std::sin(left), std::sin(up),
                                    std::cos(up) * std::cos(left)};
}

struct Finger {
  Joint base;
  Joint tip;
};
Finger index_of_side(body::Side side) {
  if (side == body::Side::Left) return {Joint::LeftIndexProximal, Joint::LeftIndexDistal};
  return {Joint::RightIndexProximal, Joint::RightIndexDistal};
}

/// By how much the line of the finger passes by a point, seen from the knuckle.
double miss_of_finger(const BmlStage& stage, body::Side side, const Vec3& target_m) {
  const Finger finger = index_of_side(side);
  const Vec3 base = stage.position_m(finger.base);
  const Vec3 tip = stage.position_m(finger.tip);
  return angle_between_directions(tip - base, target_m - base);
}

/// The worst of many, and where that was.
struct Worst {
  double miss_rad = 0;
  std::string where;

  void take(double miss, const std::string& at) {
    if (miss <= miss_rad) return;
    miss_rad = miss;
    where = at;
  }
};

std::string words_of(double left_deg, double up_deg, double distance_m) {
  return std::to_string(std::lround(left_deg)) + " left " + std::to_string(std::lround(up_deg)) +
         " up " + std::to_string(distance_m) + " m";
}

}  // namespace

TEST_CASE("a finger is within three degrees of its target at the stroke and as long as it points",
          "[exactness][pointing][sweep]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (const body::Side side : {body::Side::Left, body::Side::Right}) {
      const bool left = side == body::Side::Left;
      Worst worst;
      for (const double distance_m : {0.35, 0.5, 0.7, 0.9, 1.1, 2.0, 6.0}) {
        BmlStage stage(*body, kTicksASecond);
        stage.set("ball", {0, 1, 3});
        stage.play(bml_block("b", std::string("<pointing id=\"p\" target=\"ball\" mode=\"") +
                                      (left ? "LEFT" : "RIGHT") +
                                      "_HAND\" start=\"0\" stroke=\"0.6\" relax=\"500\"/>"));
        stage.advance();
        const Vec3 shoulder_m = stage.position_m(body::arm_chain(side).upper_arm);
        for (int up = -75; up <= 75; up += 15) {
          for (int around = -180; around < 180; around += 15) {
            const Vec3 target_m = target_from(shoulder_m, around, up, distance_m);
            stage.set("ball", target_m);
            stage.advance_to(stage.now() + kSettles);
            const double miss = miss_of_finger(stage, side, target_m);
            worst.take(miss, words_of(around, up, distance_m));
          }
        }
      }
      INFO(body->name << (left ? " left" : " right") << ": worst " << worst.miss_rad / kDegree
                      << " degrees at " << worst.where);
      CHECK(worst.miss_rad < kExact_rad);
    }
  }
}

namespace {

/// By how much an eye looks past a point.
double miss_of_eye(const BmlStage& stage, Joint eye, const Vec3& target_m) {
  const body::Body::Model model = stage.model();
  const std::size_t index = body::index_of(eye);
  const Vec3 sight = model.character_from_joint[index] * Vec3{0, 0, 1};
  return angle_between_directions(sight, target_m - model.positions_m[index]);
}

/// The worse of both eyes.
double miss_of_gaze(const BmlStage& stage, const Vec3& target_m) {
  return std::max(miss_of_eye(stage, Joint::LeftEye, target_m),
                  miss_of_eye(stage, Joint::RightEye, target_m));
}

Vec3 between_eyes(const BmlStage& stage) {
  return 0.5 * (stage.position_m(Joint::LeftEye) + stage.position_m(Joint::RightEye));
}

std::string gaze_at_ball(const std::string& influence, const std::string& attributes) {
  return bml_block(
      "b", "<gaze id=\"g\" target=\"ball\" influence=\"" + influence + "\" " + attributes + "/>");
}

constexpr const char* kInfluences[] = {"EYES", "HEAD", "SHOULDER", "WAIST", "WHOLE"};

}  // namespace

TEST_CASE("a gaze is within three degrees of its target from ready on, with every influence",
          "[exactness][gaze]") {
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    for (const char* influence : kInfluences) {
      Worst worst;
      for (const double distance_m : {0.4, 1.0, 5.0}) {
        BmlStage stage(*body, kTicksASecond);
        stage.set("ball", {0, 1.5, 3});
        stage.play(gaze_at_ball(influence, "start=\"0\" ready=\"1\" relax=\"500\""));
        stage.advance();
        const Vec3 eyes_m = between_eyes(stage);
        stage.advance_to(1s);
        // What is near and far below, a hand on the own hip, nobody sees over the shoulder.
        for (int up = distance_m < 1 ? 0 : -60; up <= 60; up += 15) {
          for (int around = -135; around <= 135; around += 15) {
            const Vec3 target_m = target_from(eyes_m, around, up, distance_m);
            stage.set("ball", target_m);
            stage.advance_to(stage.now() + kSettles);
            const double miss = miss_of_gaze(stage, target_m);
            worst.take(miss, words_of(around, up, distance_m));
          }
        }
      }
      INFO(body->name << " " << influence << ": worst " << worst.miss_rad / kDegree
                      << " degrees at " << worst.where);
      CHECK(worst.miss_rad < kExact_rad);
    }
  }
}

TEST_CASE("a gaze with an offset is as far beside its target, and as exact", "[exactness][gaze]") {
  struct Row {
    const char* direction;
    double left;
    double up;
  };
  constexpr double kHalf = 0.70710678118654752;
  for (const Row& row :
       {Row{"RIGHT", -1, 0}, Row{"LEFT", 1, 0}, Row{"UP", 0, 1}, Row{"DOWN", 0, -1},
        Row{"UPRIGHT", -kHalf, kHalf}, Row{"DOWNLEFT", kHalf, -kHalf}}) {
    // With WHOLE the feet turn, and what is in the character's space with them.
    for (const char* influence : std::span(kInfluences).first(4)) {
      for (const double around : {-60.0, 0.0, 80.0}) {
        BmlStage stage(test::ada(), kTicksASecond);
        stage.advance();
        const Vec3 target_m = target_from(between_eyes(stage), around, -20, 1.5);
        stage.set("ball", target_m);
        stage.play(gaze_at_ball(influence, std::string("start=\"0\" ready=\"1\" relax=\"3\" ") +
                                               "offsetAngle=\"20\" offsetDirection=\"" +
                                               row.direction + "\""));
        stage.advance_to(1.5s);
        // About the vertical, and then about the axis that is level and to the right of it.
        const Vec3 eyes_m = between_eyes(stage);
        const Vec3 turned =
            rotation_about({0, 1, 0}, row.left * 20 * kDegree) * (target_m - eyes_m);
        const Vec3 right = unit(cross(turned, {0, 1, 0}));
        const Vec3 beside_m = eyes_m + rotation_about(right, row.up * 20 * kDegree) * turned;
        CAPTURE(row.direction, influence, around);
        CHECK(miss_of_gaze(stage, beside_m) < kExact_rad);
        CHECK(miss_of_gaze(stage, target_m) > 15 * kDegree);
      }
    }
  }
}

namespace {

/// A point of the world as the character has it, wherever it has turned to.
Vec3 from_world(const BmlStage& stage, const Vec3& point_m) {
  const body::Placement placement = test::placement_of(stage.frame());
  return conjugate(placement.world_from_character()) * (point_m - placement.position_m);
}

}  // namespace

TEST_CASE("gaze and finger stay within three degrees of what a client moves steadily",
          "[exactness][gaze][pointing]") {
  // Somebody walks by at 1.4 m/s, two metres away, and is told of 30 times a second.
  for (const char* influence : kInfluences) {
    BmlStage stage(test::ada(), 60);
    const auto place_at = [](Seconds time) { return Vec3{-2.8 + 1.4 * time.count(), 1.4, 2}; };
    stage.set("ball", place_at(0s));
    stage.play(bml_block("b", std::string("<gaze id=\"g\" target=\"ball\" influence=\"") +
                                  influence +
                                  "\" start=\"0\" ready=\"1\" relax=\"5\"/>"
                                  "<pointing id=\"p\" target=\"ball\" mode=\"RIGHT_HAND\" "
                                  "start=\"0\" stroke=\"1\" relax=\"5\"/>"));
    stage.advance();
    double worst_gaze = 0;
    double worst_finger = 0;
    for (int tick = 1; stage.now() < 4s; ++tick) {
      const Seconds now = stage.now() + Seconds(1.0 / 60);
      if (tick % 2 == 0) stage.set("ball", place_at(now));
      stage.advance();
      if (stage.now() < 1.05s) continue;
      // A character that looks with all the body has turned round.
      const Vec3 seen_m = from_world(stage, place_at(now));
      worst_gaze = std::max(worst_gaze, miss_of_gaze(stage, seen_m));
      worst_finger = std::max(worst_finger, miss_of_finger(stage, body::Side::Right, seen_m));
    }
    CAPTURE(influence, worst_gaze / kDegree, worst_finger / kDegree);
    CHECK(worst_gaze < kExact_rad);
    CHECK(worst_finger < kExact_rad);
  }
}

TEST_CASE("eyes alone do what they can, and more than that the head does", "[exactness][gaze]") {
  const auto head_turn = [](const char* influence, double around) {
    BmlStage stage(test::ada(), kTicksASecond);
    stage.advance();
    const body::Body::Model before = stage.model();
    stage.set("ball", target_from(between_eyes(stage), around, 0, 2));
    stage.play(gaze_at_ball(influence, "start=\"0\" ready=\"1\" relax=\"3\""));
    stage.advance_to(1.5s);
    const std::size_t head = body::index_of(Joint::Head);
    return angle_between(before.character_from_joint[head],
                         stage.model().character_from_joint[head]);
  };
  CHECK(head_turn("EYES", 20) < 0.1 * kDegree);
  CHECK(head_turn("EYES", 70) > 30 * kDegree);
  CHECK(head_turn("EYES", 70) < head_turn("HEAD", 70));
}

TEST_CASE("the whole body turns more of its trunk than the waist does", "[exactness][gaze]") {
  const auto chest_turn = [](const char* influence, double around = 90) {
    BmlStage stage(test::ben(), kTicksASecond);
    stage.advance();
    stage.set("ball", target_from(between_eyes(stage), around, 0, 3));
    stage.play(gaze_at_ball(influence, "start=\"0\" ready=\"1\" relax=\"3\""));
    stage.advance_to(1.5s);
    return rotation_vector(stage.model().character_from_joint[body::index_of(Joint::UpperChest)]).y;
  };
  CHECK(chest_turn("HEAD") == Approx(0).margin(1e-6));
  CHECK(chest_turn("SHOULDER") > 15 * kDegree);
  CHECK(chest_turn("WAIST") > chest_turn("SHOULDER"));
  // No farther than where the feet stay.
  CHECK(chest_turn("WHOLE", 38) > chest_turn("WAIST", 38) + 5 * kDegree);
}

}  // namespace kine::exactness_test
