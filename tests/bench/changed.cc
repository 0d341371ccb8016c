// What ticks take in which 18,000 parameters are changed at once.
//
// Protects the ticks of everybody else: none is to be later than a sixtieth of a second for it.
// What is measured is what the thread of the ticks does: the shard, and what is known of its
// blocks.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "server/live/live_blocks.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/clocks.h"

namespace {

using namespace kine;

constexpr std::size_t kFaces = 900;
constexpr std::size_t kChanges = 2'000;  // of a script
constexpr std::size_t kScripts = 9;
constexpr std::uint64_t kBurst = 60;  // a tick: the faces show by then
constexpr std::uint64_t kEnd = 300;

class Stage {
 public:
  explicit Stage(std::vector<std::shared_ptr<const Cast>> casts) : casts_(std::move(casts)) {
    shard_.add_character({1}, casts_.front());
  }

  /// Plays a block from the next tick on.
  void submit(const std::string& id, const std::string& inside) {
    const std::string text = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id +
                             R"(" xmlns:a="http://www.asap-project.org/bmla">)" + inside + "</bml>";
    const auto source = std::make_shared<const server::ScriptSource>(server::ScriptSource{
        .text = text, .casts = casts_, .script_id = id, .character = "ada", .targets = {}});
    Diagnostics diagnostics;
    const auto live = server::prepare_live(source, live_, diagnostics);
    if (!live.prepared) {
      std::fprintf(stderr, "%s\n", live.prepared.error().message.c_str());
      return;
    }
    inputs_.push_back(PlayBlock{
        .character = {1}, .id = {++blocks_}, .client = {}, .block = live.prepared->blocks.front()});
  }

  /// How long the thread of the ticks takes; what is planned elsewhere comes a tick later.
  double tick_ms() {
    std::vector<server::LiveBlocks::Moved> moved;
    const std::vector<Input> inputs = std::exchange(inputs_, {});
    const bench::Taken taken = bench::time_of([&] {
      shard_.advance_to(next_, inputs);
      live_.note(next_, inputs, shard_.feedback(), shard_.replanned(), shard_.wishes());
      moved = live_.moved();
    });
    wishes += shard_.wishes().size();
    wishes_most = std::max(wishes_most, shard_.wishes().size());
    for (const auto& each : moved) last_moved_ = each;
    ++next_.index;
    return 1000 * taken.thread_s;
  }

  /// The last that was told is planned, as a server's thread would that has come behind.
  void plan_anew() {
    if (!last_moved_) return;
    auto anew = live_.plan_anew(*last_moved_, Tick{next_.index + 3});
    if (anew.replan) inputs_.push_back(*std::move(anew.replan));
    last_moved_.reset();
  }

  std::size_t wishes = 0;
  std::size_t wishes_most = 0;

 private:
  std::vector<std::shared_ptr<const Cast>> casts_;
  Shard shard_{TickRate(60)};
  server::LiveBlocks live_{TickRate(60), PlayBlock::Zero::LastTick};
  std::vector<Input> inputs_;
  std::optional<server::LiveBlocks::Moved> last_moved_;
  std::uint64_t blocks_ = 0;
  Tick next_{1};
};

std::string faces() {
  std::string text;
  for (std::size_t i = 0; i < kFaces; ++i) {
    text += "<faceFacs id='f" + std::to_string(i) + "' au='" + std::to_string(1 + i % 2) +
            "' start='0' end='60'/>";
  }
  return text;
}

std::string changes(std::size_t script) {
  std::string text;
  for (std::size_t i = 0; i < kChanges; ++i) {
    const std::string face = std::to_string((script * kChanges + i) % kFaces);
    text += "<a:parametervaluechange id='c" + std::to_string(i) + "' target='b:f" + face +
            "' paramId='amount'><a:trajectory type='linear' targetValue='0." +
            std::to_string(1 + i % 9) + "'/></a:parametervaluechange>";
  }
  return text;
}

}  // namespace

int main() {
  auto casts = server::make_casts({*server::parse_character("ada")});
  if (!casts) return 1;
  Stage stage(*std::move(casts));
  stage.submit("b", faces());
  std::vector<double> before;
  std::vector<double> after;
  for (std::uint64_t tick = 1; tick < kBurst; ++tick) before.push_back(stage.tick_ms());
  for (std::size_t i = 0; i < kScripts; ++i) stage.submit("c" + std::to_string(i), changes(i));
  for (std::uint64_t tick = kBurst; tick < kEnd; ++tick) {
    after.push_back(stage.tick_ms());
    if (tick % 10 == 0) stage.plan_anew();
  }
  std::printf(
      "%zu parameters changed, %zu in one tick at most; a tick p50 %.2f, most %.2f ms; "
      "before p50 %.2f, most %.2f ms\n",
      stage.wishes, stage.wishes_most, bench::quantile(after, 0.5), bench::quantile(after, 1),
      bench::quantile(before, 0.5), bench::quantile(before, 1));
  return stage.wishes == kScripts * kChanges ? 0 : 1;
}
