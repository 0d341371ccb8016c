// Tests for server/live/live_scene.h.
#include "server/live/live_scene.h"

#include <memory>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::server::live_scene_test {
namespace {

const TickRate kRate(60);

/// A scene and what moves it, tick by tick.
struct Playing {
  std::vector<std::shared_ptr<const Cast>> casts{test::cast_named("ada", test::ada())};
  LiveScene scene{{.casts = casts, .rate = kRate, .inputs_max = 16}};
  ShardThreads shards{scene.roster, kRate, 1};
  Tick tick;
  std::vector<Input> inputs = {};
  std::shared_ptr<TickOutput> output = {};

  std::shared_ptr<const motion::Block> play(const std::string& id) {
    auto block = std::make_shared<motion::Block>();
    block->id = id;
    block->character = "ada";
    block->relaxed = Seconds(1);
    block->end = Seconds(1);
    scene.live_blocks.expect(block);
    const CharacterId ada = scene.roster.find("ada")->id;
    REQUIRE(scene.mailbox.push({PlayBlock{ada, BlockId{++scene.blocks_counted}, {}, block}}));
    return block;
  }

  void advance(int ticks = 1) {
    for (; ticks > 0; --ticks) {
      ++tick.index;
      scene.take_in(inputs);
      output = shards.advance_to(tick, inputs, {});
      scene.note(tick, inputs, output, shards.shards());
    }
  }

  std::size_t blocks_underway() const {
    return scene.live_blocks.underway({}, "ada").blocks.size();
  }
};

}  // namespace

TEST_CASE("a scene takes in what was sent, and knows what came of it", "[live_scene]") {
  Playing playing;
  playing.advance();
  const auto block = playing.play("wave");
  playing.advance();
  REQUIRE(playing.output->feedback.size() == 1);
  CHECK(playing.output->feedback[0].kind == FeedbackKind::Started);
  CHECK(playing.blocks_underway() == 1);
  CHECK(playing.scene.live_blocks.foreseen_start(*block) == playing.output->feedback[0].tick);
  CHECK(playing.scene.located().size() <= 1);  // ada is where she was at first, or found there
  playing.advance(61);
  CHECK(playing.blocks_underway() == 0);
}

TEST_CASE("of two scenes in one process nothing of one reaches the other", "[live_scene]") {
  Playing one;
  Playing other;
  one.advance();
  other.advance();
  one.play("wave");
  script::Expressivity strong;
  strong.set(script::kPower, 1);
  one.scene.live_blocks.set_manner("ada", strong, Seconds(0));
  REQUIRE(one.scene.targets.add("door", {1, 0, 2}));
  REQUIRE(one.scene.mailbox.push({SetTarget{.name = "door", .point_m = {1, 0, 2}}}));
  one.advance(2);
  other.advance(2);
  CHECK(one.blocks_underway() == 1);
  CHECK(other.blocks_underway() == 0);
  CHECK(one.scene.live_blocks.manners().all.size() == 1);
  CHECK(other.scene.live_blocks.manners().all.empty());
  CHECK(one.scene.targets.located().size() == 1);
  CHECK(other.scene.targets.located().empty());
  REQUIRE(one.scene.roster.join(test::cast_named("ben", test::ada()), 2));
  CHECK(one.scene.roster.find("ben") != nullptr);
  CHECK(other.scene.roster.find("ben") == nullptr);
  other.play("nod");
  other.advance();
  CHECK(other.blocks_underway() == 1);
}

}  // namespace kine::server::live_scene_test
