#include "server/commands/lexicon.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "realizer/core/number.h"
#include "server/base/columns.h"
#include "server/base/report_line.h"
#include "server/commands/options/scene_options.h"

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

}  // namespace

int lexicon(const LexiconOptions& options, std::ostream& output, std::ostream& errors) {
  const auto stock = load_stock({.lexicon = options.folder}, errors);
  if (!stock) return 1;
  std::vector<const Lexeme*> listed;
  std::size_t name_width = 0;
  std::size_t tags_width = 0;
  for (const auto& [name, entry] : stock->words().lexemes) {
    const Lexeme& lexeme = entry;
    const bool wanted = std::all_of(options.words.begin(), options.words.end(),
                                    [&](const std::string& word) { return has(lexeme, word); });
    if (!wanted) continue;
    listed.push_back(&lexeme);
    name_width = std::max(name_width, name.size());
    tags_width = std::max(tags_width, in_one_line(lexeme.tags).size());
  }
  constexpr std::size_t kHandsWidth = 4;
  for (const Lexeme* lexeme : listed) {
    output << padded(lexeme->name, name_width) << "  "
           << padded(script::word_of(lexeme->hands), kHandsWidth) << "  "
           << padded(in_one_line(lexeme->tags), tags_width) << "  " << lexeme->description << "\n";
  }
  if (!listed.empty()) return 0;
  errors << report_line("kinesphere", nothing_like(options.words));
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
  command->callback([options, &exit_code] { exit_code = lexicon(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
