// Tests for server/ticks/shard_threads.h.
#include "server/ticks/shard_threads.h"

#include "protocol/kinesphere.pb.h"
#include "realizer/motion/actuators/look.h"
#include "realizer/prepare/prepare.h"
#include "realizer/solve/look_at.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::server::shard_threads_test {
namespace {

using protocol::FrameParts;

Roster roster_of(std::size_t characters) {
  std::vector<std::shared_ptr<const Cast>> casts;
  for (std::size_t i = 0; i < characters; ++i) {
    casts.push_back(
        test::cast_named("c" + std::to_string(i), i % 2 == 0 ? test::ada() : test::ben()));
  }
  return Roster(std::move(casts));
}

/// Looks at somebody, at a hand of theirs, and at what clients set.
std::shared_ptr<const motion::Block> look_block_at(std::uint64_t tick, const std::string& other) {
  const body::JointSet joints = solve::joints_of(solve::GazeChain::HeadThorax);
  pose::GazeKeys keys{.joints = joints, .keys = {}};
  double from_s = 0;
  for (const std::string& name : {other, other + ".leftHand", std::string("cup")}) {
    keys.keys.push_back(
        {.from_s = from_s, .time_s = from_s + 0.2, .joints = joints, .target = {.name = name}});
    from_s += 0.3;
  }
  auto block = std::make_shared<motion::Block>();
  block->id = "look" + std::to_string(tick);
  block->segments.push_back({.start = Seconds(0),
                             .end = Seconds(1),
                             .fade_in = Seconds(0),
                             .fade_out = Seconds(0.1),
                             .priority = 1,
                             .actuator = std::make_shared<motion::Look>(std::move(keys))});
  block->end = Seconds(1);
  return block;
}

/// At one of the others.
std::shared_ptr<const motion::Block> look_block(std::uint64_t tick, std::size_t characters) {
  return look_block_at(tick, "c" + std::to_string((tick / 2) % characters));
}

/// A hand that stays while the chest leans and comes back.
constexpr std::string_view kKeptHand = R"(<script xmlns="urn:kinesphere:script:1">
  <sequence><pose time="0.3" hold="0.6">
    <position joint="rightHand" target="-0.2 1.05 0.28" keep="yes"/></pose></sequence>
  <sequence priority="1"><pose time="0.6">
    <orientation joint="upperChest" axis="z" direction="0.3 -0.2 1"/></pose></sequence>
</script>)";

PlayBlock kept_hand(const Roster::Entry& entry, std::uint64_t tick) {
  Diagnostics diagnostics;
  const auto prepared = prepare(
      kKeptHand, {.casts = {&entry.cast, 1}, .script_id = "k" + std::to_string(tick)}, diagnostics);
  REQUIRE(prepared);
  return {entry.id, BlockId{2000 + tick}, ClientId{1}, prepared->blocks.at(0)};
}

/// A script that takes the cup somewhere else.
PlayBlock moved_cup(const Roster::Entry& entry, std::uint64_t tick) {
  auto block = std::make_shared<motion::Block>();
  block->id = "cup" + std::to_string(tick);
  block->end = Seconds(0.5);
  for (const double time_s : {0.0, 0.2}) {
    block->targets.push_back({.time = Seconds(time_s),
                              .target = "cup",
                              .point_m = {time_s, 1, 0.01 * static_cast<double>(tick)},
                              .over = Seconds(time_s),
                              .part = {}});
  }
  return {entry.id, BlockId{3000 + tick}, ClientId{1}, std::move(block)};
}

/// By turns of a torso and of a whole body.
std::shared_ptr<const dynamics::physical::TorsoModel> muscles_of(const Roster::Entry& entry,
                                                                 std::uint64_t tick) {
  const body::Body& body = *entry.cast->body;
  const auto model = tick % 80 == 13 ? dynamics::physical::torso_model_of(body)
                                     : dynamics::physical::whole_model_of(body);
  REQUIRE(model);
  return *model;
}

/// By turns a push and a drag.
PushJoint pushed(CharacterId character, std::uint64_t tick) {
  PushJoint input{.character = character,
                  .client = {1},
                  .push = {.joint = body::Joint::RightHand,
                           .duration = Seconds(0.3),
                           .force_N = {0, 20, 0.1 * static_cast<double>(tick)}}};
  if (tick % 16 == 5) input.push.drag = LiveDrag{.to_m = {0, 1.5, 0.5}};
  return input;
}

