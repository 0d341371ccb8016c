// Tests for realizer/tick/shard.h.
#include "realizer/tick/shard.h"

#include <cmath>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::shard_test {
namespace {

using namespace std::chrono_literals;
using body::Joint;
using test::rotation_in;
using test::spin_block;
using test::words_of;

constexpr CharacterId kAda{1};
constexpr CharacterId kBen{2};
constexpr double kTick_s = 1.0 / 60;
using Words = std::vector<std::string>;

Shard stage_of_two() {
  Shard shard(TickRate(60));
  shard.add_character(kAda, test::cast_named("ada", test::ada()));
  shard.add_character(kBen, test::cast_named("ben", test::ben()));
  return shard;
}

PlayBlock play(CharacterId character, std::uint64_t id,
               std::shared_ptr<const motion::Block> block) {
  return {.character = character, .id = {id}, .client = {7}, .block = std::move(block)};
}

void advance(Shard& shard, std::uint64_t tick, std::vector<Input> inputs = {}) {
  shard.advance_to(Tick{tick}, inputs);
}

double head_turn(const Shard& shard, std::size_t row = 0) {
  return rotation_vector(rotation_in(shard, row, Joint::Head)).y;
}

TEST_CASE("a character to whom nothing is said stands in its base pose", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 5);

  REQUIRE(shard.frames().size() == 2);
  CHECK(shard.frames()[0].tick == Tick{5});
  CHECK(shard.frames()[1].character == kBen);
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Quat expected = test::ada().base_pose[i];
    CHECK(angle_between(rotation_in(shard, 0, body::joint_at(i)), expected) < 1e-6);
  }
  CHECK(shard.idle());
}

TEST_CASE("a motion begins at its start from the pose that stands there", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0);
  advance(shard, 1, {play(kAda, 1, spin_block({.speed_rad_s = 0.6}))});
  CHECK(head_turn(shard) == Approx(0).margin(1e-6));
  advance(shard, 2);
  CHECK(head_turn(shard) == Approx(0.6 * kTick_s).epsilon(1e-4));
  advance(shard, 3);
  CHECK(head_turn(shard) == Approx(1.2 * kTick_s).epsilon(1e-4));
  CHECK(head_turn(shard, 1) == Approx(0).margin(1e-6));
}

TEST_CASE("what is too much for one tick begins in the next ones, in its order", "[shard]") {
  constexpr std::size_t kCount = 2 * kSegmentsBegunMax + 10;
  const auto one = spin_block({.speed_rad_s = 0.6, .length = 10s});
  auto many = std::make_shared<motion::Block>(*one);
  many->segments.assign(kCount, one->segments.front());
  Shard shard = stage_of_two();
  advance(shard, 0);
  const auto begun = [&] { return shard.snapshot().characters.front().segments.size(); };
  advance(shard, 1, {play(kAda, 1, many)});
  CHECK(words_of(shard).front() == "started spin");
  CHECK(begun() == kSegmentsBegunMax);
  advance(shard, 2);
  CHECK(begun() == 2 * kSegmentsBegunMax);
  advance(shard, 3);
  CHECK(begun() == kCount);
  const auto segments = shard.snapshot().characters.front().segments;
  for (std::size_t i = 0; i < kCount; ++i) {
    REQUIRE(segments[i].segment == i);
    REQUIRE(segments[i].started == Tick{1 + i / kSegmentsBegunMax});
  }
}

TEST_CASE("what begins in one tick lies in the order of priorities, then of the block", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0);
  auto block = std::make_shared<motion::Block>(*spin_block({.length = 10s}));
  const motion::Segment segment = block->segments.front();
  block->segments.clear();
  for (const int priority : {2, 0, 1, 2, 0, 1}) {
    block->segments.push_back(segment);
    block->segments.back().priority = priority;
  }
  advance(shard, 1, {play(kAda, 1, block)});
  advance(shard, 2, {play(kAda, 2, block)});
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  const ShardSnapshot snapshot = shard.snapshot();
  for (const ActiveSegment& active : snapshot.characters.front().segments) {
    order.emplace_back(active.block.value, active.segment);
  }
  const std::vector<std::pair<std::uint64_t, std::size_t>> expected = {
      {1, 1}, {1, 4}, {2, 1}, {2, 4}, {1, 2}, {1, 5},
      {2, 2}, {2, 5}, {1, 0}, {1, 3}, {2, 0}, {2, 3}};
  CHECK(order == expected);
}

