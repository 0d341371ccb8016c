// When blocks that wait will begin, as far as it can be foreseen.
#include <algorithm>

#include "server/live_blocks.h"

namespace kine::server {
namespace {

bool is_named(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

std::optional<Tick> LiveBlocks::foreseen_start(std::string_view character,
                                               plan::Composition composition,
                                               const plan::Entrance& entrance) const {
  const std::lock_guard lock(mutex_);
  return start_after(foresee(character), entries_.size(),
                     {.character = character,
                      .composition = composition,
                      .entrance = &entrance,
                      .at_once = next_zero(composition)});
}

std::optional<Tick> LiveBlocks::foreseen_start(const motion::Block& expected) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(
      entries_, [&](const Entry& entry) { return entry.block.get() == &expected; });
  if (found == entries_.end()) return {};
  const auto index = static_cast<std::size_t>(found - entries_.begin());
  return foresee(expected.character).spans[index].start;
}

/// In their order, for who waits for others came after them; once more for who waits for one that
/// came later and goes before it.
LiveBlocks::Foreseen LiveBlocks::foresee(std::string_view for_whom) const {
  Foreseen foreseen{.spans = std::vector<Span>(entries_.size()), .present = {{for_whom, {}}}};
  for (const Entry& entry : entries_) {
    if (!entry.start && !entry.over) foreseen.present.try_emplace(entry.block->character);
  }
  bool goes_before = false;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    const auto present =
        entry.over ? foreseen.present.end() : foreseen.present.find(entry.block->character);
    if (present == foreseen.present.end()) continue;
    present->second.all.push_back(i);
    const plan::Entrance& entrance = entry.block->entrance;
    if (entrance.before_end.empty() && entrance.before_relax.empty()) continue;
    present->second.before_others.push_back(i);
    goes_before = true;
  }
  for (int round = 0; round < (goes_before ? 2 : 1); ++round) {
    for (std::size_t i = 0; i < entries_.size(); ++i) foreseen.spans[i] = span_of(i, foreseen);
  }
  return foreseen;
}

LiveBlocks::Span LiveBlocks::span_of(std::size_t entry, const Foreseen& known) const {
  const Entry& it = entries_[entry];
  const motion::Block& block = *it.block;
  Span span{.start = it.start, .end = it.over};
  if (!span.start && !it.over) {
    span.start = start_after(known, entry,
                             {.character = block.character,
                              .composition = block.composition,
                              .entrance = &block.entrance,
                              .at_once = it.expected,
                              .asleep = it.asleep ? &*it.asleep : nullptr});
    const auto before = start_before(entry, known);
    if (span.start && before) span.start = std::max(*span.start, *before);
  }
  if (span.start && !span.end) span.end = rate_.first_at_or_after(*span.start, block.end);
  return span;
}

/// When a block begins that comes after the first `earlier` entries.
std::optional<Tick> LiveBlocks::start_after(const Foreseen& known, std::size_t earlier,
                                            const Coming& coming) const {
  const plan::Entrance& entrance = *coming.entrance;
  if (entrance.waits_for_activation) return std::nullopt;
  const bool appended = coming.composition == plan::Composition::Append;
  const bool waits = appended || !entrance.after_end.empty() || !entrance.after_relax.empty();
  Tick start = coming.at_once;
  const auto present = known.present.find(coming.character);
  if (!waits || present == known.present.end()) return start;
  for (const std::size_t i : present->second.all) {
    if (i >= earlier) break;
    const Entry& entry = entries_[i];
    const std::optional<Tick> begins = known.spans[i].start;
    const bool was_asleep = coming.asleep == nullptr
                                ? !begins
                                : std::ranges::binary_search(*coming.asleep, entry.number);
    const bool after_end =
        (appended && !was_asleep) || is_named(entrance.after_end, entry.block->id);
    if (!after_end && !is_named(entrance.after_relax, entry.block->id)) continue;
    if (!begins) return std::nullopt;
    const Seconds lets_go = after_end ? entry.block->end : entry.block->relaxed;
    start = std::max(start, rate_.first_at_or_after(*begins, lets_go));
  }
  return start;
}

/// When those let an entry begin that came later and go before it; nothing where there are none.
std::optional<Tick> LiveBlocks::start_before(std::size_t entry, const Foreseen& known) const {
  const motion::Block& block = *entries_[entry].block;
  std::optional<Tick> start;
  for (const std::size_t i : known.present.find(block.character)->second.before_others) {
    const Entry& later = entries_[i];
    const std::optional<Tick> begins = known.spans[i].start;
    if (i <= entry || !begins) continue;
    const bool before_end = is_named(later.block->entrance.before_end, block.id);
    if (!before_end && !is_named(later.block->entrance.before_relax, block.id)) continue;
    const Seconds lets_go = before_end ? later.block->end : later.block->relaxed;
    start = std::max(start, std::optional(rate_.first_at_or_after(*begins, lets_go)));
  }
  return start;
}

}  // namespace kine::server
