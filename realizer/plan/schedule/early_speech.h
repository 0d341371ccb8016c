// Which behaviours come as early as they can, and what gives way to them.
//
//   Demands --find_early--> EarlyStarts --schedule--> EarlyRounds
//
// Speech comes first: what is tied to it is shortened before it waits. Only the preparation of a
// stroke that is tied to a word may delay it, and the way of a walk that ends at one. Then comes
// all else that nobody tied: holds give way to it. What is tied decides, not where it stands in the
// text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "realizer/plan/schedule/sync_demands.h"

namespace kine::plan {

/// A speech that starts later than that is late.
inline constexpr Seconds kSpeechLate{0.1};

struct EarlyStarts {
  /// What a phase gives way to.
  struct Yields {
    bool to_speech = false;
    bool to_others = false;
    friend bool operator==(const Yields&, const Yields&) = default;
  };

  // Indices into Demands::behaviours.
  std::vector<std::size_t> speeches;
  std::vector<std::size_t> others;  // that nobody tied

  std::vector<std::vector<Yields>> yields;  // a behaviour, a phase; none of one that is left out
  std::vector<bool> is_tied;                // a behaviour: whether the script says when it is
};

/// `left_out` and `constraints_left_out` say of each behaviour and constraint of `demands` whether
/// it counts.
EarlyStarts find_early(const script::Behaviours& block, const Demands& demands,
                       const std::vector<bool>& left_out,
                       const std::vector<bool>& constraints_left_out);

/// "the first word waits 0.42 s for 'g1:stroke'; …"
std::string late_speech_words(Seconds late, const std::string& what_for);

}  // namespace kine::plan
