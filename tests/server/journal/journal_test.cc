// Tests for server/journal/journal.h
#include "server/journal/journal.h"

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "server/journal/record.h"
#include "server/scene/casts.h"
#include "server/session_log/session_log.h"
#include "tests/support/catch.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::journal_test {
namespace {

/// What a journal says, and waiting for it.
class Told {
 public:
  Journal::Listening listening(Status* status = nullptr) {
    return {.on_kept = [this](std::vector<KeptBlock> kept) { add(kept_, std::move(kept)); },
            .warn = [this](const std::string& line) { add(warnings_, {line}); },
            .status = status};
  }

  std::vector<KeptBlock> kept(std::size_t count) { return all_of(kept_, count); }
  std::vector<std::string> warnings(std::size_t count) { return all_of(warnings_, count); }

 private:
  template <class T>
  void add(std::vector<T>& all, std::vector<T> more) {
    const std::lock_guard lock(mutex_);
    all.insert(all.end(), more.begin(), more.end());
    changed_.notify_all();
  }

  template <class T>
  std::vector<T> all_of(const std::vector<T>& all, std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(10), [&] { return all.size() >= count; });
    return all;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<KeptBlock> kept_;
  std::vector<std::string> warnings_;
};

SessionStart session_start() {
  return {.head = head_of_this_program(), .casts = *make_casts(default_characters())};
}

TickDone tick_with(std::uint64_t tick, std::vector<Input> inputs) {
  auto output = std::make_shared<TickOutput>();
  output->tick = Tick{tick};
  return {.tick = Tick{tick}, .inputs = std::move(inputs), .output = std::move(output)};
}

Input play(std::uint64_t client, std::uint64_t block) {
  return PlayBlock{.character = {1},
                   .id = {block},
                   .client = {client},
                   .block = std::make_shared<motion::Block>()};
}

JournalFile file_in(const test::TemporaryFolder& folder) {
  auto file = JournalFile::open_newest(folder.path());
  REQUIRE(file);
  return *std::move(file);
}

/// Also of a file that a journal has.
std::string bytes_in(const test::TemporaryFolder& folder) {
  std::ifstream file(folder.file("00000001.ksj"), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The rows of the only file of a folder.
std::vector<std::string> rows_of(const test::TemporaryFolder& folder) {
  const std::string bytes = bytes_in(folder);
  std::vector<std::string> rows;
  std::size_t at = kJournalMagic.size();
  while (const auto record = read_record(std::string_view(bytes).substr(at))) {
    rows.emplace_back(record->row);
    at += record->bytes;
  }
  CHECK(at == bytes.size());
  return rows;
}

}  // namespace

TEST_CASE("a block is told as kept when its tick is on the disk", "[journal]") {
  const test::TemporaryFolder folder;
  Told told;
  Status status;
  {
    Journal journal(file_in(folder), told.listening(&status));
    journal.push(session_start());
    journal.push(MessageTaken{{7}, std::make_shared<kinesphere::Envelope>()});
    journal.push(tick_with(1, {play(7, 21), play(8, 22)}));
    const auto kept = told.kept(2);
    REQUIRE(kept.size() == 2);
    CHECK(kept[0].client == ClientId{7});
    CHECK(kept[0].block == BlockId{21});
    CHECK(kept[1].block == BlockId{22});
    // It is on the disk by then, not only when the journal has ended.
    CHECK(status.journal_bytes == std::filesystem::file_size(folder.file("00000001.ksj")));
    CHECK(status.journal_syncs.counts().all >= 1);
    CHECK_FALSE(journal.fault());
    journal.finish("over");
  }
  const auto rows = rows_of(folder);
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].starts_with("{\"row\":\"head\""));
  CHECK(rows[1].starts_with("{\"row\":\"play\",\"tick\":1"));
  CHECK(rows[2].starts_with("{\"row\":\"play\",\"tick\":1"));
  CHECK(rows[3].starts_with("{\"row\":\"ticks\",\"tick\":1"));
  CHECK(rows[4].ends_with("\"reason\":\"over\"}"));
}

TEST_CASE("a tick that somebody hears of stands in the journal before others", "[journal]") {
  const test::TemporaryFolder folder;
  Told told;
  Journal journal(file_in(folder), told.listening());
  journal.push(session_start());
  TickDone heard = tick_with(1, {play(7, 21)});
  auto output = std::make_shared<TickOutput>(*heard.output);
  output->feedback.push_back(
      {.kind = FeedbackKind::Started, .block = {21}, .client = {7}, .id = {}, .message = {}});
  heard.output = output;
  journal.push(heard);
  REQUIRE(told.kept(1).size() == 1);
  const std::string bytes = bytes_in(folder);
  CHECK(find_whole_records(bytes).last.starts_with("{\"row\":\"ticks\",\"tick\":1"));
}

TEST_CASE("a disk that is full refuses, and what waits is kept when there is room", "[journal]") {
  const test::TemporaryFolder folder;
  Told told;
  Status status;
  Journal journal(file_in(folder), told.listening(&status),
                  {.retry_after = std::chrono::milliseconds(20)});
  {
    const test::FileSizeLimit limit(16);
    journal.push(session_start());
    journal.push(tick_with(1, {play(7, 21)}));
    REQUIRE(told.warnings(1).size() == 1);
    CHECK(told.warnings(1)[0].starts_with("the journal cannot be written: "));
    REQUIRE(journal.fault());
    CHECK(status.journal_failing == 1);
    CHECK(told.kept(0).empty());
  }
  REQUIRE(told.kept(1).size() == 1);
  CHECK(told.warnings(2)[1] == "the journal can be written again");
  CHECK_FALSE(journal.fault());
  journal.finish("over");
  CHECK(find_whole_records(bytes_in(folder)).records == 4);
}

TEST_CASE("a journal that lost something takes nothing more", "[journal]") {
  const test::TemporaryFolder folder;
  Told told;
  Status status;
  {
    Journal journal(file_in(folder), told.listening(&status),
                    {.record_bytes_waiting_max = 8, .retry_after = std::chrono::milliseconds(20)});
    const test::FileSizeLimit limit(16);
    journal.push(session_start());
    while (!journal.fault()) std::this_thread::yield();
    CHECK(*journal.fault() ==
          "the disk of the journal is too slow, and something is missing: start the server anew");
    CHECK(status.journal_failing == 1);
    REQUIRE(told.warnings(1).size() >= 1);
    journal.push(tick_with(1, {play(7, 21)}));
  }
  // The disk has room again: its end alone stands there, so that nothing is recovered.
  const auto rows = rows_of(folder);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].starts_with("{\"row\":\"end\""));
  CHECK(told.kept(0).empty());
}

}  // namespace kine::server::journal_test
