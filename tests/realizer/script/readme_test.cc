// Whether schemas/README.md and schemas/kinesphere.xsd say what the reader does and the limits are.
#include "schemas/embedded.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/reader.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/source_files.h"

namespace kine::script::readme_test {
namespace {

struct Example {
  int line = 0;
  bool refused = false;
  std::string text;
  std::string words;  // of the refusal, as the page has them
};

std::vector<Example> examples_of_the_page() {
  std::istringstream page(test::text_of(test::source_path("schemas/README.md")));
  std::vector<Example> examples;
  std::string* block = nullptr;
  std::string line;
  for (int number = 1; std::getline(page, line); ++number) {
    const bool fence = line.starts_with("```");
    if (fence && block != nullptr) {
      block = nullptr;
    } else if (line == "```xml" || line == "```xml refused") {
      examples.push_back({number, line != "```xml", {}, {}});
      block = &examples.back().text;
    } else if (line == "```text") {
      REQUIRE_FALSE(examples.empty());
      block = &examples.back().words;
    } else if (block != nullptr) {
      *block += line + "\n";
    }
  }
  return examples;
}

std::string printed(const Error& error) {
  return std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " +
         error.message + "\n";
}

TEST_CASE("each example of the reference page is taken or refused as it says", "[reference]") {
  const auto examples = examples_of_the_page();
  REQUIRE(examples.size() >= 10);
  for (const Example& example : examples) {
    CAPTURE(example.line);
    Diagnostics diagnostics;
    const auto document = kinesphere_reader().read(example.text, diagnostics);
    CHECK((document ? std::string() : printed(document.error())) == example.words);
    CHECK(document.has_value() != example.refused);
  }
}

/// Every limit there is, under its name in core/limits.h.
const std::map<std::string, double> kLimits = {
    {"kScriptBytesMax", kScriptBytesMax},
    {"kElementsMax", kElementsMax},
    {"kAttributesMax", kAttributesMax},
    {"kNestingMax", kNestingMax},
    {"kSequencesMax", kSequencesMax},
    {"kSketchesMax", kSketchesMax},
    {"kTransitionsMax", kTransitionsMax},
    {"kSketchFacesMax", kSketchFacesMax},
    {"kMeaningsMax", kMeaningsMax},
    {"kChoicesMax", kChoicesMax},
    {"kChoiceWeightMax", kChoiceWeightMax},
    {"kEditsMax", kEditsMax},
    {"kPushMax_N", kPushMax_N},
    {"kPushLengthMax", kPushLengthMax.count()},
    {"kPushesMax", kPushesMax},
    {"kDragStiffnessMax_N_m", kDragStiffnessMax_N_m},
    {"kStiffnessMax_Nm_rad", kStiffnessMax_Nm_rad},
    {"kDampingMax_Nms_rad", kDampingMax_Nms_rad},
    {"kTensionJointsMax", kTensionJointsMax},
    {"kPushesAtOnceMax", kPushesAtOnceMax},
    {"kHeardPerTickMax", kHeardPerTickMax},
    {"kModelBytesMax", kModelBytesMax},
    {"kModelSegmentsMax", kModelSegmentsMax},
    {"kModelFramesMax", kModelFramesMax},
    {"kLicenceBytesMax", kLicenceBytesMax},
    {"kLoadMax_kg", kLoadMax_kg},
    {"kLoadsMax", kLoadsMax},
    {"kPhysicalMax", kPhysicalMax},
    {"kRhythmMax", kRhythmMax},
    {"kRhythmShareMax", kRhythmShareMax},
    {"kPosesMax", kPosesMax},
    {"kSyncPointsMax", kSyncPointsMax},
    {"kConstraintsMax", kConstraintsMax},
    {"kLexemesMax", kLexemesMax},
    {"kLexemePosesMax", kLexemePosesMax},
    {"kStartAheadMax", kStartAheadMax.count()},
    {"kBlockLengthMax", kBlockLengthMax.count()},
    {"kPositionMax_m", kPositionMax_m},
    {"kNameBytesMax", kNameBytesMax},
    {"kWarningsMax", kWarningsMax},
    {"kFaceShapesMax", kFaceShapesMax},
    {"kSketchNumbersMax", kSketchNumbersMax},
    {"kSegmentsPerCharacterMax", kSegmentsPerCharacterMax},
    {"kStepsPerByteMax", kStepsPerByteMax},
    {"kStepsMax", kStepsMax},
    {"kSegmentsBegunMax", kSegmentsBegunMax},
    {"kCuesGivenMax", kCuesGivenMax},
    {"kPerformedBytesMax", kPerformedBytesMax},
    {"kSetTargetsMax", kSetTargetsMax},
    {"kClipBytesMax", kClipBytesMax},
    {"kClipNodesMax", kClipNodesMax},
    {"kClipFramesMax", kClipFramesMax},
    {"kClipFrameTimeMax", kClipFrameTimeMax.count()},
};

/// The words of a text that start with k and a capital and have "Max" in them.
std::vector<std::string> names_of_limits(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream words(text);
  std::string word;
  while (words >> word) {
    const std::string name = word.substr(0, word.find_first_of("{;,)"));
    const bool constant = name.size() > 1 && name[0] == 'k' && name[1] >= 'A' && name[1] <= 'Z';
    if (constant && name.find("Max") != std::string::npos) names.push_back(name);
  }
  return names;
}

TEST_CASE("the table of limits is that of core/limits.h", "[reference]") {
  std::map<std::string, double> on_the_page;
  std::istringstream page(test::text_of(test::source_path("schemas/README.md")));
  for (std::string line; std::getline(page, line);) {
    const std::size_t name = line.find("| `k");
    const bool is_limit =
        name != std::string::npos && name > 0 && line.find("Max", name) != line.npos;
    if (!is_limit) continue;
    std::string value = line.substr(0, name);
    value = value.substr(value.rfind("| ") + 2);
    std::erase_if(value, [](char byte) { return byte == ',' || byte == ' '; });
    const auto number = parse_number(value);
    REQUIRE(number);
    on_the_page[line.substr(name + 3, line.rfind('`') - name - 3)] = *number;
  }

  CHECK(on_the_page == kLimits);
  const auto names = names_of_limits(test::text_of(test::source_path("realizer/core/limits.h")));
  REQUIRE(names.size() >= kLimits.size());
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(kLimits.count(name) == 1);
  }
}

/// Whether the schema takes a text, as xmllint sees it.
bool validates(const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() / "kinesphere_schema_test.xml";
  std::ofstream(file, std::ios::binary) << text;
  const std::string command = "xmllint --noout --nonet --schema '" +
                              test::source_path("schemas/kinesphere.xsd").string() + "' '" +
                              file.string() + "' >/dev/null 2>&1";
  const bool fine = std::system(command.c_str()) == 0;
  std::filesystem::remove(file);
  return fine;
}

// xmllint is in Debian's libxml2-utils, which nothing else of Kinesphere needs: without it this
// test says that it did nothing.
TEST_CASE("the schema says the same as the reader", "[reference]") {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) {
    WARN("xmllint is not installed: the schema is not checked");
    return;
  }
  // What XSD 1.0 cannot say: how far a point is, or that attributes follow or exclude each other.
  const auto beyond_schema = [](const Example& example) {
    for (const char* words : {"from the origin", "no earlier than its", "left to the end"}) {
      if (example.words.find(words) != std::string::npos) return true;
    }
    return false;
  };
  for (const Example& example : examples_of_the_page()) {
    CAPTURE(example.line);
    if (!beyond_schema(example)) CHECK(validates(example.text) != example.refused);
  }
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    Diagnostics diagnostics;
    const std::string text(file.text);
    if (!file.path.starts_with("scripts/") || text.find("urn:kinesphere:script") == text.npos) {
      continue;
    }
    CAPTURE(file.path);
    if (kinesphere_reader().read(text, diagnostics)) CHECK(validates(text));
  }
}

}  // namespace
}  // namespace kine::script::readme_test
