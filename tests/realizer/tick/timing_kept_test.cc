// The time of strokes, kept by arms that lag: the gestures of the lexicon, tense, neutral and
// loose. No header of its own: the subject is realizer/tick/arm_clocks.cc, which plans the arms'
// clocks.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "realizer/math/look_ahead.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/plan/ten_gestures.h"

namespace kine::timing_kept_test {
namespace {

using namespace std::chrono_literals;

constexpr CharacterId kAda{1};
constexpr std::uint32_t kRate_hz = 120;

const std::shared_ptr<const Cast>& ada() {
  static const std::shared_ptr<const Cast> cast = test::ada_with_lexicon();
  return cast;
}

std::shared_ptr<const motion::Block> block_of(const std::string& content) {
  const std::array casts = {ada()};
  Diagnostics diagnostics;
  const std::string text =
      "<script xmlns=\"urn:kinesphere:script:1\" character=\"ada\">" + content + "</script>";
  const auto prepared = prepare(text, {.casts = casts, .script_id = "x"}, diagnostics);
  if (!prepared) UNSCOPED_INFO(prepared.error().message);
  REQUIRE(prepared);
  return prepared->blocks.at(0);
}

using Path = std::vector<Vec3>;

/// A wrist from the upper chest outwards.
Vec3 wrist_in_chest(const Shard& shard, body::Side side) {
  const body::ArmChain chain = body::arm_chain(side);
  const body::Body& body = test::ada();
  Vec3 place = body.offsets_m[body::index_of(chain.hand)];
  for (const body::Joint joint : {chain.lower_arm, chain.upper_arm, chain.shoulder}) {
    place = body.offsets_m[body::index_of(joint)] +
            normalized(test::rotation_in(shard, 0, joint)) * place;
  }
  return place;
}

/// The way of both wrists while a block plays, at kRate_hz.
std::array<Path, 2> paths_of(const std::shared_ptr<const motion::Block>& block,
                             CharacterId id = kAda) {
  Shard shard{TickRate(kRate_hz)};
  shard.add_character(id, ada());
  std::array<Path, 2> paths;
  const double end_s = block->end.count() + 1;
  for (std::uint64_t tick = 0; static_cast<double>(tick) < end_s * kRate_hz; ++tick) {
    const std::vector<Input> inputs(tick == 0 ? 1 : 0, PlayBlock{id, {1}, {}, block});
    shard.advance_to(Tick{tick}, inputs);
    paths[0].push_back(wrist_in_chest(shard, body::Side::Left));
    paths[1].push_back(wrist_in_chest(shard, body::Side::Right));
  }
  return paths;
}

Vec3 at(const Path& path, double time_s) {
  const double place = std::clamp(time_s * kRate_hz, 0.0, static_cast<double>(path.size() - 1));
  const auto before = std::min(static_cast<std::size_t>(place), path.size() - 2);
  const double share = place - static_cast<double>(before);
  return (1 - share) * path[before] + share * path[before + 1];
}

/// When a wrist first covers 98 % of the untracked one's way, between two times.
std::optional<double> covered_s(const Path& path, const Path& plain, const plan::ArmStroke& stroke,
                                double from_s, double until_s) {
  const Vec3 start = at(plain, stroke.last_leg.count());
  const Vec3 way = at(plain, stroke.end.count()) - start;
  const auto share = [&](double time_s) {
    return dot(at(path, time_s) - start, way) / dot(way, way);
  };
  constexpr double kStep_s = 0.0005;
  for (double time_s = from_s; time_s < until_s; time_s += kStep_s) {
    if (share(time_s) < kCoveredShare && share(time_s + kStep_s) >= kCoveredShare) {
      return time_s + kStep_s;
    }
  }
  return {};
}

std::string gesture(const std::string& lexeme, const std::string& more) {
  return "<gesture lexeme=\"" + lexeme + "\" start=\"1\" " + more + "/>";
}

/// How late the shown wrist has covered a stroke, after its appointment and after the wrist that
/// is not tracked; 99 s: never.
struct Late {
  double of_appointment_ms = 99'000;
  double of_plain_ms = 99'000;
};

struct Timed {
  plan::ArmStroke stroke;
  Late late;
};

std::vector<Timed> timed(const std::string& lexeme, const std::string& tension) {
  const auto plain = paths_of(block_of(gesture(lexeme, "")));
  const auto block = block_of(tension.starts_with("<") ? tension + gesture(lexeme, "tension=\"t\"")
                                                       : gesture(lexeme, tension));
  const auto shown = paths_of(block);
  std::vector<Timed> all;
  for (const plan::ArmStroke& stroke : block->strokes) {
    const auto side = static_cast<std::size_t>(stroke.side);
    const double start_s = stroke.last_leg.count();
    const double end_s = stroke.end.count();
    const auto asked = covered_s(plain[side], plain[side], stroke, start_s, end_s + 0.5);
    const auto came = covered_s(shown[side], plain[side], stroke, start_s - 0.1, end_s + 0.5);
    REQUIRE(asked);
    Timed& each = all.emplace_back(Timed{.stroke = stroke, .late = {}});
    if (!came) continue;
    each.late = {(*came - end_s) * 1000, (*came - *asked) * 1000};
  }
  return all;
}

}  // namespace

TEST_CASE("the strokes of ten gestures are in time, however loose the arm", "[timing_kept]") {
  for (const std::string manner : {"tense", "neutral", "loose"}) {
    for (const std::string lexeme : test::kTenGestures) {
      for (const Timed& each : timed(lexeme, "tension=\"" + manner + "\"")) {
        const Late& late = each.late;
        CAPTURE(lexeme, manner, late.of_appointment_ms, late.of_plain_ms);
        CHECK(late.of_appointment_ms <= 10);
        CHECK(late.of_plain_ms >= -20);
      }
    }
  }
}

TEST_CASE("an arm that keeps its lag is as late as its tension says on steady motion",
          "[timing_kept]") {
  // Through poses in a row at one speed, whose wrist goes on evenly between them.
  const std::string sweep = R"(<sequence start="0.5" tension="t">
    <pose time="0.8"><position joint="rightHand" target="-0.45 1.15 0.3"/></pose>
    <pose time="1.6"><position joint="rightHand" target="-0.25 1.15 0.35"/></pose>
    <pose time="2.4"><position joint="rightHand" target="-0.05 1.15 0.35"/></pose>
    <pose time="3.2"><position joint="rightHand" target="0.15 1.15 0.3"/></pose></sequence>)";
  for (const Tension tension : {Tension{0.01, 0.6}, Tension{0.03, 0.7}}) {
    const std::string keep = "<tension id=\"t\" rest-error=\"" +
                             std::to_string(tension.rest_error_m) + "\" zeta=\"" +
                             std::to_string(tension.zeta) + "\" lag=\"keep\"/>";
    const Path plain = paths_of(block_of("<tension id=\"t\" manner=\"off\"/>" + sweep))[1];
    const Path shown = paths_of(block_of(keep + sweep))[1];
    const double lag_s = 2 * tension.zeta / tension.natural_frequency();
    for (const double time_s : {1.9, 2.0, 2.1, 2.2}) {
      CAPTURE(tension.rest_error_m, time_s);
      const Vec3 way = at(plain, time_s) - at(plain, time_s - lag_s);
      CHECK(length(at(shown, time_s) - at(plain, time_s - lag_s)) < 0.15 * length(way));
    }
  }
}

