#include "server/live_blocks.h"

#include <algorithm>
#include <utility>

namespace kine::server {
namespace {

bool is_named(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Of a moment: less has not moved it.
constexpr Seconds kUnmoved{1e-4};

/// An answer that has not come by then was late.
constexpr std::uint64_t kAnswerTicks = 30;
constexpr unsigned kAttemptsMax = 4;

/// So often a block is planned anew: two that wait for each other would never come to rest.
constexpr unsigned kPlansMax = 16;

/// What others may want to know of a block that is over: nobody hears its sound any more.
std::shared_ptr<const motion::Block> without_sound(std::shared_ptr<const motion::Block> block) {
  const bool has_sound = std::ranges::any_of(block->utterances, [](const auto& utterance) {
    return !utterance.track->audio.samples.empty();
  });
  if (!has_sound) return block;
  auto silent = std::make_shared<motion::Block>();
  silent->id = block->id;
  silent->character = block->character;
  silent->composition = block->composition;
  silent->entrance = block->entrance;
  silent->others = block->others;
  silent->sync_points = block->sync_points;
  silent->relaxed = block->relaxed;
  silent->end = block->end;
  return silent;
}

/// "bml1" of "bml1:g:stroke".
std::string_view block_of(std::string_view point) { return point.substr(0, point.find(':')); }

}  // namespace

Result<std::shared_ptr<const motion::Block>> prepare_rest(const ScriptSource& source,
                                                          const PlayedSoFar& so_far,
                                                          plan::OtherPoints others) {
  Diagnostics unsaid;  // what is new is among the block's own warnings
  const auto prepared = prepare(source.text,
                                {.casts = source.casts,
                                 .script_id = source.script_id,
                                 .character = source.character,
                                 .set_targets = source.targets,
                                 .located = source.located,
                                 .voice = source.voice,
                                 .others = std::move(others),
                                 .so_far = &so_far},
                                unsaid);
  if (!prepared) return prepared.error();
  KINE_ASSERT(prepared->blocks.size() == 1);
  return prepared->blocks.front();
}

void LiveBlocks::expect(std::shared_ptr<const motion::Block> block,
                        std::shared_ptr<const ScriptSource> source,
                        std::vector<ChangingSpeech> changing) {
  const std::lock_guard lock(mutex_);
  std::vector<Revisable> speeches;
  for (ChangingSpeech& each : changing) speeches.push_back({.speech = std::move(each)});
  if (!speeches.empty()) ++listening_;
  std::vector<std::uint64_t> meant = meant_by(*block);
  const Tick expected = next_zero(block->composition);
  entries_.push_back({.block = std::move(block),
                      .id = {},
                      .expected = expected,
                      .start = {},
                      .over = {},
                      .source = std::move(source),
                      .number = ++counted_,
                      .meant = std::move(meant),
                      .speeches = std::move(speeches)});
}

void LiveBlocks::forget(const motion::Block& block) {
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&](Entry& entry) {
    const bool is_meant = entry.block.get() == &block && !entry.id;
    if (is_meant) end_listening(entry);
    return is_meant;
  });
}

void LiveBlocks::note(Tick tick, std::span<const Input> inputs, std::span<const Feedback> feedback,
                      std::span<const Replanned> replanned, std::span<const ParameterWish> wishes) {
  const std::lock_guard lock(mutex_);
  last_ = tick;
  for (const Input& input : inputs) {
    if (const auto* play = std::get_if<PlayBlock>(&input)) take(*play);
  }
  for (const Feedback& each : feedback) take(each);
  for (const Replanned& each : replanned) take(each);
  for (const ParameterWish& each : wishes) take(each);
  if (listening_ > 0) has_changed_ = has_changed_ || std::ranges::any_of(entries_, is_revised);
}

/// Whether a voice has said more than was planned for.
bool LiveBlocks::is_revised(const Entry& entry) {
  return entry.start && std::ranges::any_of(entry.speeches, [](const Revisable& each) {
           return each.speech.changes->count() > each.told;
         });
}

void LiveBlocks::tell_revisions(Entry& entry, Moved& moved) {
  for (Revisable& each : entry.speeches) {
    const VoiceChanges::Latest latest = each.speech.changes->latest();
    each.told = latest.count;
    if (latest.count == each.made) continue;
    if (latest.track) moved.revised.push_back({each.speech.part, latest.track});
    if (latest.refused.empty()) continue;
    moved.remarks.push_back(
        {.message = "what its voice says anew is passed over: " + latest.refused,
         .about = each.speech.part});
  }
}

