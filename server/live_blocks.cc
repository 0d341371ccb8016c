#include "server/live_blocks.h"

#include <algorithm>
#include <utility>

namespace kine::server {
namespace {

bool is_named(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

void LiveBlocks::expect(std::shared_ptr<const motion::Block> block) {
  const std::lock_guard lock(mutex_);
  entries_.push_back(
      {.block = std::move(block), .id = {}, .expected = next_zero(), .start = {}, .over = {}});
}

void LiveBlocks::forget(const motion::Block& block) {
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_,
                [&](const Entry& entry) { return entry.block.get() == &block && !entry.id; });
}

void LiveBlocks::note(Tick tick, std::span<const Input> inputs, std::span<const Feedback> feedback,
                      std::span<const Replanned> replanned) {
  const std::lock_guard lock(mutex_);
  last_ = tick;
  for (const Input& input : inputs) {
    if (const auto* play = std::get_if<PlayBlock>(&input)) take(*play);
  }
  for (const Feedback& each : feedback) take(each);
  for (const Replanned& each : replanned) take(each);
}

void LiveBlocks::take(const Replanned& replanned) {
  const auto found = std::ranges::find(entries_, std::optional(replanned.id), &Entry::id);
  if (found != entries_.end()) found->block = replanned.block;
}

void LiveBlocks::take(const PlayBlock& play) {
  const auto coming = std::ranges::find_if(
      entries_, [&](const Entry& entry) { return entry.block == play.block && !entry.id; });
  if (coming != entries_.end()) {
    coming->id = play.id;
    return;
  }
  entries_.push_back(
      {.block = play.block, .id = play.id, .expected = *last_, .start = {}, .over = {}});
}

void LiveBlocks::take(const Feedback& feedback) {
  const auto found = std::ranges::find(entries_, std::optional(feedback.block), &Entry::id);
  if (found == entries_.end()) return;
  switch (feedback.kind) {
    case FeedbackKind::Started:
      found->start = feedback.tick;
      return;
    case FeedbackKind::Ended:
    case FeedbackKind::Interrupted:
      found->over = feedback.tick;
      found->was_interrupted = feedback.kind == FeedbackKind::Interrupted;
      return forget_oldest(found->block->character);
    case FeedbackKind::SyncPoint:
    case FeedbackKind::Warning:
      return;
  }
}

void LiveBlocks::forget_oldest(std::string_view character) {
  const auto is_over = [&](const Entry& entry) {
    return entry.over && entry.block->character == character;
  };
  if (std::ranges::count_if(entries_, is_over) <= static_cast<std::ptrdiff_t>(kRemembered)) return;
  const auto oldest = std::ranges::find_if(entries_, is_over);
  entries_.erase(oldest);
}

Tick LiveBlocks::next_zero() const {
  if (!last_) return Tick{0};
  return zero_ == PlayBlock::Zero::LastTick ? *last_ : Tick{last_->index + 1};
}

std::optional<Tick> LiveBlocks::start_of(std::size_t entry) const {
  const Entry& it = entries_[entry];
  if (it.start) return it.start;
  const motion::Block& block = *it.block;
  return start_after(entry, block.character, block.composition, block.entrance, it.expected);
}

/// A block that waits and is over was interrupted before it began.
std::optional<Tick> LiveBlocks::end_of(std::size_t entry) const {
  const Entry& it = entries_[entry];
  if (it.over) return it.over;
  const auto start = start_of(entry);
  if (!start) return std::nullopt;
  return rate_.first_at_or_after(*start, it.block->end);
}

/// When a block begins that comes after the first `earlier` entries: nothing where nobody can tell.
std::optional<Tick> LiveBlocks::start_after(std::size_t earlier, std::string_view character,
                                            plan::Composition composition,
                                            const plan::Entrance& entrance, Tick at_once) const {
  if (entrance.waits_for_activation) return std::nullopt;
  Tick start = at_once;
  for (std::size_t i = 0; i < earlier; ++i) {
    const Entry& entry = entries_[i];
    if (entry.over || entry.block->character != character) continue;
    const bool after_end =
        composition == plan::Composition::Append || is_named(entrance.after_end, entry.block->id);
    if (!after_end && !is_named(entrance.after_relax, entry.block->id)) continue;
    const auto begins = start_of(i);
    if (!begins) return std::nullopt;
    const Seconds lets_go = after_end ? entry.block->end : entry.block->relaxed;
    start = std::max(start, rate_.first_at_or_after(*begins, lets_go));
  }
  return start;
}

/// Of several of one name the last that came, of the character itself before those of others.
const LiveBlocks::Entry* LiveBlocks::find(std::string_view name, std::string_view character) const {
  const Entry* found = nullptr;
  for (const Entry& entry : entries_) {
    if (entry.block->id != name) continue;
    const bool own = entry.block->character == character;
    if (found == nullptr || own || found->block->character != character) found = &entry;
  }
  return found;
}

LiveBlocks::Seen LiveBlocks::look(const plan::OtherPointsWanted& wanted) const {
  const std::lock_guard lock(mutex_);
  const Tick at_once = next_zero();
  Seen seen{.zero = start_after(entries_.size(), wanted.character, wanted.composition,
                                *wanted.entrance, at_once)
                        .value_or(at_once),
            .points = {}};
  for (const std::string_view name : wanted.blocks) {
    const Entry* entry = find(name, wanted.character);
    if (entry == nullptr) continue;
    add_points(static_cast<std::size_t>(entry - entries_.data()), seen.zero, seen.points);
  }
  return seen;
}

/// Of one that was interrupted what came before, and its ends, which were then.
void LiveBlocks::add_points(std::size_t entry, Tick zero,
                            std::vector<plan::KnownPoint>& points) const {
  const Entry& it = entries_[entry];
  const auto start = start_of(entry);
  const auto end = end_of(entry);
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
