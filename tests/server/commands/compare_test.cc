// Tests for server/commands/compare.h.
#include "server/commands/compare.h"

#include <sstream>

#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::compare_test {

using namespace kine;

namespace {

struct Outcome {
  int exit_code = 0;
  std::string page;
  std::string messages;
};

Outcome compare(const std::string& script, const std::vector<std::string>& tensions = {"off"}) {
  const test::TemporaryFolder folder;
  server::CompareOptions options;
  options.script = folder.write(
      "a.xml", "<script xmlns=\"urn:kinesphere:script:1\" id=\"a\">" + script + "</script>");
  options.output = folder.file("page.svg");
  options.tensions = tensions;
  std::ostringstream messages;
  const int exit_code = server::compare(options, messages);
  return {exit_code, exit_code == 0 ? test::text_of(options.output) : "", messages.str()};
}

bool has(const std::string& text, std::string_view piece) {
  return text.find(piece) != std::string::npos;
}

const std::string kBeat = "<gesture lexeme=\"beat\"/>";

}  // namespace

TEST_CASE("a comparison draws a panel each tension", "[compare]") {
  const Outcome outcome = compare(kBeat, {"off", "tense", "limp"});
  CHECK(outcome.messages.empty());
  REQUIRE(outcome.exit_code == 0);
  for (const char* text : {">off<", ">tense<", ">limp<", ">The wrists of ada in a<"}) {
    CAPTURE(text);
    CHECK(has(outcome.page, text));
  }
}

TEST_CASE("the same comparison gives the same bytes", "[compare]") {
  CHECK(compare(kBeat, {"off", "loose"}).page == compare(kBeat, {"off", "loose"}).page);
}

TEST_CASE("a script's own tension may be compared", "[compare]") {
  const Outcome outcome =
      compare("<tension id=\"mine\" rest-error=\"20cm\" zeta=\"0.4\"/>" + kBeat, {"off", "mine"});
  CHECK(outcome.messages.empty());
  CHECK(has(outcome.page, ">mine<"));
}

TEST_CASE("a script that says its tension itself is drawn, with a warning", "[compare]") {
  const std::string beat = "<gesture lexeme=\"beat\" tension=\"loose\"/>";
  const Outcome outcome = compare("<character tension=\"loose\"/>" + beat, {"tense", "neutral"});
  CHECK(outcome.exit_code == 0);
  CHECK(has(outcome.messages, "warning: all are the same"));
}

TEST_CASE("what cannot be compared is refused in a clear sentence", "[compare]") {
  const auto refused = [](const std::string& script, std::string_view why,
                          const std::vector<std::string>& tensions = {"off"}) {
    CAPTURE(script);
    const Outcome outcome = compare(script, tensions);
    CHECK(outcome.exit_code == 1);
    CHECK(has(outcome.messages, "error: "));
    CHECK(has(outcome.messages, why));
  };
  refused("", "neither wrist moves");
  refused("<sequence><pose time=\"1\"><morph name=\"jawOpen\" weight=\"1\"/></pose></sequence>",
          "neither wrist moves");
  refused("<gesture lexeme=\"beat\" start=\"61\"/>", "lasts at most 60 s");
  refused(kBeat, "there is no tension", {"off", "nonsense"});
  refused("<nonsense/>", "nonsense");
}

TEST_CASE("a page that cannot be written is an error", "[compare]") {
  const test::TemporaryFolder folder;
  server::CompareOptions options;
  options.script = test::source_path("schemas/scripts/beat.xml").string();
  options.output = folder.file("none/page.svg");
  std::ostringstream messages;
  CHECK(server::compare(options, messages) == 1);
  CHECK(has(messages.str(), "error"));
}

}  // namespace kine::compare_test
