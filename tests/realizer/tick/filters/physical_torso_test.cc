// Tests for realizer/tick/filters/physical_torso.h: a script that asks for muscles, in a shard.
#include "realizer/tick/filters/physical_torso.h"

#include <algorithm>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::physical_torso_test {
namespace {

using body::Joint;

std::string script(const std::string& dynamics, const std::string& tension = "") {
  return R"(<script xmlns="urn:kinesphere:script:1"><character dynamics=")" + dynamics + "\"" +
         (tension.empty() ? "" : " tension=\"" + tension + "\"") + R"(/>
    <sequence><pose time="0.6" hold="0.4"><position joint="rightHand" target="-0.2 1.3 0.4"/></pose>
    </sequence></script>)";
}

test::Performed played(const std::vector<test::Submitted>& scripts) {
  return test::perform(
      {.casts = {test::cast_named("ada", test::ada())}, .scripts = scripts, .ticks = 240});
}

double apart_m(const Frame& a, const Frame& b, Joint joint) {
  const auto place = [&](const Frame& frame) {
    return test::joints_in_world(frame, test::ada())[body::index_of(joint)];
  };
  return length(place(a) - place(b));
}

double most_apart_m(const test::Performed& a, const test::Performed& b, Joint joint) {
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.frames.size(), b.frames.size()); ++i) {
    most = std::max(most, apart_m(a.frames[i], b.frames[i], joint));
  }
  return most;
}

}  // namespace

TEST_CASE("muscles move a torso where the script asks for them, the looser the later",
          "[physical_torso]") {
  const auto kinematic = played({{1, script("none")}});
  const auto firm = played({{1, script("torso")}});
  const auto loose = played({{1, script("torso", "loose")}});
  CHECK(kinematic.frames == played({{1, script("none")}}).frames);
  CHECK(most_apart_m(firm, kinematic, Joint::RightHand) > 0.01);
  CHECK(most_apart_m(loose, kinematic, Joint::RightHand) > 0.03);
  CHECK(most_apart_m(firm, kinematic, Joint::UpperChest) > 0.0003);
  CHECK(most_apart_m(firm, kinematic, Joint::LeftFoot) == 0);
  // Where all is still again, the frames are the kinematic ones.
  CHECK(firm.frames.back() == kinematic.frames.back());
  CHECK(apart_m(loose.frames.back(), kinematic.frames.back(), Joint::RightHand) < 1e-4);
}

TEST_CASE("muscles take over and let go without a jump in velocity", "[physical_torso]") {
  for (const char* const tension : {"tense", "loose", "limp"}) {
    CAPTURE(tension);
    const auto performed = played({{1, script("torso", tension)}});
    CHECK(test::velocity_jump_m_s(performed.frames, test::ada()) < 0.7);
  }
  const auto kinematic = played({{1, script("none")}});
  CHECK(test::velocity_jump_m_s(kinematic.frames, test::ada()) < 0.7);
}

TEST_CASE("feedback keeps the times of the plan", "[physical_torso]") {
  const auto kinematic = played({{1, script("none")}});
  const auto physical = played({{1, script("torso")}});
  REQUIRE(physical.feedback.size() == kinematic.feedback.size());
  for (std::size_t i = 0; i < physical.feedback.size(); ++i) {
    CHECK(physical.feedback[i].tick == kinematic.feedback[i].tick);
  }
}

TEST_CASE("who moves by muscles rewinds with a snapshot, to the bit", "[physical_torso]") {
  const TickRate rate(60);
  Shard shard(rate);
  auto block = std::make_shared<motion::Block>(
      *test::spin_block({.joint = Joint::LeftUpperArm, .length = Seconds(2)}));
  block->dynamics = script::Dynamics::Torso;
  const CharacterId ada{1};
  shard.add_character(ada, test::cast_named("ada", test::ada()));
  const std::vector<Input> play = {PlayBlock{.character = ada, .id = {1}, .block = block}};
  shard.advance_to(Tick{0}, play);
  std::uint64_t tick = 1;
  for (; tick < 40; ++tick) shard.advance_to(Tick{tick}, {});
  const ShardSnapshot then = shard.snapshot();
  CHECK_FALSE(then.characters[0].physical.empty());
  for (std::uint64_t next = tick; next < tick + 30; ++next) shard.advance_to(Tick{next}, {});
  const ShardSnapshot later = shard.snapshot();
  CHECK(later.characters != then.characters);
  shard.restore(then);
  for (std::uint64_t next = tick; next < tick + 30; ++next) shard.advance_to(Tick{next}, {});
  CHECK(shard.snapshot() == later);
}

TEST_CASE("no more characters move by their muscles than a core can move", "[physical_torso]") {
  constexpr std::uint32_t kCharacters = kPhysicalMax + 2;
  Shard shard(TickRate(60));
  auto block = std::make_shared<motion::Block>(*test::spin_block({.length = Seconds(1)}));
  block->dynamics = script::Dynamics::Torso;
  std::vector<Input> plays;
  for (std::uint32_t i = 1; i <= kCharacters; ++i) {
    shard.add_character({i}, test::cast_named("a" + std::to_string(i), test::ada()));
    plays.emplace_back(PlayBlock{.character = {i}, .id = {i}, .block = block});
  }
  std::vector<std::string> warned;
  for (std::uint64_t tick = 0; tick < 90; ++tick) {
    shard.advance_to(Tick{tick},
                     tick == 0 ? std::span<const Input>(plays) : std::span<const Input>());
    for (const Feedback& each : shard.feedback()) {
      if (each.kind == FeedbackKind::Warning) warned.push_back(each.message);
    }
    if (tick == 30) {
      std::size_t moved = 0;
      for (const CharacterState& each : shard.snapshot().characters) {
        if (!each.physical.empty() && !each.physical.front().refused) ++moved;
      }
      CHECK(moved == kPhysicalMax);
    }
  }
  CHECK(warned == std::vector<std::string>(2,
                                           "30 characters move by their muscles already, so "
                                           "this one moves as planned"));
  for (const CharacterState& each : shard.snapshot().characters) CHECK(each.physical.empty());
}

TEST_CASE("a character that has let go of its muscles keeps nothing of them", "[physical_torso]") {
  const auto performed = played({{1, script("torso")}});
  CHECK(performed.last.characters[0].physical.empty());
  CHECK(played({{1, script("none")}}).last.characters[0].physical.empty());
}

}  // namespace kine::physical_torso_test
