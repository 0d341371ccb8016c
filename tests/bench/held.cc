// What it costs to keep a hand in its place: 1,000 characters, one hand each that stays where it is
// while the trunk below it turns all the time, beside the same without `keep`.
//
// Protects that a tick with kept hands allocates nothing, and judges that; the nanoseconds a
// character are for reading.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/allocations.h"
#include "tests/bench/measure/clocks.h"

namespace {

using namespace kine;

constexpr std::uint32_t kCharacters = 1'000;
constexpr std::uint64_t kTicks = 300;
constexpr std::uint64_t kFirst = 90;  // ticks: from here on the hand is in its place

std::string script(bool keep) {
  const std::string kept = keep ? "yes" : "no";
  return R"(<script xmlns="urn:kinesphere:script:1">
    <sequence><pose time="1" hold="60">
      <position joint="rightHand" target="-0.2 1.05 0.28" keep=")" +
         kept + R"("/></pose></sequence>
    <sequence priority="1"><pose time="60">
      <orientation joint="upperChest" axis="z" direction="0.3 -0.2 1"/></pose></sequence>
    </script>)";
}

struct Figures {
  std::vector<double> thread_s;  // a tick each
  std::uint64_t allocated = 0;
};

std::optional<Figures> figures_of(bool keep) {
  const auto casts = server::make_casts({*server::parse_character("ada")});
  Diagnostics diagnostics;
  const auto prepared = prepare(script(keep), {.casts = *casts}, diagnostics);
  if (!prepared) {
    std::fprintf(stderr, "the script does not plan: %s\n", prepared.error().message.c_str());
    return {};
  }
  Shard shard(TickRate(60));
  std::vector<Input> inputs;
  for (std::uint32_t i = 1; i <= kCharacters; ++i) {
    shard.add_character({i}, casts->front());
    inputs.push_back(PlayBlock{.character = {i}, .id = {i}, .block = prepared->blocks[0]});
  }
  shard.advance_to(Tick{0}, inputs);
  for (std::uint64_t tick = 1; tick < kFirst; ++tick) shard.advance_to(Tick{tick}, {});
  Figures figures;
  figures.thread_s.reserve(kTicks);
  for (std::uint64_t tick = kFirst; tick < kFirst + kTicks; ++tick) {
    const std::uint64_t before = bench::allocations();
    const bench::Taken taken = bench::time_of([&] { shard.advance_to(Tick{tick}, {}); });
    figures.allocated += bench::allocations() - before;
    figures.thread_s.push_back(taken.thread_s);
  }
  return figures;
}

void print(const char* what, const Figures& figures) {
  const auto at = [&](double share) {
    return 1e9 * bench::quantile(figures.thread_s, share) / kCharacters;
  };
  std::printf("%-22s least %7.0f  p50 %7.0f  p99 %7.0f ns a character, %llu allocations\n", what,
              at(0), at(0.5), at(0.99), static_cast<unsigned long long>(figures.allocated));
}

}  // namespace

int main() {
  const auto carried = figures_of(false);
  const auto kept = figures_of(true);
  if (!carried || !kept) return 1;
  std::printf("ticks of %u characters, a hand each while the trunk turns\n", kCharacters);
  print("carried along", *carried);
  print("kept in its place", *kept);
  return carried->allocated == 0 && kept->allocated == 0 ? 0 : 1;
}
