#include "server/session_log/logged_preparations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/base/limits.h"
#include "server/scene/casts.h"

namespace kine::server {
namespace {

/// What no session is as long as, in seconds, and no stage as wide as, in metres.
constexpr double kFarthest = 1e9;

Error wrong(std::string what) { return {ErrorCode::OutOfRange, std::move(what)}; }

bool is_near(double value) { return std::abs(value) <= kFarthest; }
bool is_near(Seconds value) { return is_near(value.count()); }
bool is_near(const Vec3& value) { return is_near(value.x) && is_near(value.y) && is_near(value.z); }

bool is_length(Seconds over) { return over >= Seconds{0} && over <= kBlockLengthMax; }

bool is_change(const plan::ParameterChange& change) {
  const auto range = plan::range_of(change.parameter);
  const auto is_inside = [&](double value) {
    return value >= range->least && value <= range->most;
  };
  return range && is_inside(change.value) && (!change.from || is_inside(*change.from)) &&
         is_near(change.at) && is_near(change.over) && change.over >= Seconds{0};
}

/// Nothing where all of it is as a server has it.
std::optional<std::string> fault_of(const PrepareRow& row) {
  if (row.script.size() > kNameBytesMax) return "a script's id that is too long";
  if (row.text.size() > kScriptBytesMax) return "a script that is too long";
  const auto is_sound = [](const plan::LiveManner& manner) {
    return valid(manner.from) && valid(manner.to) && is_near(manner.since) &&
           is_length(manner.over);
  };
  if (!std::ranges::all_of(row.manners, is_sound)) return "a manner that nobody can have";
  for (const Located& each : row.located) {
    const bool is_there = is_near(each.at.position_m) && is_near(each.at.heading_rad);
    if (!is_there) return "a place that nobody can be at: " + quoted(each.name);
  }
  for (const LoggedPoints& answer : row.others) {
    for (const plan::KnownPoint& point : answer.points) {
      if (!is_near(point.time)) return "a time that no block has: " + quoted(point.id);
    }
  }
  if (!row.so_far) return {};
  const LoggedSoFar& so_far = *row.so_far;
  if (static_cast<double>(so_far.from.index) > kFarthest) return "a rest that begins too late";
  if (so_far.made > so_far.changes.size()) return "more changes made than there are";
  if (!std::ranges::all_of(so_far.changes, is_change)) return "a change that nobody can wish";
  return {};
}

/// Whether a block goes on by this text: its own, or that with more of what it says.
bool goes_on_by(std::string_view before, std::string_view now) {
  if (before == now) return true;
  const std::size_t end = before.rfind("</text>");
  if (end == std::string_view::npos) return false;
  const std::string_view begin = before.substr(0, end);
  const std::string_view rest = before.substr(end);
  if (!now.starts_with(begin) || !now.substr(begin.size()).ends_with(rest)) return false;
  const auto more = now.substr(begin.size(), now.size() - begin.size() - rest.size());
  return more.find('<') == std::string_view::npos;
}

/// Says what the log has, in its order; where the script says something else than in the log, that
/// in silence. Of one preparation.
class LoggedVoice final : public speech::Voice {
 public:
  using Tracks = std::vector<std::shared_ptr<const speech::SpeechTrack>>;

  /// All outlive it.
  LoggedVoice(std::string_view name, const std::vector<LoggedAnswer>& answers, const Tracks& said)
      : name_(name), answers_(answers), said_(said) {}

  std::string_view name() const override { return name_; }

  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    const std::size_t turn = next_++;
    const bool is_as_logged = turn < answers_.size() && answers_[turn].id == utterance.id &&
                              answers_[turn].text == utterance.text;
    if (!is_as_logged) return speech::silent_voice().say(utterance);
    if (answers_[turn].error) return Error{ErrorCode::Unsupported, *answers_[turn].error};
    const auto& track = said_[turn];
    const bool fits = track != nullptr && track->marks.size() == utterance.marks.size() &&
                      std::ranges::all_of(track->words, [&](const speech::Word& word) {
                        return word.byte_end <= utterance.text.size();
                      });
    return fits ? *track : speech::silent_voice().say(utterance);
  }

 private:
  std::string_view name_;
  const std::vector<LoggedAnswer>& answers_;
  const Tracks& said_;
  mutable std::size_t next_ = 0;
};

}  // namespace

