// Tests for server/session_log/noted_prepare.h
#include "server/session_log/noted_prepare.h"

#include <fstream>
#include <sstream>

#include "server/scene/casts.h"
#include "server/session_log/log_reader.h"
#include "server/session_log/session_log.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::noted_prepare_test {
namespace {

/// Says one sentence, and nothing else.
class ShyVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "shy"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    if (utterance.text == "Hello") return speech::silent_voice().say(utterance);
    return Error{ErrorCode::Unsupported, "it is too shy"};
  }
};

const std::string kTwoSpeeches =
    R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">
       <speech id="s"><text>Hello</text></speech>
       <speech id="t" start="other:s:end+2"><text>Bye</text></speech></bml>)";

struct Noted {
  Result<Prepared> prepared;
  std::vector<LogRow> rows;
};

Noted noted(std::string_view text) {
  const test::TemporaryFolder folder;
  const auto casts = *make_casts(default_characters());
  const ShyVoice voice;
  const std::vector<std::string> targets{"cup"};
  const std::vector<Located> located{{"ben", {{0, 0, -0.0}, 1}}};
  Diagnostics diagnostics;
  const auto log = SessionLog::open(folder.file("log"), [](const std::string&) {});
  REQUIRE(log);
  (*log)->push(SessionStart{.head = {}, .casts = casts});
  Noted result{
      .prepared = prepare_noted(
          log->get(), text,
          {.casts = casts,
           .script_id = "mine",
           .character = {},
           .set_targets = targets,
           .voice = &voice,
           .live = {.located = located,
                    .others =
                        [](const plan::OtherPointsWanted&) {
                          return std::vector<plan::KnownPoint>{{"other:s:end", Seconds(-0.5)}};
                        }}},
          diagnostics),
      .rows = {}};
  (*log)->finish("over");
  std::ifstream input(folder.file("log"));
  LogReader reader(input);
  for (;;) {
    auto line = reader.next();
    REQUIRE(line);
    if (!*line) return result;
    result.rows.push_back((*line)->row);
  }
}

}  // namespace

TEST_CASE("a row has what was asked, what the voice said and what others do", "[noted_prepare]") {
  const Noted result = noted(kTwoSpeeches);
  REQUIRE(result.prepared);
  REQUIRE(result.rows.size() == 4);  // head, company, prepare, end
  const auto& row = std::get<PrepareRow>(result.rows[2]);
  CHECK(row.text == kTwoSpeeches);
  CHECK(row.script == "mine");
  CHECK(row.targets == std::vector<std::string>{"cup"});
  REQUIRE(row.located.size() == 1);
  CHECK(row.located[0].at == body::Placement{{0, 0, -0.0}, 1});
  CHECK(row.voice == "shy");
  REQUIRE(row.said.size() >= 2);
  CHECK(row.said[0].text == "Hello");
  REQUIRE(row.said[0].track);
  CHECK(row.said[0].track->words.size() == 1);
  CHECK(row.said[1].error == "it is too shy");
  REQUIRE(row.others.size() == 1);
  CHECK(row.others[0].points == std::vector<plan::KnownPoint>{{"other:s:end", Seconds(-0.5)}});
  CHECK(row.blocks == std::vector<std::string>{"b"});
  CHECK_FALSE(row.error);
}

TEST_CASE("a script that cannot be played has its row, and why", "[noted_prepare]") {
  const Noted result = noted("<script");
  REQUIRE_FALSE(result.prepared);
  const auto& row = std::get<PrepareRow>(result.rows[2]);
  CHECK(row.error == result.prepared.error().message);
  CHECK(row.blocks.empty());
}

TEST_CASE("without a log it is prepare", "[noted_prepare]") {
  const auto casts = *make_casts(default_characters());
  Diagnostics diagnostics;
  const auto prepared = prepare_noted(
      nullptr, kTwoSpeeches, {.casts = casts, .script_id = "x", .character = {}}, diagnostics);
  REQUIRE(prepared);
  CHECK(prepared->blocks.size() == 1);
}

}  // namespace kine::server::noted_prepare_test
