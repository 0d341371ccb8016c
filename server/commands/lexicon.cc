#include "server/commands/lexicon.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "realizer/core/number.h"
#include "realizer/pictures/avatar_reader.h"
#include "realizer/pictures/png.h"
#include "server/base/columns.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/commands/lexicon_ranges.h"
#include "server/commands/lexicon_sheet.h"
#include "server/commands/options/scene_options.h"
#include "server/offline/performed_gesture.h"
#include "server/scene/casts.h"
#include "server/web/avatars.h"

namespace kine::server {
namespace {

using script::Lexeme;

bool has(const Lexeme& lexeme, const std::string& word) {
  return lexeme.name.find(word) != std::string::npos ||
         std::find(lexeme.tags.begin(), lexeme.tags.end(), word) != lexeme.tags.end();
}

Error nothing_like(const std::vector<std::string>& words) {
  return {.code = ErrorCode::UnknownName,
          .message =
              "no gesture has that in its name or among its tags, `kinesphere lexicon` lists "
              "all: " +
              kine::quoted(in_one_line(words))};
}

using Listed = std::vector<const Lexeme*>;

Listed listed_in(const Stock& stock, const std::vector<std::string>& words) {
  Listed listed;
  for (const auto& named : stock.words().lexemes) {
    const Lexeme& lexeme = named.second;
    const bool wanted = std::all_of(words.begin(), words.end(),
                                    [&](const std::string& word) { return has(lexeme, word); });
    if (wanted) listed.push_back(&lexeme);
  }
  return listed;
}

void write_list(const Listed& listed, std::ostream& output) {
  std::size_t name_width = 0;
  std::size_t tags_width = 0;
  for (const Lexeme* lexeme : listed) {
    name_width = std::max(name_width, lexeme->name.size());
    tags_width = std::max(tags_width, in_one_line(lexeme->tags).size());
  }
  constexpr std::size_t kHandsWidth = 4;
  for (const Lexeme* lexeme : listed) {
    output << padded(lexeme->name, name_width) << "  "
           << padded(script::word_of(lexeme->hands), kHandsWidth) << "  "
           << padded(in_one_line(lexeme->tags), tags_width) << "  " << lexeme->description << "\n";
  }
}

Result<std::shared_ptr<const Cast>> cast_of(const LexiconOptions& options,
                                            const std::shared_ptr<const Stock>& stock) {
  auto casts = make_casts({{.name = options.body, .body = options.body}}, {}, stock);
  if (!casts) return casts.error();
  return casts->front();
}

Result<std::vector<SheetGesture>> performed(const Listed& listed,
                                            const std::shared_ptr<const Cast>& cast) {
  std::vector<SheetGesture> gestures;
  for (const Lexeme* lexeme : listed) {
    auto gesture = perform_gesture(cast, lexeme->name);
    if (!gesture) return gesture.error();
    gestures.push_back({.name = lexeme->name, .performed = *std::move(gesture)});
  }
  return gestures;
}

Result<Done> write_sheet(const std::string& file, const body::Body& body,
                         const std::vector<SheetGesture>& gestures) {
  const auto mesh = pictures::mesh_for(body, embedded_avatars());
  if (!mesh) return mesh.error();
  const auto png = pictures::encode_png(draw_gestures(body, *mesh, gestures));
  if (!png) return png.error();
  return write_whole(file, *png);
}

/// The sheet, the table, or both.
Result<Done> write_performed(const LexiconOptions& options, const Listed& listed,
                             const std::shared_ptr<const Stock>& stock, std::ostream& output) {
  if (!options.sheet.empty() && listed.size() > kSheetGesturesMax) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "a sheet shows at most " + std::to_string(kSheetGesturesMax) +
                            " gestures, not " + kine::quoted(std::to_string(listed.size()))};
  }
  const auto cast = cast_of(options, stock);
  if (!cast) return cast.error();
  const auto gestures = performed(listed, *cast);
  if (!gestures) return gestures.error();
  if (options.ranges) {
    output << head_of_shares();
    for (const SheetGesture& gesture : *gestures) {
      output << line_of_shares(
          gesture.name, largest_shares(*(*cast)->body, gesture.performed.frames), kPerformedRate);
    }
  }
  return options.sheet.empty() ? Result<Done>(Done{})
                               : write_sheet(options.sheet, *(*cast)->body, *gestures);
}

std::string fault_of_png_name(const std::string& text) {
  return text.ends_with(".png") ? "" : "a sheet is a .png, not " + kine::quoted(text);
}

}  // namespace

int lexicon(const LexiconOptions& options, std::ostream& output, std::ostream& errors) {
  const auto stock = load_stock({.lexicon = options.folder}, errors);
  if (!stock) return 1;
  const Listed listed = listed_in(*stock, options.words);
  if (listed.empty()) {
    errors << report_line("kinesphere", nothing_like(options.words));
    return 1;
  }
  if (options.sheet.empty() && !options.ranges) {
    write_list(listed, output);
    return 0;
  }
  const Result<Done> written = write_performed(options, listed, stock, output);
  if (written) return 0;
  errors << report_line("kinesphere", written.error());
  return 1;
}

void add_lexicon(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "lexicon", "Lists the gestures that scripts can call: name, hands, tags, what it is");
  const auto options = std::make_shared<LexiconOptions>();
  command
      ->add_option("WORD", options->words, "Only those with this in their name or among their tags")
      ->type_name("TEXT");
  command
      ->add_option("--lexicon", options->folder, "A folder of .xml files with gestures of your own")
      ->type_name("FOLDER");
  command
      ->add_option("--sheet", options->sheet,
                   "Draws each where its stroke ends, front and side, into this .png instead")
      ->check(CLI::Validator(fault_of_png_name, ""))
      ->type_name("FILE");
  command->add_flag("--ranges", options->ranges,
                    "Lists the largest share of a joint's range that each takes instead");
  command
      ->add_option("--body", options->body, "The body that makes them for these two (default: ada)")
      ->type_name("NAME");
  command->callback([options, &exit_code] { exit_code = lexicon(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