TEST_CASE("an arm without a lag to make up keeps its body's time", "[timing_kept]") {
  const auto block = block_of("<tension id=\"t\" manner=\"loose\" lag=\"keep\"/>" +
                              gesture("wipe", "tension=\"t\""));
  Shard shard{TickRate(kRate_hz)};
  shard.add_character(kAda, ada());
  for (std::uint64_t tick = 0; tick < 3 * kRate_hz; ++tick) {
    shard.advance_to(Tick{tick},
                     std::vector<Input>(tick == 0 ? 1 : 0, PlayBlock{kAda, {1}, {}, block}));
    const ShardSnapshot now = shard.snapshot();
    for (const CharacterTension& tension : now.characters[0].tension) {
      for (const ArmTime& time : tension.times) REQUIRE(time.ahead[0] == Seconds{0});
    }
  }
}

TEST_CASE("what is planned early enough begins early, and its stroke is in time", "[timing_kept]") {
  // From rest straight into the stroke: the clock has gained what it needs while the arm hung.
  const std::string stroke = R"(<sequence start="2">
    <pose time="0.3" hold="1" phase="stroke">
      <position joint="rightHand" target="-0.25 1.2 0.35"/></pose></sequence>)";
  const auto block = block_of(stroke);
  const Path plain = paths_of(block)[1];
  motion::Block limp = *block;
  limp.tensions = {{.at = 0s, .tension = Tension{0.3, 0.4}}};
  const Path shown = paths_of(std::make_shared<const motion::Block>(limp))[1];
  const auto came = covered_s(shown, plain, block->strokes.at(0), 1.5, 3);
  REQUIRE(came);
  CHECK((*came - 2.3) * 1000 == Approx(0).margin(5));
  CHECK(length(at(shown, 2.0) - at(shown, 0.5)) > 0.005);  // it has begun before its start
  CHECK(length(at(shown, 1.6) - at(shown, 0.5)) < 0.001);
}

