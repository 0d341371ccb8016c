// Tests for server/journal/quiet_scene.h: characters that live go on to the bit.
#include "server/journal/quiet_scene.h"

#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::quiet_scene_test {
namespace {

const TickRate kRate{60};

MadeScene made_scene() {
  return {.casts = *make_casts(default_characters()),
          .life = {.liveliness = autonomy::Liveliness::Alive, .seed = 7},
          .rate = kRate};
}

Shard shard_of(const MadeScene& made) {
  Shard shard(made.rate);
  for (std::size_t i = 0; i < made.casts.size(); ++i) {
    shard.add_character({static_cast<std::uint32_t>(i + 1)}, made.casts[i], made.life);
  }
  return shard;
}

/// Ten minutes, in which somebody has set a target, a face and a posture.
Shard lived(const MadeScene& made, std::uint64_t ticks = 36'000) {
  Shard shard = shard_of(made);
  FaceChange smile{.channels = {}, .over = Seconds{1}};
  smile.channels[3] = 0.7F;
  PostureChange leans{.offsets = {}, .over = Seconds{2}, .idle_amount = 0.6};
  leans.offsets.spine_rad[0] = {0.1, 0, 0.02};
  const std::vector<Input> inputs{SetTarget{.name = "ball", .point_m = {1, 2, 3}},
                                  SetFace{.character = {1}, .change = smile},
                                  SetPosture{.character = {2}, .change = leans}};
  shard.advance_to({1}, inputs);
  for (std::uint64_t tick = 2; tick <= ticks; ++tick) shard.advance_to({tick}, {});
  return shard;
}

SceneAtTick scene_of(const Shard& shard, std::uint64_t tick) {
  return {.tick = {tick}, .shards = {shard.snapshot()}};
}

QuietScene read_again(const QuietScene& scene) {
  auto read = decode_quiet_scene(encode(scene));
  if (!read) FAIL(read.error().message);
  return *std::move(read);
}

}  // namespace

TEST_CASE("a scene that was told goes on to the bit", "[journal]") {
  const MadeScene made = made_scene();
  Shard shard = lived(made);
  const SceneAtTick scene = scene_of(shard, 36'000);
  const auto told = tell_quiet(scene);
  REQUIRE(told);
  const QuietScene read = read_again(*told);
  CHECK(is_whole(read, scene, made));

  Shard again = shard_of(made);
  again.advance_to(read.tick, {});
  ShardSnapshot snapshot = again.snapshot();
  REQUIRE(put_back(read, snapshot));
  again.restore(snapshot);
  for (std::uint64_t tick = 36'001; tick < 43'000; ++tick) {
    shard.advance_to({tick}, {});
    again.advance_to({tick}, {});
    REQUIRE(shard.frames()[0] == again.frames()[0]);
    REQUIRE(shard.frames()[1] == again.frames()[1]);
  }
  CHECK(shard.snapshot() == again.snapshot());
}

TEST_CASE("a scene of which something is missing is not whole", "[journal]") {
  const MadeScene made = made_scene();
  const Shard shard = lived(made, 3'000);
  const SceneAtTick scene = scene_of(shard, 3'000);
  const QuietScene told = *tell_quiet(scene);
  REQUIRE(is_whole(told, scene, made));
  const auto is_whole_with = [&](auto change) {
    QuietScene other = told;
    change(other);
    return is_whole(other, scene, made);
  };
  CHECK_FALSE(is_whole_with([](QuietScene& each) { each.characters.pop_back(); }));
  CHECK_FALSE(is_whole_with([](QuietScene& each) { each.characters[0].face.reset(); }));
  CHECK_FALSE(is_whole_with([](QuietScene& each) { each.characters[1].posture.reset(); }));
  CHECK_FALSE(is_whole_with([](QuietScene& each) { each.characters[0].memories.pop_back(); }));
  CHECK_FALSE(is_whole_with([](QuietScene& each) { each.characters[0].motions.pop_back(); }));
  CHECK_FALSE(is_whole_with([](QuietScene& each) { each.points.pop_back(); }));
  CHECK_FALSE(is_whole_with(
      [](QuietScene& each) { each.characters[0].motions[0].rotations.push_back(0); }));
}

TEST_CASE("a face that is on its way is not quiet", "[journal]") {
  const MadeScene made = made_scene();
  Shard shard = lived(made, 30);  // the face takes a second
  const SceneAtTick scene = scene_of(shard, 30);
  const auto told = tell_quiet(scene);
  REQUIRE(told);
  CHECK_FALSE(is_whole(*told, scene, made));
}

TEST_CASE("what is told of clients and targets comes back", "[journal]") {
  const auto message = protocol::make_bytes("f");
  QuietScene scene{
      .tick = {12},
      .last_block = {3},
      .last_client = {4},
      .characters = {},
      .points = {},
      .targets = {{.name = "ball", .point_m = {1, -0.0, 0.1}}},
      .clients = {{.key = "key",
                   .client = {2},
                   .keeps_waiting = true,
                   .scripts = {{.id = "a", .blocks = {"b"}, .last_words = {{message}}}},
                   .feedback = {{.tick = {7}, .is_last_word = true, .message = {message}}}}}};
  const QuietScene read = read_again(scene);
  CHECK(encode(read) == encode(scene));
  CHECK(read.clients.at(0).scripts.at(0).blocks == std::vector<std::string>{"b"});
  CHECK(read.clients.at(0).feedback.at(0).message == ToldBytes{message});
  CHECK_FALSE(decode_quiet_scene("{\"tick\":1}"));
}

}  // namespace kine::server::quiet_scene_test
