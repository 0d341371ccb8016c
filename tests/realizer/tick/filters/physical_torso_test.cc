// Tests for realizer/tick/filters/physical_torso.h: a script that asks for muscles, in a shard.
#include "realizer/tick/filters/physical_torso.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/prepare/prepare.h"
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

std::shared_ptr<const dynamics::physical::TorsoModel> muscles_of_ada() {
  const auto model = dynamics::physical::torso_model_of(test::ada());
  REQUIRE(model);
  return *model;
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

TEST_CASE("muscles that begin on a walk go along with it", "[physical_torso]") {
  const auto walked = [](const std::string& dynamics) {
    return played({{1, R"(<script xmlns="urn:kinesphere:script:1">
      <sequence><pose time="4s"><walk target="0 0 4"/></pose></sequence>
      <sequence start="1.9" dynamics=")" +
                           dynamics + R"("><pose time="0.6" hold="1">
        <morph name="jawOpen" weight="0.1"/></pose></sequence></script>)"}});
  };
  const auto planned = walked("none");
  const auto physical = walked("torso");
  for (std::size_t i = 114; i < 135; ++i) {
    CHECK(apart_m(planned.frames[i], physical.frames[i], Joint::Head) < 0.04);
  }
}

TEST_CASE("muscles that begin in a pose begin at rest", "[physical_torso]") {
  const auto performed = played({{1, R"(<script xmlns="urn:kinesphere:script:1">
    <character dynamics="torso"/><sequence><pose time="0s" hold="2s">
      <position joint="rightHand" target="-0.2 1.4 0.4"/></pose></sequence></script>)"}});
  for (std::size_t i = 2; i < 90; ++i) {
    CHECK(apart_m(performed.frames[i], performed.frames[1], Joint::RightHand) < 0.002);
  }
}

TEST_CASE("muscles that a sequence asks for move a torso while it plays", "[physical_torso]") {
  const auto two = [](const std::string& second) {
    return R"(<script xmlns="urn:kinesphere:script:1">
      <sequence fade-out="0.5"><pose time="0.6"><position joint="leftHand" target="0.2 1.3 0.4"/>
      </pose></sequence><sequence start="1.2" fade-out="0.6" )" +
           second + R"(><pose time="0.6" hold="0.3"><position joint="rightHand"
        target="-0.2 1.3 0.4"/></pose></sequence>
      <sequence start="3.4"><pose time="0.6"><position joint="leftHand" target="0.2 1.3 0.4"/>
      </pose></sequence></script>)";
  };
  const auto planned = played({{1, two("")}});
  const auto physical = played({{1, two("dynamics='torso'")}});
  REQUIRE(physical.frames.size() == planned.frames.size());
  double most_m = 0;
  for (std::size_t i = 0; i < planned.frames.size(); ++i) {
    const double at_s = static_cast<double>(i) / 60;
    const double apart = apart_m(physical.frames[i], planned.frames[i], Joint::RightHand);
    if (at_s < 1.2 || at_s > 3.35) CHECK(apart == 0);
    most_m = std::max(most_m, apart);
  }
  CHECK(most_m > 0.01);
  CHECK(test::velocity_jump_m_s(planned.frames, test::ada()) < 0.7);
  CHECK(test::velocity_jump_m_s(physical.frames, test::ada()) < 0.7);
}

TEST_CASE("a sequence that keeps to its plan takes muscles away while it plays",
          "[physical_torso]") {
  const auto kept = [](const std::string& of_sequence) {
    return R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="torso"/>
      <sequence start="0.5" fade-out="0.3" )" +
           of_sequence + R"(><pose time="0.6" hold="0.4"><position joint="rightHand"
        target="-0.2 1.3 0.4"/></pose></sequence></script>)";
  };
  const auto planned = played({{1, kept("dynamics='none'")}});
  const auto physical = played({{1, kept("")}});
  CHECK(most_apart_m(planned, physical, Joint::RightHand) > 0.01);
  CHECK(planned.frames[100] == played({{1, R"(<script xmlns="urn:kinesphere:script:1">
      <sequence start="0.5" fade-out="0.3"><pose time="0.6" hold="0.4"><position joint="rightHand"
        target="-0.2 1.3 0.4"/></pose></sequence></script>)"}})
                                   .frames[100]);
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
  block->muscles = muscles_of_ada();
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
  block->muscles = muscles_of_ada();
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

TEST_CASE("what hands carried in the last tick is there to be looked at", "[physical_torso]") {
  Shard shard(TickRate(60));
  auto block = std::make_shared<motion::Block>(*test::spin_block({.length = Seconds(1)}));
  block->muscles = muscles_of_ada();
  block->dynamics = script::Dynamics::Torso;
  block->forces.loads = {{.start = Seconds(0.2),
                          .end = Seconds(0.8),
                          .hand = body::Side::Right,
                          .mass_kg = 2,
                          .believed_kg = 1}};
  const CharacterId ada{1};
  shard.add_character(ada, test::cast_named("ada", test::ada()));
  const std::vector<Input> play = {PlayBlock{.character = ada, .id = {1}, .block = block}};
  shard.advance_to(Tick{0}, play);
  const auto body = [&] { return shard.snapshot().characters.at(0).physical.at(0); };
  CHECK(body().loads.at(1).mass_kg == 0);
  for (std::uint64_t tick = 1; tick <= 30; ++tick) shard.advance_to(Tick{tick}, {});
  CHECK(body().loads.at(0).mass_kg == 0);
  CHECK(body().loads.at(1).mass_kg == 2);
  CHECK(body().loads.at(1).believed_kg == 1);
}

TEST_CASE("a character that has let go of its muscles keeps nothing of them", "[physical_torso]") {
  const auto performed = played({{1, script("torso")}});
  CHECK(performed.last.characters[0].physical.empty());
  CHECK(played({{1, script("none")}}).last.characters[0].physical.empty());
}

TEST_CASE("muscles take over from mass trackers, and hand back, without a jump",
          "[physical_torso]") {
  constexpr const char* kTense =
      R"(<script xmlns="urn:kinesphere:script:1"><character tension="limp"/><sequence>
      <pose time="0.6" hold="2"><position joint="rightHand" target="-0.2 1.3 0.4"/></pose>
      </sequence></script>)";
  constexpr const char* kMuscles =
      R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="torso" tension="limp"/>
      <sequence start="0.1"><pose time="0.3" hold="0.3">
      <position joint="leftHand" target="0.2 1.3 0.4"/></pose></sequence></script>)";
  const auto alone = played({{1, kTense}});
  const double usual_m_s = test::velocity_jump_m_s(alone.frames, test::ada());
  // Muscles begin while the tracked arm is on its way.
  const auto both = played({{1, kTense}, {20, kMuscles}});
  CHECK(both.frames != alone.frames);
  CHECK(test::velocity_jump_m_s(both.frames, test::ada()) < std::max(0.7, 1.5 * usual_m_s));
}

TEST_CASE("a script pushes whom muscles move, and nobody else", "[physical_torso]") {
  const auto pushing = [](const char* dynamics) {
    return std::string(R"(<script xmlns="urn:kinesphere:script:1"><character dynamics=")") +
           dynamics +
           R"("/><push start="0.5" duration="0.2" joint="upperChest" force="0 0 80"/></script>)";
  };
  const auto still = played({{1, pushing("none")}});
  const auto pushed = played({{1, pushing("torso")}});
  CHECK(most_apart_m(pushed, still, Joint::Head) > 0.01);
  CHECK(most_apart_m(pushed, still, Joint::LeftFoot) == 0);
  CHECK(pushed.frames.back() == still.frames.back());
  CHECK(test::velocity_jump_m_s(pushed.frames, test::ada()) < 0.7);
  const auto warned = std::ranges::count(still.feedback, FeedbackKind::Warning, &Feedback::kind);
  CHECK(warned == 1);
  CHECK(std::ranges::count(pushed.feedback, FeedbackKind::Warning, &Feedback::kind) == 0);
}

TEST_CASE("a load that nobody expects makes the arm sink", "[physical_torso]") {
  const auto carrying = [](const char* believed) {
    return std::string(R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="torso"/>
      <sequence><pose time="0.6" hold="2"><position joint="rightHand" target="-0.2 1.2 0.35"/>
      </pose></sequence><load start="1.2" end="2.4" hand="right" mass="3kg" believed=")") +
           believed + R"("/></script>)";
  };
  const auto height_m = [](const test::Performed& performed, std::size_t tick) {
    const auto places = test::joints_in_world(performed.frames[tick], test::ada());
    return places[body::index_of(Joint::RightHand)].y;
  };
  const auto known = played({{1, carrying("3kg")}});
  const auto light = played({{1, carrying("500g")}});
  CHECK(std::abs(height_m(known, 140) - height_m(known, 65)) < 0.01);
  CHECK(height_m(light, 140) - height_m(light, 65) < -0.01);
}