TEST_CASE("a stroke longer than what is foreseen is in time, and the one behind it",
          "[timing_kept]") {
  const std::string strokes = R"(<sequence start="1">
    <pose time="1" phase="preparation"><position joint="rightHand" target="-0.4 1.2 0.3"/></pose>
    <pose time="7" hold="1" phase="stroke"><position joint="rightHand" target="0 1.0 0.35"/></pose>
    <pose time="8.4" hold="1" phase="stroke"><position joint="rightHand" target="-0.3 1.2 0.3"/>
    </pose></sequence>)";
  const auto block = block_of(strokes);
  const Path plain = paths_of(block)[1];
  motion::Block limp = *block;
  limp.tensions = {{.at = 0s, .tension = Tension{0.3, 0.4}}};
  const Path shown = paths_of(std::make_shared<const motion::Block>(limp))[1];
  REQUIRE(block->strokes.size() == 2);
  for (const plan::ArmStroke& stroke : block->strokes) {
    const double end_s = stroke.end.count();
    const auto came = covered_s(shown, plain, stroke, stroke.last_leg.count() - 0.1, end_s + 1);
    REQUIRE(came);
    CAPTURE(end_s);
    CHECK((*came - end_s) * 1000 <= 10);
    const auto asked = covered_s(plain, plain, stroke, stroke.last_leg.count(), end_s);
    CHECK((*came - *asked) * 1000 >= -20);
  }
}

TEST_CASE("an arm that becomes tense with its gesture has begun before it", "[timing_kept]") {
  const auto block = block_of(gesture("beat", "tension=\"loose\""));
  Shard shard{TickRate(kRate_hz)};
  shard.add_character(kAda, ada());
  Seconds ahead_before{0};
  for (std::uint64_t tick = 0; tick < 5 * kRate_hz; ++tick) {
    shard.advance_to(Tick{tick},
                     std::vector<Input>(tick == 0 ? 1 : 0, PlayBlock{kAda, {1}, {}, block}));
    const auto tension = shard.snapshot().characters[0].tension;
    const bool is_tense = !tension.empty() && tension[0].arms[1];
    if (!is_tense)
      ahead_before = std::max(ahead_before, ahead_at(Tick{tick}, body::Side::Right, tension));
    if (tick < kRate_hz / 2) CHECK_FALSE(is_tense);
    if (tick == kRate_hz) CHECK(is_tense);
  }
  CHECK(ahead_before > Seconds{0.05});
}

TEST_CASE("an arm's clock is the same at any rate of ticks", "[timing_kept]") {
  const auto block =
      block_of("<tension id=\"t\" manner=\"loose\"/>" + gesture("you-and-me", "tension=\"t\""));
  const auto ahead_at_rate = [&](std::uint32_t hz) {
    Shard shard{TickRate(hz)};
    shard.add_character(kAda, ada());
    std::vector<double> ahead_s;  // 30 times a second
    for (std::uint64_t tick = 0; tick < 4 * hz; ++tick) {
      shard.advance_to(Tick{tick},
                       std::vector<Input>(tick == 0 ? 1 : 0, PlayBlock{kAda, {1}, {}, block}));
      if (tick % (hz / 30) != 0) continue;
      const CharacterState state = shard.snapshot().characters[0];
      ahead_s.push_back(ahead_at(Tick{tick}, body::Side::Right, state.tension).count());
    }
    return ahead_s;
  };
  const std::vector<double> at_120 = ahead_at_rate(120);
  CHECK(*std::ranges::max_element(at_120) > 0.05);
  for (const std::uint32_t hz : {30U, 60U}) {
    const std::vector<double> other = ahead_at_rate(hz);
    REQUIRE(other.size() == at_120.size());
    for (std::size_t i = 0; i < other.size(); ++i) {
      CAPTURE(hz, i);
      CHECK(other[i] == Approx(at_120[i]).margin(0.002));
    }
  }
}

