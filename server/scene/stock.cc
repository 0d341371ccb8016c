#include "server/scene/stock.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "realizer/body/postures.h"
#include "realizer/body/reader.h"
#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/names/dictionaries.h"
#include "realizer/plan/names/faces.h"
#include "realizer/plan/names/near_names.h"
#include "realizer/plan/tension/tension_manners.h"
#include "schemas/embedded.h"
#include "server/base/folder.h"
#include "server/base/limits.h"

namespace kine::server {
namespace {

constexpr std::string_view kXmlEnding = ".xml";
constexpr std::string_view kMeaningsFile = "meanings.xml";

/// Every file of a folder of the schemas, in the order of their paths.
std::vector<schemas::EmbeddedFile> our_files(std::string_view folder) {
  std::vector<schemas::EmbeddedFile> files;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (file.path.starts_with(folder)) files.push_back(file);
  }
  std::ranges::sort(files, {}, &schemas::EmbeddedFile::path);
  return files;
}

/// An error of an embedded file: its place means nothing without the file's name.
FileFault our_fault(std::string_view path, Error error) {
  return {.file = "schemas/" + std::string(path), .error = std::move(error)};
}

Error twice(std::string_view what, std::string_view name, Where where = {}) {
  return {
      .code = ErrorCode::Syntax, .message = std::string(what) + " " + quoted(name), .where = where};
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
  std::optional<std::string> both = merge(into.characters, from.characters);
  if (!both) both = merge(into.joints, from.joints);
  if (!both) both = merge(into.groups, from.groups);
  if (!both) both = merge(into.shapes, from.shapes);
  if (!both) both = merge(into.morphs, from.morphs);
  if (!both) both = merge(into.shaders, from.shaders);
  if (!both) both = merge(into.gestures, from.gestures);
  return both;
}

/// A style names faces and a tension that there are.
Result<Done> check_names(const plan::Style& style, const plan::Vocabulary& words) {
  if (const auto faces = plan::add_faces(style.faces, words); !faces) return faces.error();
  const std::string& tension = style.tension.text;
  if (tension.empty() || plan::find_tension_manner(tension)) return Done{};
  return Error{ErrorCode::UnknownName,
               "there is no manner of tension" +
                   plan::known_names(tension, plan::tension_manner_names()) + ": " +
                   quoted(tension),
               style.tension.where};
}

}  // namespace

/// Fills a stock: ours first, then the operator's.
class StockReader {
 public:
  ReadStock read(const StockFolders& folders) {
    read_ours();
    take_folder(folders.lexicon, "gestures", &StockReader::take_lexicon);
    take_folder(folders.styles, "styles", &StockReader::take_style);
    take_folder(folders.poses, "poses", &StockReader::take_poses);
    take_folder(folders.bodies, "bodies", &StockReader::take_body);
    if (!folders.poses.empty()) try_poses_on_ours();
    if (!folders.sketch.empty()) take_sketch(folders.sketch);
    if (result_.faults.empty()) check_dictionaries();
    if (result_.faults.empty()) result_.stock = std::make_shared<const Stock>(std::move(stock_));
    return std::move(result_);
  }

 private:
  using Take = Result<Done> (StockReader::*)(const std::string& file, const std::string& xml);

