// What it costs to begin a walk, which is planned in the tick in which it begins: its steps, and
// how far the hips come down for them.
//
// Protects the tick: planning allocates nothing, which this program judges, and takes no longer
// than to look at each leg once along the way; 100 that set out at once take a few milliseconds,
// and less than a frame of 60 a second lasts.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "realizer/motion/ground/gait.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/allocations.h"
#include "tests/bench/measure/clocks.h"

namespace {

using namespace kine;

constexpr int kRounds = 400;
constexpr int kLooks = 9;  // a step
constexpr std::uint32_t kCharacters = 100;
constexpr double kFrame_s = 1.0 / 60;

struct Named {
  const char* name;
  body::Way way;
};
constexpr std::array kWays = {Named{"a step and a half", {0, 0.9}}, Named{"3 m ahead", {0, 3}},
                              Named{"round, and 5 m", {2.8, 5}}, Named{"round on the spot", {3, 0}},
                              Named{"50 m", {0.5, 50}}};

/// Each leg once at each look of the steps that are not alike.
void look_once(const pose::Gait& gait, const pose::StandingBody& body) {
  const int steps = std::min(gait.steps, gait.turning_steps + 6);
  for (int look = 0; look < steps * kLooks; ++look) {
    bench::keep(motion::walk(gait, body, gait.lead_s + look * gait.step_s / kLooks));
  }
}

/// Whether planning this way allocates nothing.
bool measure(const Named& named, const pose::StandingBody& body) {
  const Seconds length = body::walking_time(named.way, body.leg_m());
  const auto plan = [&] { return motion::plan_gait(named.way, {}, length, body); };
  const auto lead_on = [&](const pose::Gait& gait) {
    return motion::led_on(gait, gait.turning_steps + 1, {3, 0, 6}, 0, body);
  };
  const std::uint64_t before = bench::allocations();
  const auto gait = plan();
  if (!gait) return false;
  bench::keep(lead_on(*gait));
  const std::uint64_t allocated = bench::allocations() - before;
  std::vector<double> plan_s;
  std::vector<double> once_s;
  std::vector<double> on_s;
  for (int round = 0; round < kRounds; ++round) {
    plan_s.push_back(bench::time_of([&] { bench::keep(plan()); }).thread_s);
    once_s.push_back(bench::time_of([&] { look_once(*gait, body); }).thread_s);
    on_s.push_back(bench::time_of([&] { bench::keep(lead_on(*gait)); }).thread_s);
  }
  const auto us = [](const std::vector<double>& times_s, double share) {
    return 1e6 * bench::quantile(times_s, share);
  };
  std::printf(
      "%-18s p50 %6.1f  p99 %6.1f us, %4.2f of its floor of %5.1f; led on %6.1f; %llu "
      "allocations\n",
      named.name, us(plan_s, 0.5), us(plan_s, 0.99), us(plan_s, 0.5) / us(once_s, 0.5),
      us(once_s, 0.5), us(on_s, 0.5), static_cast<unsigned long long>(allocated));
  return allocated == 0;
}

/// Of some rounds the best: the tick in which all set out, and the one before it, in seconds.
struct SetOut {
  double stands_s = 1e9;
  double sets_out_s = 1e9;
};

SetOut set_out() {
  const auto casts = server::make_casts({*server::parse_character("ada")});
  const char* script =
      "<script xmlns=\"urn:kinesphere:script:1\"><sequence><pose time=\"4\">"
      "<walk target=\"2 0 4\"/></pose></sequence></script>";
  Diagnostics diagnostics;
  const auto prepared = prepare(script, {.casts = *casts}, diagnostics);
  SetOut best;
  if (!prepared) {
    std::fprintf(stderr, "%s\n", prepared.error().message.c_str());
    return best;
  }
  for (int round = 0; round < 8; ++round) {
    Shard shard(TickRate(60));
    std::vector<Input> plays;
    for (std::uint32_t i = 1; i <= kCharacters; ++i) {
      shard.add_character({i}, casts->front());
      plays.push_back(PlayBlock{.character = {i}, .id = {i}, .block = prepared->blocks[0]});
    }
    shard.advance_to(Tick{0}, {});
    const auto tick_s = [&](std::uint64_t tick, std::span<const Input> inputs) {
      return bench::time_of([&] { shard.advance_to(Tick{tick}, inputs); }).thread_s;
    };
    best.stands_s = std::min(best.stands_s, tick_s(1, {}));
    best.sets_out_s = std::min(best.sets_out_s, tick_s(2, plays));
  }
  return best;
}

}  // namespace

int main() {
  const auto casts = server::make_casts({*server::parse_character("ada")});
  const pose::StandingBody body = motion::standing_body(*casts->front()->body);
  bool allocated_nothing = true;
  for (const Named& named : kWays) allocated_nothing &= measure(named, body);
  const SetOut tick = set_out();
  std::printf("a tick in which %u set out: %.2f ms (%.2f while they stand), %.1f us each\n",
              kCharacters, 1e3 * tick.sets_out_s, 1e3 * tick.stands_s,
              1e6 * (tick.sets_out_s - tick.stands_s) / kCharacters);
  if (!allocated_nothing) std::fprintf(stderr, "planning a walk allocates\n");
  if (tick.sets_out_s > kFrame_s) std::printf("  longer than a frame of 60 a second\n");
  return allocated_nothing ? 0 : 1;
}