Result<Done> LoggedPreparations::add(const CastRow& row) {
  if (row.cast.cast != casts_.size() + 1) {
    return wrong("the next cast is " + std::to_string(casts_.size() + 1) + ", not '" +
                 std::to_string(row.cast.cast) + "'");
  }
  KnownBody body;
  if (row.cast.body_of) {
    const auto first = cast(*row.cast.body_of);
    if (!first) return first.error();
    body = body_known_by(**first);
  }
  auto made = make_cast({.name = row.cast.name, .body = row.cast.body, .placement = row.cast.place},
                        *casts_.front(), std::move(body), stock_);
  if (!made) return made.error();
  casts_.push_back(*std::move(made));
  return Done{};
}

Result<Done> LoggedPreparations::add(const CompanyRow& row) {
  if (row.company != companies_.size() + 1 || row.casts.empty()) {
    return wrong("the next company is " + std::to_string(companies_.size() + 1) +
                 " and has a cast, unlike '" + std::to_string(row.company) + "'");
  }
  std::vector<std::shared_ptr<const Cast>> casts;
  for (const std::uint64_t number : row.casts) {
    const auto found = cast(number);
    if (!found) return found.error();
    casts.push_back(*found);
  }
  companies_.push_back(std::move(casts));
  return Done{};
}

Result<std::shared_ptr<const Cast>> LoggedPreparations::cast(std::uint64_t number) const {
  if (number > 0 && number <= casts_.size()) return casts_[number - 1];
  return wrong("no row before it has the cast '" + std::to_string(number) + "'");
}

Result<std::shared_ptr<const speech::SpeechTrack>> LoggedPreparations::track_of(
    const LoggedTrack& row) const {
  auto audio = sounds_.audio(row.rate_hz, row.sounds);
  if (!audio) return audio.error();
  auto track =
      std::make_shared<speech::SpeechTrack>(speech::SpeechTrack{.length = row.length,
                                                                .words = row.words,
                                                                .phones = row.phones,
                                                                .marks = row.marks,
                                                                .text = row.text,
                                                                .ssml = row.ssml,
                                                                .timing = row.timing,
                                                                .audio = *std::move(audio)});
  if (!track->valid() || track->length > kBlockLengthMax) {
    return wrong("a speech whose times are none");
  }
  return std::shared_ptr<const speech::SpeechTrack>(std::move(track));
}

Result<Done> LoggedPreparations::add(PrepareRow row, std::uint64_t line) {
  last_preparation_ = std::max(last_preparation_, row.prepare);
  if (row.error) return Done{};  // nothing plays it
  if (auto fault = fault_of(row)) return wrong(*std::move(fault));
  if (row.company == 0 || row.company > companies_.size()) {
    return wrong("no row before it has the company '" + std::to_string(row.company) + "'");
  }
  Waiting waiting{.row = {}, .line = line, .said = {}, .revised = {}};
  for (const LoggedAnswer& answer : row.said) {
    auto& said = waiting.said.emplace_back();
    if (!answer.track) continue;
    const auto track = track_of(*answer.track);
    if (!track) return track.error();
    said = *track;
  }
  if (row.so_far) {
    for (const LoggedRevision& revision : row.so_far->revised) {
      const auto track = track_of(revision.track);
      if (!track) return track.error();
      waiting.revised.push_back(*track);
    }
  }
  const std::uint64_t number = row.prepare;
  waiting.row = std::move(row);
  if (waiting_.emplace(number, std::move(waiting)).second) return Done{};
  return wrong("another row is the preparation '" + std::to_string(number) + "'");
}

Numbered LoggedPreparations::numbered() const {
  Numbered all{.casts = casts_, .companies = companies_.size(), .preparations = last_preparation_};
  for (const auto& [name, made] : made_) all.blocks.emplace_back(made.block, name);
  return all;
}

LoggedPreparations::BlockPointer LoggedPreparations::find(const LoggedBlock& name) const {
  const auto found = made_.find(name);
  return found == made_.end() ? nullptr : found->second.block;
}