std::vector<Input> inputs_at(std::uint64_t tick, const Roster& roster) {
  const std::size_t characters = roster.present()->entries.size();
  std::vector<Input> inputs;
  const auto character = CharacterId{static_cast<std::uint32_t>(tick % characters + 1)};
  if (tick % 3 == 1) {
    const std::string id = "s" + std::to_string(tick);
    inputs.push_back(PlayBlock{character, BlockId{tick}, ClientId{1},
                               test::spin_block({.id = id, .length = Seconds(0.4)})});
  }
  if (tick % 7 == 2)
    inputs.push_back(
        PlayBlock{character, BlockId{1000 + tick}, ClientId{1}, look_block(tick, characters)});
  if (tick % 6 == 3) inputs.push_back(kept_hand(*roster.find(character), tick));
  if (tick % 30 == 5) inputs.push_back(SetTarget{"cup", {0.01 * static_cast<double>(tick), 1, 1}});
  if (tick % 25 == 7) inputs.push_back(moved_cup(*roster.find(character), tick));
  if (tick % 11 == 4) inputs.push_back(SetTension{character, {.tension = Tension{0.1, 0.5}}});
  if (tick % 40 == 13)
    inputs.push_back(SetDynamics{character, muscles_of(*roster.find(character), tick)});
  if (tick % 8 == 5) inputs.push_back(pushed(character, tick));
  if (tick % 17 == 6) inputs.push_back(SetLoad{character, {.mass_kg = 2, .believed_kg = 1}});
  if (tick % 20 == 0) inputs.push_back(Interrupt{character, {}, Seconds(0.1)});
  return inputs;
}

std::string bytes_of(const TickOutput& output) {
  std::string bytes;
  for (const CharacterId id : *output.characters) bytes += *output.frame(id, FrameParts::All);
  for (const Feedback& feedback : output.feedback) {
    bytes += word_of(feedback.kind) + feedback.id + std::to_string(feedback.character.value);
  }
  return bytes;
}

/// All that a run gives, as bytes.
std::string run(std::size_t shards) {
  constexpr std::size_t kCharacters = 5;
  const Roster roster = roster_of(kCharacters);
  ShardThreads threads(roster, TickRate(60), shards,
                       {.liveliness = autonomy::Liveliness::Alive, .seed = 5});
  std::string bytes;
  for (std::uint64_t tick = 1; tick <= 120; ++tick) {
    const auto inputs = inputs_at(tick, roster);
    const auto output = threads.advance_to(Tick{tick}, inputs, {});
    bytes += bytes_of(*output);
  }
  return bytes;
}

/// The same while characters join and leave, whom others look at before, meanwhile and afterwards.
std::string run_with_company(std::size_t shards) {
  Roster roster = roster_of(5);
  ShardThreads threads(roster, TickRate(60), shards);
  std::string bytes;
  const auto join = [&](const std::string& name, const body::Body& body) {
    const auto entry = roster.join(test::cast_named(name, body), 100);
    REQUIRE(entry);
    return Join{.character = (*entry)->id,
                .cast = (*entry)->cast,
                .life = {.liveliness = autonomy::Liveliness::Alive, .seed = 5}};
  };
  const auto leave = [&](const std::string& name) {
    const auto entry = roster.leave(name);
    REQUIRE(entry);
    return Leave{(*entry)->id};
  };
  const auto play = [&](std::uint32_t character, std::uint64_t id, const std::string& target) {
    return PlayBlock{CharacterId{character}, BlockId{id}, ClientId{1}, look_block_at(id, target)};
  };
  for (std::uint64_t tick = 1; tick <= 150; ++tick) {
    std::vector<Input> inputs;
    if (tick == 10) inputs = {play(1, 1, "d"), play(2, 2, "c1")};
    if (tick == 30) inputs = {play(3, 3, "d"), join("d", test::ben()), play(6, 4, "c1")};
    if (tick == 50) inputs = {play(1, 5, "d"), play(4, 6, "c1"), play(2, 7, "d")};
    if (tick == 60) inputs = {leave("c1"), play(2, 8, "d")};
    if (tick == 70) inputs = {join("c1", test::ada()), join("e", test::ada())};
    if (tick == 71) inputs = {play(7, 9, "d"), play(8, 10, "c1"), play(2, 11, "d")};
    if (tick == 90) inputs = {leave("d"), leave("c0")};
    if (tick == 100) inputs = {join("f", test::ben()), play(7, 12, "d"), play(9, 13, "c1")};
    const auto output = threads.advance_to(Tick{tick}, inputs, {});
    for (const auto& entry : output->left) roster.forget(entry->id);
    bytes += bytes_of(*output);
  }
  return bytes;
}

}  // namespace

