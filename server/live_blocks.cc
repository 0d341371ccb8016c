#include "server/live_blocks.h"

#include <algorithm>
#include <map>
#include <utility>

#include "server/accounted_voice.h"
#include "server/later_text.h"
#include "server/memory_of.h"
#include "server/session_log/noted_prepare.h"

namespace kine::server {
namespace {

/// What others may want to know of a block that is over: its points, and of one for which there is
/// no room no more than when it was. Nobody sees or hears it any more.
std::shared_ptr<const motion::Block> points_alone(const motion::Block& block,
                                                  const MemoryHolder& memory) {
  auto points = std::make_shared<motion::Block>();
  points->id = block.id;
  points->character = block.character;
  points->composition = block.composition;
  points->relaxed = block.relaxed;
  points->end = block.end;
  auto bare = std::make_shared<const motion::Block>(*points);
  points->entrance = block.entrance;
  points->others = block.others;
  points->sync_points = block.sync_points;
  const std::size_t bytes = memory_of(*points, 0);
  auto kept = memory.keep<motion::Block>(std::move(points), bytes);
  return kept ? *std::move(kept) : std::move(bare);
}

/// Its sound counts by itself: it may be heard, or go on in another block, when this one is freed.
Result<std::shared_ptr<const motion::Block>> kept_block(const MemoryHolder& memory,
                                                        std::shared_ptr<const motion::Block> block,
                                                        std::size_t text_bytes) {
  if (!block->utterances.empty()) {
    auto own = std::make_shared<motion::Block>(*block);
    for (motion::Utterance& said : own->utterances) {
      const std::size_t bytes = memory_of(*said.track);
      auto kept = memory.keep(std::move(said.track), bytes);
      if (!kept) return kept.error();
      said.track = *std::move(kept);
    }
    block = std::move(own);
  }
  const std::size_t bytes = memory_of(*block, text_bytes);
  return memory.keep(std::move(block), bytes);
}

constexpr std::string_view kOverBefore = "its block was over before";
constexpr std::string_view kSaidBefore = "it was said before";

}  // namespace

void LiveBlocks::expect(std::shared_ptr<const motion::Block> block,
                        std::shared_ptr<const ScriptSource> source,
                        std::vector<ChangingSpeech> changing, std::uint64_t manners,
                        MemoryHolder memory) {
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
                      .memory = std::move(memory),
                      .number = ++counted_,
                      .meant = std::move(meant),
                      .speeches = std::move(speeches),
                      .manners = manners});
}

void LiveBlocks::set_manner(std::string_view character, const plan::Expressivity& to,
                            Seconds over) {
  const std::lock_guard lock(mutex_);
  manners_.set(character, to, over, last_.value_or(Tick{}));
  has_changed_ = true;
}

void LiveBlocks::forget_manner(std::string_view character) {
  const std::lock_guard lock(mutex_);
  manners_.forget(character);
}

