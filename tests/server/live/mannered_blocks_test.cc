// Manners that are set while blocks come and play: what is planned by them, and what is not.
#include <algorithm>

#include "realizer/body/skeleton.h"
#include "server/live/live_blocks.h"
#include "tests/support/catch.h"
#include "tests/support/server/live_stage.h"

namespace kine::mannered_blocks_test {
namespace {

const script::Expressivity kWide{{script::kSpatialExtent, 0.4}};

/// Two beats that are tied to times: they strike at 1 s and at 4 s.
const std::string kTwoBeats =
    R"(<gesture id="g" lexeme="BEAT" mode="RIGHT_HAND" start="0.4" stroke="1" end="2"/>
       <gesture id="h" lexeme="BEAT" mode="RIGHT_HAND" start="3.2" stroke="4" end="5"/>)";

/// The turns of ada's upper right arm in every tick, where somebody sets the manner at `tick`.
std::vector<std::array<float, 4>> turns(const std::string& inside,
                                        std::optional<std::uint64_t> tick) {
  test::LiveStage stage;
  std::vector<std::array<float, 4>> turns;
  const auto set = [&] { stage.stage().set_manner("ada", kWide, Seconds(0)); };
  if (tick == 0U) set();
  stage.submit("bml1", inside);
  for (std::uint64_t i = 0; i < 330; ++i) {
    if (tick != 0U && tick == i) set();
    stage.advance_to(i);
    turns.push_back(
        stage.stage().frames()[0].parent_from_joint[body::index_of(body::Joint::RightUpperArm)]);
  }
  CHECK(stage.warnings() == std::vector<std::string>{});
  CHECK(stage.tick_of("sync bml1:g:stroke") == 60);
  CHECK(stage.tick_of("sync bml1:h:stroke") == 240);
  return turns;
}

double apart(const std::vector<std::array<float, 4>>& a, const std::vector<std::array<float, 4>>& b,
             std::size_t from, std::size_t until) {
  double most = 0;
  for (std::size_t i = from; i < until; ++i) {
    const Quat one{a[i][0], a[i][1], a[i][2], a[i][3]};
    const Quat other{b[i][0], b[i][1], b[i][2], b[i][3]};
    most = std::max(most, angle_between(one, other));
  }
  return most;
}

/// Angles of which nobody sees anything, and of which everybody does.
constexpr double kSame_rad = 2e-3;
constexpr double kSeen_rad = 0.02;

}  // namespace

TEST_CASE("a block that comes after a manner was set is planned by it", "[mannered]") {
  const auto plain = turns(kTwoBeats, {});
  const auto wide = turns(kTwoBeats, 0);
  CHECK(apart(plain, wide, 0, 120) > kSeen_rad);
  CHECK(apart(plain, wide, 200, 300) > kSeen_rad);
}

TEST_CASE("of a block that plays only what has not struck takes a manner", "[mannered]") {
  const auto plain = turns(kTwoBeats, {});
  const auto wide = turns(kTwoBeats, 0);
  const auto later = turns(kTwoBeats, 90);
  CHECK(apart(later, plain, 0, 150) < kSame_rad);
  CHECK(apart(later, wide, 240, 300) < kSame_rad);
}

TEST_CASE("a gesture that has begun and not struck takes a manner without a jump", "[mannered]") {
  const auto plain = turns(kTwoBeats, {});
  const auto wide = turns(kTwoBeats, 0);
  const auto later = turns(kTwoBeats, 205);
  CHECK(apart(later, plain, 0, 200) < kSame_rad);
  CHECK(apart(later, wide, 240, 300) < kSame_rad);
  std::vector<std::array<float, 4>> before(later.begin(), later.end() - 1);
  std::vector<std::array<float, 4>> after(later.begin() + 1, later.end());
  // A beat's own way is at most 0.1 in a tick.
  CHECK(apart(before, after, 200, 240) < 0.15);
}

TEST_CASE("what a script says itself, and what belongs to a word, keeps its manner", "[mannered]") {
  const std::string others =
      R"(<head id="n" lexeme="NOD" start="0.5" end="1.5"/>
         <gaze id="z" target="camera" start="2" end="3"/>)";
  const auto heads = [&](bool sets) {
    test::LiveStage stage;
    if (sets)
      stage.stage().set_manner("ada",
                               {{script::kSpatialExtent, 1},
                                {script::kTemporalExtent, 1},
                                {script::kPower, 1},
                                {script::kFluidity, 1}},
                               Seconds(0));
    stage.submit("bml1", others);
    stage.advance_to_the_end();
    return stage.said();
  };
  CHECK(heads(true) == heads(false));
}

TEST_CASE("a manner is of one character", "[mannered]") {
  test::LiveStage stage;
  stage.stage().set_manner("ben", kWide, Seconds(0));
  stage.submit("bml1", kTwoBeats);
  const auto plain = turns(kTwoBeats, {});
  for (std::uint64_t i = 0; i < 120; ++i) {
    stage.advance_to(i);
    CHECK(stage.stage().frames()[0].parent_from_joint[body::index_of(body::Joint::RightUpperArm)] ==
          plain[i]);
  }
}

}  // namespace kine::mannered_blocks_test
