// Tests for realizer/tick/filters/mass_trackers.h.
#include "realizer/tick/filters/mass_trackers.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "realizer/autonomy/life.h"
#include "realizer/dynamics/arm_bones.h"
#include "realizer/math/mass_tracker.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/source_files.h"

namespace kine::mass_trackers_test {
namespace {

using namespace std::chrono_literals;
using body::Joint;

constexpr CharacterId kAda{1};
constexpr Tension kLoose{0.1, 0.5};

/// Both hands come up, beat and stay.
constexpr std::string_view kBeat = R"(<script xmlns="urn:kinesphere:script:1" id="beat">
  <sequence>
    <pose time="0.5"><position joint="leftHand" target="0.25 1.25 0.3"/></pose>
    <pose time="0.8" hold="1"><position joint="leftHand" target="0.2 1.0 0.35"/></pose>
  </sequence>
  <sequence>
    <pose time="0.5"><position joint="rightHand" target="-0.25 1.25 0.3"/></pose>
    <pose time="0.8" hold="1"><position joint="rightHand" target="-0.2 1.0 0.35"/></pose>
  </sequence></script>)";

std::shared_ptr<const motion::Block> block_of(std::string_view text,
                                              const std::shared_ptr<const Cast>& cast,
                                              std::vector<plan::TensionChange> tensions = {}) {
  const std::array casts = {cast};
  Diagnostics diagnostics;
  const auto prepared = prepare(text, {.casts = casts, .script_id = "beat"}, diagnostics);
  REQUIRE(prepared);
  motion::Block block = *prepared->blocks.at(0);
  block.tensions = std::move(tensions);
  return std::make_shared<const motion::Block>(std::move(block));
}

/// A cast of ada that knows gestures by name.
std::shared_ptr<const Cast> cast_with_lexicon() {
  auto cast = std::make_shared<Cast>(*test::cast_named("ada", test::ada()));
  plan::Vocabulary vocabulary;
  auto lexemes =
      script::read_lexicon(test::text_of(test::source_path("schemas/lexicon/emphasis.xml")));
  REQUIRE(lexemes);
  for (script::Lexeme& lexeme : *lexemes) vocabulary.lexemes.emplace(lexeme.name, lexeme);
  cast->vocabulary = std::make_shared<const plan::Vocabulary>(std::move(vocabulary));
  return cast;
}

/// What is done to ada at each tick.
struct Stage {
  explicit Stage(std::uint32_t ticks_a_second, const autonomy::LifeOptions& life = {})
      : rate(ticks_a_second), shard(rate) {
    shard.add_character(kAda, cast, life);
  }

  const Frame& advance(const std::vector<Input>& inputs = {}) {
    shard.advance_to(Tick{next++}, inputs);
    return shard.frames()[0];
  }

  Vec3 hand_m(Joint joint) const {
    std::array<Quat, body::kJointCount> turns;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      turns[i] = normalized(test::rotation_in(shard, 0, body::joint_at(i)));
    }
    return test::ada().compute_model(turns).positions_m[body::index_of(joint)];
  }

  TickRate rate;
  std::shared_ptr<const Cast> cast = test::cast_named("ada", test::ada());
  Shard shard;
  std::uint64_t next = 0;
};

Input play(const std::shared_ptr<const motion::Block>& block) {
  return PlayBlock{.character = kAda, .id = {1}, .block = block};
}

TEST_CASE("a block's tension takes effect at its time, and stays behind it", "[trackers]") {
  Stage plain(60);
  Stage tense(60);
  const auto without = block_of(kBeat, plain.cast);
  // With its lag kept: an arm that makes it up begins early.
  const auto with = block_of(
      kBeat, tense.cast,
      {{.at = 600ms, .arms = plan::ArmSet::Left, .tension = kLoose, .lag = plan::Lag::Keep}});
  bool swings_on = false;  // its arm, where the other is at rest
  for (int tick = 0; tick < 500; ++tick) {
    const Frame& frame =
        plain.advance(tick == 0 ? std::vector{play(without)} : std::vector<Input>{});
    const Frame& other = tense.advance(tick == 0 ? std::vector{play(with)} : std::vector<Input>{});
    CAPTURE(tick);
    if (tick < 36) REQUIRE(frame == other);
    const double left = length(plain.hand_m(Joint::LeftHand) - tense.hand_m(Joint::LeftHand));
    CHECK(plain.hand_m(Joint::RightHand) == tense.hand_m(Joint::RightHand));
    if (tick == 40) CHECK(left > 0.005);
    swings_on = swings_on || (plain.shard.idle() && !tense.shard.idle());
    if (tick == 498) {
      CHECK(tense.shard.idle());
      CHECK(tense.shard.snapshot().characters[0].tension.size() == 1);
    }
  }
  CHECK(swings_on);
}