  void read_ours() {
    plan::Vocabulary& words = stock_.words_;
    for (const schemas::EmbeddedFile& file : our_files("vocabulary/")) {
      const Result<plan::Vocabulary> one = plan::read_vocabulary(file.text);
      if (!one) return fault(our_fault(file.path, one.error()));
      if (const std::optional<std::string> both = merge(words, *one)) {
        return fault(our_fault(file.path, twice("two vocabularies give a meaning to", *both)));
      }
    }
    for (const schemas::EmbeddedFile& file : our_files("lexicon/")) {
      Result<std::vector<script::Lexeme>> lexemes = script::read_lexicon(file.text);
      if (!lexemes) return fault(our_fault(file.path, lexemes.error()));
      for (script::Lexeme& lexeme : *lexemes) {
        std::string name = lexeme.name;
        if (words.lexemes.emplace(name, std::move(lexeme)).second) continue;
        return fault(our_fault(file.path, twice("the lexicon has two gestures of the name", name)));
      }
    }
    check_aliases();
    for (const schemas::EmbeddedFile& file : our_files("styles/")) {
      Result<plan::Style> style = plan::read_style(file.text);
      if (!style) return fault(our_fault(file.path, style.error()));
      if (const auto known = check_names(*style, words); !known) {
        return fault(our_fault(file.path, known.error()));
      }
      words.dictionaries[style->name] = std::exchange(style->dictionary, {});
      if (words.styles.emplace(style->name, *style).second) continue;
      return fault(our_fault(file.path, twice("two styles are called", style->name)));
    }
    const auto everybody = plan::read_style(schemas::find_embedded(kMeaningsFile).value_or(""));
    if (!everybody) return fault(our_fault(kMeaningsFile, everybody.error()));
    words.dictionaries[""] = everybody->dictionary;
    constexpr std::string_view kFolder = "bodies/";
    for (const schemas::EmbeddedFile& file : our_files(kFolder)) {
      std::string_view name = file.path.substr(kFolder.size());
      name.remove_suffix(name.ends_with(kXmlEnding) ? kXmlEnding.size() : 0);
      stock_.bodies_[std::string(name)] = {.file = {}, .xml = std::string(file.text)};
    }
  }

  void check_aliases() {
    for (const auto& [name, gesture] : stock_.words_.gestures) {
      if (stock_.words_.lexemes.contains(gesture)) continue;
      fault(our_fault("vocabulary", twice("a vocabulary says '" + name +
                                              "' for a gesture that is not in the lexicon,",
                                          gesture)));
    }
  }

  void take_folder(const std::string& folder, std::string_view what, Take take) {
    if (folder.empty()) return;
    const auto files = files_of_folder(
        folder, {.what = what,
                 .accepts = [](std::string_view name) { return name.ends_with(kXmlEnding); },
                 .files_max = kStockFilesMax});
    if (!files) return fault({.file = "kinesphere", .error = files.error()});
    if (files->empty()) {
      return fault({.file = folder,
                    .error = {ErrorCode::UnknownName,
                              "a folder of " + std::string(what) +
                                  " has files that end in .xml, and this one has none"}});
    }
    std::size_t bytes_in_all = 0;
    for (const std::string& file : *files) {
      const auto xml = read_file_up_to(file, kScriptBytesMax);
      if (!xml) return fault({.file = "kinesphere", .error = xml.error()});
      if (xml->size() > kScriptBytesMax) {
        fault({.file = file,
               .error = {ErrorCode::LimitExceeded,
                         "a file of " + std::string(what) + " has at most " +
                             std::to_string(kScriptBytesMax) + " bytes"}});
        continue;
      }
      bytes_in_all += xml->size();
      if (bytes_in_all > kStockFolderBytesMax) {
        return fault({.file = file,
                      .error = {ErrorCode::LimitExceeded, "the files of a folder have at most " +
                                                              std::to_string(kStockFolderBytesMax) +
                                                              " bytes in all"}});
      }
      const auto taken = (this->*take)(file, *xml);
      if (!taken) fault({.file = file, .error = taken.error()});
    }
  }

  Result<Done> take_lexicon(const std::string& file, const std::string& xml) {
    Result<std::vector<script::Lexeme>> lexemes = script::read_lexicon(xml);
    if (!lexemes) return lexemes.error();
    for (script::Lexeme& lexeme : *lexemes) {
      const auto [own, is_new] = stock_.own_gestures_.emplace(lexeme.name, file);
      if (!is_new) {
        return twice("gesture of a name that " + own->second + " has already,", lexeme.name,
                     lexeme.where);
      }
      if (stock_.words_.lexemes.contains(lexeme.name))
        note(file, lexeme.where, "gesture", own->first);
      stock_.words_.lexemes.insert_or_assign(own->first, std::move(lexeme));
    }
    return Done{};
  }

  Result<Done> take_style(const std::string& file, const std::string& xml) {
    Result<plan::Style> style = plan::read_style(xml);
    if (!style) return style.error();
    if (const auto known = check_names(*style, stock_.words_); !known) return known.error();
    if (style->name.empty()) return take_meanings(file, std::move(style->dictionary));
    const auto [own, is_new] = own_styles_.emplace(style->name, file);
    if (!is_new) {
      return twice("style of a name that " + own->second + " has already,", style->name, {1, 1});
    }
    if (stock_.words_.styles.contains(style->name)) note(file, {}, "style", style->name);
    stock_.words_.dictionaries.insert_or_assign(style->name, std::exchange(style->dictionary, {}));
    stock_.words_.styles.insert_or_assign(style->name, *std::move(style));
    return Done{};
  }

