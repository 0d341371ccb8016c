// Tests for server/session_log/rerun.h, by the log of a real server with two clients.
#include "server/session_log/rerun.h"

#include <sstream>

#include "server/offline/gesture_model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/logged_session.h"

namespace kine::server::rerun_test {
namespace {

Result<RerunReport> rerun_of(const std::string& log, std::size_t shards = 1) {
  std::istringstream input(log);
  return rerun(input, {.shards = shards, .repertoire = *read_body_language(test::small_model())});
}

std::vector<std::string> lines_of(const std::string& log) {
  std::vector<std::string> lines;
  std::istringstream input(log);
  for (std::string line; std::getline(input, line);) lines.push_back(line);
  return lines;
}

std::string log_of(const std::vector<std::string>& lines) {
  std::string log;
  for (const std::string& line : lines) log += line + "\n";
  return log;
}

std::size_t line_with(const std::vector<std::string>& lines, const std::string& words) {
  const auto found = std::ranges::find_if(
      lines, [&](const std::string& line) { return line.find(words) != std::string::npos; });
  INFO(words);
  REQUIRE(found != lines.end());
  return static_cast<std::size_t>(found - lines.begin());
}

void replace(std::string& line, const std::string& from, const std::string& to) {
  const std::size_t at = line.find(from);
  INFO(from << " in " << line);
  REQUIRE(at != std::string::npos);
  line.replace(at, from.size(), to);
}

std::uint64_t tick_of(const std::string& line) {
  const std::string name = "\"tick\":";
  return std::stoull(line.substr(line.find(name) + name.size()));
}

}  // namespace

TEST_CASE("a session of two clients runs again to the bit, on any number of shards", "[rerun]") {
  for (const std::size_t shards : {1, 2, 3}) {
    const test::LoggedSession& session = test::logged_session(shards);
    // It holds what it is to show.
    for (const char* row :
         {"message", "sound", "prepare", "play", "interrupt", "target", "tension", "face",
          "dynamics", "push", "load", "join", "leave", "replan", "heard", "gone"}) {
      INFO(row);
      CHECK(session.count(row) > 0);
    }
    CHECK(session.log.find("\"so_far\":{\"block\":{\"prepared\":0") != std::string::npos);
    for (const std::size_t again : {1, 2, 3}) {
      const auto report = rerun_of(session.log, again);
      INFO("written by " << shards << " shards, run again on " << again);
      REQUIRE(report);
      CHECK_FALSE(report->differs);
      CHECK(report->ticks > 300);
      CHECK(report->equal == report->ticks);
      CHECK(report->clients == 2);
      CHECK(report->end == "the test is over");
    }
  }
}

TEST_CASE("an input that was changed in the log is told by its tick", "[rerun]") {
  auto lines = lines_of(test::logged_session(1).log);
  // The second time the target is put somewhere it is looked at by nobody; the fade is seen.
  const std::size_t changed = line_with(lines, "{\"row\":\"interrupt\"");
  const std::uint64_t tick = tick_of(lines[changed]);
  replace(lines[changed], "\"fade_s\":0.1", "\"fade_s\":0.5");
  const auto report = rerun_of(log_of(lines));
  REQUIRE(report);
  REQUIRE(report->differs);
  CHECK(report->differs->tick.index >= tick);
  CHECK(report->differs->tick.index <= tick + 2);
  CHECK(report->equal + 1 == report->ticks);
}

TEST_CASE("a hash, a seed and an answer of a voice that were changed are told by a tick",
          "[rerun]") {
  const auto lines = lines_of(test::logged_session(1).log);

  auto hashes = lines;
  const std::size_t row = line_with(hashes, "{\"row\":\"ticks\"");
  replace(hashes[row], "\"hashes\":[\"", "\"hashes\":[\"0");
  auto report = rerun_of(log_of(hashes));
  REQUIRE(report);
  REQUIRE(report->differs);
  CHECK(report->differs->tick.index == 1);
  CHECK(report->differs->line == row + 1);
  CHECK(report->equal == 0);

  auto seeds = lines;
  replace(seeds.front(), "18446744073709551557", "18446744073709551558");
  report = rerun_of(log_of(seeds));
  REQUIRE(report);
  CHECK(report->differs);

  auto voices = lines;
  const std::size_t said = line_with(voices, "\"said\":[{\"id\":\"s\"");
  // The word comes earlier, and with it the stroke of the gesture.
  const std::string mark = "\"marks\":[{\"id\":\"m\",\"at_s\":";
  const std::size_t at = voices[said].find(mark);
  REQUIRE(at != std::string::npos);
  const std::size_t begin = at + mark.size();
  voices[said].replace(begin, voices[said].find('}', begin) - begin, "0.5");
  report = rerun_of(log_of(voices));
  REQUIRE(report);
  REQUIRE(report->differs);
  CHECK(report->differs->tick.index >= tick_of(voices[said]));
}

TEST_CASE("no voice is asked: what it said is in the log", "[rerun]") {
  const auto lines = lines_of(test::logged_session(2).log);
  // Without the sound the mouth would move otherwise.
  auto silent = lines;
  std::erase_if(silent,
                [](const std::string& line) { return line.starts_with("{\"row\":\"sound\""); });
  const auto report = rerun_of(log_of(silent));
  REQUIRE_FALSE(report);
  CHECK(report.error().message.starts_with("no row before it has the sound "));
}

TEST_CASE("rows that no server writes are errors that say their line", "[rerun]") {
  const auto lines = lines_of(test::logged_session(1).log);
  const auto error_of = [&](const std::string& row, const std::string& from,
                            const std::string& to) {
    auto changed = lines;
    const std::size_t line = line_with(changed, "{\"row\":\"" + row + "\"");
    replace(changed[line], from, to);
    const auto report = rerun_of(log_of(changed));
    REQUIRE_FALSE(report);
    CHECK(report.error().where.line == line + 1);
    return report.error().message;
  };
  CHECK(error_of("head", "\"format\":1", "\"format\":2") ==
        "this program reads logs of the format 1, not '2'");
  CHECK(error_of("head", "\"tick_rate_hz\":60", "\"tick_rate_hz\":0") == "no tick rate: '0'");
  CHECK(error_of("interrupt", "\"fade_s\":0.1", "\"fade_s\":-1").ends_with("a fade that is none"));
  CHECK(error_of("target", "\"x\":1,", "\"x\":1e6,").ends_with("a target too far away"));
  CHECK(error_of("tension", "\"arms\":\"both\"", "\"arms\":\"none\"")
            .ends_with("a tension that nobody can set"));
  CHECK(error_of("push", "\"duration_s\":0.5", "\"duration_s\":6")
            .ends_with("a push that nobody can give"));
  CHECK(error_of("load", "\"mass_kg\":1.5", "\"mass_kg\":51")
            .ends_with("a load that nobody can set"));
  CHECK(
      error_of("dynamics", "\"character\":2", "\"character\":7").ends_with("no character is '7'"));
  CHECK(
      error_of("join", "\"cast\":3", "\"cast\":9").ends_with("no row before it has the cast '9'"));
  CHECK(error_of("leave", "\"character\":3", "\"character\":7").ends_with("no character is '7'"));
  CHECK(error_of("play", "\"prepared\":", "\"prepared\":99")
            .ends_with("no row before it has its block"));
}

TEST_CASE("a log that a crash has cut off is the same up to there", "[rerun]") {
  const std::string& log = test::logged_session(1).log;
  const auto report = rerun_of(log.substr(0, log.size() * 2 / 3));
  REQUIRE(report);
  CHECK_FALSE(report->differs);
  CHECK(report->ticks > 0);
  CHECK(report->equal == report->ticks);
  CHECK_FALSE(report->end);

  const auto nothing = rerun_of("");
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().message == "no session log: it is empty");
  const auto half_a_head = rerun_of(log.substr(0, 100));
  REQUIRE_FALSE(half_a_head);
  CHECK(half_a_head.error().message == "no session log: its first row was cut off");
}

