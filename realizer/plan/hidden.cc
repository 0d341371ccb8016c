#include "realizer/plan/hidden.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/number.h"

namespace kine::plan {
namespace {

/// One group or channel of a sequence and the time in which it moves.
struct Shown {
  std::size_t sequence = 0;
  Seconds start{0};
  Seconds end{0};
  body::JointSet joints;
  std::optional<body::Channel> channel;
  std::string_view name;
};

/// Whether it turns what it finds there, or keeps its feet where others have them: it hides
/// nothing.
bool lies_on_top(const Goal& goal) {
  const auto* walk = std::get_if<Walk>(&goal);
  return std::holds_alternative<Turn>(goal) || (walk != nullptr && walk->faces_rad);
}

bool lies_on_top(const Track& track) {
  return std::ranges::all_of(track.keys, [](const Key& key) {
    return std::ranges::all_of(key.goals, [](const Goal& goal) { return lies_on_top(goal); });
  });
}

bool collide(const Shown& a, const Shown& b) {
  if (a.channel || b.channel) return a.channel == b.channel;
  return !(a.joints & b.joints).empty();
}

std::vector<Shown> claims_of(const Plan& plan, const body::Body& body) {
  std::vector<Shown> claims;
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    const Sequence& sequence = plan.sequences[i];
    const Seconds end = sequence.end_of_holds();
    for (const Track& track : sequence.tracks) {
      if (lies_on_top(track)) continue;
      const body::Group& group = body.groups[track.group];
      claims.push_back({.sequence = i,
                        .start = track.start,
                        .end = end,
                        .joints = group.joints,
                        .channel = {},
                        .name = group.name});
    }
    for (const ChannelTrack& track : sequence.channels) {
      claims.push_back({.sequence = i,
                        .start = track.start,
                        .end = end,
                        .joints = {},
                        .channel = track.channel,
                        .name = body::channel_names()[track.channel.index]});
    }
  }
  std::ranges::stable_sort(claims, {}, &Shown::start);
  return claims;
}

}  // namespace

bool is_seen_over(const Plan& plan, std::size_t a, std::size_t b) {
  const Sequence& first = plan.sequences[a];
  const Sequence& second = plan.sequences[b];
  if (first.priority != second.priority) return first.priority > second.priority;
  if (first.start != second.start) return first.start > second.start;
  return a > b;
}

void warn_of_hidden(const Plan& plan, const body::Body& body, Diagnostics& diagnostics,
                    WorkBudget* work) {
  const std::vector<Shown> claims = claims_of(plan, body);
  std::vector<bool> is_hidden(plan.sequences.size(), false);
  std::vector<bool> hides(plan.sequences.size(), false);
  for (std::size_t i = 0; i < claims.size() && spend(work, 1); ++i) {
    for (std::size_t j = i + 1; j < claims.size() && claims[j].start < claims[i].end; ++j) {
      const Shown& claim = claims[j];
      if (!spend(work, 1)) return;
      const bool told = is_hidden[claims[i].sequence] && hides[claims[i].sequence] &&
                        is_hidden[claim.sequence] && hides[claim.sequence];
      if (told || claim.sequence == claims[i].sequence || !collide(claims[i], claim)) continue;
      const bool first_wins = is_seen_over(plan, claims[i].sequence, claim.sequence);
      const std::size_t winner = first_wins ? claims[i].sequence : claim.sequence;
      const std::size_t loser = first_wins ? claim.sequence : claims[i].sequence;
      const Sequence& seen = plan.sequences[winner];
      const Sequence& hidden = plan.sequences[loser];
      if (!is_hidden[loser]) {
        diagnostics.warn(hidden.where, "sequence " + quoted(hidden.id) + " is hidden by " +
                                           quoted(seen.id) + " on " + quoted(claim.name));
      }
      if (!hides[winner]) {
        diagnostics.warn(seen.where, "sequence " + quoted(seen.id) + " hides " + quoted(hidden.id) +
                                         " on " + quoted(claim.name));
      }
      is_hidden[loser] = true;
      hides[winner] = true;
    }
  }
}

}  // namespace kine::plan
