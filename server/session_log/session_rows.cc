#include "server/session_log/session_rows.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <utility>

namespace kine::server {
namespace {

/// Blocks that are gone are looked for when there are twice as many, and not among fewer.
constexpr std::size_t kBlocksLookedAtMin = 1'024;

std::string digits(std::int64_t number, std::size_t count) {
  std::string text = std::to_string(number);
  return text.size() < count ? std::string(count - text.size(), '0') + text : text;
}

/// UTC, as RFC 3339 has it, in microseconds.
std::string text_of_wall(std::chrono::system_clock::time_point wall) {
  using namespace std::chrono;
  const auto day = floor<days>(wall);
  const year_month_day date(day);
  const hh_mm_ss time(floor<microseconds>(wall - day));
  return digits(int{date.year()}, 4) + "-" + digits(unsigned{date.month()}, 2) + "-" +
         digits(unsigned{date.day()}, 2) + "T" + digits(time.hours().count(), 2) + ":" +
         digits(time.minutes().count(), 2) + ":" + digits(time.seconds().count(), 2) + "." +
         digits(time.subseconds().count(), 6) + "Z";
}

/// Sound and secrets do not stand in a log. How many bytes of sound there were.
std::uint64_t leave_out(kinesphere::Envelope& message) {
  std::size_t bytes = 0;
  const auto take = [&](std::string& audio) {
    bytes = audio.size();
    audio.clear();
  };
  if (message.has_say()) take(*message.mutable_say()->mutable_audio());
  if (message.has_say_more()) take(*message.mutable_say_more()->mutable_audio());
  if (message.has_hello()) {
    message.mutable_hello()->clear_token();
    message.mutable_hello()->clear_resume();
    message.mutable_hello()->clear_vouched();
  }
  if (message.has_claim()) message.mutable_claim()->clear_key();
  return bytes;
}

std::string json_of(const kinesphere::Envelope& message) {
  std::string json;
  const auto status = google::protobuf::util::MessageToJsonString(message, &json);
  return status.ok() && !json.empty() && json.find('\n') == std::string::npos ? json : "{}";
}

/// What an input or a message costs beside its text.
constexpr std::size_t kPartBytes = 512;

/// Of one character, whole.
constexpr std::size_t kFrameBytes = 1'024;

std::size_t cost_of(const speech::SpeechTrack& track) {
  return track.audio.samples.size() * sizeof(std::int16_t) + kPartBytes * (1 + track.words.size()) +
         track.text.size();
}

std::size_t cost_of(const MessageTaken& taken) { return taken.message->ByteSizeLong(); }

std::size_t cost_of(const Preparation& preparation) {
  std::size_t bytes = preparation.text.size() + sizeof(void*) * preparation.casts.size();
  for (const auto& answer : preparation.said) {
    if (answer.track) bytes += cost_of(*answer.track);
  }
  if (!preparation.so_far) return bytes;
  for (const auto& revised : preparation.so_far->revised) bytes += cost_of(*revised.track);
  return bytes;
}

std::size_t cost_of(const TickDone& done) {
  return kPartBytes * done.inputs.size() + kFrameBytes * done.output->frames_encoded();
}

template <class Other>
std::size_t cost_of(const Other&) {
  return 0;
}

}  // namespace

std::size_t bytes_of(const Happening& what) {
  return kPartBytes + std::visit([](const auto& each) { return cost_of(each); }, what);
}

std::string hash_of_frames(const TickOutput& output) {
  const std::size_t whole = protocol::FrameVariant().index();
  ByteHash hash;
  for (const TickOutput::Variants& variants : output.frames) hash.add(*variants[whole]);
  return hash.text();
}

Stamp Moment::stamp() const {
  return {.tick = tick, .wall = text_of_wall(wall), .mono_us = mono.count()};
}

void SessionRows::add(const Moment& moment, const Happening& what, std::string& lines) {
  std::visit([&](const auto& each) { take(moment, each, lines); }, what);
}

void SessionRows::go_on_behind(const Numbered& numbered) {
  for (const auto& cast : numbered.casts) {
    casts_[cast] = ++casts_counted_;
    bodies_.emplace(cast->body, casts_counted_);
  }
  companies_ = numbered.companies;
  preparations_ = numbered.preparations;
  for (const auto& [block, name_in_log] : numbered.blocks) name(block, name_in_log);
}

void SessionRows::add_row(const Moment& moment, LogRow row, std::string& lines) {
  lines += encode({.stamp = moment.stamp(), .row = std::move(row)});
}

void SessionRows::take(const Moment& moment, const SessionStart& start, std::string& lines) {
  HeadRow head = start.head;
  for (const auto& cast : start.casts) {
    head.characters.push_back(logged(cast, ++casts_counted_));
    casts_[cast] = casts_counted_;
  }
  for (const auto& [name, clip] : *start.casts.front()->clips) {
    head.clips.push_back({.name = name, .length = clip->length()});
  }
  add_row(moment, std::move(head), lines);
}

void SessionRows::take(const Moment& moment, const MessageTaken& taken, std::string& lines) {
  kinesphere::Envelope message = *taken.message;
  const std::uint64_t sound_bytes = leave_out(message);
  MessageRow row{.client = taken.client, .message = {json_of(message)}};
  if (sound_bytes > 0) row.sound_bytes = sound_bytes;
  add_row(moment, std::move(row), lines);
}

void SessionRows::take(const Moment& moment, const ClientGone& gone, std::string& lines) {
  add_row(moment, GoneRow{gone.client}, lines);
}

void SessionRows::take(const Moment& moment, const ClientNamed& named, std::string& lines) {
  add_row(moment,
          ResumeRow{.client = named.client, .key = named.key, .keeps_waiting = named.keeps_waiting},
          lines);
}

void SessionRows::take(const Moment& moment, const SessionEnd& end, std::string& lines) {
  end_row_of_ticks(lines);
  add_row(moment, EndRow{end.reason}, lines);
}

void SessionRows::take(const Moment& moment, const Preparation& preparation, std::string& lines) {
  PrepareRow row{.prepare = ++preparations_,
                 .script = preparation.script_id,
                 .character = preparation.character,
                 .company = company_of(preparation, moment, lines),
                 .text = preparation.text,
                 .targets = preparation.targets,
                 .tension = preparation.tension,
                 .sketches = preparation.sketches,
                 .manners = preparation.manners,
                 .located = preparation.located,
                 .voice = preparation.voice,
                 .styles = preparation.styles};
  for (const Preparation::Answer& answer : preparation.said) {
    LoggedAnswer& said = row.said.emplace_back();
    said.id = answer.utterance.id;
    said.text = answer.utterance.text;
    if (answer.utterance.pace) said.rate = answer.utterance.pace->rate;
    if (answer.track) said.track = logged(*answer.track, moment, lines);
    if (!answer.track) said.error = answer.error;
  }
  for (const auto& points : preparation.others) row.others.push_back({points});
  if (preparation.so_far) row.so_far = logged(*preparation.so_far, moment, lines);
  if (!preparation.error.empty()) row.error = preparation.error;
  for (std::size_t i = 0; i < preparation.blocks.size(); ++i) {
    row.blocks.push_back(preparation.blocks[i]->id);
    name(preparation.blocks[i], {.prepared = preparations_, .nth = i});
  }
  add_row(moment, std::move(row), lines);
}

LoggedSoFar SessionRows::logged(const PlayedSoFar& so_far, const Moment& moment,
                                std::string& lines) {
  // What else a rest is prepared by does not compile until it is here. Nobody is told what was in
  // vain when a log is run again, and the rate is the server's.
  const auto& [block, from, rate, changes, made, revised, remarks, new_manner] = so_far;
  LoggedSoFar row{.block = name_of(block).value_or(LoggedBlock{}),
                  .from = from,
                  .changes = changes,
                  .made = made,
                  .new_manner = new_manner};
  for (const PlayedSoFar::Revised& each : revised) {
    row.revised.push_back({.part = each.part, .track = logged(*each.track, moment, lines)});
  }
  for (const Warning& remark : remarks) row.remarks.push_back(remark.message);
  return row;
}

LoggedTrack SessionRows::logged(const speech::SpeechTrack& track, const Moment& moment,
                                std::string& lines) {
  const auto& [length, words, phones, marks, text, ssml, timing, audio] = track;
  WrittenSounds::Written sounds = sounds_.write(audio);
  for (SoundRow& row : sounds.rows) add_row(moment, std::move(row), lines);
  return {.length = length,
          .words = words,
          .phones = phones,
          .marks = marks,
          .text = text,
          .ssml = ssml,
          .timing = timing,
          .rate_hz = audio.rate_hz,
          .sounds = std::move(sounds.names)};
}

void SessionRows::take(const Moment& moment, const TickDone& done, std::string& lines) {
  for (const Input& input : done.inputs) {
    LogRow row = std::visit([&](const auto& each) { return row_of(each, moment, lines); }, input);
    add_row(moment, std::move(row), lines);
  }
  std::map<BlockId, std::uint64_t> replanned;
  for (const Replanned& each : done.output->replanned) {
    const LoggedBlock made{.block = each.id, .tick = done.tick, .nth = replanned[each.id]++};
    if (!name_of(each.block)) name(each.block, made);
  }
  const bool follows = ticks_ && ticks_->first.index + ticks_->hashes.size() == done.tick.index;
  if (!follows) end_row_of_ticks(lines);
  if (!ticks_) ticks_ = TicksRow{.first = done.tick, .hashes = {}};
  ticks_->hashes.push_back(hash_of_frames(*done.output));
  ticks_at_ = moment;
  if (ticks_->hashes.size() == kTicksPerRow) end_row_of_ticks(lines);
}

void SessionRows::end_row_of_ticks(std::string& lines) {
  if (!ticks_) return;
  add_row(ticks_at_, *std::exchange(ticks_, std::nullopt), lines);
}

LogRow SessionRows::row_of(const PlayBlock& play, const Moment&, std::string&) {
  const auto& [character, id, client, block, zero, planned_zero] = play;
  return PlayRow{.character = character,
                 .id = id,
                 .client = client,
                 .block = name_of(block).value_or(LoggedBlock{}),
                 .zero = zero,
                 .planned_zero = planned_zero};
}

LogRow SessionRows::row_of(const Join& join, const Moment& moment, std::string& lines) {
  const auto& [character, cast, life] = join;
  return JoinRow{.character = character, .cast = number_of(cast, moment, lines), .life = life};
}

LogRow SessionRows::row_of(const Replan& replan, const Moment&, std::string&) {
  const auto& [character, id, from, before, next] = replan;
  return ReplanRow{.character = character,
                   .id = id,
                   .from = from,
                   .before = name_of(before),
                   .next = name_of(next)};
}

LoggedCast SessionRows::logged(const std::shared_ptr<const Cast>& cast, std::uint64_t number) {
  LoggedCast row{
      .cast = number, .name = cast->name, .body = cast->body->name, .place = cast->placement};
  const auto [first, is_first] = bodies_.emplace(cast->body, number);
  if (!is_first) row.body_of = first->second;
  return row;
}

std::uint64_t SessionRows::number_of(const std::shared_ptr<const Cast>& cast, const Moment& moment,
                                     std::string& lines) {
  const auto [found, is_new] = casts_.emplace(cast, casts_counted_ + 1);
  if (!is_new) return found->second;
  ++casts_counted_;
  add_row(moment, CastRow{logged(cast, casts_counted_)}, lines);
  return casts_counted_;
}

std::uint64_t SessionRows::company_of(const Preparation& preparation, const Moment& moment,
                                      std::string& lines) {
  if (preparation.casts == company_) return companies_;
  company_ = preparation.casts;
  CompanyRow row{.company = ++companies_, .casts = {}};
  for (const auto& cast : company_) row.casts.push_back(number_of(cast, moment, lines));
  add_row(moment, std::move(row), lines);
  return companies_;
}

void SessionRows::name(const BlockPointer& block, const LoggedBlock& name) {
  forget_blocks();
  blocks_[block] = name;
}

std::optional<LoggedBlock> SessionRows::name_of(const BlockPointer& block) const {
  const auto found = blocks_.find(block);
  return found == blocks_.end() ? std::nullopt : std::optional(found->second);
}

void SessionRows::forget_blocks() {
  if (blocks_.size() < std::max(kBlocksLookedAtMin, 2 * blocks_looked_at_)) return;
  std::erase_if(blocks_, [](const auto& each) { return each.first.expired(); });
  blocks_looked_at_ = blocks_.size();
}

}  // namespace kine::server
