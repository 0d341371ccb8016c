#include "server/whereabouts.h"

#include <cmath>

namespace kine::server {

Whereabouts::Whereabouts(const Roster& roster)
    : roster_(roster),
      at_first_(roster.entries().size()),
      roots_(roster.entries().size()),
      seen_(roster.entries().size(), false) {}

void Whereabouts::see(std::span<const Frame> frames) {
  const std::lock_guard lock(mutex_);
  for (const Frame& frame : frames) {
    const std::size_t index = frame.character.value - 1;
    roots_[index] = frame.root;
    if (!seen_[index]) at_first_[index] = frame.root;
    seen_[index] = true;
  }
}

std::vector<Located> Whereabouts::located() const {
  const std::lock_guard lock(mutex_);
  std::vector<Located> located;
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (roots_[i] == at_first_[i]) continue;
    const Root& root = roots_[i];
    located.push_back({.name = roster_.entries()[i].cast->name,
                       .at = {.position_m = {root[0], root[1], root[2]},
                              .heading_rad = 2 * std::atan2(static_cast<double>(root[4]),
                                                            static_cast<double>(root[6]))}});
  }
  return located;
}

}  // namespace kine::server
