#include "server/ticks/ordered_feedback.h"

#include <algorithm>
#include <utility>

namespace kine::server {
namespace {}  // namespace

void add_in_order(std::vector<Feedback> warnings, std::vector<Feedback>& feedback) {
  for (Feedback& warning : warnings) {
    const auto begin =
        std::ranges::lower_bound(feedback, warning.character, {}, &Feedback::character);
    const auto end =
        std::ranges::upper_bound(feedback, warning.character, {}, &Feedback::character);
    const auto last_word = std::find_if(begin, end, [&](const Feedback& each) {
      return each.block == warning.block && is_last_word(each);
    });
    if (last_word != end) warning.tick = std::min(warning.tick, last_word->tick);
    const auto later = std::find_if(begin, last_word,
                                    [&](const Feedback& each) { return each.tick > warning.tick; });
    feedback.insert(later, std::move(warning));
  }
}

}  // namespace kine::server
