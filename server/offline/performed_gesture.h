// A gesture of the lexicon as a character makes it, by itself and without a server.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/tick/state/frame.h"

namespace kine::server {

inline const TickRate kPerformedRate(60);

struct PerformedGesture {
  std::vector<Frame> frames;     // a tick each, from its start until all is over; not empty
  std::size_t stroke_start = 0;  // the frames at which these two points were reached
  std::size_t stroke_end = 0;
};

/// With the right hand, or with both where the gesture takes both. Fails where it cannot be
/// planned.
Result<PerformedGesture> perform_gesture(const std::shared_ptr<const Cast>& cast,
                                         std::string_view lexeme);

}  // namespace kine::server