TEST_CASE("the same inputs give the same bytes, whatever the number of shards", "[shard_threads]") {
  const std::string one = run(1);
  CHECK(run(2) == one);
  CHECK(run(4) == one);
  CHECK(run(7) == one);  // more than there are characters
}

TEST_CASE("who joins and who leaves gives the same bytes, whatever the number of shards",
          "[shard_threads]") {
  const std::string one = run_with_company(1);
  CHECK(run_with_company(2) == one);
  CHECK(run_with_company(3) == one);
  CHECK(run_with_company(7) == one);
}

TEST_CASE("who joins has a frame in that tick, and who leaves has none any more",
          "[shard_threads]") {
  Roster roster = roster_of(2);
  ShardThreads threads(roster, TickRate(60), 2);
  const auto eve = *roster.join(test::cast_named("eve", test::ada()), 3);
  std::vector<Input> inputs = {Join{.character = eve->id, .cast = eve->cast}};
  const auto with = threads.advance_to(Tick{1}, inputs, {});
  REQUIRE(with->joined.size() == 1);
  CHECK(with->joined[0]->id == CharacterId{3});
  CHECK(with->characters->size() == 3);
  CHECK(with->frame(CharacterId{3}, FrameParts::All));

  const auto ben = *roster.leave("c1");
  inputs = {Leave{ben->id}};
  const auto without = threads.advance_to(Tick{2}, inputs, {});
  roster.forget(ben->id);
  REQUIRE(without->left.size() == 1);
  CHECK(without->left[0]->id == CharacterId{2});
  CHECK_FALSE(without->frame(CharacterId{2}, FrameParts::All));
  CHECK(without->frame(CharacterId{3}, FrameParts::All));
  // A number is never used again.
  CHECK((*roster.join(test::cast_named("c1", test::ada()), 3))->id == CharacterId{4});
}

TEST_CASE("what plays on who leaves is interrupted, and what comes too late as well",
          "[shard_threads]") {
  for (const std::size_t shards : {1U, 2U}) {
    Roster roster = roster_of(2);
    ShardThreads threads(roster, TickRate(60), shards);
    const auto spin = [](std::uint64_t id) {
      return PlayBlock{CharacterId{2}, BlockId{id}, ClientId{7},
                       test::spin_block({.id = "b" + std::to_string(id), .length = Seconds(5)})};
    };
    std::vector<Input> inputs = {spin(1)};
    threads.advance_to(Tick{1}, inputs, {});
    const auto gone = *roster.leave("c1");
    inputs = {Leave{gone->id}, spin(2)};
    const auto output = threads.advance_to(Tick{2}, inputs, {});
    inputs = {spin(3)};
    const auto late = threads.advance_to(Tick{3}, inputs, {});
    std::vector<std::string> ended;
    for (const auto& each : {output, late}) {
      for (const Feedback& feedback : each->feedback) {
        CHECK(feedback.client == ClientId{7});
        if (feedback.kind == FeedbackKind::Interrupted) ended.push_back(feedback.id);
      }
    }
    CHECK(ended == std::vector<std::string>{"b1", "b2", "b3"});
    CHECK(late->idle);
  }
}

