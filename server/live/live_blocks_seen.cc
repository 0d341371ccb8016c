// What others see of the blocks that are there: for planning a script, or for asking how far one
// has come. They look at a picture of their own, so that the ticks never wait for them.
#include <algorithm>
#include <utility>

#include "server/live/live_blocks.h"

namespace kine::server {

/// Pre: looking_ is held.
void LiveBlocks::see_news() const {
  std::vector<News> news;
  {
    const std::lock_guard lock(mutex_);
    news.swap(news_);
    seen_last_ = last_;
  }
  for (News& each : news) {
    if (each.known) {
      seen_.insert_or_assign(each.number, *std::move(each.known));
    } else {
      seen_.erase(each.number);
    }
  }
}

/// Pre: looking_ is held.
ForeseenBlocks::Blocks LiveBlocks::blocks_seen() const {
  ForeseenBlocks::Blocks blocks;
  blocks.reserve(seen_.size());
  for (const auto& [number, known] : seen_) blocks.push_back(&known);
  return blocks;
}

/// Pre: mutex_ is held, by the ticks.
ForeseenBlocks::Blocks LiveBlocks::blocks_now() const {
  ForeseenBlocks::Blocks blocks;
  blocks.reserve(entries_.size());
  for (const auto& [number, entry] : entries_) blocks.push_back(&entry);
  return blocks;
}

std::optional<Tick> LiveBlocks::foreseen_start(std::string_view character,
                                               plan::Composition composition,
                                               const plan::Entrance& entrance) const {
  const std::lock_guard lock(looking_);
  see_news();
  const ForeseenBlocks known(rate_, blocks_seen(), character);
  return known.start_of({.character = character,
                         .block = {composition, entrance},
                         .at_once = next_zero(seen_last_, composition)});
}

std::optional<Tick> LiveBlocks::foreseen_start(const motion::Block& expected) const {
  const std::lock_guard lock(looking_);
  see_news();
  const ForeseenBlocks::Blocks blocks = blocks_seen();
  const auto found = std::ranges::find(blocks, &expected,
                                       [](const KnownBlock* each) { return each->block.get(); });
  if (found == blocks.end()) return {};
  const auto index = static_cast<std::size_t>(found - blocks.begin());
  return ForeseenBlocks(rate_, blocks, expected.character).span(index).start;
}

LiveBlocks::Seen LiveBlocks::look(const plan::OtherPointsWanted& wanted) const {
  const std::lock_guard lock(looking_);
  see_news();
  const ForeseenBlocks::Blocks blocks = blocks_seen();
  const Tick at_once = next_zero(seen_last_, wanted.composition);
  const ForeseenBlocks known(rate_, blocks, wanted.character);
  const auto zero = known.start_of({.character = wanted.character,
                                    .block = {wanted.composition, *wanted.entrance},
                                    .at_once = at_once});
  Seen seen{.zero = zero.value_or(at_once), .points = {}};
  for (const std::string_view name : wanted.blocks) {
    const auto index = find_named(blocks, name, wanted.character);
    if (index) known.add_points(*index, seen.zero, seen.points);
  }
  return seen;
}

LiveBlocks::Underway LiveBlocks::underway(std::span<const Sent> sent,
                                          std::string_view character) const {
  const std::lock_guard lock(looking_);
  see_news();
  Underway underway{.now = seen_last_.value_or(Tick{0})};
  for (const auto& entry : seen_) {
    const KnownBlock& known = entry.second;
    if (known.over) continue;
    const bool is_sent = std::ranges::any_of(sent, [&](const Sent& each) {
      return known.id ? *known.id == each.id : known.block.get() == each.block;
    });
    if (is_sent || known.block->character == character) {
      underway.blocks.push_back({known.block, known.start, known.source});
    }
  }
  return underway;
}

/// Those whom a block that comes now refers to.
std::vector<std::uint64_t> LiveBlocks::meant_by(const motion::Block& block) const {
  std::vector<std::uint64_t> meant;
  if (block.others.empty()) return meant;
  const std::lock_guard lock(looking_);
  see_news();
  const ForeseenBlocks::Blocks blocks = blocks_seen();
  std::string_view before;
  for (const plan::KnownPoint& point : block.others) {
    const std::string_view name = block_of(point.id);
    if (name == std::exchange(before, name)) continue;
    const auto index = find_named(blocks, name, block.character);
    if (index) meant.push_back(blocks[*index]->number);
  }
  return meant;
}

}  // namespace kine::server
