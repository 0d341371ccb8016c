// Tests for realizer/motion/transit_of.h: transitions of sketches in a running shard, judged by
// the geometry of its frames.
#include "realizer/motion/transit_of.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::motion::transit_of_test {
namespace {

using body::Joint;

test::Performed performed(const std::string& inside, std::uint64_t ticks = 240) {
  return test::perform(
      {.casts = {test::cast_named("ada", test::ada())},
       .scripts = {{.tick = 0,
                    .text = "<script xmlns=\"urn:kinesphere:script:1\">" + inside + "</script>"}},
       .ticks = ticks});
}

std::string sketch(const std::string& id, const std::string& transitions) {
  return "<sketch id=\"" + id + "\">" + transitions + "</sketch>";
}

constexpr std::string_view kTarget = "-0.25 1.3 0.3";

std::string reach(const std::string& attributes, const std::string& of_pose = "") {
  return "<sequence " + attributes + "><pose time=\"1.5\" hold=\"1\" phase=\"stroke\"" + of_pose +
         "><position joint=\"rightHand\" target=\"" + std::string(kTarget) +
         "\"/></pose></sequence>";
}

/// The right hand at a time of the script.
Vec3 hand_at(const std::vector<Frame>& frames, double time_s) {
  const auto tick = static_cast<std::size_t>(time_s * 60 + 0.5);
  return test::joints_in_world(frames[tick], test::ada())[body::index_of(Joint::RightHand)];
}

/// Where it is in the midst of its way and at its pose, with this sketch and this scope.
struct Reached {
  Vec3 midst_m;
  Vec3 end_m;
  std::vector<std::string> warnings;
};

Reached reached(const std::string& inside) {
  const test::Performed played = performed(inside);
  return {hand_at(played.frames, 0.9), hand_at(played.frames, 1.6), played.warnings};
}

}  // namespace

TEST_CASE("transitions that say nothing leave every frame to the bit", "[transits]") {
  const test::Performed plain = performed(reach(""));
  const test::Performed silent =
      performed(sketch("a", "<transition/><transition touch=\"0\" arc=\"0\" tremble=\"0\"/>") +
                reach("sketch=\"a\""));
  CHECK(plain.frames == silent.frames);
}

TEST_CASE("a hand in the world comes to its place in time, whatever its transition says",
          "[transits]") {
  const Vec3 target_m{-0.25, 1.3, 0.3};
  for (const std::string said :
       {"curve=\"overshoot\" touch=\"1\" tremble=\"1\"", "incomplete=\"0.5\" halt=\"stop\"",
        "flow=\"1\" waves=\"1\" arc=\"1\"", "flow=\"-1\" arc=\"-1\" curve=\"backtrack\""}) {
    CAPTURE(said);
    const test::Performed played = performed(sketch("a", "<transition " + said + "/>") +
                                             reach("sketch=\"a\" frame=\"world\""));
    for (const double time_s : {1.52, 2.0, 2.45}) {
      CHECK(length(hand_at(played.frames, time_s) - target_m) < 0.001);
    }
    const bool says_so = std::ranges::any_of(played.warnings, [](const std::string& each) {
      return each.find("must be in its place") != std::string::npos;
    });
    CHECK(says_so == (said.find("incomplete") == 0 || said.find("flow=\"1") == 0));
  }
}

TEST_CASE("a transition is of its phase and its group", "[transits]") {
  const Vec3 plain_m = reached(reach("")).midst_m;
  const auto moved = [&](const std::string& transition) {
    const Reached with = reached(sketch("a", transition) + reach("sketch=\"a\""));
    return length(with.midst_m - plain_m) > 0.02;
  };
  CHECK(moved("<transition curve=\"slow-fast\"/>"));
  CHECK(moved("<transition phase=\"stroke\" group=\"rightArm\" curve=\"slow-fast\"/>"));
  CHECK_FALSE(moved("<transition phase=\"preparation\" curve=\"slow-fast\"/>"));
  CHECK_FALSE(moved("<transition group=\"leftArm\" curve=\"slow-fast\"/>"));
}

TEST_CASE("a transition for a group counts before one for all, and an inner scope before both",
          "[transits]") {
  const auto end_m = [](const std::string& inside) { return reached(inside).end_m; };
  const std::string short_of = "<transition group=\"rightArm\" incomplete=\"0.5\"/>";
  const std::string whole = "<transition incomplete=\"0\"/>";
  const Vec3 plain_m = end_m(reach(""));
  const Vec3 short_m = end_m(sketch("a", short_of) + reach("sketch=\"a\""));
  CHECK(length(short_m - plain_m) > 0.1);
  CHECK(length(end_m(sketch("a", short_of + whole) + reach("sketch=\"a\"")) - short_m) < 1e-6);
  CHECK(length(end_m(sketch("a", short_of) + sketch("b", whole) + "<character sketch=\"a\"/>" +
                     reach("sketch=\"b\"")) -
               plain_m) < 1e-6);
  CHECK(length(end_m(sketch("a", short_of) + sketch("b", whole) +
                     reach("sketch=\"a\"", " sketch=\"b\"")) -
               plain_m) < 1e-6);
}

TEST_CASE("a way back goes as its transition says, and is over when it was", "[transits]") {
  const auto frames = [](const std::string& transition) {
    return performed(sketch("a", transition) + reach("sketch=\"a\" fade-out=\"1\""), 300).frames;
  };
  const auto plain = frames("");
  const auto cut = frames("<transition phase=\"retraction\" flow=\"-1\"/>");
  const auto apart_m = [&](double time_s) {
    return length(hand_at(cut, time_s) - hand_at(plain, time_s));
  };
  for (const double same_s : {1.0, 2.0, 2.48, 3.6, 4.5}) CHECK(apart_m(same_s) < 1e-6);
  CHECK(length(hand_at(cut, 2.7) - hand_at(cut, 2.4)) < 1e-4);  // it waits for 0.25 s
  CHECK(apart_m(2.9) > 0.05);
  CHECK(frames("<transition phase=\"retraction\" incomplete=\"1\" halt=\"stop\"/>") == plain);
}

TEST_CASE("transitions go together with warps and succession", "[transits]") {
  const std::string all = sketch("a",
                                 "<timing succession=\"60ms\"/>"
                                 "<transition curve=\"overshoot\" tremble=\"0.5\"/>");
  const Vec3 plain_m = reached(reach("")).end_m;
  CHECK(length(reached(all + reach("sketch=\"a\" warp=\"exp 3\"")).end_m - plain_m) < 0.001);
}

TEST_CASE("an unknown group is refused with those that are near", "[transits]") {
  std::string refusal;
  try {
    performed(sketch("a", "<transition group=\"rightArn\"/>") + reach("sketch=\"a\""), 1);
  } catch (const std::exception& refused) {
    refusal = refused.what();
  }
  CAPTURE(refusal);
  CHECK(refusal.find("there is no group") != std::string::npos);
  CHECK(refusal.find("rightArm") != std::string::npos);
}

}  // namespace kine::motion::transit_of_test
