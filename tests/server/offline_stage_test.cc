// Tests for server/offline_stage.h.
#include "server/offline_stage.h"

#include <vector>

#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/stage.h"

using namespace kine;

namespace {

std::shared_ptr<const motion::Block> spin_for(const std::string& character) {
  auto block = std::make_shared<motion::Block>(*test::spin_block());
  block->character = character;
  return block;
}

std::vector<std::shared_ptr<const Cast>> two_casts() {
  return {test::cast_named("ada", test::ada()), test::cast_named("ben", test::ben())};
}

}  // namespace

TEST_CASE("an offline stage counts its ticks from 0, a frame a character each", "[offline_stage]") {
  server::OfflineStage stage(two_casts(), TickRate(60));
  for (std::uint64_t index = 0; index < 3; ++index) {
    stage.advance();
    CHECK(stage.tick() == Tick{index});
    REQUIRE(stage.frames().size() == 2);
    CHECK(stage.frames()[0].tick == Tick{index});
    CHECK(stage.frames()[1].character == CharacterId{2});
  }
}

TEST_CASE("a block plays on its own character, from the next tick", "[offline_stage]") {
  server::OfflineStage stage(two_casts(), TickRate(60));
  stage.advance();
  CHECK(stage.idle());

  CHECK(stage.play(spin_for("ben")));
  CHECK_FALSE(stage.idle());
  stage.advance();

  REQUIRE_FALSE(stage.feedback().empty());
  CHECK(stage.feedback().front().kind == FeedbackKind::Started);
  CHECK(stage.feedback().front().tick == Tick{1});
  CHECK(stage.feedback().front().character == CharacterId{2});
}

TEST_CASE("an offline stage is idle when every block has ended", "[offline_stage]") {
  server::OfflineStage stage(two_casts(), TickRate(60));
  stage.play(spin_for("ada"));  // one second
  stage.advance();
  while (!stage.idle()) {
    REQUIRE(stage.tick() < Tick{600});
    stage.advance();
  }
  CHECK(stage.tick() == Tick{60});
  CHECK(stage.feedback().back().kind == FeedbackKind::Ended);
}

TEST_CASE("a block for someone who is not there is not played", "[offline_stage]") {
  server::OfflineStage stage(two_casts(), TickRate(60));
  CHECK_FALSE(stage.play(spin_for("carl")));
  CHECK(stage.idle());
}
