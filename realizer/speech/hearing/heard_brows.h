// Brows that rise a little with what is said with stress, by sound alone.
//
//   Heard --push--> --at--> how far brows are up
//
// A syllable is known when the next one is loudest, so brows come as much later.
#pragma once

#include <cstdint>
#include <optional>

#include "realizer/core/time.h"
#include "realizer/speech/hearing/hearing.h"

namespace kine::speech {

/// From one rise to the next at least.
inline constexpr Seconds kBetweenBrows{2.5};

class HeardBrows {
 public:
  /// In the order in which it is known.
  void push(const Heard& heard);

  /// By all that was known at a time, none before that of the last push(); 255 is all the way up.
  /// A whole number, so that a log has exactly what was shown.
  std::uint8_t at(Seconds time) const;

 private:
  std::optional<Seconds> rose_ = {};  // began to, the last time
  double height_ = 0;                 // of 1
};

}  // namespace kine::speech
