// What it costs a tick that a script replaces all that plays on a face, five times a second.
//
// Protects the ticks of everybody else: each is to stay within a sixtieth of a second. It judges
// that what a tick allocates grows no faster than what begins in it.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/allocations.h"
#include "tests/bench/measure/clocks.h"

namespace {

using namespace kine;

constexpr std::uint64_t kTicks = 180;
constexpr std::uint64_t kPeriod = 12;  // ticks
constexpr double kTick_ms = 1000.0 / 60;
const TickRate kRate(60);

using Casts = std::vector<std::shared_ptr<const Cast>>;

/// One block that replaces what plays with so many parts of a face.
std::shared_ptr<const motion::Block> faces(const Casts& casts, std::size_t count) {
  constexpr int kUnits[] = {1, 2, 4, 5, 6, 7, 12, 15, 20, 25, 26};
  std::string text =
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b" composition="REPLACE">)";
  for (std::size_t i = 0; i < count; ++i) {
    text += "<faceFacs id='f" + std::to_string(i) + "' au='" +
            std::to_string(kUnits[i % std::size(kUnits)]) + "' start='0' end='5'/>";
  }
  Diagnostics diagnostics;
  const auto result = prepare(text + "</bml>", {.casts = casts}, diagnostics);
  if (result && result->blocks.size() == 1) return result->blocks.front();
  std::fprintf(stderr, "the script does not plan\n");
  return nullptr;
}

struct Ticks {
  std::vector<double> ms;
  std::uint64_t allocations = 0;
  std::size_t segments_most = 0;
};

Ticks run(const Casts& casts, const std::shared_ptr<const motion::Block>& block) {
  Shard shard(kRate);
  shard.add_character({1}, casts.front());
  Ticks ticks;
  std::uint64_t id = 0;
  for (std::uint64_t tick = 1; tick <= kTicks; ++tick) {
    std::vector<Input> inputs;
    if (tick % kPeriod == 0) {
      inputs.push_back(PlayBlock{.character = {1}, .id = {++id}, .client = {}, .block = block});
    }
    const std::uint64_t before = bench::allocations();
    const bench::Taken taken = bench::time_of([&] { shard.advance_to(Tick{tick}, inputs); });
    ticks.allocations += bench::allocations() - before;
    ticks.ms.push_back(1000 * taken.thread_s);
    ticks.segments_most =
        std::max(ticks.segments_most, shard.snapshot().characters.front().segments.size());
  }
  return ticks;
}

bool judge(const Casts& casts) {
  std::vector<double> each;
  for (const std::size_t count : {125U, 250U, 500U, 1000U, 2000U}) {
    const auto block = faces(casts, count);
    if (block == nullptr) return false;
    const Ticks ticks = run(casts, block);
    const double begun = static_cast<double>(block->segments.size() * (kTicks / kPeriod));
    each.push_back(static_cast<double>(ticks.allocations) / begun);
    std::printf(
        "%4zu faces: %zu segments, %zu at once; p50 %6.2f  p99 %6.2f  most %6.2f ms, "
        "%.1f allocations a segment\n",
        count, block->segments.size(), ticks.segments_most, bench::quantile(ticks.ms, 0.5),
        bench::quantile(ticks.ms, 0.99), bench::quantile(ticks.ms, 1), each.back());
  }
  std::printf("a tick is %.1f ms\n", kTick_ms);
  constexpr double kMore = 1.5;
  const bool grows = each.back() > kMore * each.front();
  if (grows) std::fprintf(stderr, "what a tick allocates grows faster than what begins in it\n");
  return !grows;
}

}  // namespace

int main() {
  const auto casts = server::make_casts({*server::parse_character("ada")});
  return casts && judge(*casts) ? 0 : 1;
}