TEST_CASE("rewound in the middle of its gain, an arm goes on equally", "[timing_kept]") {
  const auto block = block_of(gesture("you-and-me", "tension=\"loose\""));
  Shard shard{TickRate(60)};
  shard.add_character(kAda, ada());
  const auto advance = [&](std::uint64_t tick) {
    shard.advance_to(Tick{tick},
                     std::vector<Input>(tick == 0 ? 1 : 0, PlayBlock{kAda, {1}, {}, block}));
    return shard.frames()[0];
  };
  for (std::uint64_t tick = 0; tick <= 70; ++tick) advance(tick);
  const ShardSnapshot middle = shard.snapshot();
  CHECK(ahead_at(Tick{70}, body::Side::Right, middle.characters[0].tension) > Seconds{0.01});
  std::vector<Frame> once;
  for (std::uint64_t tick = 71; tick < 300; ++tick) once.push_back(advance(tick));
  shard.restore(middle);
  for (std::uint64_t tick = 71; tick < 300; ++tick) REQUIRE(advance(tick) == once[tick - 71]);
}

TEST_CASE("clocks run the same in one shard and in four, whatever changes", "[timing_kept]") {
  constexpr std::size_t kCharacters = 29;
  constexpr std::uint64_t kTicks = 300;
  const std::array blocks = {
      block_of("<tension id=\"t\" manner=\"loose\"/>" + gesture("beat", "tension=\"t\"")),
      block_of(gesture("wipe", "tension=\"neutral\"") + "<gesture lexeme=\"beat\" start=\"3\" "
                                                        "tension=\"limp\"/>"),
      block_of("<gesture lexeme=\"you-and-me\"/>")};
  Shard one{TickRate(60)};
  std::vector<Shard> four;
  for (int i = 0; i < 4; ++i) four.emplace_back(TickRate(60));
  for (std::uint32_t i = 0; i < kCharacters; ++i) {
    one.add_character({i + 1}, ada());
    four[i % 4].add_character({i + 1}, ada());
  }
  Seconds most_ahead{0};
  for (std::uint64_t tick = 0; tick < kTicks; ++tick) {
    std::vector<Input> inputs;
    for (std::uint32_t i = 0; i < kCharacters; ++i) {
      const CharacterId id{i + 1};
      if (tick == i % 5) inputs.push_back(PlayBlock{id, {i}, {}, blocks[i % blocks.size()]});
      if (tick == 3 * i + 5 && i % 2 == 0) {
        const Tension tension{0.02 * static_cast<double>(i % 7 + 1), 0.4};
        inputs.push_back(SetTension{id, {.tension = tension, .over = (i % 3) * 200ms}});
      }
      if (tick == 120 && i % 4 == 1) inputs.push_back(SetTension{id, {.over = 200ms}});
      if (tick == 90 + i && i % 6 == 0) inputs.push_back(Interrupt{.character = id, .fade = 300ms});
    }
    one.advance_to(Tick{tick}, inputs);
    for (Shard& shard : four) shard.advance_to(Tick{tick}, inputs);
    for (std::size_t i = 0; i < kCharacters; ++i) {
      REQUIRE(one.frames()[i] == four[i % 4].frames()[i / 4]);
    }
    if (tick % 10 != 0) continue;
    for (const CharacterState& state : one.snapshot().characters) {
      most_ahead = std::max(most_ahead, ahead_at(Tick{tick}, body::Side::Right, state.tension));
    }
  }
  CHECK(most_ahead > Seconds{0.1});
}

TEST_CASE("what starts now is in time, whenever its character has its turn", "[timing_kept]") {
  for (const std::string lexeme : {"cup", "fling", "wipe"}) {
    const Path plain = paths_of(block_of("<gesture lexeme=\"" + lexeme + "\"/>"))[1];
    const auto block = block_of("<gesture lexeme=\"" + lexeme + "\" tension=\"loose\"/>");
    const plan::ArmStroke& stroke =
        *std::ranges::find(block->strokes, body::Side::Right, &plan::ArmStroke::side);
    for (const std::uint32_t id : {1U, 7U, 14U}) {  // of every fifteen ticks theirs
      CAPTURE(lexeme, id);
      const Path shown = paths_of(block, CharacterId{id})[1];
      const auto came = covered_s(shown, plain, stroke, stroke.last_leg.count() - 0.1, 4);
      REQUIRE(came);
      CHECK((*came - stroke.end.count()) * 1000 == Approx(0).margin(10));
    }
  }
}

}  // namespace kine::timing_kept_test
