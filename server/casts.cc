#include "server/casts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <utility>

#include "realizer/body/reader.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/utf8.h"
#include "schemas/embedded.h"

namespace kine::server {
namespace {

constexpr std::string_view kBodyUnlessNamed = "ada";
constexpr double kHeadingMax_deg = 360;

Error error(ErrorCode code, std::string message, std::string_view value) {
  return {.code = code, .message = std::move(message) + " " + quoted(value)};
}

std::string body_path(std::string_view body) { return "bodies/" + std::string(body) + ".xml"; }

/// Every file of a folder of the schemas, in the order of their paths.
std::vector<schemas::EmbeddedFile> files_of(std::string_view folder) {
  std::vector<schemas::EmbeddedFile> files;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (file.path.starts_with(folder)) files.push_back(file);
  }
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

std::string names_of_bodies() {
  constexpr std::string_view kFolder = "bodies/";
  constexpr std::string_view kEnding = ".xml";
  std::string names;
  for (const schemas::EmbeddedFile& file : files_of(kFolder)) {
    if (!names.empty()) names += ", ";
    names += file.path.substr(kFolder.size(), file.path.size() - kFolder.size() - kEnding.size());
  }
  return names;
}

/// An error of an embedded file: its place means nothing without the file's name.
Error error_in(std::string_view path, const Error& error) {
  return {.code = error.code,
          .message = "schemas/" + std::string(path) + ":" + std::to_string(error.where.line) + ":" +
                     std::to_string(error.where.column) + ": " + error.message};
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

/// The first name that both tables have; the rest of `from` is added to `into`.
template <class Map>
std::optional<std::string> merge(Map& into, const Map& from) {
  for (const auto& [name, meaning] : from) {
    if (!into.emplace(name, meaning).second) return name;
  }
  return {};
}

std::optional<std::string> merge(plan::Vocabulary& into, const plan::Vocabulary& from) {
  std::optional<std::string> twice = merge(into.characters, from.characters);
  if (!twice) twice = merge(into.joints, from.joints);
  if (!twice) twice = merge(into.groups, from.groups);
  if (!twice) twice = merge(into.shapes, from.shapes);
  if (!twice) twice = merge(into.morphs, from.morphs);
  if (!twice) twice = merge(into.shaders, from.shaders);
  if (!twice) twice = merge(into.gestures, from.gestures);
  return twice;
}

Result<Done> read_lexicon(plan::Vocabulary& into) {
  for (const schemas::EmbeddedFile& file : files_of("lexicon/")) {
    Result<std::vector<script::Lexeme>> lexemes = script::read_lexicon(file.text);
    if (!lexemes) return error_in(file.path, lexemes.error());
    for (script::Lexeme& lexeme : *lexemes) {
      std::string name = lexeme.name;
      if (into.lexemes.emplace(name, std::move(lexeme)).second) continue;
      return error(ErrorCode::Syntax, "the lexicon has two gestures of the name", name);
    }
  }
  return Done{};
}

Result<plan::Vocabulary> read_vocabularies() {
  plan::Vocabulary all;
  for (const schemas::EmbeddedFile& file : files_of("vocabulary/")) {
    const Result<plan::Vocabulary> one = plan::read_vocabulary(file.text);
    if (!one) return error_in(file.path, one.error());
    if (const std::optional<std::string> twice = merge(all, *one)) {
      return error(ErrorCode::Syntax, "two vocabularies give a meaning to", *twice);
    }
  }
  if (const Result<Done> read = read_lexicon(all); !read) return read.error();
  for (const auto& [name, gesture] : all.gestures) {
    if (all.lexemes.contains(gesture)) continue;
    return error(ErrorCode::UnknownName,
                 "a vocabulary says '" + name +
                     "' for a gesture that is "
                     "not in the lexicon,",
                 gesture);
  }
  for (const schemas::EmbeddedFile& file : files_of("styles/")) {
    const Result<plan::Style> style = plan::read_style(file.text);
    if (!style) return error_in(file.path, style.error());
    if (!all.styles.emplace(style->name, style->expressivity).second) {
      return error(ErrorCode::Syntax, "two styles are called", style->name);
    }
  }
  return all;
}

Result<std::shared_ptr<const body::Body>> read_body(std::string_view name) {
  const std::string path = body_path(name);
  const std::optional<std::string_view> xml = schemas::find_embedded(path);
  if (!xml) {
    return error(ErrorCode::UnknownName, "the bodies are " + names_of_bodies() + "; there is no",
                 name);
  }
  Result<body::Body> body = body::read(*xml, schemas::find_embedded("hands.xml").value_or(""),
                                       schemas::find_embedded("poses.xml").value_or(""));
  if (!body) return error_in(path, body.error());
  return std::make_shared<const body::Body>(*std::move(body));
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
  spec.body = body_of(spec);
  if (at != std::string_view::npos) {
    const Result<body::Placement> placement = parse_placement(text.substr(at + 1));
    if (!placement) return placement.error();
    spec.placement = *placement;
  }
  return spec;
}

std::string body_of(const CharacterSpec& spec) {
  if (!spec.body.empty()) return spec.body;
  const bool named_like_a_body = schemas::find_embedded(body_path(spec.name)).has_value();
  return named_like_a_body ? spec.name : std::string(kBodyUnlessNamed);
}

Result<std::shared_ptr<const Cast>> make_cast(CharacterSpec spec, const Cast& beside,
                                              std::shared_ptr<const body::Body> known) {
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
  if (!known) {
    Result<std::shared_ptr<const body::Body>> read = read_body(body_of(spec));
    if (!read) return read.error();
    known = *std::move(read);
  }
  return std::make_shared<const Cast>(Cast{.name = std::move(spec.name),
                                           .body = std::move(known),
                                           .vocabulary = beside.vocabulary,
                                           .clips = beside.clips,
                                           .placement = spec.placement});
}

std::vector<CharacterSpec> default_characters() {
  return {{.name = "ada", .body = "ada", .placement = {.position_m = {-0.5, 0, 0}}},
          {.name = "ben", .body = "ben", .placement = {.position_m = {0.5, 0, 0}}}};
}

Result<std::vector<std::shared_ptr<const Cast>>> make_casts(const std::vector<CharacterSpec>& specs,
                                                            const ClipFolder& clips) {
  Result<plan::Vocabulary> words = read_vocabularies();
  if (!words) return words.error();
  Result<pose::Clips> loaded = load_clips(clips, *words);
  if (!loaded) return loaded.error();
  for (const auto& [name, clip] : *loaded) words->clips.emplace(name, clip->length());
  // Who is on the stage needs no other name for somebody else there.
  for (const CharacterSpec& spec : specs) words->characters.erase(spec.name);
  const auto vocabulary = std::make_shared<const plan::Vocabulary>(*std::move(words));
  const auto all_clips = std::make_shared<const pose::Clips>(*std::move(loaded));

  std::vector<std::shared_ptr<const Cast>> casts;
  std::set<std::string_view> names;
  std::map<std::string_view, std::shared_ptr<const body::Body>> bodies;
  for (const CharacterSpec& spec : specs) {
    if (!names.insert(spec.name).second) {
      return error(ErrorCode::UnknownName, "two characters have the name", spec.name);
    }
    std::shared_ptr<const body::Body>& body = bodies[spec.body];
    if (!body) {
      Result<std::shared_ptr<const body::Body>> read = read_body(spec.body);
      if (!read) return read.error();
      body = *std::move(read);
    }
    casts.push_back(std::make_shared<const Cast>(Cast{.name = spec.name,
                                                      .body = body,
                                                      .vocabulary = vocabulary,
                                                      .clips = all_clips,
                                                      .placement = spec.placement}));
  }
  return casts;
}

}  // namespace kine::server
