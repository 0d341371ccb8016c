// Tests for server/commands/lexicon.h.
#include "server/commands/lexicon.h"

#include <algorithm>
#include <sstream>

#include "tests/support/catch.h"

namespace kine::lexicon_test {

using namespace kine;

namespace {

struct Outcome {
  int exit_code = 0;
  std::string output;
  std::string errors;
};

Outcome lexicon(const std::vector<std::string>& words) {
  std::ostringstream output;
  std::ostringstream errors;
  const int exit_code = server::lexicon(words, output, errors);
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

}  // namespace kine::lexicon_test
