#include "server/commands/meanings.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <memory>
#include <string_view>

#include "realizer/core/number.h"
#include "realizer/script/words.h"
#include "server/base/columns.h"
#include "server/base/report_line.h"
#include "server/commands/options/scene_options.h"

namespace kine::server {
namespace {

using script::Choice;
using script::Meaning;

/// What stands for the dictionary that is no style's.
constexpr std::string_view kAllCharacters = "everybody";

/// A meaning of one dictionary.
struct MeaningLine {
  std::string_view meaning;
  std::string_view style;
  std::string choices;
};

bool has_word(const Meaning& meaning, std::string_view style, const std::string& word) {
  return meaning.name.text.find(word) != std::string::npos || style == word ||
         std::ranges::any_of(meaning.choices,
                             [&](const Choice& each) { return each.lexeme.text == word; });
}

/// "wave 50 %, nod 25 %, …".
std::string choices_of(const Meaning& meaning) {
  double weights = 0;
  for (const Choice& each : meaning.choices) weights += each.weight;
  std::string text;
  for (const Choice& each : meaning.choices) {
    text += (text.empty() ? "" : ", ") + each.lexeme.text;
    if (each.hand) {
      text += " (" + std::string(script::word_of(script::kGestureHandWords, *each.hand)) + ")";
    }
    text += " " + format_number(std::round(100 * each.weight / weights)) + " %";
  }
  return text;
}

/// By meaning, everybody's first, then those of styles in the order of their names.
std::vector<MeaningLine> lines_of(const Stock& stock, const std::vector<std::string>& words) {
  std::vector<MeaningLine> lines;
  for (const auto& [name, dictionary] : stock.words().dictionaries) {
    const std::string_view style = name.empty() ? kAllCharacters : std::string_view(name);
    for (const Meaning& meaning : dictionary) {
      const bool wanted = std::ranges::all_of(
          words, [&](const std::string& word) { return has_word(meaning, style, word); });
      if (wanted) lines.push_back({meaning.name.text, style, choices_of(meaning)});
    }
  }
  std::ranges::stable_sort(lines, {}, &MeaningLine::meaning);
  return lines;
}

Error nothing_means(const std::vector<std::string>& words) {
  return {.code = ErrorCode::UnknownName,
          .message =
              "no meaning has that in its name, its style or its gestures, `kinesphere "
              "meanings` lists all: " +
              kine::quoted(in_one_line(words))};
}

}  // namespace

int meanings(const MeaningsOptions& options, std::ostream& output, std::ostream& errors) {
  const auto stock = load_stock({.lexicon = options.lexicon, .styles = options.styles}, errors);
  if (!stock) return 1;
  const std::vector<MeaningLine> lines = lines_of(*stock, options.words);
  std::size_t meaning_width = 0;
  std::size_t style_width = 0;
  for (const MeaningLine& line : lines) {
    meaning_width = std::max(meaning_width, line.meaning.size());
    style_width = std::max(style_width, line.style.size());
  }
  for (const MeaningLine& line : lines) {
    output << padded(line.meaning, meaning_width) << "  " << padded(line.style, style_width) << "  "
           << line.choices << "\n";
  }
  if (!lines.empty()) return 0;
  errors << report_line("kinesphere", nothing_means(options.words));
  return 1;
}

void add_meanings(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "meanings", "Lists what gestures can mean: meaning, style, which gestures it becomes");
  const auto options = std::make_shared<MeaningsOptions>();
  command
      ->add_option("WORD", options->words,
                   "Only those with this in their name, of this style or with this gesture")
      ->type_name("TEXT");
  command
      ->add_option("--lexicon", options->lexicon,
                   "A folder of .xml files with gestures of your own")
      ->type_name("FOLDER");
  command
      ->add_option("--styles", options->styles,
                   "A folder of .xml files with styles and dictionaries of your own")
      ->type_name("FOLDER");
  command->callback(
      [options, &exit_code] { exit_code = meanings(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
