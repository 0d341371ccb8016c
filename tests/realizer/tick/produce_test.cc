// Tests for realizer/tick/produce.h.
#include "realizer/tick/produce.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"

namespace kine::produce_test {
namespace {

/// Whether any segment of life plays at each tick of ten seconds.
std::vector<bool> life_of(const autonomy::LifeOptions& options) {
  test::LoneRow lone;
  lone.row.state.life = autonomy::make_life(options);
  std::vector<bool> lives;
  for (Tick tick{1}; tick.index <= 600; ++tick.index) {
    produce(lone.context, lone.row, tick);
    lives.push_back(!lone.row.state.life.segments.empty());
  }
  return lives;
}

}  // namespace

TEST_CASE("a character lives of itself where it is told to, the same for the same seed",
          "[produce]") {
  const auto alive = life_of({.liveliness = autonomy::Liveliness::Alive, .seed = 7});
  CHECK(std::ranges::count(alive, true) > 60);
  CHECK(alive == life_of({.liveliness = autonomy::Liveliness::Alive, .seed = 7}));
  const auto still = life_of({});
  CHECK(std::ranges::count(still, true) == 0);
}

}  // namespace kine::produce_test
