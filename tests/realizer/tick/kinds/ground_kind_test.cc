// Tests for realizer/tick/kinds/ground_kind.h; walks and stances run through it in
// solving/ground_test.cc.
#include "realizer/tick/kinds/ground_kind.h"

#include <memory>

#include "realizer/motion/ground/ground.h"
#include "realizer/tick/begin.h"
#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::ground_kind_test {
namespace {

using namespace std::chrono_literals;

const GroundKind kGround;

/// Two metres ahead, in two seconds.
std::shared_ptr<const motion::Block> walk_block() {
  std::vector<motion::GroundMove> moves = {{.from = 0s, .to = 2s, .walks_to = Vec3{0, 0, 2}}};
  auto block = std::make_shared<motion::Block>();
  block->id = "walk";
  block->segments.push_back(
      {.start = 0s, .end = 2s, .actuator = std::make_shared<motion::Ground>(std::move(moves))});
  block->end = 2s;
  return block;
}

void begin(test::LoneRow& lone, std::shared_ptr<const motion::Block> block, std::uint64_t id) {
  Beginning beginning;
  PlayingBlock& playing = lone.add(std::move(block), Tick{0}, BlockId{id});
  bind_due_segments(lone.context, lone.row, playing, Tick{id}, beginning);
}

}  // namespace

TEST_CASE("a walk has the ground, and another takes it over from it", "[ground_kind]") {
  test::LoneRow lone;
  CHECK(find_ground(lone.row.state) == nullptr);
  begin(lone, test::spin_block(), 1);
  CHECK(find_ground(lone.row.state) == nullptr);
  begin(lone, walk_block(), 2);
  const ActiveSegment* const first = find_ground(lone.row.state);
  REQUIRE(first != nullptr);
  CHECK(first->block == BlockId{2});
  begin(lone, walk_block(), 3);
  CHECK(find_ground(lone.row.state)->block == BlockId{3});
  CHECK(lone.row.state.segments.size() == 2);
}

TEST_CASE("a walk that is stopped comes to a stand before its end, and fades not",
          "[ground_kind]") {
  test::LoneRow lone;
  begin(lone, walk_block(), 1);
  ActiveSegment& active = *find_ground(lone.row.state);
  const double way_m = motion::last_place(ground_of(active)).position_m.z;
  CHECK(way_m == Approx(2).margin(0.01));
  kGround.stop(lone.context, active, lone.row.state, Tick{25});
  CHECK_FALSE(active.fading);
  const double stopped_m = motion::last_place(ground_of(active)).position_m.z;
  CHECK(stopped_m > 0.1);
  CHECK(stopped_m < way_m - 0.2);
  kGround.leave(active, lone.row.state);
  CHECK(lone.row.state.placement.position_m.z == stopped_m);
}

TEST_CASE("a walk to a character says to whom", "[ground_kind]") {
  test::LoneRow lone;
  std::vector<motion::GroundMove> moves = {
      {.from = 0s, .to = 2s, .walks_to = std::string("ada"), .short_of_m = 0.7}};
  auto block = std::make_shared<motion::Block>();
  block->segments.push_back(
      {.start = 0s, .end = 2s, .actuator = std::make_shared<motion::Ground>(std::move(moves))});
  block->end = 2s;
  begin(lone, block, 1);
  const ActiveSegment& active = *find_ground(lone.row.state);
  CHECK(active.walks_to == CharacterId{1});
  CHECK(ground_of(active).asked->short_of_m == 0.7);
}

}  // namespace kine::ground_kind_test
