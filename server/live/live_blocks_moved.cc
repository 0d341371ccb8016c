// What blocks that play are planned anew by: others' points that have moved, voices that have said
// more, and what somebody wishes.
#include <algorithm>
#include <utility>

#include "server/live/accounted_blocks.h"
#include "server/live/accounted_voice.h"
#include "server/live/live_blocks.h"
#include "server/live/memory_of.h"
#include "server/session_log/noted_prepare.h"
#include "server/voices/given_speech.h"

namespace kine::server {
namespace {

/// Of a moment: less has not moved it.
constexpr Seconds kUnmoved{1e-4};

/// Answers on their way to a block, of which one that is older is asked for again.
constexpr std::size_t kAnswersMax = 8;

/// What the block is made of now: of a speech that its caller still gives, with all that has come.
std::string text_of_moved(const LiveBlocks::Moved& moved) {
  const ScriptSource& source = *moved.source;
  if (!source.text_to_say || moved.block->utterances.empty()) return source.text;
  const motion::Utterance& said = moved.block->utterances.front();
  const auto revised = std::ranges::find(moved.revised, said.id, &PlayedSoFar::Revised::part);
  return source.text_to_say(revised == moved.revised.end() ? said.track->text
                                                           : revised->track->text);
}

/// With all that a caller has given of its speech until now, where the block goes on at `now`.
LiveBlocks::Moved caught_up(LiveBlocks::Moved moved, Seconds now) {
  const auto* const voice = dynamic_cast<const GivenVoice*>(moved.source->own_voice.get());
  if (voice == nullptr) return moved;
  for (PlayedSoFar::Revised& revised : moved.revised) {
    const auto said =
        std::ranges::find(moved.block->utterances, revised.part, &motion::Utterance::id);
    if (said == moved.block->utterances.end()) continue;
    if (auto track = voice->given().catch_up(*said->track, now - said->start)) {
      revised.track = std::move(track);
    }
  }
  return moved;
}

}  // namespace

/// Whether a voice has said more than was planned for.
bool LiveBlocks::Entry::is_revised() const {
  return start && std::ranges::any_of(speeches, [](const Revisable& each) {
           return each.speech.changes->count() > each.told;
         });
}

/// Whether it goes on with all that its voices have said.
bool LiveBlocks::Entry::is_as_said() const {
  return std::ranges::all_of(
      speeches, [](const Revisable& each) { return each.speech.changes->count() == each.made; });
}

void LiveBlocks::Entry::tell_revisions(Moved& moved) {
  for (Revisable& each : speeches) {
    const VoiceChanges::Latest latest = each.speech.changes->latest();
    each.told = latest.count;
    moved.revisions.push_back(latest.count);
    if (latest.count == each.made) continue;
    if (latest.track) moved.revised.push_back({each.speech.part, latest.track});
    if (latest.refused.empty()) continue;
    moved.remarks.push_back({.message = "a revision by its voice is ignored: " + latest.refused,
                             .about = each.speech.part});
  }
}

/// When the points are that a block was planned by, as far as they are known now.
std::vector<plan::KnownPoint> LiveBlocks::others_now(const Entry& entry,
                                                     const ForeseenBlocks& known) const {
  std::vector<plan::KnownPoint> all = known.points_of(entry.meant, *entry.start);
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

/// Whether its character has another manner than when it was planned.
bool LiveBlocks::is_mannered_anew(const Entry& entry) const {
  return manners_.count_at(entry.block->character) > entry.manners;
}

/// Whether it may have to be planned anew, now or once it knows what others do.
bool LiveBlocks::may_move(const Entry& entry) const {
  return entry.source != nullptr && entry.start && !entry.over &&
         (!entry.block->others.empty() || entry.wishes.has_ready() || !entry.is_as_said() ||
          is_mannered_anew(entry));
}

/// Whether it is told again if none comes, or somebody is told that none came.
bool LiveBlocks::Entry::waits_for_answer() const {
  if (over || anew.is_current()) return false;
  return anew.is_told_again() || wishes.has_ready();
}

void LiveBlocks::give_up(const Moved& moved, std::string_view reason) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = find(moved.id);
  if (entry == nullptr) return;
  entry->anew.give_up(moved.telling);
  warn_of_all(*entry, entry->wishes.give_up(moved.wishes), reason);
}

bool LiveBlocks::waits_for_answers() const {
  const std::lock_guard lock(mutex_);
  return waits_for_answers_;
}

std::vector<LiveBlocks::Moved> LiveBlocks::moved() {
  const std::lock_guard lock(mutex_);
  const bool has_news = std::exchange(has_changed_, false) || waits_for_answers_;
  waits_for_answers_ = false;
  if (!has_news ||
      std::ranges::none_of(entries_, [&](const auto& each) { return may_move(each.second); })) {
    return {};
  }
  const ForeseenBlocks known(rate_, blocks_now());
  std::vector<Moved> moved;
  for (auto& [number, entry] : entries_) {
    if (!may_move(entry)) continue;
    std::vector<plan::KnownPoint> now = others_now(entry, known);
    const bool by_others = has_moved(entry, now);
    const bool by_manner = is_mannered_anew(entry);
    if (entry.is_as_said() && !entry.wishes.has_ready() && !by_others && !by_manner) {
      entry.anew.settle();
      continue;
    }
    const bool is_told_of_manner =
        !by_manner || manners_.count_at(entry.block->character) <= entry.manners_told;
    const bool has_new_words =
        entry.is_revised() || entry.wishes_told != entry.wishes.news() || !is_told_of_manner;
    if (has_new_words || entry.told != now) entry.anew.settle();
    switch (entry.anew.state(*last_)) {
      case PlannedAnew::State::Current:
        // Changes by a voice, and of parameters, have bounds of their own.
        if (!has_new_words && !entry.anew.change_by_others()) continue;
        break;
      case PlannedAnew::State::Told:
        continue;
      case PlannedAnew::State::Late:
        break;
      case PlannedAnew::State::GivenUp:
        warn_of_all(entry, entry.wishes.give_up(entry.wishes.ready()),
                    "its block could not be planned anew in time");
        continue;
    }
    moved.push_back(tell(entry, std::move(now), by_others));
  }
  waits_for_answers_ = std::ranges::any_of(
      entries_, [](const auto& each) { return each.second.waits_for_answer(); });
  return moved;
}

/// Each from when on it is, on the block's own time. Pre: it has begun.
std::vector<BlockWishes::Wish> LiveBlocks::wishes_of(const Entry& entry) const {
  std::vector<BlockWishes::Wish> wishes = entry.wishes.ready();
  for (BlockWishes::Wish& wish : wishes) wish.change.at = rate_.between(*entry.start, wish.at);
  return wishes;
}

LiveBlocks::Moved LiveBlocks::tell(Entry& entry, std::vector<plan::KnownPoint> now,
                                   bool by_others) {
  entry.told = std::move(now);
  entry.wishes_told = entry.wishes.news();
  const bool by_manner = is_mannered_anew(entry);
  LiveManners::Seen manners = manners_.seen_from(*entry.start);
  entry.manners_told = manners.count;
  Moved moved{.character = entry.character,
              .id = *entry.id,
              .start = *entry.start,
              .block = entry.block,
              .source = entry.source,
              .attempt = entry.anew.tell(*last_),
              .telling = entry.anew.telling(),
              .meant = entry.meant,
              .by_others = by_others,
              .by_manner = by_manner,
              .manners = std::move(manners),
              .wishes = wishes_of(entry),
              .made = entry.wishes.made()};
  entry.tell_revisions(moved);
  return moved;
}

LiveBlocks::Anew LiveBlocks::plan_anew(const Moved& told, Tick from,
                                       const std::stop_token& cancelled) {
  const Moved moved = caught_up(told, rate_.between(told.start, from));
  std::vector<KeptSpeech> kept;
  {
    const std::lock_guard lock(mutex_);
    const Entry* const entry = find(moved.id);
    if (entry == nullptr || entry->over || entry->anew.telling() != moved.telling) return {};
    kept = entry->wishes.kept();
  }
  KeptVoice voice(moved.source->voice->name(), std::move(kept));
  Anew anew;
  Answer answer{
      .wishes = moved.wishes, .revisions = moved.revisions, .manners = moved.manners.count};
  // What was is over; so what is made tells the way that is seen.
  for (BlockWishes::Wish& wish : answer.wishes) {
    wish.change = plan::made_from(rate_.between(moved.start, from), std::move(wish.change));
  }
  const RestAsked asked{from, voice, cancelled};
  PrepareOutcome next = prepare_rest(moved, answer.wishes, asked);
  anew.steps += next.steps;
  for (auto unknown = voice.take_unknown(); !unknown.empty(); unknown = voice.take_unknown()) {
    wait_for_voice(moved, unknown, anew.to_say);
    std::erase_if(answer.wishes, [&](const BlockWishes::Wish& wish) {
      return std::ranges::find(unknown, wish.change.part, &speech::Utterance::id) != unknown.end();
    });
    const bool is_as_it_is = answer.wishes.empty() && moved.revised.empty() &&
                             moved.remarks.empty() && !moved.by_others && !moved.by_manner;
    if (is_as_it_is) return anew;
    next = prepare_rest(moved, answer.wishes, asked);
    anew.steps += next.steps;
  }
  if (!next) {
    Moved tried = moved;
    tried.wishes = std::move(answer.wishes);
    give_up(tried, next.error().message);
    return anew;
  }
  const std::shared_ptr<const motion::Block>& block = next->blocks.front();
  answer.block = block;
  answer.in_vain = std::move(next->in_vain);
  {
    const std::lock_guard lock(mutex_);
    Entry* const entry = find(moved.id);
    if (entry != nullptr && !entry->over) {
      if (entry->answers.size() == kAnswersMax) entry->answers.erase(entry->answers.begin());
      entry->answers.push_back(std::move(answer));
    }
  }
  anew.replan = Replan{.character = moved.character,
                       .id = moved.id,
                       .from = from,
                       .before = moved.block,
                       .next = block};
  return anew;
}

/// Adds those of them to `to_say` that nobody is asked about yet, each for who wishes that.
void LiveBlocks::wait_for_voice(const Moved& moved, std::span<const speech::Utterance> unknown,
                                std::vector<ToSay>& to_say) {
  const std::lock_guard lock(mutex_);
  Entry* const entry = find(moved.id);
  if (entry == nullptr || entry->over) return;
  for (const speech::Utterance& utterance : unknown) {
    if (!entry->wishes.wait_for_voice(utterance)) continue;
    const auto wish = std::ranges::find_if(moved.wishes, [&](const BlockWishes::Wish& each) {
      return each.change.part == utterance.id && each.change.parameter == "rate";
    });
    to_say.push_back({utterance, wish == moved.wishes.end() ? ClientId{} : wish->client});
  }
  has_changed_ = true;  // what waits for its voice alone is no answer that is late
}

void LiveBlocks::ask(BlockId id, const speech::Voice& voice, const speech::Utterance& utterance) {
  bool is_given_up = false;
  MemoryHolder memory;
  {
    const std::lock_guard lock(mutex_);
    const Entry* const entry = find(id);
    if (entry == nullptr || entry->over) return;
    is_given_up = entry->wishes.is_voice_given_up();
    memory = entry->memory;
  }
  if (is_given_up) {
    return hear(id, utterance,
                Error{ErrorCode::Unsupported,
                      "the voice is not asked again in this block, for it failed too often"});
  }
  AccountedVoice accounted(voice, memory);
  auto said = accounted.say(utterance);
  accounted.give_back();  // the account of its client has it charged
  hear(id, utterance, std::move(said));
}

void LiveBlocks::hear(BlockId id, const speech::Utterance& utterance,
                      Result<speech::SpeechTrack> said) {
  KeptSpeech kept = KeptSpeech::of(utterance, std::move(said));
  const std::lock_guard lock(mutex_);
  Entry* const entry = find(id);
  if (entry == nullptr || entry->over) return;
  if (kept.said) {
    const std::size_t bytes = memory_of(**kept.said);
    kept.said = entry->memory.keep(*std::move(kept.said), bytes);
  }
  entry->wishes.hear(std::move(kept));
  has_changed_ = true;
}

/// The rest of the one block of a script, from where it is.
PrepareOutcome LiveBlocks::prepare_rest(const Moved& moved,
                                        std::span<const BlockWishes::Wish> wishes,
                                        const RestAsked& asked) const {
  PlayedSoFar so_far{.block = moved.block,
                     .from = Tick{asked.from.index - moved.start.index},
                     .rate = rate_,
                     .changes = moved.made,
                     .made = moved.made.size(),
                     .revised = moved.revised,
                     .remarks = moved.remarks,
                     .new_manner = moved.by_manner};
  for (const BlockWishes::Wish& wish : wishes) so_far.changes.push_back(wish.change);
  const ScriptSource& source = *moved.source;
  Diagnostics unsaid;  // what is new is among the block's own warnings
  const std::string text = text_of_moved(moved);
  PrepareOutcome prepared = prepare_noted(
      sink_, text,
      {.casts = source.casts,
       .script_id = source.script_id,
       .character = source.character,
       .set_targets = source.targets,
       .voice = &asked.voice,
       .sketches = source.sketches,
       .meanings = source.meanings(),
       .live = {.manners = moved.manners.all,
                .located = source.located,
                .others = [&](const plan::OtherPointsWanted&) { return others_of(moved); },
                .so_far = &so_far,
                .cancelled = asked.cancelled}},
      unsaid, [&](Result<Prepared>& settled) { keep_blocks(source, settled, moved.block.get()); });
  KINE_ASSERT(!prepared || prepared->blocks.size() == 1);
  return prepared;
}

/// When the points are now that it refers to; of those who are forgotten, what was known of them.
std::vector<plan::KnownPoint> LiveBlocks::others_of(const Moved& moved) const {
  const std::lock_guard lock(looking_);
  see_news();
  const ForeseenBlocks known(rate_, blocks_seen());
  std::vector<plan::KnownPoint> points = known.points_of(moved.meant, moved.start);
  for (const plan::KnownPoint& point : moved.block->others) {
    const bool is_known = std::ranges::any_of(points, [&](const plan::KnownPoint& each) {
      return block_of(each.id) == block_of(point.id);
    });
    if (!is_known) points.push_back(point);
  }
  return points;
}

void LiveBlocks::warn(const Entry& entry, const BlockWishes::Wish& wish, std::string message) {
  warnings_.push_back({.kind = FeedbackKind::Warning,
                       .tick = *last_,
                       .character = entry.character,
                       .block = *entry.id,
                       .client = wish.client,
                       .id = entry.block->id + ":" + wish.change.part,
                       .message = std::move(message)});
}

void LiveBlocks::warn_of_all(const Entry& entry, std::span<const BlockWishes::Wish> lost,
                             std::string_view reason) {
  for (const BlockWishes::Wish& wish : lost) {
    warn(entry, wish, in_vain(wish.change.parameter, reason));
  }
}

std::vector<Feedback> LiveBlocks::take_warnings() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

}  // namespace kine::server
