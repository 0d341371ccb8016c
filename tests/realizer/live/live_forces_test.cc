// Tests for realizer/live/live_forces.h: each wrong field is named with its bound.
#include "realizer/live/live_forces.h"

#include <limits>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::live_forces_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Result<LivePush> made(const PushWish& wish) {
  static const plan::Vocabulary vocabulary;
  return make_live_push(wish, plan::Names(test::ada(), vocabulary));
}

const PushWish kSound{.joint = "upperChest", .force_N = {0, 0, 150}, .duration_s = 0.2};

}  // namespace

TEST_CASE("a push is made of a joint, a force and a duration", "[live_forces]") {
  const auto push = made(kSound);
  REQUIRE(push);
  CHECK(*push == LivePush{.joint = body::Joint::UpperChest,
                          .duration = Seconds(0.2),
                          .force_N = {0, 0, 150}});
  CHECK(valid(*push));
}

TEST_CASE("a push has the bounds of scripts, to the last newton and second", "[live_forces]") {
  PushWish wish = kSound;
  wish.force_N = {0, 2'000, 0};
  wish.duration_s = 5;
  CHECK(made(wish));
  wish.force_N = {0, 0, 0};
  CHECK(made(wish));
}

TEST_CASE("an error about a push names the field and its bound", "[live_forces]") {
  const auto error_of = [](auto change) {
    PushWish wish = kSound;
    change(wish);
    const auto push = made(wish);
    REQUIRE_FALSE(push);
    return push.error().message;
  };
  CHECK(error_of([](auto& wish) { wish.joint = "uperChest"; }) ==
        "there is no joint, near to it are upperChest, chest: 'uperChest'");
  CHECK(error_of([](auto& wish) { wish.joint = "leftToes"; }) ==
        "trunk, head, arms, hips and legs can be pushed, and nothing smaller, not 'leftToes'");
  CHECK(error_of([](auto& wish) { wish.joint.assign(129, 'x'); }) ==
        "the name of a joint has at most 128 bytes, not '129'");
  CHECK(error_of([](auto& wish) { wish.duration_s = 0; }) ==
        "the duration of a push must be above 0 and at most 5 s, not '0'");
  CHECK(error_of([](auto& wish) { wish.duration_s = 5.001; }) ==
        "the duration of a push must be above 0 and at most 5 s, not '5.001'");
  CHECK(error_of([](auto& wish) { wish.duration_s = kNaN; }) ==
        "the duration of a push must be above 0 and at most 5 s, not 'nan'");
  CHECK(error_of([](auto& wish) {
          wish.force_N = {1, 2};
        }) == "the force of a push has three numbers, not '2'");
  CHECK(error_of([](auto& wish) {
          wish.force_N = {0, kInfinity, 0};
        }) == "the force of a push has finite numbers, not 'inf'");
  // 1,500 in two directions at right angles
  CHECK(error_of([](auto& wish) {
          wish.force_N = {1'500, 0, 1'500};
        }).starts_with("the force of a push must be at most 2000 N, not '2121.32"));
  CHECK(error_of([](auto& wish) {
          wish.force_N = {1e200, 0, 0};
        }) == "the force of a push must be at most 2000 N, not 'inf'");
}

TEST_CASE("a drag has a point, and a stiffness and a limit where somebody says them",
          "[live_forces]") {
  PushWish wish{.joint = "rightHand", .force_N = {}, .duration_s = 1};
  wish.drag = PushWish::Drag{.to_m = {0, 1.5, -100}};
  auto push = made(wish);
  REQUIRE(push);
  CHECK(push->drag == LiveDrag{.to_m = {0, 1.5, -100}, .stiffness_N_m = 500, .most_N = 200});
  CHECK(valid(*push));
  wish.drag->stiffness_N_m = 5'000;
  wish.drag->most_N = 2'000;
  push = made(wish);
  REQUIRE(push);
  CHECK(push->drag->stiffness_N_m == 5'000);
  CHECK(push->drag->most_N == 2'000);
}

TEST_CASE("an error about a drag names the field and its bound", "[live_forces]") {
  const auto error_of = [](auto change) {
    PushWish wish{.joint = "rightHand", .force_N = {}, .duration_s = 1};
    wish.drag = PushWish::Drag{.to_m = {0, 1, 0}};
    change(wish);
    const auto push = made(wish);
    REQUIRE_FALSE(push);
    return push.error().message;
  };
  CHECK(error_of([](auto& wish) {
          wish.force_N = {0, 0, 1};
        }) == "a push has either a force or a point to drag to");
  CHECK(error_of([](auto& wish) { wish.drag->to_m = {}; }) ==
        "the point to drag to has three numbers, not '0'");
  CHECK(error_of([](auto& wish) {
          wish.drag->to_m = {0, kNaN, 0};
        }) == "the point to drag to has finite numbers, not 'nan'");
  CHECK(error_of([](auto& wish) {
          wish.drag->to_m = {0, 0, -100.5};
        }) == "the point to drag to must be within 100 m of the origin on each axis");
  CHECK(error_of([](auto& wish) { wish.drag->stiffness_N_m = 0; }) ==
        "the stiffness of a drag must be above 0 and at most 5000 N/m, not '0'");
  CHECK(error_of([](auto& wish) { wish.drag->stiffness_N_m = kNaN; }) ==
        "the stiffness of a drag must be above 0 and at most 5000 N/m, not 'nan'");
  CHECK(error_of([](auto& wish) { wish.drag->most_N = 2'001; }) ==
        "the limit of a drag must be from 0 to 2000 N, not '2001'");
}

TEST_CASE("a load is as heavy as it is, where nobody says otherwise", "[live_forces]") {
  const auto load = make_live_load({.hand = body::Side::Left, .mass_kg = 3});
  REQUIRE(load);
  CHECK(*load == LiveLoad{.hand = body::Side::Left, .mass_kg = 3, .believed_kg = 3});
  const auto taken = make_live_load({.mass_kg = 50, .believed_kg = 0});
  REQUIRE(taken);
  CHECK(taken->believed_kg == 0);
}

TEST_CASE("an error about a load names the field and its bound", "[live_forces]") {
  const auto error_of = [](const LoadWish& wish) {
    const auto load = make_live_load(wish);
    REQUIRE_FALSE(load);
    return load.error().message;
  };
  CHECK(error_of({.mass_kg = 50.5}) == "the mass of a load must be from 0 to 50 kg, not '50.5'");
  CHECK(error_of({.mass_kg = -1}) == "the mass of a load must be from 0 to 50 kg, not '-1'");
  CHECK(error_of({.mass_kg = kNaN}) == "the mass of a load must be from 0 to 50 kg, not 'nan'");
  CHECK(error_of({.mass_kg = 1, .believed_kg = kInfinity}) ==
        "what a load is believed to be must be from 0 to 50 kg, not 'inf'");
}

TEST_CASE("what a log may hold is as sound as what a client may say", "[live_forces]") {
  LivePush push{.joint = body::Joint::Head, .duration = Seconds(1), .force_N = {1, 0, 0}};
  CHECK(valid(push));
  push.joint = body::Joint::LeftToes;
  CHECK_FALSE(valid(push));
  push = {.joint = body::Joint::Head, .duration = Seconds(kNaN)};
  CHECK_FALSE(valid(push));
  push = {.joint = body::Joint::Head, .duration = Seconds(1), .force_N = {0, kNaN, 0}};
  CHECK_FALSE(valid(push));
  CHECK(valid(LiveLoad{.mass_kg = 50, .believed_kg = 50}));
  CHECK_FALSE(valid(LiveLoad{.mass_kg = 1, .believed_kg = 51}));
}

}  // namespace kine::live_forces_test
