#include "server/live/foreseen_blocks.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kine::server {
namespace {

bool is_named(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

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

/// In their order, for a block that waits for others came after them; once more for one that waits
/// for a block that came later and goes before it.
ForeseenBlocks::ForeseenBlocks(TickRate rate, Blocks blocks, std::string_view for_whom)
    : rate_(rate),
      blocks_(std::move(blocks)),
      spans_(blocks_.size()),
      present_{{for_whom, Present{}}} {
  const bool goes_before = find_present();
  for (int round = 0; round < (goes_before ? 2 : 1); ++round) {
    for (std::size_t i = 0; i < blocks_.size(); ++i) spans_[i] = span_of(i);
  }
}

/// Whether one of them goes before others that came first.
bool ForeseenBlocks::find_present() {
  for (const KnownBlock* each : blocks_) {
    if (!each->start && !each->over) present_.try_emplace(each->block->character);
  }
  bool goes_before = false;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const KnownBlock& it = *blocks_[i];
    const auto present = it.over ? present_.end() : present_.find(it.block->character);
    if (present == present_.end()) continue;
    present->second.all.push_back(i);
    const plan::Entrance& entrance = it.block->entrance;
    if (entrance.before_end.empty() && entrance.before_relax.empty()) continue;
    present->second.before_others.push_back(i);
    goes_before = true;
  }
  return goes_before;
}

/// They stand in the order of their numbers.
std::optional<std::size_t> ForeseenBlocks::find(std::uint64_t number) const {
  const auto found = std::ranges::lower_bound(blocks_, number, {},
                                              [](const KnownBlock* each) { return each->number; });
  if (found == blocks_.end() || (*found)->number != number) return {};
  return static_cast<std::size_t>(found - blocks_.begin());
}

const std::vector<std::size_t>& ForeseenBlocks::present_with(std::size_t index) const {
  static const std::vector<std::size_t> kNone;
  const auto present = present_.find(blocks_[index]->block->character);
  return present == present_.end() ? kNone : present->second.all;
}

ForeseenBlocks::Span ForeseenBlocks::span_of(std::size_t index) const {
  const KnownBlock& it = *blocks_[index];
  const motion::Block& block = *it.block;
  Span span{.start = it.start, .end = it.over};
  if (!span.start && !it.over) {
    span.start = start_after(index, {.character = block.character,
                                     .composition = block.composition,
                                     .entrance = &block.entrance,
                                     .at_once = it.expected,
                                     .asleep = it.asleep.get()});
    const auto before = start_before(index);
    if (span.start && before) span.start = std::max(*span.start, *before);
  }
  if (span.start && !span.end) span.end = rate_.first_at_or_after(*span.start, block.end);
  return span;
}

/// Of the first `earlier` ones the first that is left when what is on its way has come: it may
/// replace those before it.
std::size_t ForeseenBlocks::first_left(std::span<const std::size_t> present,
                                       std::size_t earlier) const {
  std::size_t first = 0;
  for (const std::size_t i : present) {
    const KnownBlock& it = *blocks_[i];
    const bool replaces = it.block->composition == plan::Composition::Replace;
    if (i < earlier && replaces && !it.id) first = i;
  }
  return first;
}

/// When a block begins that comes after the first `earlier` ones.
std::optional<Tick> ForeseenBlocks::start_after(std::size_t earlier, const Coming& coming) const {
  const plan::Entrance& entrance = *coming.entrance;
  if (entrance.waits_for_activation) return std::nullopt;
  const bool appended = coming.composition == plan::Composition::Append;
  // What replaces others leaves nothing that it could wait for.
  const bool replaces = coming.composition == plan::Composition::Replace;
  const bool named = !entrance.after_end.empty() || !entrance.after_relax.empty();
  const bool waits = appended || (named && !replaces);
  Tick start = coming.at_once;
  const auto present = present_.find(coming.character);
  if (!waits || present == present_.end()) return start;
  const std::size_t first = first_left(present->second.all, earlier);
  for (const std::size_t i : present->second.all) {
    if (i >= earlier) break;
    if (i < first) continue;
    const KnownBlock& it = *blocks_[i];
    const std::optional<Tick> begins = spans_[i].start;
    const bool was_asleep =
        coming.asleep == nullptr ? !begins : std::ranges::binary_search(*coming.asleep, it.number);
    const bool after_end = (appended && !was_asleep) || is_named(entrance.after_end, it.block->id);
    if (!after_end && !is_named(entrance.after_relax, it.block->id)) continue;
    if (!begins) return std::nullopt;
    const Seconds lets_go = after_end ? it.block->end : it.block->relaxed;
    start = std::max(start, rate_.first_at_or_after(*begins, lets_go));
  }
  return start;
}

/// When those let a block begin that came later and go before it; nothing where there are none.
std::optional<Tick> ForeseenBlocks::start_before(std::size_t index) const {
  const motion::Block& block = *blocks_[index]->block;
  std::optional<Tick> start;
  for (const std::size_t i : present_.find(block.character)->second.before_others) {
    const KnownBlock& later = *blocks_[i];
    const std::optional<Tick> begins = spans_[i].start;
    if (i <= index || !begins) continue;
    const bool before_end = is_named(later.block->entrance.before_end, block.id);
    if (!before_end && !is_named(later.block->entrance.before_relax, block.id)) continue;
    const Seconds lets_go = before_end ? later.block->end : later.block->relaxed;
    start = std::max(start, std::optional(rate_.first_at_or_after(*begins, lets_go)));
  }
  return start;
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
