#include "realizer/plan/make/groups_apart.h"

#include <algorithm>
#include <variant>

#include "realizer/core/number.h"

namespace kine::plan {
namespace {

Where place_of(const Track& track) {
  return std::visit([](const auto& goal) { return goal.where; }, track.keys.front().goals.front());
}

/// Whether it lies below or on top of what else moves its joints.
bool gives_way(const Track& track) {
  return std::ranges::all_of(track.keys, [](const Key& key) {
    return std::ranges::all_of(key.goals, [](const Goal& goal) {
      return std::holds_alternative<LookAt>(goal) || std::holds_alternative<Turn>(goal);
    });
  });
}

}  // namespace

Result<Done> check_groups(const Sequence& sequence, const body::Body& body, const Faults& faults) {
  if (faults.mends()) return Done{};
  for (std::size_t i = 0; i < sequence.tracks.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Track& track = sequence.tracks[i];
      const body::Group& group = body.groups[track.group];
      const body::Group& other = body.groups[sequence.tracks[j].group];
      if ((group.joints & other.joints).empty()) continue;
      if (gives_way(track) || gives_way(sequence.tracks[j])) continue;
      return Error{ErrorCode::OutOfRange,
                   "the sequence moves joints of " + quoted(other.name) + " by another group, " +
                       quoted(group.name),
                   place_of(track)};
    }
  }
  return Done{};
}

}  // namespace kine::plan
