// Whether schemas/bml.md and schemas/bml.xsd say what the reader of BML does.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"
#include "tests/support/source_files.h"

namespace kine::script::bml_page_test {
namespace {

enum class Answer { Taken, Warned, Refused };

struct Example {
  int line = 0;
  Answer answer = Answer::Taken;
  std::string text;
  std::string words;  // of the answer, as the page has them
};

std::vector<Example> examples_of(const std::filesystem::path& file) {
  std::istringstream page(test::text_of(file));
  std::vector<Example> examples;
  std::string* block = nullptr;
  std::string line;
  for (int number = 1; std::getline(page, line); ++number) {
    if (line.starts_with("```") && block != nullptr) {
      block = nullptr;
    } else if (line.starts_with("```xml")) {
      const Answer answer = line.ends_with("refused")  ? Answer::Refused
                            : line.ends_with("warned") ? Answer::Warned
                                                       : Answer::Taken;
      examples.push_back({number, answer, {}, {}});
      block = &examples.back().text;
    } else if (line == "```text") {
      block = &examples.at(examples.size() - 1).words;
    } else if (block != nullptr) {
      *block += line + "\n";
    }
  }
  return examples;
}

std::vector<Example> examples_of_the_page() {
  return examples_of(test::source_path("schemas/bml.md"));
}

/// Those of the behaviours' own pages: what they do is told there in other words.
std::vector<Example> examples_of_behaviours() {
  std::vector<Example> examples;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("schemas/bml"))) {
    for (Example& example : examples_of(file.path())) examples.push_back(std::move(example));
  }
  return examples;
}

std::string printed(Where where, const std::string& message) {
  return std::to_string(where.line) + ":" + std::to_string(where.column) + ": " + message + "\n";
}

std::string printed(const test::ReadBlock& read) {
  if (read.error) return printed(read.error->where, read.error->message);
  std::string text;
  for (const Warning& warning : read.warnings) text += printed(warning.where, warning.message);
  return text;
}

TEST_CASE("each example of the page on BML is answered as it says", "[bml_page]") {
  const auto examples = examples_of_the_page();
  REQUIRE(examples.size() >= 8);
  for (const Example& example : examples) {
    CAPTURE(example.line);
    const auto read = test::read_bml(example.text);
    CHECK(printed(read) == example.words);
    CHECK(read.error.has_value() == (example.answer == Answer::Refused));
    CHECK(read.warnings.empty() == (example.answer == Answer::Taken || read.error));
    if (!read.error) CHECK(test::survives_writing(read));
  }
}

TEST_CASE("each example of a behaviour's page is read without a warning", "[bml_page]") {
  const auto examples = examples_of_behaviours();
  REQUIRE(examples.size() >= 15);
  for (const Example& example : examples) {
    CAPTURE(example.text);
    const auto read = test::read_bml(example.text);
    CHECK(printed(read).empty());
    CHECK(test::survives_writing(read));
  }
}

/// The samples of BML: their names and their texts.
std::map<std::string, std::string> samples() {
  std::map<std::string, std::string> samples;
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_path("schemas/scripts"))) {
    const std::string name = file.path().filename().string();
    if (name.starts_with("bml_")) samples[name] = test::text_of(file.path());
  }
  return samples;
}

TEST_CASE("each sample of BML is read, with the warnings that it wants", "[bml_page]") {
  REQUIRE(samples().size() >= 6);
  for (const auto& [name, text] : samples()) {
    CAPTURE(name);
    const auto read = test::read_bml(text);
    CHECK_FALSE(read.error);
    CHECK(read.warnings.size() == (name == "bml_required.xml" ? 1 : 0));
    CHECK(read.document->id.text + ".xml" == name);
    CHECK(test::survives_writing(read));
  }
}

/// Whether the schema takes a text, as xmllint sees it.
bool validates(const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() / "kinesphere_bml_schema_test.xml";
  std::ofstream(file, std::ios::binary) << text;
  const std::string command = "xmllint --noout --nonet --schema '" +
                              test::source_path("schemas/bml.xsd").string() + "' '" +
                              file.string() + "' >/dev/null 2>&1";
  const bool fine = std::system(command.c_str()) == 0;
  std::filesystem::remove(file);
  return fine;
}

std::string in_block(const std::string& inside) {
  return "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b'>" + inside + "</bml>";
}

// xmllint is in Debian's libxml2-utils, which nothing else of Kinesphere needs: without it this
// test says that it did nothing.
TEST_CASE("the schema of BML takes what the reader takes", "[bml_page]") {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) {
    WARN("xmllint is not installed: the schema is not checked");
    return;
  }
  for (const Example& example : examples_of_the_page()) {
    CAPTURE(example.line);
    if (example.answer == Answer::Taken) CHECK(validates(example.text));
  }
  for (const Example& example : examples_of_behaviours()) {
    CAPTURE(example.text);
    CHECK(validates(example.text));
  }
  CHECK(validates(test::text_of(test::source_path("tests/fuzz/seeds/bml/everything.xml"))));
  for (const auto& [name, text] : samples()) {
    CAPTURE(name);
    CHECK(validates(text));
  }
}

TEST_CASE("the schema of BML finds what the reader finds", "[bml_page]") {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) {
    WARN("xmllint is not installed: the schema is not checked");
    return;
  }
  CHECK(validates(in_block("<head id='n' lexeme='NOD'/>")));
  const auto bad = GENERATE(values<std::string>({
      "<head lexeme='NOD'/>",
      "<head id='n'/>",
      "<head id='n' lexeme='NOD' amount='1.5'/>",
      "<head id='n' lexeme='NOD' repetition='0'/>",
      "<head id='n' lexeme='NOD' start='soon'/>",
      "<head id='n' lexeme='NOD' start='a:b:c:d'/>",
      "<head id='n' lexeme='NOD' mood='fine'/>",
      "<head id='a:b' lexeme='NOD'/>",
      "<juggle id='x'/>",
      "<wait id='w' ready='1'/>",
      "<gaze id='g' target='t' influence='TOES'/>",
      "<faceFacs id='f' au='100'/>",
      "<posture id='p'><pose part='ARMS'/></posture>",
      "<speech id='s'><text>a<sync/></text></speech>",
      "<gesture id='g' lexeme='BEAT'><description type='x'/></gesture>",
      "<constraint><before><sync ref='1'/></before></constraint>",
      "<constraint><during ref='1'/></constraint>",
      "words",
  }));
  CAPTURE(bad);
  CHECK_FALSE(validates(in_block(bad)));
  const auto read = test::read_bml(in_block(bad));
  CHECK((read.error || !read.warnings.empty()));
}

}  // namespace
}  // namespace kine::script::bml_page_test
