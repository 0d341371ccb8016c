// Tests for server/shard_threads.h.
#include "server/shard_threads.h"

#include "protocol/kinesphere.pb.h"
#include "realizer/motion/look.h"
#include "realizer/prepare.h"
#include "realizer/solve/look_at.h"
#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/stage.h"

namespace kine::server {
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

/// Looks at one of the others, at what they all see, and at what clients set.
std::shared_ptr<const motion::Block> look_block(std::uint64_t tick, std::size_t characters) {
  const body::JointSet joints = solve::joints_of(solve::GazeChain::HeadThorax);
  const std::string other = "c" + std::to_string((tick / 2) % characters);
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

std::vector<Input> inputs_at(std::uint64_t tick, const Roster& roster) {
  const std::size_t characters = roster.entries().size();
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
  if (tick % 11 == 4) inputs.push_back(SetTension{character, {.tension = Tension{0.1, 0.5}}});
  if (tick % 20 == 0) inputs.push_back(Interrupt{character, {}, Seconds(0.1)});
  return inputs;
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
    for (const auto& entry : roster.entries()) bytes += *output->frame(entry.id, FrameParts::All);
    for (const Feedback& feedback : output->feedback) {
      bytes += word_of(feedback.kind) + feedback.id + std::to_string(feedback.character.value);
    }
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

}  // namespace kine::server