TEST_CASE("a block counted from the last tick has moved in the first frame that follows",
          "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0);
  PlayBlock at_once = play(kAda, 1, spin_block({.speed_rad_s = 0.6}));
  at_once.zero = PlayBlock::Zero::LastTick;
  advance(shard, 1, {at_once});
  CHECK(words_of(shard) == Words{"started spin", "sync spin:s1:start"});
  for (const Feedback& feedback : shard.feedback()) CHECK(feedback.tick == Tick{0});
  CHECK(head_turn(shard) == Approx(0.6 * kTick_s).epsilon(1e-4));
  advance(shard, 2);
  CHECK(head_turn(shard) == Approx(1.2 * kTick_s).epsilon(1e-4));
}

TEST_CASE("a block that replaces others begins in the tick in which they end", "[shard]") {
  const auto planned_zero = GENERATE(std::optional<Tick>(), std::optional(Tick{3}));
  Shard shard = stage_of_two();
  advance(shard, 0, {play(kAda, 1, spin_block({.id = "old", .length = 9s}))});
  PlayBlock next =
      play(kAda, 2, spin_block({.id = "new", .composition = plan::Composition::Replace}));
  next.zero = PlayBlock::Zero::LastTick;
  next.planned_zero = planned_zero;
  advance(shard, 5, {next});
  CHECK(words_of(shard) == Words{"interrupted old", "started new", "sync new:s1:start"});
  for (const Feedback& feedback : shard.feedback()) CHECK(feedback.tick == Tick{5});
}

TEST_CASE("a motion is the same at any tick rate", "[shard]") {
  for (const std::uint32_t hz : {10U, 30U, 60U, 120U}) {
    CAPTURE(hz);
    Shard shard{TickRate(hz)};
    shard.add_character(kAda, test::cast_named("ada", test::ada()));
    advance(shard, 0, {play(kAda, 1, spin_block({.speed_rad_s = 0.6, .start = 250ms}))});
    for (std::uint64_t tick = 1; tick <= hz; ++tick) advance(shard, tick);
    CHECK(head_turn(shard) == Approx(0.6 * 0.75).epsilon(1e-4));
  }
}

TEST_CASE("feedback comes in order and each word once", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 10, {play(kAda, 1, spin_block({.start = 500ms, .length = 1s}))});
  CHECK(words_of(shard) == Words{"started spin"});
  CHECK(shard.feedback()[0].client == ClientId{7});
  CHECK(shard.feedback()[0].block == BlockId{1});

  advance(shard, 39);
  CHECK(words_of(shard).empty());
  advance(shard, 40);  // 30 ticks are half a second
  CHECK(words_of(shard) == Words{"sync spin:s1:start"});
  CHECK(shard.feedback()[0].time == 500ms);
  advance(shard, 99);
  CHECK(words_of(shard).empty());
  CHECK_FALSE(shard.idle());
  advance(shard, 100);
  CHECK(words_of(shard) == Words{"sync spin:s1:end", "ended spin"});
  CHECK(shard.idle());
}

TEST_CASE("skipped ticks lose no feedback", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0, {play(kAda, 1, spin_block())});
  advance(shard, 1000);
  CHECK(words_of(shard) == Words{"sync spin:s1:end", "ended spin"});
}

TEST_CASE("what ends gives back over its fade-out what it took", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0,
          {play(kAda, 1, spin_block({.speed_rad_s = 0.5, .length = 1s, .fade_out = 500ms}))});
  for (std::uint64_t tick = 1; tick <= 75; ++tick) advance(shard, tick);

  // At 1.25 s half of the fade-out is over: half of what was reached shows.
  CHECK(head_turn(shard) == Approx(0.25).epsilon(0.01));
  for (std::uint64_t tick = 76; tick <= 90; ++tick) advance(shard, tick);
  CHECK(head_turn(shard) == Approx(0).margin(1e-6));
}

