// Tests for server/retention/retention.h, with real files whose times are set back.
#include "server/retention/retention.h"

#include <filesystem>
#include <future>
#include <vector>

#include "server/recordings/recordings_folder.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::retention_test {
namespace {

constexpr std::chrono::hours kDay{24};

void write_old(const test::TemporaryFolder& folder, const std::string& name, int days) {
  folder.write(name, "1234");
  std::filesystem::last_write_time(folder.file(name),
                                   std::filesystem::file_time_type::clock::now() - days * kDay);
}

struct Told {
  std::vector<std::string> events;
  TellOfRetention tell() {
    return [this](const LogEvent& event) { events.push_back(event.as_text()); };
  }
};

}  // namespace

TEST_CASE("a time to keep things is a number with its unit", "[retention]") {
  using namespace std::chrono_literals;
  CHECK(parse_keeping("60s").value() == 60s);
  CHECK(parse_keeping("90m").value() == 90min);
  CHECK(parse_keeping("12h").value() == 12h);
  CHECK(parse_keeping("90d").value() == 90 * kDay);
  CHECK(parse_keeping("2w").value() == 14 * kDay);
  for (const char* text : {"", "d", "59s", "0d", "-3d", "90", "1.5d", "90 d", "9d ", "36501d",
                           "9223372036854775807w", "99999999999999999999d", "3y"}) {
    INFO(text);
    CHECK_FALSE(parse_keeping(text));
  }
}

TEST_CASE("recordings that are too old go, of tenants as well, and each is told", "[retention]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("lab"));
  write_old(folder, "old.ksr", 3);
  write_old(folder, "new.ksr", 1);
  write_old(folder, "lab/old.ksr", 3);
  write_old(folder, "lab/notes.txt", 3);
  Told told;
  const RetentionWish wish{.recordings = folder.path().string(), .keep_recordings = 2 * kDay};
  CHECK(delete_expired(wish, std::chrono::system_clock::now(), told.tell()) == 2);
  CHECK_FALSE(std::filesystem::exists(folder.file("old.ksr")));
  CHECK_FALSE(std::filesystem::exists(folder.file("lab/old.ksr")));
  CHECK(std::filesystem::exists(folder.file("new.ksr")));
  CHECK(std::filesystem::exists(folder.file("lab/notes.txt")));
  REQUIRE(told.events.size() == 2);
  CHECK(told.events[0].starts_with("deleted: an old recording was deleted [file="));
  CHECK(told.events[1].find("tenant=lab") != std::string::npos);
  CHECK(told.events[1].find("bytes=4") != std::string::npos);
}

TEST_CASE("a recording that is written stays however old it is", "[retention]") {
  const test::TemporaryFolder folder;
  const RecordingsFolder recordings(folder.path().string());
  auto file = recordings.create("lab/talk");
  REQUIRE(file);
  std::filesystem::last_write_time(folder.file("lab/talk.ksr"),
                                   std::filesystem::file_time_type::clock::now() - 9 * kDay);
  Told told;
  const RetentionWish wish{.recordings = folder.path().string(), .keep_recordings = kDay};
  CHECK(delete_expired(wish, std::chrono::system_clock::now(), told.tell()) == 0);
  file->reset();
  CHECK(delete_expired(wish, std::chrono::system_clock::now(), told.tell()) == 1);
}

TEST_CASE("journals that are too old go, but never the newest", "[retention]") {
  const test::TemporaryFolder folder;
  write_old(folder, "00000001.ksj", 9);
  write_old(folder, "00000002.ksj", 1);
  write_old(folder, "00000003.ksj", 9);
  Told told;
  const RetentionWish wish{.journal = folder.path().string(), .keep_journals = 2 * kDay};
  CHECK(delete_expired(wish, std::chrono::system_clock::now(), told.tell()) == 1);
  CHECK_FALSE(std::filesystem::exists(folder.file("00000001.ksj")));
  CHECK(folder.file_count() == 2);
}

TEST_CASE("a folder that is gone is told, and nothing else happens", "[retention]") {
  const test::TemporaryFolder folder;
  Told told;
  const RetentionWish wish{.journal = folder.file("gone"),
                           .recordings = folder.file("gone"),
                           .keep_journals = kDay,
                           .keep_recordings = kDay};
  CHECK(delete_expired(wish, std::chrono::system_clock::now(), told.tell()) == 0);
  REQUIRE(told.events.size() == 2);
  CHECK(told.events[0].starts_with("not_deleted: an old journal stays: "));
}

TEST_CASE("what is too old goes as soon as a server starts, and again later", "[retention]") {
  const test::TemporaryFolder folder;
  write_old(folder, "first.ksr", 3);
  std::promise<void> first;
  std::promise<void> second;
  int told = 0;
  const RetentionWish wish{.recordings = folder.path().string(), .keep_recordings = kDay};
  {
    const Retention retention(
        wish, [&](const LogEvent&) { (++told == 1 ? first : second).set_value(); },
        std::chrono::milliseconds(1));
    REQUIRE(first.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
    write_old(folder, "second.ksr", 3);
    REQUIRE(second.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
  }
  CHECK(folder.file_count() == 0);
}

}  // namespace kine::server::retention_test