void LiveBlocks::end_listening(Entry& entry) {
  if (entry.speeches.empty()) return;
  for (const Revisable& each : entry.speeches) each.speech.changes->over();
  entry.speeches.clear();
  --listening_;
}

void LiveBlocks::take(const ParameterWish& wish) {
  const auto found = std::ranges::find(entries_, std::optional(wish.id), &Entry::id);
  // How loud one is concerns the sound alone.
  if (found == entries_.end() || wish.change.parameter == "volume") return;
  found->changes.push_back(wish.change);
  has_changed_ = true;
}

void LiveBlocks::take(const Replanned& replanned) {
  const auto found = std::ranges::find(entries_, std::optional(replanned.id), &Entry::id);
  if (found == entries_.end()) return;
  found->block = found->over ? without_sound(replanned.block) : replanned.block;
  if (replanned.is_planned) {
    found->changes_made = found->changes_told;
    for (Revisable& each : found->speeches) each.made = each.told;
  }
  found->attempts = 0;
  has_changed_ = true;
}

void LiveBlocks::take(const PlayBlock& play) {
  const auto coming = std::ranges::find_if(
      entries_, [&](const Entry& entry) { return entry.block == play.block && !entry.id; });
  if (coming != entries_.end()) {
    coming->id = play.id;
    coming->asleep = asleep_before(static_cast<std::size_t>(coming - entries_.begin()));
    return;
  }
  entries_.push_back({.block = play.block,
                      .id = play.id,
                      .expected = *last_,
                      .start = {},
                      .over = {},
                      .number = ++counted_});
  entries_.back().asleep = asleep_before(entries_.size() - 1);
}

/// Those before it whose beginning nobody knows, by their numbers; of what is not appended nobody
/// asks.
std::vector<std::uint64_t> LiveBlocks::asleep_before(std::size_t entry) const {
  std::vector<std::uint64_t> asleep;
  if (entries_[entry].block->composition != plan::Composition::Append) return asleep;
  const std::vector<Span> spans = foresee();
  for (std::size_t i = 0; i < entry; ++i) {
    if (!spans[i].start) asleep.push_back(entries_[i].number);
  }
  return asleep;
}

void LiveBlocks::take(const Feedback& feedback) {
  const auto found = std::ranges::find(entries_, std::optional(feedback.block), &Entry::id);
  if (found == entries_.end()) return;
  has_changed_ = has_changed_ || feedback.kind != FeedbackKind::SyncPoint;
  switch (feedback.kind) {
    case FeedbackKind::Started:
      found->start = feedback.tick;
      found->character = feedback.character;
      return;
    case FeedbackKind::Ended:
    case FeedbackKind::Interrupted:
      found->over = feedback.tick;
      found->was_interrupted = feedback.kind == FeedbackKind::Interrupted;
      end_listening(*found);
      found->block = without_sound(std::move(found->block));
      found->source.reset();
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

Tick LiveBlocks::next_zero(plan::Composition composition) const {
  if (!last_) return Tick{0};
  const bool is_seen =
      zero_ == PlayBlock::Zero::LastTick && composition != plan::Composition::Replace;
  return is_seen ? *last_ : Tick{last_->index + 1};
}

/// In their order, for who waits for others came after them; once more for who waits for one that
/// came later and goes before it.
std::vector<LiveBlocks::Span> LiveBlocks::foresee() const {
  std::vector<Span> spans(entries_.size());
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < entries_.size(); ++i) spans[i] = span_of(i, spans);
  }
  return spans;
}

