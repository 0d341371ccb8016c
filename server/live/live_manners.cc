#include "server/live/live_manners.h"

namespace kine::server {

void LiveManners::set(std::string_view character, const script::Expressivity& to, Seconds over,
                      Tick now) {
  const Seconds since = rate_.time_of(now);
  Given& given = given_[std::string(character)];
  given.manner = {.character = std::string(character),
                  .from = given.manner.at(since),
                  .to = to,
                  .since = since,
                  .over = over};
  given.count = ++count_;
}

void LiveManners::change(std::string_view character, const plan::MannerChange& change, Seconds over,
                         Tick now) {
  const auto found = given_.find(character);
  const script::Expressivity before =
      found == given_.end() ? script::Expressivity{} : found->second.manner.to;
  set(character, changed(before, change), over, now);
}

void LiveManners::forget(std::string_view character) {
  const auto found = given_.find(character);
  if (found != given_.end()) given_.erase(found);
  set_style(character, "");
}

void LiveManners::set_style(std::string_view character, std::string_view style) {
  if (const auto found = styles_.find(character); found != styles_.end()) styles_.erase(found);
  if (!style.empty()) styles_.emplace(character, style);
}

std::vector<GivenSketch> LiveManners::styles() const {
  std::vector<GivenSketch> all;
  for (const auto& [character, style] : styles_) all.push_back({character, style});
  return all;
}

LiveManners::Seen LiveManners::seen_from(Tick zero) const {
  Seen seen{.all = {}, .count = count_};
  for (const auto& [character, given] : given_) {
    seen.all.push_back(given.manner);
    seen.all.back().since -= rate_.time_of(zero);
  }
  return seen;
}

std::uint64_t LiveManners::count_at(std::string_view character) const {
  const auto found = given_.find(character);
  return found == given_.end() ? 0 : found->second.count;
}

}  // namespace kine::server