  /// Everybody's, meaning by meaning.
  Result<Done> take_meanings(const std::string& file, script::Dictionary dictionary) {
    script::Dictionary& ours = stock_.words_.dictionaries[""];
    for (script::Meaning& meaning : dictionary) {
      const std::string name = meaning.name.text;
      const auto [own, is_new] = own_meanings_.emplace(name, file);
      if (!is_new) {
        return twice("meaning of a name that " + own->second + " has already,", name,
                     meaning.where);
      }
      const auto replaced = std::ranges::find_if(
          ours, [&](const script::Meaning& each) { return each.name.text == name; });
      if (replaced == ours.end()) {
        ours.push_back(std::move(meaning));
      } else {
        note(file, meaning.where, "meaning", name);
        *replaced = std::move(meaning);
      }
    }
    return Done{};
  }

  /// Whether there are the gestures that meanings may become, ours and theirs.
  void check_dictionaries() {
    for (const auto& [style, dictionary] : stock_.words_.dictionaries) {
      for (const script::Meaning& meaning : dictionary) {
        const auto checked = plan::check_dictionary({meaning}, stock_.words_);
        if (!checked) fault({.file = file_of(style, meaning), .error = checked.error()});
      }
    }
  }

  std::string file_of(const std::string& style, const script::Meaning& meaning) const {
    const Files& files = style.empty() ? own_meanings_ : own_styles_;
    const auto own = files.find(style.empty() ? meaning.name.text : style);
    if (own != files.end()) return own->second;
    if (style.empty()) return "schemas/" + std::string(kMeaningsFile);
    return "schemas/styles/" + style + std::string(kXmlEnding);
  }

  /// Poses are read in the terms of a body. Ada's stand for all; each body is tried with all.
  Result<Done> take_poses(const std::string& file, const std::string& xml) {
    Result<body::Body> body = stock_.read_body(stock_.bodies_.begin()->second.xml);
    if (!body) return body.error();
    const std::vector<body::Shape> before = body->shapes;
    const auto names = body::add_postures(xml, *body);
    if (!names) return names.error();
    for (const std::string& name : *names) {
      const auto [own, is_new] = own_poses_.emplace(name, file);
      if (!is_new) return twice("pose of a name that " + own->second + " has already,", name);
      if (std::ranges::count(before, name, &body::Shape::name) > 0) note(file, {}, "pose", name);
    }
    stock_.poses_.push_back({.file = file, .xml = xml});
    return Done{};
  }

  Result<Done> take_body(const std::string& file, const std::string& xml) {
    const Result<body::Body> body = stock_.read_body(xml);
    if (!body) return body.error();
    const auto [own, is_new] = own_bodies_.emplace(body->name, file);
    if (!is_new) {
      return twice("body of a name that " + own->second + " has already,", body->name, {1, 1});
    }
    if (stock_.has_body(body->name)) note(file, {}, "body", body->name);
    stock_.bodies_[body->name] = {.file = file, .xml = xml};
    return Done{};
  }

  /// A style by its name, or by its file, which is read as one of the folder of styles.
  void take_sketch(const std::string& said) {
    std::string name = said;
    if (said.ends_with(kXmlEnding)) {
      const auto xml = read_file_up_to(said, kScriptBytesMax);
      if (!xml) return fault({.file = std::string(kSketchOption), .error = xml.error()});
      const auto style = plan::read_style(*xml);
      if (!style) return fault({.file = said, .error = style.error()});
      name = style->name;
      const auto taken = take_style_once(said, name, *xml);
      if (!taken) return fault({.file = said, .error = taken.error()});
    }
    if (!stock_.words_.styles.contains(name)) return meet_unknown_sketch(name);
    stock_.sketches_.push_back({.character = {}, .style = std::move(name)});
  }

