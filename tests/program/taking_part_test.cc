// The body as it goes along with each gesture of the lexicon, on both bodies: what people's bodies
// do, against frames of arms that move alone.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "realizer/math/units.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/movement/styles_seen.h"

namespace kine::taking_part_test {
namespace {

using body::Joint;

std::shared_ptr<const Cast> cast_with(std::size_t body, double involvement) {
  static const auto kCasts = *server::make_casts(server::default_characters());
  auto cast = std::make_shared<Cast>(*kCasts.at(body));
  cast->involvement = involvement;
  cast->placement = {};
  return cast;
}

std::vector<Frame> film(const std::shared_ptr<const Cast>& cast, const std::string& inside,
                        std::uint64_t ticks = 240) {
  const std::string text = "<script xmlns=\"urn:kinesphere:script:1\">" + inside + "</script>";
  return test::perform({.casts = {cast}, .scripts = {{.tick = 1, .text = text}}, .ticks = ticks})
      .frames;
}

Quat turn_in(const Frame& frame, Joint joint) {
  const auto& q = frame.parent_from_joint[body::index_of(joint)];
  return normalized(Quat{q[0], q[1], q[2], q[3]});
}

/// How far a joint turns from the first frame at most.
double peak_turn_rad(const std::vector<Frame>& frames, Joint joint) {
  double most = 0;
  for (const Frame& frame : frames) {
    most = std::max(most, angle_between(turn_in(frames[0], joint), turn_in(frame, joint)));
  }
  return most;
}

Quat character_from_chest(const Frame& frame) {
  Quat turn;
  for (const Joint joint : {Joint::Hips, Joint::Spine, Joint::Chest, Joint::UpperChest}) {
    turn = turn * turn_in(frame, joint);
  }
  return turn;
}

double peak_turn_of_chest_rad(const std::vector<Frame>& frames) {
  double most = 0;
  for (const Frame& frame : frames) {
    const double turn_rad =
        angle_between(character_from_chest(frames[0]), character_from_chest(frame));
    most = std::max(most, turn_rad);
  }
  return most;
}

/// How far an arm reaches, at most: its hand from its shoulder, on the level, in metres. An arm
/// that hangs reaches nowhere.
double reach_m(const std::vector<Frame>& frames, const body::Body& body) {
  double most = 0;
  for (const body::Side side : body::kSides) {
    const body::ArmChain arm = body::arm_chain(side);
    for (const Frame& frame : frames) {
      const auto places = test::joints_in_world(frame, body);
      const Vec3 way_m = places[body::index_of(arm.hand)] - places[body::index_of(arm.upper_arm)];
      most = std::max(most, std::hypot(way_m.x, way_m.z));
    }
  }
  return most;
}

constexpr const char* kForward =
    R"(<sequence><pose time="0.8" hold="0.6"><position joint="rightHand" target="-0.3 1.3 0.45"/>
       </pose></sequence>)";

}  // namespace

TEST_CASE("chest or clavicle go along with most gestures, the more the farther these reach",
          "[taking_part][sweep]") {
  for (const std::size_t which : {0, 1}) {
    const auto cast = cast_with(which, body::kUsualInvolvement);
    const auto alone = cast_with(which, 0);
    std::vector<double> turns_rad;
    std::vector<double> reaches_m;
    std::size_t moved = 0;
    for (const auto& [name, lexeme] : cast->vocabulary->lexemes) {
      const std::string gesture = "<gesture lexeme=\"" + name + "\"/>";
      const auto frames = film(cast, gesture, 300);
      const double chest_rad = peak_turn_of_chest_rad(frames);
      const double clavicle_rad = std::max(peak_turn_rad(frames, Joint::LeftShoulder),
                                           peak_turn_rad(frames, Joint::RightShoulder));
      if (std::max(chest_rad, clavicle_rad) > 1 * kDegree) ++moved;
      turns_rad.push_back(chest_rad + clavicle_rad);
      reaches_m.push_back(reach_m(film(alone, gesture, 300), *cast->body));
      CHECK(test::slid_m(frames, *cast->body) < 0.002);
    }
    const double correlation = test::movement::rank_correlation(turns_rad, reaches_m);
    std::printf("%s: chest or clavicle go along in %zu of %zu gestures, Spearman %.2f\n",
                cast->name.c_str(), moved, turns_rad.size(), correlation);
    CHECK(moved >= 60);
    CHECK(correlation >= 0.6);
  }
}

TEST_CASE("a hand that is asked to a place comes there with the body that goes along",
          "[taking_part]") {
  for (const std::size_t which : {0, 1}) {
    const auto cast = cast_with(which, body::kUsualInvolvement);
    const auto frames = film(cast, kForward);
    const auto places = test::joints_in_world(frames[1 + 60], *cast->body);
    CHECK(length(places[body::index_of(Joint::RightHand)] - Vec3{-0.3, 1.3, 0.45}) < 0.003);
    CHECK(peak_turn_of_chest_rad(frames) > 3 * kDegree);
    CHECK(peak_turn_of_chest_rad(film(cast_with(which, 0), kForward)) == 0);
  }
}

TEST_CASE("a hand that is asked to a place in the world is there, whatever goes along",
          "[taking_part]") {
  const std::string inside =
      R"(<sequence frame="world"><pose time="0.8" hold="0.6"><position joint="rightHand"
         target="-0.3 1.3 0.45"/></pose></sequence><gesture lexeme="wave" hand="left"/>)";
  for (const std::size_t which : {0, 1}) {
    const auto cast = cast_with(which, body::kUsualInvolvement);
    const auto frames = film(cast, inside);
    for (std::size_t at = 1 + 49; at < 1 + 84; ++at) {
      const auto places = test::joints_in_world(frames[at], *cast->body);
      REQUIRE(length(places[body::index_of(Joint::RightHand)] - Vec3{-0.3, 1.3, 0.45}) < 0.001);
    }
  }
}

TEST_CASE("two one-armed gestures share one trunk", "[taking_part]") {
  const auto cast = cast_with(1, body::kUsualInvolvement);
  const auto turn_rad = [&](const std::string& inside) {
    const auto frames = film(cast, inside);
    return rotation_vector(character_from_chest(frames[1 + 60])).y;
  };
  const auto reach = [](const std::string& hand, const std::string& x) {
    return R"(<sequence><pose time="0.8" hold="0.6"><position joint=")" + hand + R"(" target=")" +
           x + R"( 1.4 0.45"/></pose></sequence>)";
  };
  const double right_rad = turn_rad(reach("rightHand", "-0.2"));
  const double left_rad = turn_rad(reach("leftHand", "0.3"));
  CHECK(right_rad > 2 * kDegree);
  CHECK(left_rad < -2 * kDegree);
  CHECK(turn_rad(reach("rightHand", "-0.2") + reach("leftHand", "0.3")) ==
        Approx(right_rad + left_rad).margin(0.3 * kDegree));
}

}  // namespace kine::taking_part_test
