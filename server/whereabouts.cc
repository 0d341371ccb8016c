#include "server/whereabouts.h"

#include <cmath>

namespace kine::server {

Whereabouts::Whereabouts(std::span<const std::shared_ptr<const Cast>> casts)
    : at_first_(casts.size()), roots_(casts.size()), seen_(casts.size(), false) {
  for (const auto& cast : casts) names_.push_back(cast->name);
}

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
    located.push_back({.name = names_[i],
                       .at = {.position_m = {root[0], root[1], root[2]},
                              .heading_rad = 2 * std::atan2(static_cast<double>(root[4]),
                                                            static_cast<double>(root[6]))}});
  }
  return located;
}

}  // namespace kine::server