  /// A file of the folder of styles is there already.
  Result<Done> take_style_once(const std::string& file, const std::string& name,
                               const std::string& xml) {
    if (name.empty()) return twice("this is a dictionary, not a style:", file, {1, 1});
    const auto own = own_styles_.find(name);
    std::error_code none;
    const bool is_there =
        own != own_styles_.end() && std::filesystem::equivalent(own->second, file, none);
    return is_there ? Result<Done>(Done{}) : take_style(file, xml);
  }

  void meet_unknown_sketch(const std::string& name) {
    std::vector<std::string_view> known;
    for (const auto& [style, numbers] : stock_.words_.styles) known.push_back(style);
    fault({.file = std::string(kSketchOption),
           .error = {ErrorCode::UnknownName,
                     "there is no style" + plan::known_names(name, known) + ": " + quoted(name)}});
  }

  /// Theirs were tried when they were read.
  void try_poses_on_ours() {
    for (const auto& [name, text] : stock_.bodies_) {
      if (!text.file.empty()) continue;
      const auto body = stock_.make_body(name);
      if (!body) fault({.file = "body " + name, .error = body.error()});
    }
  }

  void fault(FileFault fault) {
    if (result_.faults.size() < kStockFaultsMax) result_.faults.push_back(std::move(fault));
  }

  void note(const std::string& file, Where where, std::string_view what, std::string_view name) {
    std::string place = file;
    if (where.line > 0) {
      place += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
    }
    result_.notes.push_back(place + ": note: this " + std::string(what) +
                            " takes the place of ours: " + quoted(name));
  }

  using Files = std::map<std::string, std::string, std::less<>>;  // by name

  Stock stock_;
  ReadStock result_;
  Files own_styles_;
  Files own_meanings_;
  Files own_poses_;
  Files own_bodies_;
};

bool StockFolders::any() const {
  return !lexicon.empty() || !bodies.empty() || !styles.empty() || !poses.empty();
}

std::string Stock::names_of_bodies() const {
  std::string names;
  for (const auto& [name, text] : bodies_) names += (names.empty() ? "" : ", ") + name;
  return names;
}

Result<body::Body> Stock::read_body(std::string_view xml) const {
  Result<body::Body> body = body::read(xml, schemas::find_embedded("hands.xml").value_or(""),
                                       schemas::find_embedded("poses.xml").value_or(""));
  if (!body) return body;
  for (const Text& poses : poses_) {
    const auto added = body::add_postures(poses.xml, *body);
    if (added) continue;
    Error error = added.error();
    error.message = poses.file + ":" + std::to_string(error.where.line) + ":" +
                    std::to_string(error.where.column) + ": " + error.message;
    error.where = {};
    return error;
  }
  return body;
}

Result<std::shared_ptr<const body::Body>> Stock::make_body(std::string_view name) const {
  const auto found = bodies_.find(name);
  if (found == bodies_.end()) {
    return Error{
        .code = ErrorCode::UnknownName,
        .message = "the bodies are " + names_of_bodies() + "; there is no " + quoted(name)};
  }
  Result<body::Body> body = read_body(found->second.xml);
  if (body) return std::make_shared<const body::Body>(*std::move(body));
  const std::string& own = found->second.file;
  const std::string file = own.empty() ? "schemas/bodies/" + std::string(name) + ".xml" : own;
  return first_fault({.stock = {}, .faults = {{file, body.error()}}, .notes = {}});
}

ReadStock read_stock(const StockFolders& folders) { return StockReader().read(folders); }

Result<std::shared_ptr<const Stock>> our_stock() {
  static const ReadStock ours = read_stock({});
  if (ours.stock) return ours.stock;
  return first_fault(ours);
}

Result<std::shared_ptr<const Stock>> or_ours(std::shared_ptr<const Stock> stock) {
  if (stock) return stock;
  return our_stock();
}

std::vector<GivenSketch> sketches_of(const std::shared_ptr<const Stock>& stock) {
  return stock ? stock->sketches() : std::vector<GivenSketch>();
}

Error first_fault(const ReadStock& read) {
  KINE_ASSERT(!read.faults.empty());
  const auto& [file, error] = read.faults.front();
  std::string place = file;
  if (error.where.line > 0) {
    place += ":" + std::to_string(error.where.line) + ":" + std::to_string(error.where.column);
  }
  return {.code = error.code, .message = place + ": " + error.message};
}

}  // namespace kine::server
