#include "server/scene/casts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <utility>

#include "realizer/cast/body_clips.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/utf8.h"

namespace kine::server {
namespace {

constexpr std::string_view kBodyUnlessNamed = "ada";
constexpr double kHeadingMax_deg = 360;

Error error(ErrorCode code, std::string message, std::string_view value) {
  return {.code = code, .message = std::move(message) + " " + quoted(value)};
}

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kNameBytesMax && is_utf8(name) &&
         std::none_of(name.begin(), name.end(), [](char byte) {
           return static_cast<unsigned char>(byte) <= 0x20 || byte == 0x7F;
         });
}

/// The numbers of "X,Z" or "X,Z,HEADING".
std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::optional<double> number = parse_number(text.substr(0, comma));
    if (!number) return {};
    numbers.push_back(*number);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return numbers;
}

Result<body::Placement> parse_placement(std::string_view text) {
  const std::optional<std::vector<double>> numbers = parse_numbers(text);
  if (!numbers || numbers->size() < 2 || numbers->size() > 3) {
    return error(ErrorCode::Syntax, "a place is X,Z or X,Z,HEADING, not", text);
  }
  const double x_m = (*numbers)[0];
  const double z_m = (*numbers)[1];
  const double heading_deg = numbers->size() == 3 ? (*numbers)[2] : 0;
  if (std::abs(x_m) > kPositionMax_m || std::abs(z_m) > kPositionMax_m) {
    return error(ErrorCode::OutOfRange, "a place lies within 100 m of the origin, not at", text);
  }
  if (std::abs(heading_deg) > kHeadingMax_deg) {
    return error(ErrorCode::OutOfRange, "a heading lies between -360 and 360 degrees, not at",
                 text);
  }
  return body::Placement{.position_m = {x_m, 0, z_m},
                         .heading_rad = heading_deg * std::numbers::pi / 180};
}

}  // namespace

Result<CharacterSpec> parse_character(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view name_and_body = text.substr(0, at);
  const std::size_t equals = name_and_body.find('=');

  CharacterSpec spec;
  spec.name = name_and_body.substr(0, equals);
  if (!is_name(spec.name)) {
    return error(ErrorCode::Syntax, "a character is NAME[=BODY][@X,Z[,HEADING]], not", text);
  }
  if (equals != std::string_view::npos) {
    spec.body = name_and_body.substr(equals + 1);
  }
  if (at != std::string_view::npos) {
    const Result<body::Placement> placement = parse_placement(text.substr(at + 1));
    if (!placement) return placement.error();
    spec.placement = *placement;
  }
  return spec;
}

std::string body_of(const CharacterSpec& spec, const Stock& stock) {
  if (!spec.body.empty()) return spec.body;
  return stock.has_body(spec.name) ? spec.name : std::string(kBodyUnlessNamed);
}

KnownBody body_known_by(const Cast& cast) { return {cast.body, cast.clips}; }

Result<std::shared_ptr<const Cast>> make_cast(CharacterSpec spec, const Cast& beside,
                                              KnownBody known, std::shared_ptr<const Stock> given) {
  if (!is_name(spec.name)) {
    return error(ErrorCode::Syntax, "a character's name has 1 to 128 bytes and no blanks, unlike",
                 spec.name);
  }
  const Vec3& spot = spec.placement.position_m;
  for (const double each : {spot.x, spot.y, spot.z}) {
    if (std::abs(each) <= kPositionMax_m) continue;  // no NaN is
    return error(ErrorCode::OutOfRange, "a place lies within 100 m of the origin, not at",
                 format_number(each));
  }
  if (!(std::abs(spec.placement.heading_rad) <= 2 * std::numbers::pi)) {
    return error(ErrorCode::OutOfRange, "a heading lies within a full turn, not at",
                 format_number(spec.placement.heading_rad));
  }
  if (!known.body) {
    const Result<std::shared_ptr<const Stock>> stock = or_ours(std::move(given));
    if (!stock) return stock.error();
    Result<std::shared_ptr<const body::Body>> read = (*stock)->make_body(body_of(spec, **stock));
    if (!read) return read.error();
    known.body = *std::move(read);
    known.clips = clips_on(beside.recorded, *known.body);
  }
  return std::make_shared<const Cast>(Cast{.name = std::move(spec.name),
                                           .body = std::move(known.body),
                                           .vocabulary = beside.vocabulary,
                                           .clips = std::move(known.clips),
                                           .recorded = beside.recorded,
                                           .placement = spec.placement,
                                           .body_language = beside.body_language});
}

std::vector<std::shared_ptr<const Cast>> with_body_language(
    const std::vector<std::shared_ptr<const Cast>>& casts,
    const std::shared_ptr<const PlayableRepertoire>& body_language) {
  std::vector<std::shared_ptr<const Cast>> moved;
  for (const auto& each : casts) {
    Cast cast = *each;
    cast.body_language = body_language;
    moved.push_back(std::make_shared<const Cast>(std::move(cast)));
  }
  return moved;
}

std::vector<CharacterSpec> default_characters() {
  return {{.name = "ada", .body = "ada", .placement = {.position_m = {-0.5, 0, 0}}},
          {.name = "ben", .body = "ben", .placement = {.position_m = {0.5, 0, 0}}}};
}

Result<std::vector<std::shared_ptr<const Cast>>> make_casts(const std::vector<CharacterSpec>& specs,
                                                            const ClipFolder& clips,
                                                            std::shared_ptr<const Stock> given) {
  const Result<std::shared_ptr<const Stock>> known = or_ours(std::move(given));
  if (!known) return known.error();
  const Stock& stock = **known;
  plan::Vocabulary words = stock.words();
  Result<pose::Clips> loaded = load_clips(clips, words);
  if (!loaded) return loaded.error();
  for (const auto& [name, clip] : *loaded) words.clips.emplace(name, clip->length());
  // Who is on the stage needs no other name for somebody else there.
  for (const CharacterSpec& spec : specs) words.characters.erase(spec.name);
  const auto vocabulary = std::make_shared<const plan::Vocabulary>(std::move(words));
  const auto all_clips = std::make_shared<const pose::Clips>(*std::move(loaded));

  std::vector<std::shared_ptr<const Cast>> casts;
  std::set<std::string_view> names;
  std::map<std::string, KnownBody> bodies;
  for (const CharacterSpec& spec : specs) {
    if (!names.insert(spec.name).second) {
      return error(ErrorCode::UnknownName, "two characters have the name", spec.name);
    }
    const std::string body_name = body_of(spec, stock);
    KnownBody& known_body = bodies[body_name];
    if (!known_body.body) {
      Result<std::shared_ptr<const body::Body>> read = stock.make_body(body_name);
      if (!read) return read.error();
      known_body = {*read, clips_on(all_clips, **read)};
    }
    casts.push_back(std::make_shared<const Cast>(Cast{.name = spec.name,
                                                      .body = known_body.body,
                                                      .vocabulary = vocabulary,
                                                      .clips = known_body.clips,
                                                      .recorded = all_clips,
                                                      .placement = spec.placement}));
  }
  return casts;
}

}  // namespace kine::server
