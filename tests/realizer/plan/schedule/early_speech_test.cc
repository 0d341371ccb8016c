// Tests for realizer/plan/schedule/early_speech.h: what comes at once.
#include "realizer/plan/schedule/early_speech.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/plan/sync_blocks.h"

namespace kine::plan::early_speech_test {
namespace {

using namespace std::chrono_literals;
using namespace test;
using Kind = script::SyncConstraint::Kind;

/// There, a hold, and back: 0.45 s each way, and 0.135 s at least, as a gaze.
Phases held() {
  return {.points = {"start", "ready", "relax", "end"},
          .phases = {phase(0.45s, 0.135s), Phase::hold(1.2s), phase(0.45s, 0.135s)}};
}

/// Two marks in between.
Phases said(Seconds length) {
  return {.points = {"start", "w1", "w2", "end"},
          .phases = {Phase::rigid(0.2s), Phase::rigid(length - 0.3s), Phase::rigid(0.1s)}};
}

void add_speech(Block& block, const std::string& id, Seconds length,
                std::vector<script::Appointment> appointments = {}) {
  block.add(id, said(length), std::move(appointments)).kind = script::Speech{.text = "words"};
}

TEST_CASE("speech does not wait for a hold that is tied to it", "[early_speech]") {
  Block block;
  add_speech(block, "s", 1s);
  block.add("g", held(), {{"start", at(0s)}, {"end", at("s", "end")}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.warnings.empty());
  CHECK(timing["s:start"] == 0s);
  CHECK(timing["g:end"] == timing["s:end"]);
  CHECK(std::abs((timing["g:ready"] - 0.45s).count()) < 1e-3);  // the hold gives way first
}

TEST_CASE("what is tied to a speech is shortened to its least before that waits",
          "[early_speech]") {
  Block block;
  add_speech(block, "s", 0.45s);
  block.add("g", held(), {{"start", at(0s)}, {"end", at("s", "end")}});
  block.add("nod", head(), {{"start", at(0s)}, {"end", at("s", "end")}});  // 0.5 s at least
  Timing timing = timed_in_both_orders(block);
  CHECK(near(timing["s:start"], 0.05s));
  CHECK(timing.warnings.empty());

  block.wanted[2]->phases[0].least = 0.3s;  // 0.75 s
  timing = timed_in_both_orders(block);
  CHECK(near(timing["s:start"], 0.3s));
  REQUIRE(timing.about() == "s ");
  CHECK(timing.warnings[0].message ==
        "the first word waits 0.3 s for 'nod:end'; to speak at once, tie that to a later word");
}

TEST_CASE("a stroke on a word may delay it by its preparation, and a warning says so",
          "[early_speech]") {
  Block block;
  add_speech(block, "s", 2s);
  block.add("beat", head(), {{"stroke", at("s", "w1")}});  // 1 s to its stroke, w1 is after 0.2 s

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing["beat:start"] == 0s);
  CHECK(near(timing["beat:stroke"], 1s));
  CHECK(near(timing["s:start"], 0.8s));
  REQUIRE(timing.about() == "s ");
  CHECK(timing.warnings[0].message.find(" 0.8 s for 'beat:stroke'") != std::string::npos);

  block.written.behaviours[1].appointments[0].when.point = "w2";  // after 1.9 s
  CHECK(timed_in_both_orders(block)["s:start"] == 0s);
  CHECK(timed_in_both_orders(block).warnings.empty());
}

TEST_CASE("a gaze that is to be there at a word gets there in less time, a walk does not",
          "[early_speech]") {
  Block block;
  add_speech(block, "s", 2s);
  block.add("g", held(), {{"ready", at("s", "start")}});
  CHECK(near(timed_in_both_orders(block)["s:start"], 0.135s));

  Block walked;
  add_speech(walked, "s", 2s);
  walked
      .add("w", {.points = {"start", "end"}, .phases = {phase(2s, 1s)}},
           {{"end", at("s", "start")}})
      .kind = script::Locomotion{};
  CHECK(near(timed_in_both_orders(walked)["s:start"], 2s));
  CHECK(timed_in_both_orders(walked).about() == "s ");
}

TEST_CASE("where the script says when a speech is, it is then, and nobody warns",
          "[early_speech]") {
  Block block;
  add_speech(block, "s", 1s, {{"start", at("g", "end")}});
  block.add("g", held());
  Timing timing = timed_in_both_orders(block);
  CHECK(near(timing["s:start"], 2.1s));
  CHECK(timing.warnings.empty());

  Block later;
  add_speech(later, "s", 1s);
  later.add("g", held());
  later.add(Kind::After, {at("s", "start")}, at("g", "end"));
  timing = timed_in_both_orders(later);
  CHECK(near(timing["s:start"], 2.1s));
  CHECK(timing.warnings.empty());

  Block timed_by_other;
  add_speech(timed_by_other, "s", 1s);
  timed_by_other.add("w", {.points = {"start", "end"}, .phases = {Phase::rigid(0.5s)}},
                     {{"start", at(0s)}, {"end", at("s", "start")}});
  timing = timed_in_both_orders(timed_by_other);
  CHECK(timing["s:start"] == 0.5s);
  CHECK(timing.warnings.empty());
}

TEST_CASE("offsets of the script name a time, and nobody warns of it", "[early_speech]") {
  Block block;
  add_speech(block, "s", 1s);
  block.add("g", held(), {{"start", at("s", "w1", -2s)}, {"end", at("s", "w1")}});
  const Timing timing = timed_in_both_orders(block);
  CHECK(timing["g:start"] == 0s);
  CHECK(near(timing["s:start"], 1.8s));
  CHECK(timing.warnings.empty());
}

TEST_CASE("a speech that follows another has no gap", "[early_speech]") {
  Block block;
  block.others = {{"b0:s:end", 1.25s}};
  add_speech(block, "s", 1s, {{"start", at_other("b0", "s", "end")}});
  block.add("g", held(), {{"start", at("s", "start")}, {"end", at("s", "end")}});
  const Timing timing = timed_in_both_orders(block);
  CHECK(timing["s:start"] == 1.25s);
  CHECK(timing.warnings.empty());
}

TEST_CASE("what nobody tied starts at once, and holds give way to it", "[early_speech]") {
  Block block;
  block.add("nod", head());  // 2 s
  block.add("g", held(), {{"start", at(0s)}, {"end", at("nod", "end")}});
  Timing timing = timed_in_both_orders(block);
  CHECK(timing["nod:start"] == 0s);
  CHECK(std::abs((timing["nod:end"] - 2s).count()) < 1e-3);

  // Its ways do not, but for speech.
  Block brief;
  brief.add("blink", {.points = {"start", "end"}, .phases = {phase(0.3s)}});
  brief.add("g", held(), {{"start", at(0s)}, {"end", at("blink", "end")}});
  timing = timed_in_both_orders(brief);
  CHECK(near(timing["blink:start"], 0.6s));
}

TEST_CASE("what is planned anew warns nobody of what it waited for", "[early_speech]") {
  Block block;
  add_speech(block, "s", 2s);
  block.wanted[0]->points.insert(block.wanted[0]->points.begin(), "");
  block.wanted[0]->phases.insert(block.wanted[0]->phases.begin(),
                                 {.preferred = 0.8s, .least = 0s, .most = {}, .stiffness = 1e-6});
  block.written.behaviours[0].appointments = {{"", at(0s)}};
  const Timing timing = timed(block);
  CHECK(near(timing["s:start"], 0.8s));
  CHECK(timing.warnings.empty());
}

TEST_CASE("whatever is held beside an untied speech, it starts in the block's first tick",
          "[early_speech]") {
  std::mt19937 bits(13);
  const auto below = [&](std::size_t end) { return bits() % end; };
  constexpr std::array<const char*, 4> kOwn = {"start", "ready", "relax", "end"};
  constexpr std::array<const char*, 4> kSaid = {"start", "w1", "w2", "end"};
  for (int i = 0; i < 500; ++i) {
    Block block;
    add_speech(block, "s", 0.8s + Seconds(static_cast<double>(below(40)) / 10));
    const std::size_t held_count = 1 + below(6);
    for (std::size_t each = 0; each < held_count; ++each) {
      const std::string id = "h" + std::to_string(each);
      std::vector<script::Appointment> when;
      if (below(2) == 0) when.push_back({"start", at(0s)});
      // Its least is 0.27 s in all, which ends before the mark w2 in any case.
      when.push_back({kOwn[2 + below(2)], at("s", kSaid[2 + below(2)])});
      block.add(id, held(), std::move(when));
    }
    CAPTURE(i);
    const Timing timing = timed_in_both_orders(block);
    REQUIRE(timing["s:start"] <= Seconds(1.0 / 120));
    REQUIRE(timing.warnings.empty());
  }
}

}  // namespace
}  // namespace kine::plan::early_speech_test
