// Step 7 of a tick: the filters of a shard, one behind the other, on batches of shown poses.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/pose/lanes.h"
#include "realizer/tick/filters/filter.h"

namespace kine {

/// In the order in which they change a pose.
using FilterTable = std::vector<std::unique_ptr<Filter>>;

/// What every shard has: mass trackers, and bodies that move by their muscles, so many at most.
FilterTable standard_filters(TickRate rate, std::size_t physical_max = kPhysicalMax);

class Filters {
 public:
  explicit Filters(FilterTable rows) : rows_(std::move(rows)) {}

  /// What the filters keep of a new character.
  std::vector<dynamics::Memory> make_memories(const body::Body& body) const;

  /// A character whose pose stands in `shown`, which stays there until finish(), like the row.
  void add(const TickContext& context, CharacterRow& row, Tick tick, dynamics::ShownPose shown);

  /// Every pose that was added is as it will be shown.
  void finish(const TickContext& context);

  /// Whether nothing swings that anybody would wait for.
  bool rest(const CharacterState& state) const;

 private:
  struct Taken {
    CharacterRow* row = nullptr;
    Tick tick;
    dynamics::ShownPose shown;
  };

  FilterTable rows_;
  std::array<Taken, pose::kLanes> batch_;
  std::size_t count_ = 0;
};

}  // namespace kine
