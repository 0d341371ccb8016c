// Tests for realizer/tick/produce.h.
#include "realizer/tick/produce.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "realizer/cast/builtins.h"
#include "realizer/tick/arm_clocks.h"
#include "realizer/tick/sample.h"
#include "realizer/tick/schedule.h"
#include "tests/support/catch.h"
#include "tests/support/motion/lone_row.h"
#include "tests/support/motion/stage.h"

namespace kine::produce_test {
namespace {

/// Whether any segment of life plays at each tick of ten seconds.
std::vector<bool> life_of(const autonomy::LifeOptions& options) {
  test::LoneRow lone;
  lone.row.state.life = autonomy::make_life(options);
  std::vector<bool> lives;
  for (Tick tick{1}; tick.index <= 600; ++tick.index) {
    produce(lone.context, builtins().producers, lone.row, tick);
    lives.push_back(!lone.row.state.life.segments.empty());
  }
  return lives;
}

/// Turns the head for a second, every two seconds.
class Turner final : public autonomy::Producer {
 public:
  std::string_view name() const override { return "turner"; }
  plan::LifeParameter rate() const override { return plan::LifeParameter::SwayRate; }
  autonomy::Answer advance_to(autonomy::Now now, autonomy::Memory& memory) const override {
    memory.next = now.rate.first_at_or_after(now.tick, Seconds{2});
    return autonomy::Answer(test::spin_block({.id = "turn", .speed_rad_s = 0.5}));
  }
};

}  // namespace

TEST_CASE("a character lives of itself where it is told to, the same for the same seed",
          "[produce]") {
  const auto alive = life_of({.liveliness = autonomy::Liveliness::Alive, .seed = 7});
  CHECK(std::ranges::count(alive, true) > 60);
  CHECK(alive == life_of({.liveliness = autonomy::Liveliness::Alive, .seed = 7}));
  const auto still = life_of({});
  CHECK(std::ranges::count(still, true) == 0);
}

TEST_CASE("a block that a producer answers with enters like any other", "[produce]") {
  const Turner turner;
  const std::array<const autonomy::Producer*, 1> producers = {&turner};
  test::LoneRow lone;
  lone.row.state.life = autonomy::make_life({.liveliness = autonomy::Liveliness::Alive});
  std::vector<std::string> words;
  std::vector<BlockId> ids;
  for (Tick tick{1}; tick.index <= 180; ++tick.index) {
    keep_time(lone.context, lone.row, tick);
    schedule(lone.context, lone.row, tick);
    produce(lone.context, producers, lone.row, tick);
    for (const PlayingBlock& playing : lone.row.state.blocks) {
      if (ids.empty() || ids.back() != playing.id) ids.push_back(playing.id);
    }
    if (tick.index == 31) {  // half a second after it entered
      TickScratch scratch;
      sample_and_blend(lone.context, lone.row, tick, {}, scratch);
      CHECK(angle_between(lone.base.rotation(body::Joint::Head),
                          scratch.pose.rotation(body::Joint::Head)) == Approx(0.25).margin(1e-4));
    }
    std::ranges::copy(lone.words(), std::back_inserter(words));
  }
  CHECK(words == std::vector<std::string>{"started turn", "sync turn:s1:start", "sync turn:s1:end",
                                          "ended turn", "started turn", "sync turn:s1:start"});
  REQUIRE(ids.size() == 2);
  CHECK(ids[0] >= kFirstProducedBlock);
  CHECK(ids[0] != ids[1]);
}

TEST_CASE(
    "a script makes the life of its character smaller while it plays, else what is set counts",
    "[produce]") {
  const auto& producers = builtins().producers;
  const auto sway = static_cast<std::size_t>(
      std::ranges::find(producers, "sway", &autonomy::Producer::name) - producers.begin());
  const auto farthest_rad = [&](std::optional<double> of_script, double set) {
    test::LoneRow lone;
    lone.row.state.life = autonomy::make_life({.liveliness = autonomy::Liveliness::Alive});
    lone.row.state.idle_amount = set;
    auto block = std::make_shared<motion::Block>();
    block->idle_amount = of_script;
    lone.row.state.blocks.push_back({.id = {}, .client = {}, .block = block, .start = {}});
    double farthest = 0;
    for (Tick tick{1}; tick.index <= 600; ++tick.index) {
      produce(lone.context, builtins().producers, lone.row, tick);
      const std::vector<autonomy::Memory>& memories = lone.row.state.life.memories;
      if (!memories.empty()) farthest = std::max(farthest, std::abs(memories[sway].where[0]));
    }
    return farthest;
  };
  const double usual = farthest_rad({}, 1);
  CHECK(usual > 0);
  CHECK(farthest_rad(0.5, 1) == Approx(0.5 * usual));
  CHECK(farthest_rad({}, 0.5) == Approx(0.5 * usual));
  CHECK(farthest_rad(1, 0.5) == Approx(usual));
  CHECK(farthest_rad(0, 1) == 0);
}

}  // namespace kine::produce_test
