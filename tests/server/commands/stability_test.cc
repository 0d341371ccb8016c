// Tests for server/commands/stability.h.
#include "server/commands/stability.h"

#include <algorithm>

#include "realizer/dynamics/physical/engine.h"
#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/temporary_folder.h"

namespace kine::stability_test {

using namespace kine;

namespace {

test::Outcome stability(const std::string& script, std::optional<Seconds> at = {}) {
  const test::TemporaryFolder folder;
  server::StabilityOptions options;
  options.script = folder.write("a.xml",
                                "<script xmlns=\"urn:kinesphere:script:1\" "
                                "character=\"ada\">" +
                                    script + "</script>");
  options.at = at;
  return test::outcome_of(
      [&](auto& output, auto& messages) { return server::stability(options, output, messages); });
}

/// A hand that goes up above the head, and stays there from the first second to the third one.
std::string raised(const std::string& tension) {
  return "<tension id=\"mine\" arm=\"right\" rest-error=\"" + tension +
         "\" zeta=\"0.5\"/><character dynamics=\"torso\" tension=\"mine\"/>"
         "<sequence><pose time=\"1\" hold=\"2\">"
         "<position joint=\"rightHand\" target=\"-0.25 1.85 0.05\"/></pose></sequence>";
}

bool has(const std::string& text, std::string_view piece) {
  return text.find(piece) != std::string::npos;
}

}  // namespace

TEST_CASE("a raised hand is held by firm muscles, and not by those that are as loose as can be",
          "[stability]") {
  if (!dynamics::physical::kHasEngine) return;
  const test::Outcome firm = stability(raised("1cm"));
  CHECK(firm.messages.empty());
  CHECK(firm.exit_code == 0);
  CHECK(has(firm.output, ", stable: the springs hold this pose, and would with 0."));

  const test::Outcome limp = stability(raised("1m"));
  CHECK(limp.exit_code == 1);
  CHECK(has(limp.output, ", unstable: the springs would hold this pose with "));
  CHECK(has(limp.output, " gives way first\n"));
}

TEST_CASE("stability prints a row a degree of freedom", "[stability]") {
  if (!dynamics::physical::kHasEngine) return;
  const test::Outcome outcome = stability(raised("1cm"), Seconds(2));
  CHECK(outcome.output.starts_with("at 2 s, stable: "));
  CHECK(has(outcome.output, "\njoint          axis  k, Nm/rad  critical k\nspine          x     "));
  CHECK(has(outcome.output, "\nrightHand      y     "));
  CHECK(std::ranges::count(outcome.output, '\n') == 30);
}

TEST_CASE("a moment counts by itself where one is asked for", "[stability]") {
  if (!dynamics::physical::kHasEngine) return;
  CHECK(stability(raised("1m"), Seconds(2)).exit_code == 1);
  CHECK(stability(raised("1m"), Seconds(0)).exit_code == 0);  // the arm still hangs
  const test::Outcome late = stability(raised("1m"), Seconds(60));
  CHECK(late.exit_code == 1);
  CHECK(late.output.empty());
  CHECK(has(late.messages, "error: no muscles move ada at '60 s'"));
}

TEST_CASE("a load makes a raised arm harder to hold", "[stability]") {
  if (!dynamics::physical::kHasEngine) return;
  /// The last number of a row.
  const auto critical = [](const test::Outcome& outcome, const std::string& row) {
    const auto at = outcome.output.find("\n" + row);
    REQUIRE(at != std::string::npos);
    const std::string line = outcome.output.substr(at + 1, outcome.output.find('\n', at + 1) - at);
    return std::stod(line.substr(line.find_last_of(' ')));
  };
  const std::string load = R"(<load start="0s" end="3s" hand="right" mass="5kg"/>)";
  const test::Outcome bare = stability(raised("1cm"), Seconds(2));
  const test::Outcome loaded = stability(raised("1cm") + load, Seconds(2));
  // 5 kg that stand half a metre above a shoulder add 25 Nm/rad.
  const std::string shoulder = "rightUpperArm  y ";
  CHECK(critical(loaded, shoulder) > critical(bare, shoulder) + 10);
}

TEST_CASE("a script without muscles is told how to get them", "[stability]") {
  const test::Outcome none = stability("<gesture lexeme=\"beat\"/>");
  CHECK(none.exit_code == 1);
  CHECK(none.output.empty());
  CHECK(has(none.messages,
            "error: no muscles move ada in this script: give it <character dynamics=\"torso\"/>, "
            "or in BML <k:character dynamics=\"torso\"/>"));
}

TEST_CASE("a bad script is refused as everywhere", "[stability]") {
  const test::Outcome bad = stability("<nonsense/>");
  CHECK(bad.exit_code == 1);
  CHECK(has(bad.messages, "a.xml:1:"));
  CHECK(has(bad.messages, "nonsense"));
}

TEST_CASE("without an engine no torso is looked at", "[stability]") {
  if (dynamics::physical::kHasEngine) return;
  const test::Outcome none = stability(raised("1cm"));
  CHECK(none.exit_code == 1);
  CHECK(has(none.messages, "was built without MuJoCo"));
}

}  // namespace kine::stability_test
