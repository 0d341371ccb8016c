#include "tests/support/movement/film.h"

#include <algorithm>
#include <stdexcept>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"

namespace kine::test::movement {
namespace {

constexpr std::uint64_t kLongest_s = 30;

void note_points(const Shard& shard, Film& film) {
  for (const Feedback& feedback : shard.feedback()) {
    if (feedback.kind != FeedbackKind::SyncPoint) continue;
    const std::string point = feedback.id.substr(feedback.id.find(':') + 1);
    film.points.emplace(point, shard.frames().front().tick);
    film.planned.emplace(point, feedback.time);
  }
}

bool has_ended(const Shard& shard) { return std::ranges::any_of(shard.feedback(), is_last_word); }

}  // namespace

Figure Film::figure_at(std::string_view point) const {
  const auto found = points.find(point);
  if (found == points.end()) return figure(frames.size() - 1);
  return figure(std::min<std::size_t>(found->second.index, frames.size() - 1));
}

std::optional<double> Film::seconds_between(std::string_view from, std::string_view to) const {
  const auto first = planned.find(from);
  const auto last = planned.find(to);
  if (first == planned.end() || last == planned.end()) return {};
  return (last->second - first->second).count();
}

Film film(const std::shared_ptr<const Cast>& cast, const std::string& inside,
          std::uint32_t ticks_a_second, const autonomy::LifeOptions& life) {
  const std::string text = "<script xmlns=\"urn:kinesphere:script:1\">" + inside + "</script>";
  Diagnostics diagnostics;
  const std::vector casts{cast};
  const auto prepared =
      prepare(text, {.casts = casts, .script_id = "x", .character = {}}, diagnostics);
  if (!prepared) throw std::runtime_error(prepared.error().message + "\n" + text);
  Film film{
      .cast = cast, .ticks_a_second = ticks_a_second, .frames = {}, .points = {}, .planned = {}};
  for (const Warning& warning : diagnostics.warnings()) film.warnings.push_back(warning.message);
  Shard shard{TickRate(ticks_a_second)};
  shard.add_character(CharacterId{1}, cast, life);
  for (std::uint64_t tick = 0; tick < kLongest_s * ticks_a_second; ++tick) {
    std::vector<Input> inputs;
    if (tick == 1) {
      inputs.emplace_back(
          PlayBlock{CharacterId{1}, BlockId{1}, ClientId{}, prepared->blocks.front()});
    }
    shard.advance_to(Tick{tick}, inputs);
    film.frames.push_back(shard.frames().front());
    note_points(shard, film);
    if (has_ended(shard)) break;
  }
  return film;
}

const std::vector<std::shared_ptr<const Cast>>& two_casts() {
  static const auto kCasts = [] {
    std::vector<server::CharacterSpec> specs = server::default_characters();
    for (server::CharacterSpec& spec : specs) spec.placement = {};
    return *server::make_casts(specs);
  }();
  return kCasts;
}

std::string hand_of(const script::Lexeme& lexeme) {
  return lexeme.hands == script::LexemeHands::Both ? "both" : "right";
}

bool is_of_head(const script::Lexeme& lexeme) {
  return std::ranges::find(lexeme.tags, "head") != lexeme.tags.end();
}

std::vector<body::Side> arms_of(const script::Lexeme& lexeme) {
  if (is_of_head(lexeme)) return {};
  if (lexeme.hands != script::LexemeHands::Both) return {body::Side::Right};
  return {body::Side::Left, body::Side::Right};
}

}  // namespace kine::test::movement