TEST_CASE("who has no tension shows the same to the bit as if there were none", "[trackers]") {
  Stage plain(60, {.liveliness = autonomy::Liveliness::Alive});
  Stage went(60, {.liveliness = autonomy::Liveliness::Alive});
  went.advance({SetTension{kAda, {.tension = kLoose}}});
  plain.advance();
  went.advance({SetTension{kAda, {.over = 300ms}}});
  plain.advance();
  for (int tick = 2; tick < 120; ++tick) {
    const std::vector<Input> inputs =
        tick == 30 ? std::vector{play(block_of(kBeat, plain.cast))} : std::vector<Input>{};
    const Frame& frame = plain.advance(inputs);
    const Frame& other = went.advance(inputs);
    if (tick >= 20) REQUIRE(frame == other);
  }
  CHECK(went.shard.snapshot().characters[0].tension.empty());
}

TEST_CASE("tension that comes, changes and goes moves no hand by a jump", "[trackers]") {
  const auto way = GENERATE(0, 1, 2);
  Stage stage(240, {.liveliness = autonomy::Liveliness::Alive});
  const auto block = block_of(kBeat, stage.cast);
  Vec3 last;
  Vec3 before_last;
  for (int tick = 0; tick < 700; ++tick) {
    std::vector<Input> inputs;
    if (tick == 0) inputs.push_back(play(block));
    if (tick == 100) inputs.push_back(SetTension{kAda, {.tension = kLoose}});
    if (tick == 150 && way == 0) inputs.push_back(SetTension{kAda, {.over = 200ms}});
    if (tick == 150 && way == 1) {
      inputs.push_back(SetTension{kAda, {.tension = Tension{0.03, 0.4}}});
    }
    if (tick == 150 && way == 2) {
      inputs.push_back(SetTension{kAda, {.tension = kLoose, .frame = plan::TensionFrame::World}});
    }
    stage.advance(inputs);
    const Vec3 now = stage.hand_m(Joint::LeftHand);
    CAPTURE(way, tick);
    // A stroke of this kind takes 4 g, and a spring that becomes stiffer draws by as much again;
    // half a metre a second that vanished would be 120.
    if (tick > 2) CHECK(length(now - last - (last - before_last)) * 240 * 240 < 90);
    before_last = last;
    last = now;
  }
}

TEST_CASE("a character that is placed anew, or passed over, begins at rest", "[trackers]") {
  const bool placed = GENERATE(true, false);
  Stage stage(60);
  stage.advance({SetTension{kAda, {.tension = kLoose}}, play(block_of(kBeat, stage.cast))});
  for (int tick = 1; tick < 40; ++tick) stage.advance();
  ShardSnapshot snapshot = stage.shard.snapshot();
  if (placed) {
    snapshot.characters[0].placement.position_m = {3, 0, 1};
    stage.shard.restore(snapshot);
  } else {
    stage.next += 5;
  }
  stage.advance();

  const ShardSnapshot now = stage.shard.snapshot();
  const auto& arm = now.characters[0].tension.at(0).arms[0];
  REQUIRE(arm);
  CHECK(arm->tracked.ticks == 1);
  CHECK(arm->tracked.position_m == arm->tracked.target_m);
}

TEST_CASE("tension rewinds with its snapshot and goes on equally", "[trackers]") {
  Stage stage(60, {.liveliness = autonomy::Liveliness::Alive});
  stage.advance({SetTension{kAda, {.tension = kLoose}}, play(block_of(kBeat, stage.cast))});
  for (int tick = 1; tick < 45; ++tick) stage.advance();
  const ShardSnapshot snapshot = stage.shard.snapshot();
  const std::uint64_t then = stage.next;
  std::vector<Frame> first;
  for (int tick = 0; tick < 60; ++tick) first.push_back(stage.advance());
  const ShardSnapshot later = stage.shard.snapshot();

  stage.shard.restore(snapshot);
  stage.next = then;
  for (int tick = 0; tick < 60; ++tick)
    CHECK(stage.advance() == first[static_cast<std::size_t>(tick)]);
  CHECK(stage.shard.snapshot().characters == later.characters);
}