LiveBlocks::Span LiveBlocks::span_of(std::size_t entry, std::span<const Span> known) const {
  const Entry& it = entries_[entry];
  const motion::Block& block = *it.block;
  Span span{.start = it.start, .end = it.over};
  if (!span.start && !it.over) {
    span.start = start_after(known.first(entry), {.character = block.character,
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

/// When a block begins that comes after the `earlier` entries.
std::optional<Tick> LiveBlocks::start_after(std::span<const Span> earlier,
                                            const Coming& coming) const {
  const plan::Entrance& entrance = *coming.entrance;
  if (entrance.waits_for_activation) return std::nullopt;
  const bool appended = coming.composition == plan::Composition::Append;
  const bool waits = appended || !entrance.after_end.empty() || !entrance.after_relax.empty();
  Tick start = coming.at_once;
  for (std::size_t i = 0; waits && i < earlier.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.over || entry.block->character != coming.character) continue;
    const bool was_asleep =
        coming.asleep == nullptr
            ? !earlier[i].start
            : std::ranges::find(*coming.asleep, entry.number) != coming.asleep->end();
    const bool after_end =
        (appended && !was_asleep) || is_named(entrance.after_end, entry.block->id);
    if (!after_end && !is_named(entrance.after_relax, entry.block->id)) continue;
    if (!earlier[i].start) return std::nullopt;
    const Seconds lets_go = after_end ? entry.block->end : entry.block->relaxed;
    start = std::max(start, rate_.first_at_or_after(*earlier[i].start, lets_go));
  }
  return start;
}

/// When those let an entry begin that came later and go before it; nothing where there are none.
std::optional<Tick> LiveBlocks::start_before(std::size_t entry, std::span<const Span> known) const {
  const motion::Block& block = *entries_[entry].block;
  std::optional<Tick> start;
  for (std::size_t i = entry + 1; i < entries_.size(); ++i) {
    const Entry& later = entries_[i];
    if (later.over || later.block->character != block.character || !known[i].start) continue;
    const bool before_end = is_named(later.block->entrance.before_end, block.id);
    if (!before_end && !is_named(later.block->entrance.before_relax, block.id)) continue;
    const Seconds lets_go = before_end ? later.block->end : later.block->relaxed;
    start = std::max(start, std::optional(rate_.first_at_or_after(*known[i].start, lets_go)));
  }
  return start;
}

/// Of several of one name the last that came, of the character itself before those of others.
std::optional<std::size_t> LiveBlocks::find(std::string_view name,
                                            std::string_view character) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const motion::Block& block = *entries_[i].block;
    if (block.id != name) continue;
    const bool own = block.character == character;
    if (!found || own || entries_[*found].block->character != character) found = i;
  }
  return found;
}

LiveBlocks::Seen LiveBlocks::look(const plan::OtherPointsWanted& wanted) const {
  const std::lock_guard lock(mutex_);
  const Tick at_once = next_zero(wanted.composition);
  const std::vector<Span> spans = foresee();
  Seen seen{.zero = start_after(spans, {.character = wanted.character,
                                        .composition = wanted.composition,
                                        .entrance = wanted.entrance,
                                        .at_once = at_once})
                        .value_or(at_once),
            .points = {}};
  for (const std::string_view name : wanted.blocks) {
    const auto entry = find(name, wanted.character);
    if (entry) add_points(*entry, spans[*entry], seen.zero, seen.points);
  }
  return seen;
}

/// Those whom a block that comes now refers to.
std::vector<std::uint64_t> LiveBlocks::meant_by(const motion::Block& block) const {
  std::vector<std::uint64_t> meant;
  std::string_view before;
  for (const plan::KnownPoint& point : block.others) {
    const std::string_view name = block_of(point.id);
    if (name == std::exchange(before, name)) continue;
    if (const auto entry = find(name, block.character)) meant.push_back(entries_[*entry].number);
  }
  return meant;
}

std::vector<plan::KnownPoint> LiveBlocks::points_of(std::span<const std::uint64_t> meant, Tick zero,
                                                    std::span<const Span> spans) const {
  std::vector<plan::KnownPoint> points;
  for (const std::uint64_t number : meant) {
    const auto entry = std::ranges::find(entries_, number, &Entry::number);
    if (entry == entries_.end()) continue;
    const auto index = static_cast<std::size_t>(entry - entries_.begin());
    add_points(index, spans[index], zero, points);
  }
  return points;
}

/// When the points are that a block was planned by, as far as they are known now.
std::vector<plan::KnownPoint> LiveBlocks::others_now(const Entry& entry,
                                                     std::span<const Span> spans) const {
  const std::vector<plan::KnownPoint> all = points_of(entry.meant, *entry.start, spans);
  std::vector<plan::KnownPoint> now;
  for (const plan::KnownPoint& point : entry.block->others) {
    const auto found = std::ranges::find(all, point.id, &plan::KnownPoint::id);
    if (found != all.end()) now.push_back(*found);
  }
  return now;
}

/// What is over both ways does not move anybody.
bool LiveBlocks::has_moved(const Entry& entry, std::span<const plan::KnownPoint> now) const {
  const Seconds present = rate_.between(*entry.start, *last_);
  return std::ranges::any_of(entry.block->others, [&](const plan::KnownPoint& planned) {
    const auto found = std::ranges::find(now, planned.id, &plan::KnownPoint::id);
    if (found == now.end()) return planned.time > present;
    return std::max(found->time, planned.time) > present &&
           std::chrono::abs(found->time - planned.time) > kUnmoved;
  });
}

std::vector<LiveBlocks::Moved> LiveBlocks::moved() {
  const std::lock_guard lock(mutex_);
  const bool is_waiting_for_answers =
      std::ranges::any_of(entries_, [](const Entry& entry) { return entry.attempts > 0; });
  if (!std::exchange(has_changed_, false) && !is_waiting_for_answers) return {};
  const std::vector<Span> spans = foresee();
  std::vector<Moved> moved;
  for (Entry& entry : entries_) {
    if (entry.source == nullptr || !entry.start || entry.over) continue;
    std::vector<plan::KnownPoint> now = others_now(entry, spans);
    const bool is_as_planned = std::ranges::all_of(entry.speeches, [](const Revisable& each) {
      return each.speech.changes->count() == each.made;
    });
    if (is_as_planned && entry.changes_made == entry.changes.size() && !has_moved(entry, now)) {
      entry.attempts = 0;
      continue;
    }
    const bool is_told =
        entry.told == now && entry.changes_told == entry.changes.size() && !is_revised(entry);
    if (entry.attempts > 0 && is_told) {
      const bool is_late = last_->index > entry.told_at.index + kAnswerTicks;
      if (!is_late || entry.attempts >= kAttemptsMax) continue;
    } else {
      entry.attempts = 0;
    }
    // What a voice changes is bounded by itself.
    if (is_as_planned && entry.plans == kPlansMax) continue;
    if (is_as_planned) ++entry.plans;
    entry.told = std::move(now);
    entry.told_at = *last_;
    entry.changes_told = entry.changes.size();
    moved.push_back({.character = entry.character,
                     .id = *entry.id,
                     .start = *entry.start,
                     .block = entry.block,
                     .source = entry.source,
                     .attempt = entry.attempts++,
                     .meant = entry.meant,
                     .changes = entry.changes,
                     .changes_made = entry.changes_made});
    tell_revisions(entry, moved.back());
  }
  return moved;
}

Result<Replan> LiveBlocks::plan_anew(const Moved& moved, Tick from) const {
  const PlayedSoFar so_far{.block = moved.block,
                           .from = Tick{from.index - moved.start.index},
                           .rate = rate_,
                           .changes = moved.changes,
                           .made = moved.changes_made,
                           .revised = moved.revised,
                           .remarks = moved.remarks};
  const auto others = [&](const plan::OtherPointsWanted&) {
    const std::lock_guard lock(mutex_);
    std::vector<plan::KnownPoint> points = points_of(moved.meant, moved.start, foresee());
    // Of those who are forgotten by now, what was known of them.
    for (const plan::KnownPoint& point : moved.block->others) {
      const bool is_known = std::ranges::any_of(points, [&](const plan::KnownPoint& each) {
        return block_of(each.id) == block_of(point.id);
      });
      if (!is_known) points.push_back(point);
    }
    return points;
  };
  auto next = prepare_rest(*moved.source, so_far, others);
  if (!next) return next.error();
  return Replan{.character = moved.character,
                .id = moved.id,
                .from = from,
                .before = moved.block,
                .next = *std::move(next)};
}

/// Of one that was interrupted what came before, and its ends, which were then.
void LiveBlocks::add_points(std::size_t entry, const Span& span, Tick zero,
                            std::vector<plan::KnownPoint>& points) const {
  const Entry& it = entries_[entry];
  const auto& [start, end] = span;
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

PreparedLive prepare_live(
    const std::shared_ptr<const ScriptSource>& source, LiveBlocks& blocks, Diagnostics& diagnostics,
    std::function<void(std::string_view block_id, std::string_view character)> on_planning) {
  std::optional<Tick> zero;
  ListeningVoice voice(*source->voice);
  const auto others = [&](const plan::OtherPointsWanted& wanted) {
    LiveBlocks::Seen seen = blocks.look(wanted);
    zero = seen.zero;
    return std::move(seen.points);
  };
  auto prepared = prepare(source->text,
                          {.casts = source->casts,
                           .script_id = source->script_id,
                           .character = source->character,
                           .set_targets = source->targets,
                           .located = source->located,
                           .voice = &voice,
                           .others = others,
                           .on_planning = std::move(on_planning)},
                          diagnostics);
  if (prepared) {
    for (const auto& block : prepared->blocks) {
      const bool is_bml = !block->schedule.empty();
      blocks.expect(block, is_bml ? source : nullptr,
                    is_bml ? voice.take_changing() : std::vector<ChangingSpeech>());
    }
  }
  return {std::move(prepared), zero};
}

}  // namespace kine::server
