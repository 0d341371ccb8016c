// Tests for server/conversation/answers.h.
#include "server/conversation/answers.h"

#include "realizer/cast/cast.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::server::answers_test {
namespace {

constexpr const char* kWave = R"(<script xmlns="urn:kinesphere:script:1" id="hi" character="ada">
<sequence id="wave" start="0.5" fade-out="0.25">
<pose id="up" time="1" phase="preparation">
<orientation joint="head" axis="z" direction="1 0 1"/></pose>
<pose id="over" time="1.5" phase="stroke" hold="0.25">
<orientation joint="head" axis="z" direction="0 0 1"/></pose>
</sequence></script>)";

Result<Prepared> prepared(const std::string& text, Diagnostics& diagnostics) {
  static const Options options = test::server_options();
  return prepare(text, {.casts = options.casts, .script_id = "script1", .character = {}},
                 diagnostics);
}

/// A pose at each millisecond.
std::string long_script(int poses) {
  std::string text = R"(<script xmlns="urn:kinesphere:script:1" character="ada"><sequence>)";
  for (int i = 1; i <= poses; ++i) {
    text += "<pose id=\"" + std::string(60, 'p') + std::to_string(i) + "\" time=\"" +
            std::to_string(i) +
            "ms\"><orientation joint=\"head\" axis=\"z\" direction=\"0 0 1\"/></pose>";
  }
  return text + "</sequence></script>";
}

}  // namespace

TEST_CASE("an accepted script says when its sync points are planned, and what ends there",
          "[answers]") {
  Diagnostics diagnostics;
  const auto script = prepared(kWave, diagnostics);
  REQUIRE(script);
  const auto message = accepted("mine", *script, diagnostics).accepted();

  CHECK(message.id() == "mine");
  REQUIRE(message.blocks_size() == 1);
  CHECK(message.blocks(0) == "hi");
  std::vector<std::tuple<std::string, double, std::string>> timeline;
  for (const auto& sync : message.timeline()) {
    timeline.emplace_back(sync.id(), sync.time_s(), sync.phase());
  }
  CHECK(timeline == decltype(timeline){{"hi:wave:start", 0.5, ""},
                                       {"hi:wave:up", 1.5, "preparation"},
                                       {"hi:wave:over", 2, "stroke"},
                                       {"hi:wave:end", 2.5, ""}});
}

TEST_CASE("an answer never has more than its share of sync points", "[answers]") {
  Diagnostics diagnostics;
  const auto script = prepared(long_script(900), diagnostics);
  REQUIRE(script);
  const auto message = accepted("long", *script, diagnostics);
  CHECK(message.accepted().timeline_size() > 500);
  CHECK(message.accepted().timeline_size() < 902);
  CHECK(message.ByteSizeLong() < 2 * kTimelineBytesMax);
}

TEST_CASE("a refusal has its place where there is one", "[answers]") {
  const auto placed = refused("a", {ErrorCode::Syntax, "no such joint: 'tail'", {4, 9}}).refused();
  CHECK(placed.id() == "a");
  CHECK(placed.error() == "no such joint: 'tail'");
  CHECK(placed.place().line() == 4);
  CHECK(placed.place().column() == 9);
  CHECK_FALSE(refused("a", {ErrorCode::LimitExceeded, "busy"}).refused().has_place());
}

TEST_CASE("a check tells errors and warnings with their places", "[answers]") {
  Diagnostics diagnostics;
  diagnostics.warn({2, 3}, "this is odd");
  const auto wrong =
      prepared("<script xmlns=\"urn:kinesphere:script:1\">\n <nonsense/></script>", diagnostics);
  const auto message = checked("draft", wrong, diagnostics).checked();
  CHECK(message.id() == "draft");
  REQUIRE(message.errors_size() == 1);
  CHECK(message.errors(0).place().line() == 2);
  REQUIRE(message.warnings_size() == 1);
  CHECK(message.warnings(0).message() == "this is odd");

  Diagnostics all(Diagnostics::OnError::Collect);
  for (std::uint32_t line : {2, 4}) REQUIRE(all.meet({ErrorCode::UnknownName, "what", {line, 1}}));
  const auto both = checked("draft", all.errors().front(), all).checked();
  REQUIRE(both.errors_size() == 2);
  CHECK(both.errors(1).place().line() == 4);

  Diagnostics none;
  CHECK(checked("draft", prepared(kWave, none), none).checked().errors_size() == 0);
}

TEST_CASE("what was recorded is told with its frames, and why it ended", "[answers]") {
  const auto message =
      recorded({.name = "take", .frames = 12, .error = "the disk is full"}).recorded();
  CHECK(message.name() == "take");
  CHECK(message.frames() == 12);
  CHECK(message.error() == "the disk is full");
}

TEST_CASE("a refusal says whether the text is wrong or its plan", "[answers]") {
  const Error unknown{ErrorCode::UnknownName, "unknown target: 'x'"};
  CHECK(kind_of_refusal(unknown, false) == WarningKind::ParsingFailure);
  CHECK(kind_of_refusal(unknown, true) == WarningKind::NoSuchTarget);
  CHECK(kind_of_refusal({ErrorCode::OutOfRange, ""}, true) == WarningKind::ImpossibleToSchedule);
  CHECK(kind_of_refusal({ErrorCode::Unsupported, ""}, true) == WarningKind::CannotCreateBehaviour);
  const auto message = refused("mine", unknown, WarningKind::NoSuchTarget).refused();
  CHECK(message.id() == "mine");
  CHECK(message.kind() == kinesphere::WARNING_KIND_NO_SUCH_TARGET);
}

TEST_CASE("who is told of the sync points otherwise has none in the answer", "[answers]") {
  Diagnostics diagnostics;
  const auto script = prepared(kWave, diagnostics);
  REQUIRE(script);
  CHECK(accepted("mine", *script, diagnostics, Timeline::LeftOut).accepted().timeline_size() == 0);
}

}  // namespace kine::server::answers_test
