// Where warnings stand that come from beside the line: among what a tick gave, so that everybody
// hears of a block in order, and of its end last.
//
//   LiveBlocks --warnings--> add_in_order --> the feedback of the tick
#pragma once

#include <vector>

#include "realizer/tick/state/feedback.h"

namespace kine::server {

/// Adds them to `feedback`, which stands by character, and of each in the order of its ticks. What
/// is told in the tick of a block's last word comes before that.
void add_in_order(std::vector<Feedback> warnings, std::vector<Feedback>& feedback);

}  // namespace kine::server
