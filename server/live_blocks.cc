#include "server/live_blocks.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kine::server {
namespace {

/// Of a moment: less has not moved it.
constexpr Seconds kUnmoved{1e-4};

/// An answer that has not come by then was late.
constexpr std::uint64_t kAnswerTicks = 30;
constexpr unsigned kAttemptsMax = 4;

/// Answers on their way to a block, of which one that is older is asked for again.
constexpr std::size_t kAnswersMax = 8;

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

bool is_last_word(const Feedback& feedback) {
  return feedback.kind == FeedbackKind::Ended || feedback.kind == FeedbackKind::Interrupted;
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
  std::vector<std::uint64_t> appended;
  for (const Input& input : inputs) {
    const auto* const play = std::get_if<PlayBlock>(&input);
    if (play == nullptr) continue;
    const Entry& entry = take(*play);
    if (play->block->composition == plan::Composition::Append) appended.push_back(entry.number);
  }
  if (!appended.empty()) note_asleep(appended);
  OverCounts over;
  for (const Feedback& each : feedback) take(each, over);
  if (!over.empty()) forget_oldest(std::move(over));
  for (const Replanned& each : replanned) take(each);
  for (const ParameterWish& each : wishes) take(each, tick);
  if (listening_ > 0) has_changed_ = has_changed_ || std::ranges::any_of(entries_, is_revised);
}

/// Whether a voice has said more than was planned for.
bool LiveBlocks::is_revised(const Entry& entry) {
  return entry.start && std::ranges::any_of(entry.speeches, [](const Revisable& each) {
           return each.speech.changes->count() > each.told;
         });
}

/// Whether it goes on with all that its voices have said.
bool LiveBlocks::is_as_said(const Entry& entry) {
  return std::ranges::all_of(entry.speeches, [](const Revisable& each) {
    return each.speech.changes->count() == each.made;
  });
}

void LiveBlocks::tell_revisions(Entry& entry, Moved& moved) {
  for (Revisable& each : entry.speeches) {
    const VoiceChanges::Latest latest = each.speech.changes->latest();
    each.told = latest.count;
    moved.revisions.push_back(latest.count);
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

void LiveBlocks::take(const ParameterWish& wish, Tick tick) {
  Entry* const found = find(wish.id);
  // How loud one is concerns the sound alone.
  if (found == nullptr || wish.change.parameter == "volume") return;
  found->changes.push_back({wish.change, tick});
  has_changed_ = true;
}

void LiveBlocks::take(const Replanned& replanned) {
  Entry* const found = find(replanned.id);
  if (found == nullptr) return;
  found->block = found->over ? without_sound(replanned.block) : replanned.block;
  // More may have been wished and said since it was planned: for that there comes another one.
  const auto answer = std::ranges::find(found->answers, replanned.block, &Answer::block);
  if (answer != found->answers.end()) {
    found->changes_made = answer->changes;
    for (std::size_t i = 0; i < std::min(found->speeches.size(), answer->revisions.size()); ++i) {
      found->speeches[i].made = answer->revisions[i];
    }
    found->answers.clear();
  }
  found->attempts = 0;
  has_changed_ = true;
}

LiveBlocks::Entry& LiveBlocks::take(const PlayBlock& play) {
  // Among the last that came.
  const auto coming = std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& entry) {
    return entry.block == play.block && !entry.id;
  });
  if (coming != entries_.rend()) {
    coming->id = play.id;
    numbers_[play.id] = coming->number;
    return *coming;
  }
  numbers_[play.id] = counted_ + 1;
  entries_.push_back({.block = play.block,
                      .id = play.id,
                      .expected = *last_,
                      .start = {},
                      .over = {},
                      .number = ++counted_});
  return entries_.back();
}

/// Of those that are appended in this tick: who before them is there of whose beginning nobody
/// knows.
void LiveBlocks::note_asleep(std::span<const std::uint64_t> appended) {
  const Foreseen known = foresee();
  for (const std::uint64_t number : appended) {
    const std::size_t entry = *find(number);
    std::vector<std::uint64_t>& asleep = entries_[entry].asleep.emplace();
    for (const std::size_t i : known.present.find(entries_[entry].block->character)->second.all) {
      if (i < entry && !known.spans[i].start) asleep.push_back(entries_[i].number);
    }
  }
}

void LiveBlocks::take(const Feedback& feedback, OverCounts& over) {
  if (feedback.kind != FeedbackKind::Started && !is_last_word(feedback)) return;
  Entry* const found = find(feedback.block);
  if (found == nullptr) return;
  has_changed_ = true;
  if (is_last_word(feedback)) {
    found->over = feedback.tick;
    found->was_interrupted = feedback.kind == FeedbackKind::Interrupted;
    end_listening(*found);
    found->answers.clear();
    found->block = without_sound(std::move(found->block));
    found->source.reset();
    over.try_emplace(found->block->character, 0);
  } else {
    found->start = feedback.tick;
    found->character = feedback.character;
  }
}

/// Of those characters at once, for in one tick many blocks may end.
void LiveBlocks::forget_oldest(OverCounts over) {
  bool are_too_many = false;
  for (const Entry& entry : entries_) {
    const auto count = entry.over ? over.find(entry.block->character) : over.end();
    if (count != over.end() && ++count->second > kRemembered) are_too_many = true;
  }
  if (!are_too_many) return;
  std::erase_if(entries_, [&](const Entry& entry) {
    const auto count = entry.over ? over.find(entry.block->character) : over.end();
    if (count == over.end() || count->second <= kRemembered) return false;
    --count->second;
    numbers_.erase(*entry.id);
    return true;
  });
}

LiveBlocks::Entry* LiveBlocks::find(BlockId id) {
  const auto number = numbers_.find(id);
  return number == numbers_.end() ? nullptr : &entries_[*find(number->second)];
}

/// They stand in the order of their numbers.
std::optional<std::size_t> LiveBlocks::find(std::uint64_t number) const {
  const auto found = std::ranges::lower_bound(entries_, number, {}, &Entry::number);
  if (found == entries_.end() || found->number != number) return {};
  return static_cast<std::size_t>(found - entries_.begin());
}

Tick LiveBlocks::next_zero(plan::Composition composition) const {
  if (!last_) return Tick{0};
  const bool is_seen =
      zero_ == PlayBlock::Zero::LastTick && composition != plan::Composition::Replace;
  return is_seen ? *last_ : Tick{last_->index + 1};
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
  const Foreseen known = foresee(wanted.character);
  const auto zero = start_after(known, entries_.size(),
                                {.character = wanted.character,
                                 .composition = wanted.composition,
                                 .entrance = wanted.entrance,
                                 .at_once = at_once});
  Seen seen{.zero = zero.value_or(at_once), .points = {}};
  for (const std::string_view name : wanted.blocks) {
    const auto entry = find(name, wanted.character);
    if (entry) add_points(*entry, known.spans[*entry], seen.zero, seen.points);
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
    const auto entry = find(number);
    if (entry) add_points(*entry, spans[*entry], zero, points);
  }
  return points;
}

/// When the points are that a block was planned by, as far as they are known now.
std::vector<plan::KnownPoint> LiveBlocks::others_now(const Entry& entry,
                                                     std::span<const Span> spans) const {
  std::vector<plan::KnownPoint> all = points_of(entry.meant, *entry.start, spans);
  std::ranges::stable_sort(all, {}, &plan::KnownPoint::id);
  std::vector<plan::KnownPoint> now;
  for (const plan::KnownPoint& point : entry.block->others) {
    const auto found = std::ranges::lower_bound(all, point.id, {}, &plan::KnownPoint::id);
    if (found != all.end() && found->id == point.id) now.push_back(*found);
  }
  return now;
}

/// What is over both ways does not move anybody. `now` has its points in the order of the block's.
bool LiveBlocks::has_moved(const Entry& entry, std::span<const plan::KnownPoint> now) const {
  const Seconds present = rate_.between(*entry.start, *last_);
  auto next = now.begin();
  return std::ranges::any_of(entry.block->others, [&](const plan::KnownPoint& planned) {
    if (next == now.end() || next->id != planned.id) return planned.time > present;
    const Seconds time = (next++)->time;
    return std::max(time, planned.time) > present &&
           std::chrono::abs(time - planned.time) > kUnmoved;
  });
}

/// Whether it may have to be planned anew, now or once it knows what others do.
bool LiveBlocks::may_move(const Entry& entry) {
  return entry.source != nullptr && entry.start && !entry.over &&
         (!entry.block->others.empty() || entry.changes_made != entry.changes.size() ||
          !is_as_said(entry));
}

/// Whether it is told again if none comes.
bool LiveBlocks::waits_for_answer(const Entry& entry) {
  return !entry.over && entry.attempts > 0 && entry.attempts < kAttemptsMax &&
         (entry.plans < kPlansMax || !is_as_said(entry));
}

void LiveBlocks::give_up(const Moved& moved) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = find(moved.id);
  if (entry != nullptr && entry->tellings == moved.telling) entry->attempts = kAttemptsMax;
}

