// How much faster than real time a bake is: one character of every sample script, to each form.
//
// Protects "at least 500 times real time to .jsonl, 2,000 is the goal". Prints a factor a form; the
// script is prepared before the clock starts, the bytes are counted and dropped. Pictures are drawn
// of one script only, once: they cost a thousand times as much.
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "realizer/formats/writer.h"
#include "realizer/prepare/prepare.h"
#include "schemas/embedded.h"
#include "server/offline/motion_forms.h"
#include "server/offline/offline_stage.h"
#include "server/scene/casts.h"

namespace {

using namespace kine;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kFps = 60;
constexpr int kRounds = 20;

struct Total {
  Seconds motion{0};
  Seconds taken{0};
  std::size_t bytes = 0;
};

void bake(const std::shared_ptr<const Cast>& cast,
          const std::shared_ptr<const motion::Block>& block, const formats::Form& form,
          Total& total) {
  const TickRate rate(kFps);
  const auto start = Clock::now();
  server::OfflineStage stage(std::span(&cast, 1), rate);
  stage.play(block);
  const auto writer = form.make_writer({.body = cast->body, .rate = rate});
  std::string bytes;
  do {
    stage.advance();
    for (const Feedback& feedback : stage.feedback()) writer->append(feedback, bytes);
    for (const Frame& frame : stage.frames()) writer->append(frame, bytes);
  } while (!stage.idle());
  if (!writer->finish(bytes)) std::abort();
  total.taken += Clock::now() - start;
  total.motion += rate.time_of(stage.tick());
  total.bytes += bytes.size();
}

}  // namespace

int main() {
  const auto casts = server::make_casts(server::default_characters());
  if (!casts) return 1;

  for (const formats::Form& form : server::motion_forms()) {
    const bool is_picture = form.ending == ".png" || form.ending == ".apng";
    Total total;
    for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
      if (!file.path.starts_with("scripts/")) continue;
      if (is_picture && file.path != "scripts/wave.xml") continue;
      Diagnostics diagnostics;
      const auto prepared =
          prepare(file.text, {.casts = *casts, .script_id = "s", .character = {}}, diagnostics);
      if (!prepared || prepared->blocks.empty()) continue;
      const auto& block = prepared->blocks.front();
      const auto& cast = block->character == casts->front()->name ? casts->front() : casts->back();
      for (int round = 0; round < (is_picture ? 1 : kRounds); ++round)
        bake(cast, block, form, total);
    }
    std::printf("bake to %-7s %8.0f times real time, %6.1f MB/s\n",
                std::string(form.ending).c_str(), total.motion / total.taken,
                static_cast<double>(total.bytes) / 1e6 / total.taken.count());
  }
}
