// The whole line in counted time: texts in at their ticks, what was said out with its ticks.
//
//   texts --prepare--> blocks --OfflineStage--> Said, frames
//
// A hundred ticks are a second, so that times of two decimals are ticks. Whatever is played is
// judged as realizers are: each block says its start and its end once, and no point twice.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/tick/state/frame.h"

namespace kine::conformance {

constexpr std::uint32_t kTicksPerSecond = 100;

/// A text that is submitted before a tick.
struct Submitted {
  std::uint64_t tick = 0;
  std::string text;
};

struct Said {
  std::uint64_t tick = 0;
  std::string kind;     // of feedback: started, sync, ended, interrupted, warning; or refused
  std::string id;       // of a refused text: empty
  std::string message;  // of a warning, an interruption or a refusal
  auto operator<=>(const Said&) const = default;
};

struct Played {
  std::vector<Said> said;     // in the order in which it was said
  std::vector<Frame> frames;  // of ada, one a tick

  /// When this sync point, "nod1:start" of the block b1 or "b2:nod1:start", was said. The test
  /// fails where it was not.
  std::uint64_t at(std::string_view point) const;
  bool has(std::string_view point) const;

  /// When a block started first, and when it ended or was interrupted first.
  std::uint64_t start_of(std::string_view block) const;
  std::uint64_t end_of(std::string_view block) const;

  /// The points of a behaviour in the order in which they were said, a blank between them.
  std::string points_of(std::string_view behaviour) const;

  /// What warnings and refusals were about, a blank between them: "b1:nod1 refused".
  std::string warned() const;

  /// Ada at a tick, and one of her channels; at the last one where it is past the end.
  const Frame& frame(std::uint64_t tick) const;
  float channel(std::string_view name, std::uint64_t tick) const;
};

/// Plays all that is submitted until nothing plays any more.
Played play(const std::vector<Submitted>& submitted);

/// A block b1 of BML 1.0 with these elements in it; ext, bmla and k are declared prefixes.
std::string block(std::string_view elements, std::string_view attributes = "id='b1'");

/// The same with the elements of the block, of what is required and of constraints the other way
/// round.
std::string reversed(std::string_view text);

/// Plays such a block as it stands and reversed, which must say the same.
Played play_block(std::string_view elements, std::string_view attributes = "id='b1'");

/// The ticks of a time.
constexpr std::uint64_t ticks(double seconds) {
  return static_cast<std::uint64_t>(seconds * kTicksPerSecond + 0.5);
}

}  // namespace kine::conformance
