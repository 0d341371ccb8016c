// Tests for server/commands/meanings.h.
#include "server/commands/meanings.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::meanings_test {
namespace {

struct Outcome {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

Outcome meanings(const std::vector<std::string>& words, const std::string& styles = "") {
  std::ostringstream output;
  std::ostringstream errors;
  const int exit_code =
      server::meanings({.words = words, .lexicon = {}, .styles = styles}, output, errors);
  return {exit_code, output.str(), errors.str()};
}

}  // namespace

TEST_CASE("meanings has a line for each meaning of each dictionary", "[meanings]") {
  const Outcome all = meanings({});
  CHECK(all.exit_code == 0);
  CHECK(std::ranges::count(all.output, '\n') >= 50);
  CHECK(all.output.starts_with("addressee "));
}

// The weights of schemas/meanings.xml and schemas/styles/shy.xml: 4 of 8, and 3 of 4.
TEST_CASE("meanings says how often a meaning becomes what", "[meanings]") {
  CHECK(meanings({"greeting", "everybody"}).output ==
        "greeting  everybody  wave 50 %, nod 25 %, welcome 13 %, salute 6 %, namaste 6 %\n");
  CHECK(meanings({"greeting", "shy"}).output == "greeting  shy  nod 75 %, tilt 25 %\n");
  CHECK(meanings({"agreement", "ok"}).output.find("shy") == std::string::npos);
}

TEST_CASE("meanings exits with 1 where there is none", "[meanings]") {
  const Outcome none = meanings({"greeting", "nobody"});
  CHECK(none.exit_code == 1);
  CHECK(none.output.empty());
  CHECK(none.errors ==
        "kinesphere: error: no meaning has that in its name, its style or its gestures, "
        "`kinesphere meanings` lists all: 'greeting nobody'\n");
}

TEST_CASE("meanings of a folder go before ours, with a note", "[meanings]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("own.xml", R"(<dictionary xmlns="urn:kinesphere:style:1">
  <meaning name="greeting"><choice lexeme="salute" hand="left"/></meaning>
  <meaning name="oath"><choice lexeme="promise"/></meaning>
</dictionary>)");
  const Outcome outcome = meanings({"everybody", "salute"}, folder.path().string());
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.find("greeting  everybody  salute (left) 100 %\n") != std::string::npos);
  CHECK(outcome.errors == file + ":2:3: note: this meaning takes the place of ours: 'greeting'\n");
  CHECK(meanings({"oath"}, folder.path().string()).output == "oath  everybody  promise 100 %\n");
}

}  // namespace kine::meanings_test
