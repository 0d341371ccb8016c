// Tests for server/commands/lexicon.h.
#include "server/commands/lexicon.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::lexicon_test {

using namespace kine;

namespace {

struct Outcome {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

Outcome lexicon(const std::vector<std::string>& words, const std::string& folder = "") {
  std::ostringstream output;
  std::ostringstream errors;
  const int exit_code = server::lexicon({.words = words, .folder = folder}, output, errors);
  return {exit_code, output.str(), errors.str()};
}

}  // namespace

TEST_CASE("lexicon has a line for each gesture: name, hands, tags, description", "[lexicon]") {
  const Outcome all = lexicon({});
  CHECK(all.exit_code == 0);
  CHECK(std::count(all.output.begin(), all.output.end(), '\n') >= 40);
  CHECK(all.output.find("The hand comes down once on a crucial point.\n") != std::string::npos);
}

TEST_CASE("lexicon lists those with all words in their name or tags", "[lexicon]") {
  CHECK(lexicon({"double-beat"}).output ==
        "double-beat  any   beat emphasis  Two beats, the second smaller.\n");
  CHECK(lexicon({"double", "emphasis"}).output == lexicon({"double-beat"}).output);
}

TEST_CASE("lexicon exits with 1 where there is no such gesture", "[lexicon]") {
  const Outcome none = lexicon({"double", "greet"});
  CHECK(none.exit_code == 1);
  CHECK(none.output.empty());
  CHECK(none.errors ==
        "kinesphere: error: no gesture has that in its name or among its tags, `kinesphere "
        "lexicon` lists all: 'double greet'\n");
}

TEST_CASE("lexicon lists the gestures of a folder beside ours, and says which of ours it replaces",
          "[lexicon]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("study.xml",
                                        R"(<lexicon xmlns="urn:kinesphere:script:1">
  <lexeme name="double-beat" hands="one" tags="study" description="Two taps.">
    <pose id="ready" time="300ms"><position joint="rightHand" target="-0.2 1.15 0.3"/></pose>
    <pose id="stroke-end" time="500ms"><position joint="rightHand" target="-0.2 1.0 0.3"/></pose>
  </lexeme>
</lexicon>)");

  const Outcome own = lexicon({"study"}, folder.path().string());

  CHECK(own.exit_code == 0);
  CHECK(own.output == "double-beat  one   study  Two taps.\n");
  CHECK(own.errors == file + ":2:3: note: this gesture takes the place of ours: 'double-beat'\n");
  CHECK(lexicon({"wave"}, folder.path().string()).output == lexicon({"wave"}).output);
}

TEST_CASE("lexicon exits with 1 where the folder cannot be read", "[lexicon]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.xml", "<a/>");
  const Outcome refused = lexicon({}, folder.path().string());
  CHECK(refused.exit_code == 1);
  CHECK(refused.output.empty());
  CHECK(refused.errors.starts_with(file + ":1:1: error: "));
}

TEST_CASE("lexicon lists how near gestures bring joints to their limits", "[lexicon]") {
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(server::lexicon({.words = {"double-beat"}, .ranges = true}, output, errors) == 0);
  CHECK(errors.str().empty());
  CHECK(output.str().starts_with("gesture "));
  CHECK(output.str().find("\ndouble-beat ") != std::string::npos);
  CHECK(output.str().find(" %   rightHand ") != std::string::npos);
}

TEST_CASE("lexicon draws gestures into a file, and lists none", "[lexicon]") {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "beat.png").string();
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(server::lexicon({.words = {"double-beat"}, .sheet = file, .body = "ben"}, output, errors) ==
        0);
  CHECK(output.str().empty());
  CHECK(test::text_of(file).starts_with("\x89PNG"));
}

TEST_CASE("lexicon exits with 1 where nobody has that body", "[lexicon]") {
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(server::lexicon({.words = {"beat"}, .ranges = true, .body = "zoe"}, output, errors) == 1);
  CHECK(errors.str().find("zoe") != std::string::npos);
}

}  // namespace kine::lexicon_test