TEST_CASE("the higher priority wins, then the later start", "[shard]") {
  Shard shard = stage_of_two();
  const auto left = spin_block({.id = "left", .speed_rad_s = 1, .length = 2s});
  const auto right = spin_block({.id = "right", .speed_rad_s = -1, .length = 2s});
  const auto first = spin_block({.id = "first", .speed_rad_s = 2, .length = 1s, .priority = 1});

  advance(shard, 0, {play(kAda, 1, left), play(kAda, 2, right)});
  advance(shard, 1);
  CHECK(head_turn(shard) < 0);  // of two in one tick, the one that came later

  advance(shard, 2, {play(kAda, 3, first)});
  const double before = head_turn(shard);
  advance(shard, 3, {play(kAda, 4, left)});
  CHECK(head_turn(shard) - before == Approx(2 * kTick_s).epsilon(0.01));  // priority still wins
}

TEST_CASE("what is hidden goes on underneath and shows again", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0, {play(kAda, 1, spin_block({.id = "long", .speed_rad_s = 0.5, .length = 2s}))});
  for (std::uint64_t tick = 1; tick < 30; ++tick) advance(shard, tick);
  advance(shard, 30,
          {play(kAda, 2, spin_block({.id = "short", .speed_rad_s = -1, .length = 500ms}))});
  for (std::uint64_t tick = 31; tick <= 75; ++tick) advance(shard, tick);
  CHECK(head_turn(shard) == Approx(0.5 * 75 * kTick_s).epsilon(0.01));
}

TEST_CASE("an interrupted block fades out from where it stands and says no more", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0, {play(kAda, 1, spin_block({.speed_rad_s = 0.5, .length = 4s}))});
  for (std::uint64_t tick = 1; tick < 60; ++tick) advance(shard, tick);
  advance(shard, 60, {Interrupt{.character = kAda, .block = BlockId{1}, .fade = 1s}});
  CHECK(words_of(shard) == Words{"interrupted spin"});
  for (std::uint64_t tick = 61; tick <= 90; ++tick) {
    advance(shard, tick);
    CHECK(words_of(shard).empty());
  }
  CHECK(head_turn(shard) == Approx(0.5 * 0.5 * 90 * kTick_s).epsilon(0.01));
  for (std::uint64_t tick = 91; tick <= 120; ++tick) advance(shard, tick);
  CHECK(head_turn(shard) == Approx(0).margin(1e-6));
  CHECK(shard.idle());
}

TEST_CASE("interrupting a character takes everything on it and nobody else", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0,
          {play(kAda, 1, spin_block({.id = "a"})), play(kAda, 2, spin_block({.id = "b"})),
           play(kBen, 3, spin_block({.id = "c"}))});
  advance(shard, 1, {Interrupt{.character = kAda, .fade = 0s}});
  CHECK(words_of(shard) == Words{"interrupted a", "interrupted b"});
  CHECK(head_turn(shard) == Approx(0).margin(1e-6));
  CHECK(std::abs(head_turn(shard, 1)) > 0.01);
}

TEST_CASE("an interrupted block starts nothing that was to come", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0, {play(kAda, 1, spin_block({.start = 1s}))});
  advance(shard, 30, {Interrupt{.character = kAda, .block = BlockId{1}, .fade = 2s}});
  advance(shard, 90);
  CHECK(head_turn(shard) == Approx(0).margin(1e-6));
  CHECK(words_of(shard).empty());
}

TEST_CASE("a replacing block sends everything else away", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0, {play(kAda, 1, spin_block({.id = "old", .length = 10s}))});
  advance(
      shard, 1,
      {play(kAda, 2,
            spin_block(
                {.id = "new", .joint = Joint::Neck, .composition = plan::Composition::Replace}))});
  CHECK(words_of(shard) == Words{"interrupted old", "started new", "sync new:s1:start"});
  for (std::uint64_t tick = 2; tick <= 19; ++tick) advance(shard, tick);
  CHECK(head_turn(shard) == Approx(0).margin(1e-6));
}

