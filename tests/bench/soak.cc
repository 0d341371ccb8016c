// Ten characters for ten minutes of counted time, with scripts coming and going: memory must not
// grow. Exits 1 where it does; the figures are of this process, as the allocator counts them.
#include <malloc.h>

#include <cstdio>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "schemas/embedded.h"
#include "server/scene/casts.h"
#include "tests/support/server/running_server.h"

namespace {

using namespace kine;

constexpr std::uint32_t kCharacters = 10;
constexpr std::uint32_t kTicksASecond = 60;
constexpr std::uint64_t kMinutes = 10;
constexpr std::uint64_t kWarmUpMinutes = 2;  // until each body that muscles move has its engine
constexpr std::uint64_t kTicksBetweenScripts = 20;

/// Every script that has come and gone may leave a little capacity behind, but no more than this
/// after the warm-up.
constexpr std::size_t kGrowthMax = 64 << 10;

std::vector<std::string_view> sample_scripts() {
  std::vector<std::string_view> texts;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (file.path.starts_with("scripts/")) texts.push_back(file.text);
  }
  return texts;
}

std::size_t bytes_in_use() { return mallinfo2().uordblks; }

}  // namespace

int main() {
  const auto casts = server::make_casts(server::default_characters());
  Shard shard{TickRate(kTicksASecond)};
  for (std::uint32_t i = 1; i <= kCharacters; ++i) {
    shard.add_character({i}, (*casts)[i % casts->size()]);
  }

  const std::vector<std::string_view> scripts = sample_scripts();
  std::uint64_t submitted = 0;
  std::size_t after_warm_up = 0;
  for (std::uint64_t minute = 0; minute < kMinutes; ++minute) {
    for (std::uint64_t i = 0; i < 60 * kTicksASecond; ++i) {
      const std::uint64_t tick = minute * 60 * kTicksASecond + i;
      std::vector<Input> inputs;
      // Each minute ends with nothing playing: the longest script takes 25 s.
      const bool settling = i >= 34 * kTicksASecond;
      if (tick % kTicksBetweenScripts == 0 && !settling) {
        Diagnostics diagnostics;
        const auto prepared =
            prepare(scripts[submitted % scripts.size()], {.casts = *casts}, diagnostics);
        const CharacterId character{static_cast<std::uint32_t>(submitted % kCharacters) + 1};
        ++submitted;
        inputs.push_back(PlayBlock{
            .character = character, .id = {submitted}, .block = prepared->blocks.front()});
        if (submitted % 7 == 0) inputs.push_back(Interrupt{.character = character});
      }
      shard.advance_to(Tick{tick}, inputs);
    }
    if (minute + 1 == kWarmUpMinutes) after_warm_up = bytes_in_use();
    std::printf("minute %2llu: %5llu scripts, %7zu bytes in use, %zu MB resident\n",
                static_cast<unsigned long long>(minute + 1),
                static_cast<unsigned long long>(submitted), bytes_in_use(),
                test::resident_bytes() >> 20);
  }

  if (!shard.idle()) return std::printf("something still plays\n"), 1;
  if (bytes_in_use() > after_warm_up + kGrowthMax) return std::printf("memory grew\n"), 1;
  return 0;
}