TEST_CASE("a frame is of its tick, its character and its skeleton", "[shard_threads]") {
  const Roster roster = roster_of(2);
  ShardThreads threads(roster, TickRate(60), 2);

  const auto output = threads.advance_to(Tick{9}, {}, {});

  kinesphere::Envelope envelope;
  const std::string_view bytes = *output->frame(CharacterId{2}, FrameParts::All);
  REQUIRE(envelope.ParseFromString(std::string(bytes.substr(4))));
  CHECK(envelope.frame().tick() == 9);
  CHECK(envelope.frame().character_id() == 2);
  CHECK(envelope.frame().skeleton_id() == roster.find(CharacterId{2})->skeleton_id);
}

TEST_CASE("parts of frames are encoded only where someone wants them", "[shard_threads]") {
  const Roster roster = roster_of(1);
  ShardThreads threads(roster, TickRate(60), 1);

  const auto plain = threads.advance_to(Tick{1}, {}, {});
  const auto wanted = threads.advance_to(Tick{2}, {}, VariantsWanted(0b11));

  CHECK(plain->frames_encoded() == 1);
  CHECK(wanted->frames_encoded() == 3);
  CHECK(plain->frame(CharacterId{1}, FrameParts::All));
  CHECK_FALSE(plain->frame(CharacterId{1}, FrameParts::Body));
  CHECK_FALSE(plain->frame(CharacterId{1}, FrameParts::Face));
  const auto size = [&](FrameParts parts) { return wanted->frame(CharacterId{1}, parts)->size(); };
  CHECK(size(FrameParts::Body) < size(FrameParts::All));
  CHECK(size(FrameParts::Face) < size(FrameParts::Body));
}

TEST_CASE("rotations are packed only where someone wants them, and once for all of these",
          "[shard_threads]") {
  const Roster roster = roster_of(1);
  ShardThreads threads(roster, TickRate(60), 1);
  const protocol::FrameVariant packed(FrameParts::Body, protocol::Rotations::SmallestThree48);
  VariantsWanted wanted;
  wanted.set(packed.index());

  CHECK_FALSE(threads.advance_to(Tick{1}, {}, {})->frame(CharacterId{1}, packed));
  const auto output = threads.advance_to(Tick{2}, {}, wanted);
  CHECK(output->frame(CharacterId{1}, packed)->size() < 400);
  CHECK(output->frame(CharacterId{1}, FrameParts::All));
  CHECK_FALSE(output->frame(CharacterId{1}, FrameParts::Body));
  CHECK_FALSE(output->frame(CharacterId{1}, {FrameParts::All, packed.rotations}));
}

TEST_CASE("it is idle until something plays, and again when all has ended", "[shard_threads]") {
  const Roster roster = roster_of(2);
  ShardThreads threads(roster, TickRate(10), 2);
  CHECK(threads.advance_to(Tick{1}, {}, {})->idle);

  const std::vector<Input> inputs = {PlayBlock{CharacterId{2}, BlockId{1}, ClientId{1},
                                               test::spin_block({.length = Seconds(0.5)})}};
  CHECK_FALSE(threads.advance_to(Tick{2}, inputs, {})->idle);
  CHECK(threads.advance_to(Tick{20}, {}, {})->idle);
}

TEST_CASE("what a block says is heard from the tick at which it starts", "[shard_threads]") {
  auto track = std::make_shared<speech::SpeechTrack>();
  track->audio = {.rate_hz = 1'000, .samples = std::vector<std::int16_t>(100, 1)};
  track->length = track->audio.length();
  auto block = std::make_shared<motion::Block>(*test::spin_block({.length = Seconds(1)}));
  block->utterances.push_back({.start = Seconds(0.25), .track = track, .id = "speech1"});
  for (const std::size_t shards : {1U, 2U}) {
    const Roster roster = roster_of(2);
    ShardThreads threads(roster, TickRate(10), shards);
    threads.advance_to(Tick{1}, {}, {});
    const std::vector<Input> inputs = {PlayBlock{CharacterId{2}, BlockId{1}, ClientId{1}, block}};

    const auto output = threads.advance_to(Tick{2}, inputs, {});

    REQUIRE(output->audio.size() == 6);  // five of 20 ms behind the word that they come
    CHECK(output->audio[0].kind == protocol::AudioKind::Open);
    CHECK(output->audio[0].character == CharacterId{2});
    CHECK(output->audio[1].due.count() == Approx(0.2 + 0.25));
  }
}

}  // namespace kine::server::shard_threads_test
