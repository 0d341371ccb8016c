// A crowd that moves by its muscles: 60 torsos, and 40 whole bodies, that gesture in one thread.
//
// Protects the tick: prints its quantiles, and how many ticks of ten seconds were longer than a
// sixtieth of a second.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"

namespace {

using namespace kine;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kTicks = 600;
constexpr double kStep_ms = 1000.0 / 60;

std::string script_of(const std::string& dynamics) {
  std::string text = "<script xmlns='urn:kinesphere:script:1'><character dynamics='" + dynamics +
                     "' tension='neutral'/>";
  for (int i = 0; i < 10; ++i) {
    text += "<gesture lexeme='beat' start='" + std::to_string(i) + "s'/>";
  }
  return text + "</script>";
}

/// False where the script does not plan.
bool measure(const std::string& dynamics, std::uint32_t characters) {
  const auto casts = *server::make_casts({*server::parse_character("ada")});
  Diagnostics diagnostics;
  const auto prepared = prepare(script_of(dynamics), {.casts = casts}, diagnostics);
  if (!prepared) return false;
  Shard shard(TickRate(60), {}, characters);
  std::vector<Input> inputs;
  for (std::uint32_t i = 1; i <= characters; ++i) {
    shard.add_character({i}, casts.front());
    inputs.push_back(PlayBlock{.character = {i}, .id = {i}, .block = prepared->blocks[0]});
  }
  std::vector<double> took_ms;
  for (std::uint64_t tick = 0; tick < kTicks; ++tick) {
    const auto start = Clock::now();
    shard.advance_to(Tick{tick}, tick == 0 ? inputs : std::vector<Input>());
    took_ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  const auto late = std::ranges::count_if(took_ms, [](double ms) { return ms > kStep_ms; });
  std::ranges::sort(took_ms);
  std::printf("%2u of dynamics %-5s  p50 %6.2f  p99 %6.2f ms a tick; %lld of %llu late\n",
              characters, dynamics.c_str(), took_ms[kTicks / 2], took_ms[kTicks * 99 / 100],
              static_cast<long long>(late), static_cast<unsigned long long>(kTicks));
  return true;
}

}  // namespace

int main() { return measure("torso", 60) && measure("body", 40) ? 0 : 1; }
