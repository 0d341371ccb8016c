// What a tick costs: 100 characters, each with one arm that moves all the time.
//
// Protects the tick's shape: blocks of lanes, nothing allocated, nothing looked up by name. Prints
// nanoseconds a character; the figures are for reading and comparing, never a test.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"

namespace {

using namespace kine;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kCharacters = 100;
constexpr std::uint64_t kTicks = 6000;

constexpr const char* kSlowReach = R"(<script xmlns="urn:kinesphere:script:1">
  <sequence>
    <pose time="150"><position joint="rightHand" target="-0.3 1.3 0.3"/></pose>
  </sequence>
</script>)";

double nanoseconds_of_tick(Shard& shard, std::uint64_t tick) {
  const auto start = Clock::now();
  shard.advance_to(Tick{tick}, {});
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

void print_quantiles(const char* what, std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))] /
           kCharacters;
  };
  std::printf("%-38s min %7.1f  p50 %7.1f  p99 %7.1f ns a character\n", what, at(0), at(0.5),
              at(0.99));
}

}  // namespace

int main() {
  const auto spec = server::parse_character("ada");
  const auto casts = server::make_casts({*spec});
  Diagnostics diagnostics;
  const auto prepared = prepare(kSlowReach, {.casts = *casts}, diagnostics);
  if (!prepared) {
    std::fprintf(stderr, "the script does not plan: %s\n", prepared.error().message.c_str());
    return 1;
  }

  Shard shard(TickRate(60));
  std::vector<Input> inputs;
  for (std::uint32_t i = 1; i <= kCharacters; ++i) {
    shard.add_character({i}, casts->front());
    inputs.push_back(PlayBlock{.character = {i}, .id = {i}, .block = prepared->blocks[0]});
  }

  std::vector<double> idle;
  for (std::uint64_t tick = 0; tick < kTicks; ++tick) {
    idle.push_back(nanoseconds_of_tick(shard, tick));
  }
  shard.advance_to(Tick{kTicks}, inputs);
  std::vector<double> moving;
  for (std::uint64_t tick = kTicks + 1; tick < 2 * kTicks; ++tick) {
    moving.push_back(nanoseconds_of_tick(shard, tick));
  }

  std::printf("a tick of %u characters, frames published, not encoded\n", kCharacters);
  print_quantiles("standing", std::move(idle));
  print_quantiles("one active segment each", std::move(moving));
  return 0;
}