TEST_CASE("what is too heavy for an arm brings it down", "[physical_torso]") {
  const auto lowest_m = [](const std::string& mass) {
    const auto performed = played({{1, R"(<script xmlns="urn:kinesphere:script:1">
      <character dynamics="torso"/>
      <tension id="holds"><for joints="rightUpperArm rightLowerArm" manner="tense"/></tension>
      <sequence><pose time="0.6" hold="3" tension="holds">
        <position joint="rightHand" target="-0.2 1.3 0.4"/></pose></sequence>
      <load start="1s" end="3s" hand="right" mass=")" +
                                           mass + R"("/></script>)"}});
    double lowest = 9;
    for (std::size_t i = 60; i < performed.frames.size(); ++i) {
      const auto joints_m = test::joints_in_world(performed.frames[i], test::ada());
      lowest = std::min(lowest, joints_m[body::index_of(Joint::RightHand)].y);
    }
    return lowest;
  };
  CHECK(lowest_m("5kg") > 1.2);
  CHECK(lowest_m("50kg") < 1.0);
}

TEST_CASE("an arm that becomes rigid is not flung", "[physical_torso]") {
  const auto performed = played({{1, R"(<script xmlns="urn:kinesphere:script:1">
      <character dynamics="torso"/>
      <tension id="hangs"><for joints="rightUpperArm rightLowerArm rightHand" manner="limp"
        compensate="no"/></tension>
      <tension id="stands"><for joints="rightUpperArm rightLowerArm rightHand" manner="rigid"/>
      </tension>
      <sequence><pose time="0.8" hold="0.7" tension="hangs">
          <position joint="rightHand" target="-0.2 1.4 0.5"/></pose>
        <pose time="1.6" hold="1" tension="stands">
          <position joint="rightHand" target="-0.2 1.4 0.45"/></pose></sequence></script>)"}});
  std::vector<Vec3> wrist_m;
  for (const Frame& frame : performed.frames) {
    wrist_m.push_back(test::joints_in_world(frame, test::ada())[body::index_of(Joint::RightHand)]);
  }
  double quickest_m_s = 0;
  for (std::size_t i = 1; i < wrist_m.size(); ++i) {
    quickest_m_s = std::max(quickest_m_s, 60 * length(wrist_m[i] - wrist_m[i - 1]));
  }
  CHECK(quickest_m_s > 3);
  CHECK(quickest_m_s < 8);  // a punch of a person
}

TEST_CASE("eyes keep their direction while muscles shake the head", "[physical_torso]") {
  const auto pushed =
      played({{1, R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="torso"/>
      <push start="0.5" duration="0.15" joint="head" force="15 0 0"/></script>)"}});
  const auto turn_in_world = [](const Frame& frame, Joint joint) {
    Quat turn;
    for (std::optional<Joint> at = joint; at; at = body::parent_of(*at)) {
      const auto& [x, y, z, w] = frame.parent_from_joint[body::index_of(*at)];
      turn = Quat{x, y, z, w} * turn;
    }
    return turn;
  };
  const auto gaze = [&](const Frame& frame) { return turn_in_world(frame, Joint::LeftEye); };
  const auto head = [&](const Frame& frame) { return turn_in_world(frame, Joint::Head); };
  double head_turned_rad = 0;
  double eye_turned_rad = 0;
  for (std::size_t i = 30; i < 60; ++i) {
    head_turned_rad =
        std::max(head_turned_rad, angle_between(head(pushed.frames[29]), head(pushed.frames[i])));
    eye_turned_rad =
        std::max(eye_turned_rad, angle_between(gaze(pushed.frames[29]), gaze(pushed.frames[i])));
  }
  CHECK(head_turned_rad > 0.02);
  CHECK(eye_turned_rad < 0.3 * head_turned_rad);
}

TEST_CASE("a limp spine gives way to a push more than a tense one", "[physical_torso]") {
  const auto pushed = [](const char* manner) {
    return played({{1, std::string(R"(<script xmlns="urn:kinesphere:script:1"><tension id="t"><for
      group="spine" manner=")") +
                           manner + R"("/></tension><character dynamics="torso" tension="t"/>
      <push start="0.5" duration="0.2" joint="upperChest" force="0 0 60"/></script>)"}});
  };
  const auto still = played({{1, script("none")}});
  const double tense_m = most_apart_m(pushed("tense"), still, Joint::UpperChest);
  const double limp_m = most_apart_m(pushed("limp"), still, Joint::UpperChest);
  CHECK(tense_m > 0.002);
  CHECK(limp_m > 2 * tense_m);
}

TEST_CASE("who expects a push gives way less", "[physical_torso]") {
  const auto pushed = [](const char* expected) {
    return played(
        {{1, std::string(R"(<script xmlns="urn:kinesphere:script:1"><character dynamics="torso"/>
      <push start="0.8" duration="0.2" joint="upperChest" force="0 0 80" expected=")") +
                 expected + R"("/></script>)"}});
  };
  const auto still = played({{1, script("none")}});
  const auto surprised = pushed("no");
  const auto braced = pushed("yes");
  const double surprised_m = most_apart_m(surprised, still, Joint::UpperChest);
  const double braced_m = most_apart_m(braced, still, Joint::UpperChest);
  CHECK(surprised_m > 2 * braced_m);
  CHECK(test::velocity_jump_m_s(braced.frames, test::ada()) < 0.7);
  // A body that stands still does not move by bracing alone.
  for (std::size_t i = 0; i < 45; ++i) {
    CHECK(apart_m(braced.frames[i], still.frames[i], Joint::Head) < 1e-4);
  }
}

TEST_CASE("two interleaved characters are each as alone", "[physical_torso]") {
  const auto push = [](const char* who, const char* manner) {
    return std::string(R"(<script xmlns="urn:kinesphere:script:1" character=")") + who +
           R"("><character dynamics="torso" tension=")" + manner +
           R"("/><sequence><pose time="0.5" hold="0.5">)" +
           R"(<position joint="rightHand" target="-0.2 1.3 0.4"/></pose></sequence>)" +
           R"(<push start="0.9" duration="0.2" joint="leftHand" force="20 0 30"/>)" +
           R"(<load start="1.5" hand="right" mass="1kg" believed="0kg"/></script>)";
  };
  using Names = std::vector<std::string>;
  const auto rotations_of = [&](const Names& names, std::size_t wanted) {
    Shard shard(TickRate(60));
    std::vector<std::shared_ptr<const Cast>> casts;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      casts.push_back(test::cast_named(names[i], test::ada()));
      shard.add_character({i + 1}, casts.back());
    }
    std::vector<Input> plays;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
      Diagnostics diagnostics;
      const char* const manner = names[i] == "ada" ? "loose" : "tense";
      const auto prepared = prepare(push(names[i].c_str(), manner), {.casts = casts}, diagnostics);
      REQUIRE(prepared);
      plays.emplace_back(
          PlayBlock{.character = {i + 1}, .id = {i + 1}, .block = prepared->blocks.at(0)});
    }
    std::vector<decltype(Frame::parent_from_joint)> rotations;
    for (std::uint64_t tick = 0; tick < 200; ++tick) {
      const bool plays_now = tick == 1;
      shard.advance_to(Tick{tick}, plays_now ? std::span<const Input>(plays) : std::span<Input>());
      rotations.push_back(shard.frames()[wanted].parent_from_joint);
    }
    return rotations;
  };
  const auto ada = rotations_of({"ada"}, 0);
  const auto eve = rotations_of({"eve"}, 0);
  CHECK(ada != eve);
  CHECK(rotations_of({"ada", "eve"}, 0) == ada);
  CHECK(rotations_of({"ada", "eve"}, 1) == eve);
  CHECK(rotations_of({"eve", "ada"}, 1) == ada);
}

TEST_CASE("muscles keep what they are asked at other rates of ticks", "[physical_torso]") {
  const auto at_rate = [](std::uint32_t hz) {
    return test::perform({.casts = {test::cast_named("ada", test::ada())},
                          .scripts = {{0, script("torso", "loose")}},
                          .ticks = 2 * hz + 1,
                          .ticks_a_second = hz});
  };
  const auto often = at_rate(1000);
  for (const std::uint32_t hz : {24U, 30U, 60U, 144U}) {
    CAPTURE(hz);
    const auto performed = at_rate(hz);
    for (const std::uint32_t half : {1U, 2U, 3U}) {
      CHECK(apart_m(performed.frames[half * hz / 2], often.frames[half * 500], Joint::RightHand) <
            0.01);
    }
  }
}

TEST_CASE("who is interrupted goes back to its plan without a jump, and comes again",
          "[physical_torso]") {
  const auto performed =
      test::perform({.casts = {test::cast_named("ada", test::ada())},
                     .scripts = {{1, script("torso", "loose")}, {36, script("torso", "loose")}},
                     .interrupted_at = 25,
                     .ticks = 200});
  CHECK(test::velocity_jump_m_s(performed.frames, test::ada()) < 0.8);
  CHECK(performed.last.characters[0].physical.empty());
}

}  // namespace kine::physical_torso_test