TEST_CASE("a block with too many segments is refused in the feedback", "[shard]") {
  Shard shard = stage_of_two();
  auto crowd = std::make_shared<motion::Block>(*spin_block({.id = "crowd"}));
  crowd->segments.resize(kSegmentsPerCharacterMax + 1, crowd->segments.front());
  advance(shard, 0, {play(kAda, 1, crowd)});
  CHECK(words_of(shard) == Words{"started crowd", "interrupted crowd"});
  CHECK(shard.feedback().back().message.find("4096 segments") != std::string::npos);
  CHECK(shard.idle());
}

TEST_CASE("warnings of planning are said once, when the block starts", "[shard]") {
  Shard shard = stage_of_two();
  auto block = std::make_shared<motion::Block>(*spin_block());
  block->warnings = {{"out of reach by '7 cm'", {3, 9}, WarningKind::CannotCreateBehaviour}};
  advance(shard, 0, {play(kAda, 1, block)});
  REQUIRE(words_of(shard) == Words{"started spin", "warning spin", "sync spin:s1:start"});
  CHECK(shard.feedback()[1].message == "out of reach by '7 cm'");
  CHECK(shard.feedback()[1].where == Where{3, 9});
  CHECK(shard.feedback()[1].warning == WarningKind::CannotCreateBehaviour);
  advance(shard, 1);
  CHECK(words_of(shard).empty());
}

/// What comes in at each of 120 eventful ticks, on two characters.
std::vector<std::vector<Input>> eventful_inputs() {
  std::vector<std::vector<Input>> inputs(120);
  for (std::uint64_t tick = 0; tick < inputs.size(); ++tick) {
    if (tick % 7 == 0) {
      inputs[tick].push_back(
          play(tick % 2 == 0 ? kAda : kBen, tick,
               spin_block({.joint = tick % 3 == 0 ? Joint::Head : Joint::Neck,
                           .speed_rad_s = 0.1 * static_cast<double>(tick % 11),
                           .start = Seconds(0.01 * static_cast<double>(tick % 13)),
                           .length = 300ms,
                           .fade_out = 200ms})));
    }
    if (tick % 31 == 0) inputs[tick].push_back(Interrupt{.character = kBen, .fade = 100ms});
  }
  return inputs;
}

/// Every frame of these ticks.
std::vector<Frame> frames_of(Shard& shard, const std::vector<std::vector<Input>>& inputs,
                             std::uint64_t from, std::uint64_t to) {
  std::vector<Frame> frames;
  for (std::uint64_t tick = from; tick < to; ++tick) {
    advance(shard, tick, inputs[tick]);
    frames.insert(frames.end(), shard.frames().begin(), shard.frames().end());
  }
  return frames;
}

TEST_CASE("a restored snapshot goes on with the same frames", "[shard]") {
  const auto inputs = eventful_inputs();
  Shard shard = stage_of_two();
  frames_of(shard, inputs, 0, 60);
  const ShardSnapshot snapshot = shard.snapshot();
  const std::vector<Frame> frames = frames_of(shard, inputs, 60, 120);
  const ShardSnapshot end = shard.snapshot();

  shard.restore(snapshot);

  CHECK(shard.snapshot() == snapshot);
  CHECK(frames_of(shard, inputs, 60, 120) == frames);
  CHECK(shard.snapshot() == end);
}