bool LiveBlocks::waits_for_answers() const {
  const std::lock_guard lock(mutex_);
  return waits_for_answers_;
}

std::vector<LiveBlocks::Moved> LiveBlocks::moved() {
  const std::lock_guard lock(mutex_);
  const bool has_news = std::exchange(has_changed_, false) || waits_for_answers_;
  waits_for_answers_ = false;
  if (!has_news || std::ranges::none_of(entries_, may_move)) return {};
  const std::vector<Span> spans = foresee().spans;
  std::vector<Moved> moved;
  for (Entry& entry : entries_) {
    if (!may_move(entry)) continue;
    std::vector<plan::KnownPoint> now = others_now(entry, spans);
    const bool is_as_planned = is_as_said(entry);
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
                     .telling = ++entry.tellings,
                     .meant = entry.meant,
                     .changes = changes_of(entry),
                     .changes_made = entry.changes_made});
    tell_revisions(entry, moved.back());
  }
  waits_for_answers_ = std::ranges::any_of(entries_, waits_for_answer);
  return moved;
}

Result<Replan> LiveBlocks::plan_anew(const Moved& moved, Tick from) {
  const PlayedSoFar so_far{.block = moved.block,
                           .from = Tick{from.index - moved.start.index},
                           .rate = rate_,
                           .changes = moved.changes,
                           .made = moved.changes_made,
                           .revised = moved.revised,
                           .remarks = moved.remarks};
  const auto others = [&](const plan::OtherPointsWanted&) {
    const std::lock_guard lock(mutex_);
    std::vector<plan::KnownPoint> points = points_of(moved.meant, moved.start, foresee().spans);
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
  {
    const std::lock_guard lock(mutex_);
    Entry* const entry = find(moved.id);
    if (entry != nullptr) {
      if (entry->answers.size() == kAnswersMax) entry->answers.erase(entry->answers.begin());
      entry->answers.push_back({*next, moved.changes.size(), moved.revisions});
    }
  }
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
