// Tests for server/live/muscled_characters.h.
#include "server/live/muscled_characters.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::server::muscled_characters_test {
namespace {

using Taken = MuscledCharacters::Taken;

constexpr CharacterId kAda{1};
constexpr CharacterId kBen{2};

bool sends() { return true; }
bool has_no_room() { return false; }

SetDynamics torso(CharacterId character) {
  return {character, std::make_shared<const dynamics::physical::TorsoModel>()};
}

PushJoint push(CharacterId character, double duration_s, std::uint64_t client = 1) {
  return {character, {client}, {.joint = body::Joint::Head, .duration = Seconds(duration_s)}};
}

PushJoint drag(CharacterId character, std::uint64_t client = 1) {
  PushJoint input = push(character, 1, client);
  input.push.drag.emplace();
  return input;
}

Input play(CharacterId character, BlockId id, bool by_muscles) {
  auto block = std::make_shared<motion::Block>();
  if (by_muscles) block->muscles = std::make_shared<const dynamics::physical::TorsoModel>();
  block->dynamics = by_muscles ? script::Dynamics::Torso : script::Dynamics::None;
  return PlayBlock{character, id, ClientId{1}, block};
}

std::vector<Feedback> said(BlockId id, FeedbackKind kind) {
  Feedback feedback;
  feedback.kind = kind;
  feedback.block = id;
  return {feedback};
}

}  // namespace

TEST_CASE("a character is pushed where it was set to muscles, and no other one", "[muscled]") {
  MuscledCharacters all{TickRate(60)};
  CHECK(all.push(push(kAda, 1), sends) == Taken::NoMuscles);
  CHECK(all.set(torso(kAda), 1, has_no_room) == Taken::NoRoom);
  CHECK(all.push(push(kAda, 1), sends) == Taken::NoMuscles);
  CHECK(all.set(torso(kAda), 1, sends) == Taken::Yes);
  CHECK(all.push(push(kAda, 1), sends) == Taken::Yes);
  CHECK(all.push(push(kAda, 1), has_no_room) == Taken::NoRoom);
  CHECK(all.push(push(kBen, 1), sends) == Taken::NoMuscles);
  CHECK(all.set({kAda, nullptr}, 1, sends) == Taken::Yes);
  CHECK(all.push(push(kAda, 1), sends) == Taken::NoMuscles);
  CHECK(all.set(torso(kAda), 1, sends) == Taken::Yes);
  all.forget(kAda);
  CHECK(all.push(push(kAda, 1), sends) == Taken::NoMuscles);
}

TEST_CASE("no more characters of a shard are set to muscles than a core moves", "[muscled]") {
  for (const std::uint32_t shards : {1U, 3U}) {
    MuscledCharacters all{TickRate(60)};
    std::uint32_t id = 1;
    for (; id <= shards * kPhysicalMax; ++id) {
      CHECK(all.set(torso({id}), shards, sends) == Taken::Yes);
    }
    CHECK(all.set(torso({id}), shards, sends) == Taken::TooMany);
    CHECK(all.set(torso(kAda), shards, sends) == Taken::Yes);  // it is among them
    CHECK(all.set({{id}, nullptr}, shards, sends) == Taken::Yes);
    CHECK(all.set({{id - shards}, nullptr}, shards, sends) == Taken::Yes);
    CHECK(all.set(torso({id}), shards, sends) == Taken::Yes);
  }
}

TEST_CASE("a script that says what moves its character counts while it plays", "[muscled]") {
  MuscledCharacters all{TickRate(60)};
  all.note(Tick{1}, std::vector{play(kAda, {5}, true)}, {});
  CHECK(all.push(push(kAda, 1), sends) == Taken::NoMuscles);  // it waits
  all.note(Tick{2}, {}, said({5}, FeedbackKind::Started));
  CHECK(all.push(push(kAda, 1), sends) == Taken::Yes);
  CHECK(all.push(push(kBen, 1), sends) == Taken::NoMuscles);
  all.note(Tick{3}, {}, said({5}, FeedbackKind::Ended));
  CHECK(all.push(push(kAda, 1), sends) == Taken::NoMuscles);

  CHECK(all.set(torso(kAda), 1, sends) == Taken::Yes);
  all.note(Tick{4}, std::vector{play(kAda, {6}, false)}, said({6}, FeedbackKind::Started));
  CHECK(all.push(push(kAda, 1), sends) == Taken::NoMuscles);
  all.note(Tick{5}, {}, said({6}, FeedbackKind::Interrupted));
  CHECK(all.push(push(kAda, 1), sends) == Taken::Yes);
}

TEST_CASE("so many pushes act on a character at once, until each is over", "[muscled]") {
  MuscledCharacters all{TickRate(60)};
  CHECK(all.set(torso(kAda), 1, sends) == Taken::Yes);
  CHECK(all.set(torso(kBen), 1, sends) == Taken::Yes);
  const PushJoint input = push(kAda, 0.1);  // six ticks
  std::vector<Input> inputs;
  for (std::size_t i = 0; i < kPushesAtOnceMax; ++i) {
    CHECK(all.push(input, sends) == Taken::Yes);
    inputs.emplace_back(input);
  }
  CHECK(all.push(input, sends) == Taken::TooMany);
  CHECK(all.push(push(kBen, 1), sends) == Taken::Yes);
  all.note(Tick{100}, inputs, {});
  for (std::uint64_t tick = 101; tick < 105; ++tick) all.note(Tick{tick}, {}, {});
  CHECK(all.push(input, sends) == Taken::TooMany);
  all.note(Tick{105}, {}, {});
  CHECK(all.push(input, sends) == Taken::Yes);
}

TEST_CASE("a drag that is sent anew counts once, of each client and joint", "[muscled]") {
  MuscledCharacters all{TickRate(60)};
  CHECK(all.set(torso(kAda), 1, sends) == Taken::Yes);
  for (std::uint64_t tick = 1; tick < 100; ++tick) {
    CHECK(all.push(drag(kAda), sends) == Taken::Yes);
    all.note(Tick{tick}, std::vector<Input>{drag(kAda)}, {});
  }
  for (std::uint64_t client = 2; client <= kPushesAtOnceMax; ++client) {
    CHECK(all.push(drag(kAda, client), sends) == Taken::Yes);
  }
  CHECK(all.push(drag(kAda, 99), sends) == Taken::TooMany);
  CHECK(all.push(drag(kAda), sends) == Taken::Yes);
}

}  // namespace kine::server::muscled_characters_test
