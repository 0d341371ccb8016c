// Tests for server/corpus/corpus_script.h.
#include "server/corpus/corpus_script.h"

#include "realizer/core/diagnostics.h"
#include "realizer/prepare/prepare.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::corpus_script_test {

using namespace kine;

namespace {

gesture::AuthoredMotion some_motion() {
  return {.arms = {{.lexeme = "beat",
                    .hand = gesture::GestureHand::Left,
                    .start_s = 1.4,
                    .stroke_end_s = 2,
                    .relax_s = 2.4,
                    .size = -0.34}},
          .head = {{.time_s = 1, .nod_deg = 2}, {.time_s = 6, .turn_deg = -3}},
          .weight = {{.time_s = 0.5, .side = 0.7}, {.time_s = 4.5, .side = -0.5}}};
}

}  // namespace

TEST_CASE("authored motion is a script that can be played", "[corpus]") {
  const auto casts = server::make_casts({{.name = "ada", .body = "ada", .placement = {}}});
  REQUIRE(casts);
  Diagnostics diagnostics;
  const auto prepared =
      prepare(server::script_of(some_motion()), {.casts = *casts, .script_id = "s"}, diagnostics);
  REQUIRE(prepared);
  CHECK(diagnostics.warnings().empty());
  REQUIRE(prepared->blocks.size() == 1);
  CHECK(prepared->blocks.front()->end > Seconds(6));
}

TEST_CASE("a script says of authored motion when and how", "[corpus]") {
  const std::string script = server::script_of(some_motion());
  CHECK(script.find("<gesture lexeme=\"beat\" hand=\"left\" nucleus=\"size7\" start=\"1.4\" "
                    "stroke-end=\"2\" relax=\"2.4\"/>") != std::string::npos);
  CHECK(script.find("<nucleus id=\"size7\" spatial-extent=\"-0.3\"/>") != std::string::npos);
  CHECK(script.find("<pose time=\"2.1\" hold=\"2.4\" sketch=\"side17\"/>") != std::string::npos);
}

TEST_CASE("no motion is a script that asks for nothing", "[corpus]") {
  CHECK(server::script_of({}) == "<script xmlns=\"urn:kinesphere:script:1\">\n</script>\n");
}

}  // namespace kine::corpus_script_test