TEST_CASE("a log that was torn anywhere behind its head is run up to there, and says where",
          "[rerun]") {
  const std::string& log = test::logged_session(1).log;
  const std::size_t head = log.find('\n') + 1;
  std::size_t torn = 0;
  for (std::size_t bytes = head; bytes < log.size(); bytes += 1 + log.size() / 9) {
    INFO(bytes << " bytes of " << log.size());
    const std::string left = log.substr(0, bytes);
    const auto report = rerun_of(left);
    REQUIRE(report);
    CHECK_FALSE(report->differs);
    CHECK(report->equal == report->ticks);
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(left, '\n'));
    const auto where = left.ends_with('\n') ? std::nullopt : std::optional(lines + 1);
    CHECK(report->torn_at == where);
    if (where) ++torn;
  }
  CHECK(torn > 4);

  // A disk that lost its power leaves what was never written.
  const std::string left = log.substr(0, log.find("{\"row\":\"end\""));
  const auto report =
      rerun_of(left + std::string(5'000, '\0') + "\n" + std::string(9, '\0') + "\n");
  REQUIRE(report);
  CHECK(report->equal == report->ticks);
  CHECK(report->torn_at == static_cast<std::uint64_t>(std::ranges::count(left, '\n')) + 1);
}

TEST_CASE("what is no row and has rows behind it was torn by no crash", "[rerun]") {
  auto lines = lines_of(test::logged_session(1).log);
  const std::size_t line = line_with(lines, "{\"row\":\"ticks\"");
  lines[line].resize(40);
  const auto report = rerun_of(log_of(lines));
  REQUIRE_FALSE(report);
  CHECK(report.error().where.line == line + 1);
}

}  // namespace kine::server::rerun_test
