// How the whole body moves, in tables and plots that people read; run by hand.
//
//   movement doses [-o FILE.svg] [PARAMETER…]   each parameter of a sketch over the lexicon
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/movement/dose_page.h"

namespace {

using namespace kine;
using namespace kine::test::movement;

constexpr int kUsageError = 2;

std::vector<std::string> all_gestures() {
  std::vector<std::string> names;
  for (const auto& [name, lexeme] : two_casts().front()->vocabulary->lexemes) {
    names.push_back(name);
  }
  return names;
}

int print_doses(const std::vector<std::string>& words) {
  std::string output;
  std::vector<std::string> asked;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-o" && i + 1 < words.size()) {
      output = words[++i];
    } else {
      asked.push_back(words[i]);
    }
  }
  const auto lexemes = all_gestures();
  std::vector<DosesShown> shown;
  std::printf("%s", head_of_dose_table().c_str());
  for (const DoseRow& row : dose_rows()) {
    if (!asked.empty() && std::ranges::find(asked, row.parameter->name) == asked.end()) continue;
    shown.push_back({.row = &row, .bodies = {}});
    for (const auto& cast : two_casts()) {
      DosesSummary summary = summarize(row, cast, lexemes);
      std::printf("%s", row_of_dose_table(row, cast->name, summary).c_str());
      std::fflush(stdout);
      for (const std::string& name : summary.faults) {
        std::fprintf(stderr, "%.*s, %s, %s\n", static_cast<int>(row.parameter->name.size()),
                     row.parameter->name.data(), cast->name.c_str(), name.c_str());
      }
      shown.back().bodies.emplace_back(cast->name, std::move(summary));
    }
  }
  if (!output.empty()) std::ofstream(output) << pictures::write_svg(dose_page(shown));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  const std::vector<std::string> words(argv + std::min(argc, 2), argv + argc);
  if (command == "doses") return print_doses(words);
  std::fprintf(stderr, "what is to be seen? doses\n");
  return kUsageError;
}
