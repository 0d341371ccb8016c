// The pages of schemas/bml: each has an example, which is played and does what stands below it.
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/conformance/counted_line.h"
#include "tests/conformance/standard.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::conformance::pages_test {
namespace {

/// Blocks of a page, the second of them some time later, and the lines below: "1.5 g1:stroke",
/// "warning g2".
struct Example {
  std::vector<Submitted> blocks;
  std::string expected;
};

std::vector<Example> examples_of(const std::string& page) {
  constexpr std::string_view kThen = "```xml then ";
  std::istringstream lines(page);
  std::vector<Example> examples;
  std::string* part = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```") && part != nullptr) {
      part = nullptr;
    } else if (line == "```xml") {
      part = &examples.emplace_back().blocks.emplace_back().text;
    } else if (line.starts_with(kThen)) {
      const std::uint64_t tick = ticks(std::stod(line.substr(kThen.size())));
      part = &examples.back().blocks.emplace_back(Submitted{.tick = tick, .text = {}}).text;
    } else if (line == "```text") {
      part = &examples.back().expected;
    } else if (part != nullptr) {
      *part += line + "\n";
    }
  }
  return examples;
}

/// The pages by the names of their behaviours.
std::map<std::string, std::string> pages() {
  std::map<std::string, std::string> pages;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("schemas/bml"))) {
    pages[file.path().stem().string()] = test::text_of(file.path());
  }
  return pages;
}

void check(const Example& example) {
  CAPTURE(example.blocks.front().text);
  const Played played = play(example.blocks);
  std::istringstream lines(example.expected);
  std::string warned;
  int points = 0;
  for (std::string first, second; lines >> first >> second;) {
    if (first == "warning") {
      warned += (warned.empty() ? "b1:" : " b1:") + second;
      continue;
    }
    CAPTURE(second);
    ++points;
    CHECK(played.at(second) == ticks(std::stod(first)));
  }
  CHECK(points > 0);
  CHECK(played.warned() == warned);
}

TEST_CASE("each page's examples do what stands below them", "[pages]") {
  for (const auto& [name, page] : pages()) {
    CAPTURE(name);
    const auto examples = examples_of(page);
    CHECK_FALSE(examples.empty());
    for (const Example& example : examples) check(example);
  }
}

TEST_CASE("each behaviour of the standard has its page, which the overview links", "[pages]") {
  const auto all = pages();
  const std::string overview = test::text_of(test::source_path("schemas/bml.md"));
  for (const Element& element : standard()) {
    const bool is_part = element.name == "stance" || element.name == "pose";
    const bool is_behaviour = element.section == "Behaviours" || element.section == "BMLA";
    if (!is_behaviour || is_part || element.name.starts_with("bml")) continue;
    const std::string name(element.name);
    CAPTURE(name);
    REQUIRE(all.contains(name));
    CHECK(all.at(name).starts_with("# `<" + name + ">`"));
    CHECK(overview.find("(bml/" + name + ".md)") != std::string::npos);
  }
}

}  // namespace
}  // namespace kine::conformance::pages_test