TEST_CASE("frames do not depend on who else is on the shard, nor on the order", "[shard]") {
  Shard both = stage_of_two();
  Shard turned(TickRate(60));
  turned.add_character(kBen, test::cast_named("ben", test::ben()));
  turned.add_character(kAda, test::cast_named("ada", test::ada()));
  Shard ada_alone(TickRate(60));
  ada_alone.add_character(kAda, test::cast_named("ada", test::ada()));
  Shard ben_alone(TickRate(60));
  ben_alone.add_character(kBen, test::cast_named("ben", test::ben()));

  const auto inputs = eventful_inputs();
  const std::vector<Frame> expected = frames_of(both, inputs, 0, 120);
  const std::vector<Frame> swapped = frames_of(turned, inputs, 0, 120);
  const std::vector<Frame> adas = frames_of(ada_alone, inputs, 0, 120);
  const std::vector<Frame> bens = frames_of(ben_alone, inputs, 0, 120);

  for (std::size_t i = 0; i < adas.size(); ++i) {
    REQUIRE(expected[2 * i] == adas[i]);
    REQUIRE(expected[2 * i + 1] == bens[i]);
    REQUIRE(swapped[2 * i] == bens[i]);
    REQUIRE(swapped[2 * i + 1] == adas[i]);
  }
}

TEST_CASE("a frame says where its character stands", "[shard]") {
  auto cast = std::make_shared<Cast>(*test::cast_named("ada", test::ada()));
  cast->placement = {.position_m = {1, 0, -2}, .heading_rad = M_PI / 2};
  Shard shard(TickRate(60));
  shard.add_character(kAda, cast);
  advance(shard, 0);
  const auto& root = shard.frames()[0].root;
  CHECK(root[0] == 1);
  CHECK(root[2] == -2);
  CHECK(root[4] == Approx(std::sqrt(0.5)));
  CHECK(root[6] == Approx(std::sqrt(0.5)));
}

Shard living_stage(std::uint64_t seed) {
  Shard shard(TickRate(60));
  const autonomy::LifeOptions life{.liveliness = autonomy::Liveliness::Alive, .seed = seed};
  shard.add_character(kAda, test::cast_named("ada", test::ada()), life);
  shard.add_character(kBen, test::cast_named("ben", test::ben()), life);
  return shard;
}

TEST_CASE("who lives moves of itself, the same way from the same seed", "[shard][life]") {
  Shard shard = living_stage(1);
  Shard again = living_stage(1);
  Shard other = living_stage(2);
  const auto inputs = eventful_inputs();
  const std::vector<Frame> frames = frames_of(shard, inputs, 0, 120);
  CHECK(frames_of(again, inputs, 0, 120) == frames);
  CHECK_FALSE(frames_of(other, inputs, 0, 120) == frames);
  // Ben breathes in his own time and is not ada.
  CHECK_FALSE(frames[60].parent_from_joint == frames[61].parent_from_joint);
}

TEST_CASE("a living snapshot goes on with the same frames", "[shard][life]") {
  Shard shard = living_stage(3);
  const auto inputs = eventful_inputs();
  frames_of(shard, inputs, 0, 60);
  const ShardSnapshot snapshot = shard.snapshot();
  const std::vector<Frame> frames = frames_of(shard, inputs, 60, 120);
  shard.restore(snapshot);
  CHECK(frames_of(shard, inputs, 60, 120) == frames);
}

TEST_CASE("life lies on top of a motion and changes nothing below it", "[shard][life]") {
  Shard living = living_stage(1);
  Shard still = stage_of_two();
  const std::vector<Input> spin = {play(kAda, 1, spin_block({.length = 2s}))};
  for (std::uint64_t tick = 0; tick <= 100; ++tick) {
    advance(living, tick, tick == 10 ? spin : std::vector<Input>{});
    advance(still, tick, tick == 10 ? spin : std::vector<Input>{});
    const pose::Pose below = living.snapshot().characters[0].poses.last();
    const pose::Pose without = still.snapshot().characters[0].poses.last();
    // Arms at rest hang as they do of their own.
    for (const body::Joint joint : body::kSpineJoints) {
      REQUIRE(below.rotation(joint) == without.rotation(joint));
    }
    // Sway and breath together turn a head by less than three degrees.
    REQUIRE(std::abs(head_turn(living) - head_turn(still)) < 0.05);
  }
  CHECK_FALSE(living.frames()[0].parent_from_joint == still.frames()[0].parent_from_joint);
}