LiveManners::Seen LiveBlocks::manners() const {
  const std::lock_guard lock(mutex_);
  return manners_.seen_from(next_zero(plan::Composition::Merge));
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

void LiveBlocks::add_later_texts(std::span<Feedback> feedback) {
  for (Feedback& each : feedback) {
    if (!each.performed || each.performed->speeches.empty()) continue;
    const std::lock_guard lock(mutex_);
    const Entry* const entry = find(each.block);
    if (entry != nullptr && entry->source != nullptr) {
      add_later_text(*entry->source, *each.performed);
    }
  }
}

void LiveBlocks::end_listening(Entry& entry) {
  if (entry.speeches.empty()) return;
  for (const Revisable& each : entry.speeches) each.speech.changes->over();
  entry.speeches.clear();
  --listening_;
}

/// Whether nothing of a speech is to be heard any more.
bool LiveBlocks::is_said(const Entry& entry, std::string_view part, Tick tick) const {
  return entry.start &&
         std::ranges::any_of(entry.block->utterances, [&](const motion::Utterance& each) {
           return each.id == part &&
                  each.start + each.track->length <= rate_.between(*entry.start, tick);
         });
}

void LiveBlocks::take(const ParameterWish& wish, Tick tick) {
  Entry* const found = find(wish.id);
  if (found == nullptr) return;
  if (wish.change.parameter == "volume") {
    // How loud one is concerns the sound alone, which takes it by itself.
    const bool is_over = found->over || is_said(*found, wish.change.part, tick);
    const BlockWishes::Wish lost{.change = wish.change, .client = wish.client, .at = tick};
    if (is_over) warn_of_all(*found, {&lost, 1}, found->over ? kOverBefore : kSaidBefore);
    return;
  }
  found->wishes.take(wish, tick);
  has_changed_ = true;
  // In the tick of its last word a block may still be wished something of.
  if (found->over) warn_of_all(*found, found->wishes.end(), kOverBefore);
}

void LiveBlocks::take(const Replanned& replanned) {
  Entry* const found = find(replanned.id);
  if (found == nullptr) return;
  found->block = found->over ? points_alone(*replanned.block, found->memory) : replanned.block;
  // More may have been wished and said since it was planned: for that there comes another one.
  const auto answer = std::ranges::find(found->answers, replanned.block, &Answer::block);
  if (answer != found->answers.end()) {
    std::vector<std::string> parts;
    for (const Warning& each : answer->in_vain) parts.push_back(each.about);
    for (const BlockWishes::Wish& lost : found->wishes.settle(answer->wishes, parts)) {
      const auto why = std::ranges::find(answer->in_vain, lost.change.part, &Warning::about);
      warn(*found, lost, why->message);
    }
    for (std::size_t i = 0; i < std::min(found->speeches.size(), answer->revisions.size()); ++i) {
      found->speeches[i].made = answer->revisions[i];
    }
    found->manners = answer->manners;
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
    found->character = feedback.character;
    warn_of_all(*found, found->wishes.end(), kOverBefore);
    found->answers.clear();
    found->block = points_alone(*found->block, found->memory);
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

LiveBlocks::Underway LiveBlocks::underway(std::span<const Sent> sent,
                                          std::string_view character) const {
  const std::lock_guard lock(mutex_);
  Underway underway{.now = last_.value_or(Tick{0})};
  for (const Entry& entry : entries_) {
    if (entry.over) continue;
    const bool is_sent = std::ranges::any_of(sent, [&](const Sent& each) {
      return entry.id ? *entry.id == each.id : entry.block.get() == each.block;
    });
    if (is_sent || entry.block->character == character) {
      underway.blocks.push_back({entry.block, entry.start, entry.source});
    }
  }
  return underway;
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

void keep_blocks(const ScriptSource& source, Result<Prepared>& prepared) {
  if (!source.memory.counts() || !prepared || prepared->blocks.empty()) return;
  const std::size_t text_bytes = source.text.size() / prepared->blocks.size();
  for (std::shared_ptr<const motion::Block>& block : prepared->blocks) {
    auto kept = kept_block(source.memory, block, text_bytes);
    if (!kept) {
      prepared = kept.error();
      return;
    }
    block = *std::move(kept);
  }
}

PreparedLive prepare_live(const std::shared_ptr<const ScriptSource>& source, LiveBlocks& blocks,
                          Diagnostics& diagnostics, LivePreparation preparation) {
  std::optional<Tick> zero;
  AccountedVoice accounted(*source->voice, source->memory);
  ListeningVoice voice(accounted, source->memory);
  const auto others = [&](const plan::OtherPointsWanted& wanted) {
    LiveBlocks::Seen seen = blocks.look(wanted);
    zero = seen.zero;
    return std::move(seen.points);
  };
  const LiveManners::Seen manners = blocks.manners();
  auto prepared = prepare_noted(blocks.session_log(), source->text,
                                {.casts = source->casts,
                                 .script_id = source->script_id,
                                 .character = source->character,
                                 .set_targets = source->targets,
                                 .manners = manners.all,
                                 .located = source->located,
                                 .voice = &voice,
                                 .others = others,
                                 .cancelled = std::move(preparation.cancelled),
                                 .steps = preparation.steps,
                                 .on_planning = std::move(preparation.on_planning)},
                                diagnostics, [&](Result<Prepared>& settled) {
                                  if (accounted.refusal()) settled = *accounted.refusal();
                                  accounted.give_back();  // its blocks have it now
                                  keep_blocks(*source, settled);
                                });
  if (prepared) {
    for (const auto& block : prepared->blocks) {
      const bool is_bml = !block->schedule.empty();
      blocks.expect(block, is_bml ? source : nullptr,
                    is_bml ? voice.take_changing() : std::vector<ChangingSpeech>(), manners.count,
                    source->memory);
    }
  }
  return {std::move(prepared), zero};
}

}  // namespace kine::server
