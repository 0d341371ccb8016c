// What happened as a TextGrid for Praat and its like: tiers of blocks and behaviours, and
// one of points for all events. The motion itself is not in it.
#pragma once

#include <memory>

#include "realizer/formats/writer.h"

namespace kine::formats {

std::unique_ptr<Writer> make_text_grid(const Recorded& recorded);

}  // namespace kine::formats
