// Ten characters for ten minutes of counted time, with scripts coming and going: memory must not
// grow. Exits 1 where it does; the figures are of this process, as the allocator counts them.
//
//   soak_bench [MINUTES [CHARACTERS]]
//
// A day is 1440 minutes. A tick is late where its own work took longer than it lasts, in thread
// time: what the machine does beside it does not count.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "schemas/embedded.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/server/running_server.h"

namespace {

using namespace kine;

constexpr std::uint32_t kTicksASecond = 60;
constexpr std::uint64_t kTicksAMinute = 60 * kTicksASecond;
constexpr std::uint64_t kWarmUpMinutes = 2;    // until each body that muscles move has its engine
constexpr std::uint64_t kMinutesPrinted = 10;  // one by one; then each hour
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

class Soak {
 public:
  explicit Soak(std::uint32_t characters) : characters_(characters) {
    for (std::uint32_t i = 1; i <= characters; ++i) {
      shard_.add_character({i}, casts_[i % casts_.size()]);
    }
  }

  /// Each minute ends with nothing playing: the longest script takes 25 s.
  void run_minute() {
    for (std::uint64_t i = 0; i < kTicksAMinute; ++i) {
      const bool settling = i >= 34 * kTicksASecond;
      std::vector<Input> inputs;
      if (i % kTicksBetweenScripts == 0 && !settling) inputs = next_script();
      const bench::Taken taken = bench::time_of([&] { shard_.advance_to(Tick{tick_++}, inputs); });
      longest_s_ = std::max(longest_s_, taken.thread_s);
      if (taken.thread_s > 1.0 / kTicksASecond) ++late_;
    }
  }

  void print(std::uint64_t minute) const {
    std::printf(
        "minute %4llu: %8llu scripts, %7zu bytes in use, %zu MB resident, %llu late ticks, "
        "the longest %.1f ms\n",
        static_cast<unsigned long long>(minute), static_cast<unsigned long long>(submitted_),
        bytes_in_use(), test::resident_bytes() >> 20, static_cast<unsigned long long>(late_),
        1e3 * longest_s_);
    std::fflush(stdout);
  }

  bool idle() const { return shard_.idle(); }

 private:
  std::vector<Input> next_script() {
    Diagnostics diagnostics;
    const auto prepared =
        prepare(scripts_[submitted_ % scripts_.size()], {.casts = casts_}, diagnostics);
    const CharacterId character{static_cast<std::uint32_t>(submitted_ % characters_) + 1};
    ++submitted_;
    std::vector<Input> inputs = {
        PlayBlock{.character = character, .id = {submitted_}, .block = prepared->blocks.front()}};
    if (submitted_ % 7 == 0) inputs.push_back(Interrupt{.character = character});
    return inputs;
  }

  const std::uint32_t characters_;
  const std::vector<std::shared_ptr<const Cast>> casts_ =
      *server::make_casts(server::default_characters());
  const std::vector<std::string_view> scripts_ = sample_scripts();
  Shard shard_{TickRate(kTicksASecond)};
  std::uint64_t tick_ = 0;
  std::uint64_t submitted_ = 0;
  std::uint64_t late_ = 0;
  double longest_s_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t minutes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10;
  const auto characters =
      static_cast<std::uint32_t>(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 10);
  if (minutes == 0 || characters == 0) return std::printf("soak_bench [MINUTES [CHARACTERS]]\n"), 2;

  Soak soak(characters);
  std::size_t after_warm_up = 0;
  for (std::uint64_t minute = 1; minute <= minutes; ++minute) {
    soak.run_minute();
    if (minute == kWarmUpMinutes) after_warm_up = bytes_in_use();
    if (minute <= kMinutesPrinted || minute % 60 == 0 || minute == minutes) soak.print(minute);
  }
  if (!soak.idle()) return std::printf("something still plays\n"), 1;
  if (minutes > kWarmUpMinutes && bytes_in_use() > after_warm_up + kGrowthMax) {
    return std::printf("memory grew\n"), 1;
  }
  return 0;
}
