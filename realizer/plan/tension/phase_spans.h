// When an arm is in which phase of a gesture, for motion that no script has planned: the text that
// says so, and its reader.
//
//   # seconds  seconds  phase             arm, or both
//   0.40       0.95     stroke            right
//   0.95       1.60     post-stroke-hold  right
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/script/document.h"
#include "realizer/script/tension.h"

namespace kine::plan {

/// Phases of a text. A minute of lively gestures has a hundred, of both arms.
inline constexpr std::size_t kPhaseSpansMax = 10'000;

struct PhaseSpan {
  Seconds start{0};  // 0 <= start < end <= kBlockLengthMax
  Seconds end{0};    // not in it
  script::Phase phase = script::Phase::Stroke;
  script::ArmSet arms = script::ArmSet::Both;  // never None

  friend bool operator==(const PhaseSpan&, const PhaseSpan&) = default;
};

/// A line each, by the time at which they start; those of one arm do not overlap. What stands
/// behind # is a comment.
Result<std::vector<PhaseSpan>> read_phases(std::string_view text);

/// The text that reads back to the same.
std::string to_text(std::span<const PhaseSpan> spans);

/// The phase of an arm at a time; nothing between phases, where it rests.
std::optional<script::Phase> phase_at(std::span<const PhaseSpan> spans, body::Side side,
                                      Seconds time);

}  // namespace kine::plan