Result<LoggedPreparations::BlockPointer> LoggedPreparations::play(const LoggedBlock& name,
                                                                  BlockId id) {
  const auto waiting = waiting_.find(name.prepared);
  if (!find(name) && waiting != waiting_.end()) {
    const auto made = prepare_blocks(waiting->second);
    if (!made) {
      Error error = made.error();
      error.where = {.line = static_cast<std::uint32_t>(waiting->second.line), .column = 1};
      return error;
    }
    waiting_.erase(waiting);
  }
  BlockPointer block = find(name);
  if (!block) return wrong("no row before it has its block");
  names_[id].push_back(name);
  return block;
}

std::string LoggedPreparations::script_of(const LoggedBlock& name) const {
  const auto found = made_.find(name);
  return found == made_.end() ? std::string() : found->second.script;
}

void LoggedPreparations::go_on(BlockId id, Tick tick, std::uint64_t nth, BlockPointer block) {
  const auto names = names_.find(id);
  if (names == names_.end()) return;
  for (const LoggedBlock& known : names->second) {
    if (find(known) == block) return;
  }
  // A log that names a block again may have lost what it was made of.
  const auto before = made_.find(names->second.back());
  if (before == made_.end()) return;
  const LoggedBlock name{.prepared = 0, .block = id, .tick = tick, .nth = nth};
  made_[name] = Made{std::move(block), before->second.text, before->second.script};
  names->second.push_back(name);
}

void LoggedPreparations::forget(BlockId over) {
  const auto names = names_.find(over);
  if (names == names_.end()) return;
  const auto is_its = [&](const LoggedBlock& name) {
    return std::ranges::find(names->second, name) != names->second.end();
  };
  // Rests of it that came too late.
  std::erase_if(waiting_, [&](const auto& each) {
    return each.second.row.so_far && is_its(each.second.row.so_far->block);
  });
  for (const LoggedBlock& name : names->second) made_.erase(name);
  names_.erase(names);
}

Result<PlayedSoFar> LoggedPreparations::so_far_of(const Waiting& waiting) const {
  const LoggedSoFar& row = *waiting.row.so_far;
  const auto before = made_.find(row.block);
  if (before == made_.end() || before->second.block->schedule.empty() ||
      !goes_on_by(*before->second.text, waiting.row.text)) {
    return wrong("no block of BML plays that could go on by this text");
  }
  PlayedSoFar so_far{.block = before->second.block,
                     .from = row.from,
                     .rate = rate_,
                     .changes = row.changes,
                     .made = row.made,
                     .new_manner = row.new_manner};
  for (std::size_t i = 0; i < row.revised.size(); ++i) {
    so_far.revised.push_back({.part = row.revised[i].part, .track = waiting.revised[i]});
  }
  return so_far;
}

Result<Done> LoggedPreparations::prepare_blocks(const Waiting& waiting) {
  const PrepareRow& row = waiting.row;
  const LoggedVoice voice(row.voice, row.said, waiting.said);
  std::size_t asked = 0;
  const auto others = [&](const plan::OtherPointsWanted&) {
    const std::size_t turn = asked++;
    return turn < row.others.size() ? row.others[turn].points : std::vector<plan::KnownPoint>();
  };
  std::optional<PlayedSoFar> so_far;
  if (row.so_far) {
    auto played = so_far_of(waiting);
    if (!played) return played.error();
    so_far = *std::move(played);
  }
  Diagnostics unheard;
  auto prepared = prepare(row.text,
                          {.casts = companies_[row.company - 1],
                           .script_id = row.script,
                           .character = row.character,
                           .set_targets = row.targets,
                           .voice = &voice,
                           .sketches = row.sketches,
                           .meanings = {.seed = seed_, .styles = row.styles},
                           .live = {.tension = row.tension,
                                    .manners = row.manners,
                                    .located = row.located,
                                    .others = others,
                                    .so_far = so_far ? &*so_far : nullptr}},
                          unheard);
  if (!prepared)
    return Error{ErrorCode::Syntax, "its script cannot be played: " + prepared.error().message};
  const auto text = std::make_shared<const std::string>(row.text);
  for (std::size_t i = 0; i < prepared->blocks.size(); ++i) {
    made_[{.prepared = row.prepare, .block = {}, .tick = {}, .nth = i}] = {prepared->blocks[i],
                                                                           text, row.script};
  }
  return Done{};
}

}  // namespace kine::server
