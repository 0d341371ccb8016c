// Tests for server/offline/offline_stage.h.
#include "server/offline/offline_stage.h"

#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::offline_stage_test {

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

TEST_CASE("what moves on an offline stage can be looked at", "[offline_stage]") {
  server::OfflineStage stage(two_casts(), TickRate(60));
  stage.play(spin_for("ben"));
  stage.advance();
  const ShardSnapshot now = stage.snapshot();
  REQUIRE(now.characters.size() == 2);
  CHECK(now.characters[0].blocks.empty());
  CHECK(now.characters[1].blocks.size() == 1);
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

TEST_CASE("a script moves a target, and all who look at it follow", "[offline_stage]") {
  // Both stand at the origin, and look at a cup that one of them moves from left to right.
  constexpr const char* kScript = R"(<script xmlns="urn:kinesphere:script:1">
    <sequence character="ada">
      <pose time="0s" hold="1s"><target name="cup" at="0.8 1.6 1"/></pose>
      <pose time="3s"><target name="cup" at="-0.8 1.6 1"/></pose>
    </sequence>
    <sequence character="ben"><pose time="500ms" hold="4s">
      <look-at target="cup" with="head"/></pose></sequence>
  </script>)";
  const auto casts = two_casts();
  Diagnostics diagnostics;
  const auto prepared =
      prepare(kScript, {.casts = casts, .script_id = "s", .character = {}}, diagnostics);
  REQUIRE(prepared);
  CHECK(diagnostics.warnings().empty());
  server::OfflineStage stage(casts, TickRate(60));
  for (const auto& block : prepared->blocks) REQUIRE(stage.play(block));

  const auto front_x = [&] {
    std::array<Quat, body::kJointCount> pose;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const auto& q = stage.frames()[1].parent_from_joint[i];
      pose[i] = {q[0], q[1], q[2], q[3]};
    }
    const auto model = test::ben().compute_model(pose);
    return (model.character_from_joint[index_of(body::Joint::Head)] * Vec3{0, 0, 1}).x;
  };
  const auto after = [&](std::uint64_t tick) {
    while (stage.tick() < Tick{tick}) stage.advance();
    return front_x();
  };
  stage.advance();
  const double at_left = after(59);
  CHECK(at_left > 0.2);
  CHECK(after(120) == Approx(0).margin(0.05));  // half way there
  CHECK(after(190) == Approx(-at_left).margin(0.02));
  REQUIRE(stage.targets().size() == 1);
  CHECK(stage.targets()[0].name == "cup");
  CHECK(stage.targets()[0].at.position_m == Vec3{-0.8, 1.6, 1});
}

TEST_CASE("a block for someone who is not there is not played", "[offline_stage]") {
  server::OfflineStage stage(two_casts(), TickRate(60));
  CHECK_FALSE(stage.play(spin_for("carl")));
  CHECK(stage.idle());
}

}  // namespace kine::offline_stage_test
