#include "server/live/foreseen_blocks.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kine::server {

std::optional<std::size_t> find_named(const ForeseenBlocks::Blocks& blocks, std::string_view name,
                                      std::string_view character) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const motion::Block& block = *blocks[i]->block;
    if (block.id != name) continue;
    const bool own = block.character == character;
    if (!found || own || blocks[*found]->block->character != character) found = i;
  }
  return found;
}

ForeseenBlocks::ForeseenBlocks(TickRate rate, Blocks blocks, std::string_view for_whom)
    : rate_(rate),
      blocks_(std::move(blocks)),
      spans_(blocks_.size()),
      is_foreseen_(blocks_.size()),
      waits_(blocks_.size()),
      there_{{for_whom, {}}} {
  find_there();
  for (std::size_t i = 0; i < blocks_.size(); ++i) foresee(i);
}

/// The blocks that are there when all those on their way have come, one after the other. One that
/// replaces others leaves none that is waited for.
void ForeseenBlocks::find_there() {
  for (const KnownBlock* each : blocks_) {
    if (!each->start && !each->over) there_.try_emplace(each->block->character);
  }
  const auto take_in = [&](std::size_t i) {
    const KnownBlock& it = *blocks_[i];
    const auto found = it.over ? there_.end() : there_.find(it.block->character);
    if (found == there_.end()) return;
    std::vector<agenda::Entry>& there = found->second;
    const auto coming = agenda::Coming::of(*it.block);
    waits_[i] = it.waits;
    if (!it.id) {
      if (coming.composition == plan::Composition::Replace) there.clear();
      if (coming.is_about_others() && agenda::is_full(there)) {
        waits_[i].activation = true;  // it may be refused: nobody can tell
        return;
      }
      waits_[i] = agenda::waits_of(coming, there);
      for (const agenda::Entry& other : there) {
        if (other.waits == nullptr) continue;
        agenda::put_before(coming, it.number, *other.block, waits_[*find(other.key)]);
      }
    }
    there.push_back({.key = it.number,
                     .block = it.block.get(),
                     .waits = it.start ? nullptr : &waits_[i],
                     .start = it.start.value_or(Tick{})});
  };
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (blocks_[i]->id) take_in(i);
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (!blocks_[i]->id) take_in(i);
  }
}

/// They stand in the order of their numbers.
std::optional<std::size_t> ForeseenBlocks::find(std::uint64_t number) const {
  const auto found = std::ranges::lower_bound(blocks_, number, {},
                                              [](const KnownBlock* each) { return each->number; });
  if (found == blocks_.end() || (*found)->number != number) return {};
  return static_cast<std::size_t>(found - blocks_.begin());
}

/// Those first that it waits for.
void ForeseenBlocks::foresee(std::size_t index) {
  if (is_foreseen_[index]) return;
  is_foreseen_[index] = true;
  const KnownBlock& it = *blocks_[index];
  Span span{.start = it.start, .end = it.over};
  if (!span.start && !it.over) {
    const agenda::Waits& waits = waits_[index];
    for (const std::vector<agenda::Key>* keys : {&waits.after_end, &waits.after_relax}) {
      for (const agenda::Key key : *keys) {
        if (const auto other = find(key)) foresee(*other);
      }
    }
    span.start = start_after(waits, it.expected);
  }
  if (span.start && !span.end) span.end = agenda::ended_at(rate_, *span.start, *it.block);
  spans_[index] = span;
}

/// When the last of those that it waits for lets it go.
std::optional<Tick> ForeseenBlocks::start_after(const agenda::Waits& waits, Tick at_once) const {
  if (waits.activation) return std::nullopt;
  Tick start = at_once;
  for (const std::vector<agenda::Key>* keys : {&waits.after_end, &waits.after_relax}) {
    for (const agenda::Key key : *keys) {
      const auto other = find(key);
      if (!other) continue;  // it was over long ago
      const auto& [begins, ends] = spans_[*other];
      if (!ends) return std::nullopt;
      Tick lets_go = *ends;
      if (keys == &waits.after_relax && begins) {
        lets_go = std::min(lets_go, agenda::relaxed_at(rate_, *begins, *blocks_[*other]->block));
      }
      start = std::max(start, lets_go);
    }
  }
  return start;
}

std::optional<Tick> ForeseenBlocks::start_of(const Coming& coming) const {
  const bool replaces = coming.block.composition == plan::Composition::Replace;
  const auto there = there_.find(coming.character);
  agenda::Waits waits;
  if (!replaces && there != there_.end()) waits = agenda::waits_of(coming.block, there->second);
  waits.activation = coming.block.entrance.waits_for_activation;
  return start_after(waits, coming.at_once);
}

std::vector<plan::KnownPoint> ForeseenBlocks::points_of(std::span<const std::uint64_t> numbers,
                                                        Tick zero) const {
  std::vector<plan::KnownPoint> points;
  for (const std::uint64_t number : numbers) {
    const auto index = find(number);
    if (index) add_points(*index, zero, points);
  }
  return points;
}

/// Of one that was interrupted what came before, and its ends, which were then.
void ForeseenBlocks::add_points(std::size_t index, Tick zero,
                                std::vector<plan::KnownPoint>& points) const {
  const KnownBlock& it = *blocks_[index];
  const auto& [start, end] = spans_[index];
  if (!start || !end) return;
  const std::string& id = it.block->id;
  points.push_back({id + ":bml:start", rate_.between(zero, *start)});
  points.push_back({id + ":bml:end", rate_.between(zero, *end)});
  for (const motion::SyncPoint& point : it.block->sync_points) {
    const bool came = !it.was_interrupted || rate_.first_at_or_after(*start, point.time) <= *end;
    if (came) {
      points.push_back({point.id, rate_.between(zero, *start) + point.time});
    } else if (point.id.ends_with(":end")) {
      points.push_back({point.id, rate_.between(zero, *end)});
    }
  }
}

}  // namespace kine::server