TEST_CASE("a script changes life from the time of its pose on", "[shard][life]") {
  Shard shard = stage_of_two();
  auto block = std::make_shared<motion::Block>();
  block->id = "breathe";
  block->life.push_back({.time = 1s, .setting = {plan::LifeParameter::BreathRate, 30}});
  block->end = 2s;
  advance(shard, 0, {play(kAda, 1, block)});
  const auto rest = shard.frames()[0].parent_from_joint;
  for (std::uint64_t tick = 1; tick <= 60; ++tick) {
    advance(shard, tick);
    REQUIRE(shard.frames()[0].parent_from_joint == rest);
  }
  advance(shard, 90);
  CHECK_FALSE(shard.frames()[0].parent_from_joint == rest);
  for (std::uint64_t tick = 91; tick <= 200; ++tick) advance(shard, tick);
  CHECK(shard.idle());  // although she goes on breathing
  CHECK_FALSE(shard.frames()[0].parent_from_joint == rest);
}

TEST_CASE("who joins stands in its base pose, and a script that comes with it plays", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0);
  constexpr CharacterId kEve{3};
  advance(shard, 1,
          {play(kEve, 1, spin_block({.speed_rad_s = 0.6})),
           Join{.character = kEve, .cast = test::cast_named("eve", test::ada())}});
  REQUIRE(shard.frames().size() == 3);
  CHECK(shard.frames()[2].character == kEve);
  CHECK(shard.frames()[2].tick == Tick{1});
  CHECK(words_of(shard) == Words{"started spin", "sync spin:s1:start"});
  advance(shard, 2);
  CHECK(head_turn(shard, 2) == Approx(0.6 * kTick_s).epsilon(1e-4));
  CHECK(head_turn(shard, 0) == Approx(0).margin(1e-6));
}

TEST_CASE("who leaves has no frame, its blocks have their last word, and others go on", "[shard]") {
  Shard shard = stage_of_two();
  advance(shard, 0);
  advance(shard, 1,
          {play(kAda, 1, spin_block({.id = "a", .length = 5s})),
           play(kBen, 2, spin_block({.id = "b", .speed_rad_s = 0.6}))});
  advance(shard, 2, {Leave{kAda}});
  CHECK(words_of(shard).back() == "interrupted a");
  REQUIRE(shard.frames().size() == 1);
  CHECK(shard.frames()[0].character == kBen);
  CHECK(head_turn(shard) == Approx(0.6 * kTick_s).epsilon(1e-4));
  advance(shard, 3, {Interrupt{kAda}});
  CHECK(words_of(shard).empty());
  CHECK(head_turn(shard) == Approx(1.2 * kTick_s).epsilon(1e-4));
  CHECK(shard.character_count() == 1);
}

TEST_CASE("characters that come and go leave no others' squads behind", "[shard]") {
  // Each takes the room of one that has left; what the others show stays theirs.
  Shard shard = stage_of_two();
  Shard alone(TickRate(60));
  alone.add_character(kBen, test::cast_named("ben", test::ben()));
  const auto spin = spin_block({.speed_rad_s = 0.6, .length = 60s});
  advance(shard, 0, {play(kBen, 1, spin)});
  advance(alone, 0, {play(kBen, 1, spin)});
  for (std::uint64_t tick = 1; tick <= 100; ++tick) {
    const auto id = static_cast<std::uint32_t>(2 + tick);
    std::vector<Input> inputs = {
        Join{.character = {id}, .cast = test::cast_named("x" + std::to_string(tick), test::ada())},
        play({id}, 100 + tick, spin_block({.joint = Joint::Chest, .length = 9s}))};
    if (tick == 1) inputs.emplace_back(Leave{kAda});
    if (tick > 3) inputs.emplace_back(Leave{{id - 3}});
    advance(shard, tick, inputs);
    advance(alone, tick);
    REQUIRE(shard.frames()[0] == alone.frames()[0]);
  }
  CHECK(shard.character_count() == 4);
}

}  // namespace
}  // namespace kine::shard_test
