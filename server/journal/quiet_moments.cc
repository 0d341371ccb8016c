#include "server/journal/quiet_moments.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace kine::server {
namespace {

/// Clients that look around set a target in each tick: that is no movement of anybody.
bool has_happened(std::span<const Input> inputs, const TickOutput& output) {
  const auto sets_target = [](const Input& each) {
    return std::holds_alternative<SetTarget>(each);
  };
  return !std::ranges::all_of(inputs, sets_target) || !output.idle || !output.feedback.empty() ||
         !output.replanned.empty() || !output.targets_moved.empty() || !output.audio.empty();
}

}  // namespace

std::optional<SceneAtTick> QuietMoments::see(std::span<const Input> inputs,
                                             const TickOutput& output,
                                             std::span<const Shard> shards, Told told) {
  const Tick tick = output.tick;
  auto before = std::exchange(before_, std::nullopt);
  if (!busy_ || has_happened(inputs, output)) {
    busy_ = tick;
    return {};
  }
  if (told == Told::NotWanted || rate_.between(*busy_, tick) < settings_.quiet) return {};
  if (before) {
    told_ = tick;
    return before;
  }
  const bool was_busy = told_ && *told_ < *busy_;
  const Seconds wait = was_busy ? settings_.each : settings_.each_of_idle;
  if (told_ && rate_.between(*told_, tick) < wait) return {};
  before_ = SceneAtTick{.tick = tick, .shards = {}};
  for (const Shard& shard : shards) before_->shards.push_back(shard.snapshot());
  return {};
}

}  // namespace kine::server
