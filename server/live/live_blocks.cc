#include "server/live/live_blocks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "server/live/accounted_blocks.h"
#include "server/live/accounted_voice.h"
#include "server/live/later_text.h"
#include "server/session_log/noted_prepare.h"

namespace kine::server {
namespace {

constexpr std::string_view kOverBefore = "its block was over before";
constexpr std::string_view kSaidBefore = "it was said before";

}  // namespace

void LiveBlocks::expect(std::shared_ptr<const motion::Block> block,
                        std::shared_ptr<const ScriptSource> source,
                        std::vector<ChangingSpeech> changing, std::uint64_t manners,
                        MemoryHolder memory) {
  std::vector<std::uint64_t> meant = meant_by(*block);
  const std::lock_guard lock(mutex_);
  const Tick expected = next_zero(last_, block->composition);
  Entry& entry = add(std::move(block), expected);
  coming_.emplace(entry.block.get(), entry.number);
  entry.source = std::move(source);
  entry.memory = std::move(memory);
  entry.meant = std::move(meant);
  for (ChangingSpeech& each : changing) entry.speeches.push_back({.speech = std::move(each)});
  if (!entry.speeches.empty()) ++listening_;
  entry.manners = manners;
  tell_news(entry);
}

LiveBlocks::Entry& LiveBlocks::add(std::shared_ptr<const motion::Block> block, Tick expected) {
  Entry& entry = entries_[++counted_];
  entry.number = counted_;
  entry.block = std::move(block);
  entry.expected = expected;
  return entry;
}

void LiveBlocks::tell_news(const Entry& entry) { news_.push_back({entry.number, entry}); }

void LiveBlocks::set_manner(std::string_view character, const script::Expressivity& to,
                            Seconds over) {
  const std::lock_guard lock(mutex_);
  manners_.set(character, to, over, last_.value_or(Tick{}));
  has_changed_ = true;
}

void LiveBlocks::change_manner(std::string_view character, const plan::MannerChange& change,
                               Seconds over) {
  const std::lock_guard lock(mutex_);
  manners_.change(character, change, over, last_.value_or(Tick{}));
  has_changed_ = true;
}

void LiveBlocks::set_style(std::string_view character, std::string_view style) {
  const std::lock_guard lock(mutex_);
  manners_.set_style(character, style);
}

std::vector<GivenSketch> LiveBlocks::styles() const {
  const std::lock_guard lock(mutex_);
  return manners_.styles();
}

void LiveBlocks::forget_manner(std::string_view character) {
  const std::lock_guard lock(mutex_);
  manners_.forget(character);
}

LiveManners::Seen LiveBlocks::manners() const {
  const std::lock_guard lock(mutex_);
  return manners_.seen_from(next_zero(last_, plan::Composition::Merge));
}

void LiveBlocks::forget(const motion::Block& block) {
  const std::lock_guard lock(mutex_);
  const auto [begin, end] = coming_.equal_range(&block);
  for (auto coming = begin; coming != end; ++coming) {
    const auto entry = entries_.find(coming->second);
    end_listening(entry->second);
    news_.push_back({entry->first, std::nullopt});
    entries_.erase(entry);
  }
  coming_.erase(begin, end);
}

void LiveBlocks::note(Tick tick, std::span<const Input> inputs, std::span<const Feedback> feedback,
                      std::span<const Replanned> replanned, std::span<const ParameterWish> wishes) {
  {
    const std::lock_guard lock(mutex_);
    last_ = tick;
    take_in(tick, inputs, feedback, replanned, wishes);
  }
  // So that news do not pile up where nobody looks; a look at this moment sees them by itself.
  if (const std::unique_lock lock(looking_, std::try_to_lock); lock) see_news();
}

void LiveBlocks::take_in(Tick tick, std::span<const Input> inputs,
                         std::span<const Feedback> feedback, std::span<const Replanned> replanned,
                         std::span<const ParameterWish> wishes) {
  std::vector<std::uint64_t> ordered;
  for (const Input& input : inputs) {
    const auto* const play = std::get_if<PlayBlock>(&input);
    if (play == nullptr) continue;
    Entry& entry = take(*play);
    entry.waits.activation = play->block->entrance.waits_for_activation;
    tell_news(entry);
    const bool replaces = play->block->composition == plan::Composition::Replace;
    if (replaces || agenda::Coming::of(*play->block).is_about_others()) {
      ordered.push_back(entry.number);
    }
  }
  if (!ordered.empty()) note_waits(ordered);
  OverCounts over;
  for (const Feedback& each : feedback) take(each, over);
  if (!over.empty()) forget_oldest(std::move(over));
  for (const Replanned& each : replanned) take(each);
  for (const ParameterWish& each : wishes) take(each, tick);
  if (listening_ == 0 || has_changed_) return;
  has_changed_ =
      std::ranges::any_of(entries_, [](const auto& each) { return each.second.is_revised(); });
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
  tell_news(*found);
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
  found->anew.settle();
  has_changed_ = true;
}

LiveBlocks::Entry& LiveBlocks::take(const PlayBlock& play) {
  // Among several of one block it is the last that came.
  const auto coming = coming_.upper_bound(play.block.get());
  const bool is_expected =
      coming != coming_.begin() && std::prev(coming)->first == play.block.get();
  Entry& entry = is_expected ? entries_.at(std::prev(coming)->second) : add(play.block, *last_);
  if (is_expected) coming_.erase(std::prev(coming));
  entry.id = play.id;
  numbers_[play.id] = entry.number;
  return entry;
}

/// Notes what the blocks wait for that came in this tick, and which others wait for them now.
void LiveBlocks::note_waits(std::span<const std::uint64_t> came) {
  std::map<std::string_view, std::vector<Entry*>> present;
  for (const std::uint64_t number : came) present[entries_.at(number).block->character];
  for (auto& [number, entry] : entries_) {
    const auto found =
        entry.id && !entry.over ? present.find(entry.block->character) : present.end();
    if (found != present.end()) found->second.push_back(&entry);
  }
  for (const std::uint64_t number : came) {
    Entry& entry = entries_.at(number);
    const auto coming = agenda::Coming::of(*entry.block);
    std::vector<Entry*>& others = present.at(entry.block->character);
    const auto came_before = [&](const Entry* other) { return *other->id < *entry.id; };
    if (coming.composition == plan::Composition::Replace) std::erase_if(others, came_before);
    std::vector<agenda::Entry> there;
    for (const Entry* const other : others) {
      if (!came_before(other)) continue;
      there.push_back({.key = other->number,
                       .block = other->block.get(),
                       .waits = other->start ? nullptr : &other->waits});
    }
    if (coming.is_about_others() && agenda::is_full(there)) {
      entry.waits.activation = true;  // it may be refused: nobody can tell
      std::erase(others, &entry);
    } else {
      entry.waits = agenda::waits_of(coming, there);
      for (Entry* const other : others) {
        if (other->start || !came_before(other)) continue;
        if (agenda::put_before(coming, number, *other->block, other->waits)) tell_news(*other);
      }
    }
    tell_news(entry);
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
    found->waits = {};
    found->character = feedback.character;
  }
  tell_news(*found);
}

/// Of those characters at once, for in one tick many blocks may end.
void LiveBlocks::forget_oldest(OverCounts over) {
  bool are_too_many = false;
  for (const auto& [number, entry] : entries_) {
    const auto count = entry.over ? over.find(entry.block->character) : over.end();
    if (count != over.end() && ++count->second > kRemembered) are_too_many = true;
  }
  if (!are_too_many) return;
  std::erase_if(entries_, [&](const auto& each) {
    const Entry& entry = each.second;
    const auto count = entry.over ? over.find(entry.block->character) : over.end();
    if (count == over.end() || count->second <= kRemembered) return false;
    --count->second;
    numbers_.erase(*entry.id);
    news_.push_back({entry.number, std::nullopt});
    return true;
  });
}

LiveBlocks::Entry* LiveBlocks::find(BlockId id) {
  const auto number = numbers_.find(id);
  return number == numbers_.end() ? nullptr : &entries_.at(number->second);
}

Tick LiveBlocks::next_zero(const std::optional<Tick>& last, plan::Composition composition) const {
  if (!last) return Tick{0};
  const bool is_seen =
      zero_ == PlayBlock::Zero::LastTick && composition != plan::Composition::Replace;
  return is_seen ? *last : Tick{last->index + 1};
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
  auto prepared = prepare_noted(blocks.sink(), source->text,
                                {.casts = source->casts,
                                 .script_id = source->script_id,
                                 .character = source->character,
                                 .set_targets = source->targets,
                                 .voice = &voice,
                                 .sketches = source->sketches,
                                 .meanings = source->meanings(),
                                 .live = {.manners = manners.all,
                                          .located = source->located,
                                          .others = others,
                                          .cancelled = std::move(preparation.cancelled),
                                          .on_planning = std::move(preparation.on_planning)}},
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
