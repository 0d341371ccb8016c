#include "server/scene/whereabouts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kine::server {

Whereabouts::Whereabouts(std::span<const std::shared_ptr<const Cast>> casts) {
  std::uint32_t id = 0;
  for (const auto& cast : casts) known_.push_back({.id = CharacterId{++id}, .name = cast->name});
}

void Whereabouts::join(CharacterId id, std::string name) {
  const std::lock_guard lock(mutex_);
  known_.insert(std::ranges::upper_bound(known_, id, {}, &Known::id),
                Known{.id = id, .name = std::move(name)});
}

void Whereabouts::leave(CharacterId id) {
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [&](const Known& each) { return each.id == id; });
}

void Whereabouts::see(std::span<const Frame> frames) {
  const std::lock_guard lock(mutex_);
  auto known = known_.begin();
  for (const Frame& frame : frames) {
    while (known != known_.end() && known->id < frame.character) ++known;
    if (known == known_.end()) return;
    if (known->id != frame.character) continue;
    known->root = frame.root;
    if (!known->is_seen) known->at_first = frame.root;
    known->is_seen = true;
  }
}

std::vector<Located> Whereabouts::located() const {
  const std::lock_guard lock(mutex_);
  std::vector<Located> located;
  for (const Known& known : known_) {
    if (known.root == known.at_first) continue;
    const Root& root = known.root;
    located.push_back({.name = known.name,
                       .at = {.position_m = {root[0], root[1], root[2]},
                              .heading_rad = 2 * std::atan2(static_cast<double>(root[4]),
                                                            static_cast<double>(root[6]))}});
  }
  return located;
}

}  // namespace kine::server