TEST_CASE("tense characters move the same in one shard and in four", "[trackers]") {
  constexpr std::size_t kCharacters = 37;
  const auto cast = test::cast_named("ada", test::ada());
  const auto ben = test::cast_named("ben", test::ben());
  const auto block = block_of(kBeat, cast);
  std::vector<Shard> one;
  std::vector<Shard> four;
  one.emplace_back(TickRate(60));
  for (int i = 0; i < 4; ++i) four.emplace_back(TickRate(60));
  for (std::size_t i = 0; i < kCharacters; ++i) {
    const CharacterId id{static_cast<std::uint32_t>(i + 1)};
    one[0].add_character(id, i % 3 == 0 ? ben : cast);
    four[i % 4].add_character(id, i % 3 == 0 ? ben : cast);
  }
  for (std::uint64_t tick = 0; tick < 90; ++tick) {
    std::vector<Input> inputs;
    for (std::size_t i = 0; i < kCharacters; ++i) {
      const CharacterId id{static_cast<std::uint32_t>(i + 1)};
      if (tick == i % 7) inputs.push_back(PlayBlock{.character = id, .id = {i}, .block = block});
      if (tick == i && i % 5 != 0) {
        inputs.push_back(
            SetTension{id,
                       {.arms = i % 2 == 0 ? plan::ArmSet::Both : plan::ArmSet::Right,
                        .tension = Tension{0.01 * static_cast<double>(i % 9 + 1), 0.4}}});
      }
      if (tick == 50 && i % 4 == 1) inputs.push_back(SetTension{id, {.over = 200ms}});
    }
    one[0].advance_to(Tick{tick}, inputs);
    for (Shard& shard : four) shard.advance_to(Tick{tick}, inputs);
    for (std::size_t i = 0; i < kCharacters; ++i) {
      REQUIRE(one[0].frames()[i] == four[i % 4].frames()[i / 4]);
    }
  }
}

TEST_CASE("a gesture swings as the spring does over its untracked way", "[trackers]") {
  // A pure tracker, so that the equation of the wrist alone says where it is.
  const Tension tension = GENERATE(Tension{0.005, 0.3}, kLoose);
  constexpr std::uint32_t kRate = 120;
  Stage plain(kRate);
  Stage tense(kRate);
  const auto block = block_of(R"(<script xmlns="urn:kinesphere:script:1" id="beat">
    <gesture lexeme="beat" hand="left" start="0.1"/></script>)",
                              cast_with_lexicon());
  const auto in_chest = [](const Stage& stage, Joint joint) {
    std::array<Quat, body::kJointCount> turns;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      turns[i] = normalized(test::rotation_in(stage.shard, 0, body::joint_at(i)));
    }
    const auto model = test::ada().compute_model(turns);
    const std::size_t chest = body::index_of(Joint::UpperChest);
    return conjugate(model.character_from_joint[chest]) *
           (model.positions_m[body::index_of(joint)] - model.positions_m[chest]);
  };
  const double reach_m = 0.96 * dynamics::arm_length_m(test::ada(), body::Side::Left);
  const TrackerStep step = step_of(tension, plain.rate.step());
  MassInSpace mass;
  Vec3 target;
  double worst = 0;
  double farthest = 0;
  for (int tick = 0; tick < 360; ++tick) {
    std::vector<Input> inputs = {play(block)};
    if (tick > 0) inputs.clear();
    plain.advance(inputs);
    if (tick == 0) {
      inputs.push_back(SetTension{kAda, {.tension = tension, .lag = plan::Lag::Keep}});
    }
    tense.advance(inputs);
    const Vec3 now = in_chest(plain, Joint::LeftHand);
    if (tick == 0) {
      mass.x = now;
    } else {
      if (tick == 1) mass.v = kRate * (now - target);
      mass = advanced(mass, step, target, now);
    }
    target = now;
    // A mass further away than the arm reaches is approached softly.
    if (length(mass.x - in_chest(plain, Joint::LeftUpperArm)) > reach_m) continue;
    worst = std::max(worst, length(in_chest(tense, Joint::LeftHand) - mass.x));
    farthest = std::max(farthest, length(mass.x - now));
  }
  CAPTURE(tension.rest_error_m, farthest);
  CHECK(farthest > 0.005);
  CHECK(worst < 1e-4);
}

}  // namespace
}  // namespace kine::mass_trackers_test
