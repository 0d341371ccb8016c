// Tests for server/journal/record_store.h: what a journal makes of a store that fails or is lost.
#include "server/journal/record_store.h"

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "server/journal/journal.h"
#include "server/journal/record.h"
#include "server/scene/casts.h"
#include "server/session_log/session_log.h"
#include "tests/support/catch.h"

namespace kine::server::record_store_test {
namespace {

/// What several threads see of it.
struct Told {
  std::mutex mutex;
  std::condition_variable changed;
  std::string bytes;
  std::vector<std::string> warnings;
  int refusals = 0;  // how often it says no, from now on
  bool is_lost = false;
  bool begins_anew = true;
  std::vector<Tick> begun;

  template <class IsSo>
  bool waits_until(IsSo is_so) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::seconds(10), is_so);
  }
};

class ToldStore final : public RecordStore {
 public:
  explicit ToldStore(Told& told) : told_(told) {}

  std::uint64_t size() const override {
    const std::lock_guard lock(told_.mutex);
    return begins_ ? 0 : told_.bytes.size();
  }

  Result<Done> keep(std::string_view bytes) override {
    const std::lock_guard lock(told_.mutex);
    told_.changed.notify_all();
    if (told_.is_lost) return Error{ErrorCode::Unsupported, "somebody else has it"};
    if (told_.refusals > 0) {
      --told_.refusals;
      return Error{ErrorCode::Unsupported, "not now"};
    }
    if (std::exchange(begins_, false)) told_.bytes.clear();
    told_.bytes += bytes;
    return Done{};
  }

  bool begin_anew() override {
    const std::lock_guard lock(told_.mutex);
    begins_ = told_.begins_anew;
    return begins_;
  }

  bool is_lost() const override {
    const std::lock_guard lock(told_.mutex);
    return told_.is_lost;
  }

 private:
  Told& told_;
  bool begins_ = false;
};

Journal::Listening listening(Told& told) {
  return {.on_kept = [](const std::vector<KeptBlock>&) {},
          .warn =
              [&told](const std::string& line) {
                const std::lock_guard lock(told.mutex);
                told.warnings.push_back(line);
                told.changed.notify_all();
              },
          .on_begun =
              [&told](Tick tick) {
                const std::lock_guard lock(told.mutex);
                told.begun.push_back(tick);
                told.changed.notify_all();
              }};
}

SessionStart session_start() {
  return {.head = head_of_this_program(), .casts = *make_casts(default_characters())};
}

TickDone empty_tick(std::uint64_t tick) {
  auto output = std::make_shared<TickOutput>();
  output->tick = {tick};
  return {.tick = {tick}, .inputs = {}, .output = std::move(output)};
}

JournalBegin begin_at(std::uint64_t tick, Result<std::string> scene = std::string("{}")) {
  return {.start = session_start(),
          .tell = [scene = std::move(scene)] { return scene; },
          .next = empty_tick(tick)};
}

/// "head", "scene", "ticks": what its records are.
std::vector<std::string> words_of(std::string_view journal) {
  std::vector<std::string> words;
  std::size_t at = kJournalMagic.size();
  while (const auto record = read_record(journal.substr(at))) {
    at += record->bytes;
    const bool is_row = record->kind == RecordKind::Row;
    words.emplace_back(is_row ? word_of(decode_log_line(record->row)->row) : "scene");
  }
  return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a journal begins anew, and what was before it goes", "[journal]") {
  Told told;
  Journal journal(std::make_unique<ToldStore>(told), listening(told));
  journal.push(session_start());
  for (std::uint64_t tick = 1; tick <= 90; ++tick) journal.push(empty_tick(tick));
  journal.begin_anew(begin_at(90));
  REQUIRE(told.waits_until([&] { return !told.begun.empty(); }));
  CHECK(told.begun.front() == Tick{90});
  CHECK(words_of(told.bytes) == Words{"head", "scene", "ticks"});
  for (std::uint64_t tick = 91; tick <= 95; ++tick) journal.push(empty_tick(tick));
  journal.hand_over();
  CHECK(words_of(told.bytes) == Words{"head", "scene", "ticks", "ticks"});
}

TEST_CASE("a journal past its length takes scripts again when it has begun anew", "[journal]") {
  Told told;
  std::string head(kJournalMagic);
  {
    SessionRows rows;
    std::string lines;
    rows.add({.tick = {}, .wall = {}, .mono = {}}, session_start(), lines);
    REQUIRE(append_record(lines.substr(0, lines.find('\n')), head));
  }
  const std::uint64_t most = head.size() + 2'000;
  Journal journal(std::make_unique<ToldStore>(told), listening(told),
                  {.file_bytes_max = most,
                   .retry_after = std::chrono::milliseconds(1),
                   .anew_from_bytes = head.size() + 100});
  journal.push(session_start());
  CHECK_FALSE(journal.may_begin_anew());
  std::uint64_t tick = 0;
  while (tick < 60) journal.push(empty_tick(++tick));
  REQUIRE(told.waits_until([&] { return told.bytes.size() > head.size() + 100; }));
  while (!journal.fault()) journal.push(empty_tick(++tick));
  CHECK(journal.fault()->starts_with("past journal_bytes_max of "));
  CHECK(journal.may_begin_anew());
  journal.begin_anew(begin_at(tick));
  REQUIRE(told.waits_until([&] { return !told.begun.empty(); }));
  CHECK(told.begun.front() == Tick{tick});
  REQUIRE(told.waits_until([&] { return told.warnings.size() == 2; }));
  CHECK(told.warnings.back() == "the journal can be written again");
  CHECK_FALSE(journal.fault());
  CHECK(words_of(told.bytes) == Words{"head", "scene", "ticks"});
  journal.finish("done");
}

TEST_CASE("a journal goes on where its scene cannot be told, or a block is to be played",
          "[journal]") {
  Told told;
  Journal journal(std::make_unique<ToldStore>(told), listening(told));
  journal.push(session_start());
  const auto block = std::make_shared<const motion::Block>();
  journal.push(Preparation{.text = {},
                           .casts = session_start().casts,
                           .script_id = {},
                           .character = {},
                           .targets = {},
                           .tension = {},
                           .manners = {},
                           .located = {},
                           .voice = {},
                           .blocks = {block}});
  journal.begin_anew(begin_at(3));
  auto plays = empty_tick(4);
  plays.inputs.emplace_back(PlayBlock{.character = {1}, .id = {1}, .client = {1}, .block = block});
  journal.push(std::move(plays));
  const Error posture{ErrorCode::Unsupported, "somebody sits"};
  journal.begin_anew(begin_at(5, posture));
  journal.begin_anew(begin_at(6, posture));
  REQUIRE(told.waits_until([&] { return !told.warnings.empty(); }));
  journal.begin_anew(begin_at(7));
  REQUIRE(told.waits_until([&] { return !told.begun.empty(); }));
  CHECK(told.warnings == Words{"the journal goes on: somebody sits"});
  CHECK(told.begun == std::vector<Tick>{{7}});
  journal.finish("done");
}

TEST_CASE("a journal that is to begin no more goes on, behind a begin that was on its way",
          "[journal]") {
  Told told;
  Journal journal(std::make_unique<ToldStore>(told), listening(told));
  journal.push(session_start());
  std::promise<void> is_telling;
  std::promise<void> may_tell;
  JournalBegin slow = begin_at(2);
  slow.tell = [&]() -> Result<std::string> {
    is_telling.set_value();
    may_tell.get_future().wait();
    return std::string("{}");
  };
  journal.begin_anew(std::move(slow));
  is_telling.get_future().wait();
  std::thread tells([&] { may_tell.set_value(); });
  journal.begin_no_more();
  {
    const std::lock_guard lock(told.mutex);
    CHECK(told.begun == std::vector<Tick>{{2}});
  }
  tells.join();
  journal.begin_anew(begin_at(3));
  journal.push(empty_tick(4));
  journal.hand_over();
  CHECK(told.begun == std::vector<Tick>{{2}});
  CHECK(words_of(told.bytes) == Words{"head", "scene", "ticks", "ticks"});
}

TEST_CASE("a store that cannot begin anew goes on", "[journal]") {
  Told told;
  told.begins_anew = false;
  Journal journal(std::make_unique<ToldStore>(told), listening(told));
  journal.push(session_start());
  journal.begin_anew(begin_at(2));
  journal.finish("done");
  CHECK(words_of(told.bytes) == Words{"head", "end"});
}

TEST_CASE("a journal tries a store that fails again, with all that waits", "[journal]") {
  Told told;
  told.refusals = 2;
  Journal journal(std::make_unique<ToldStore>(told), listening(told),
                  {.retry_after = std::chrono::milliseconds(1)});
  journal.push(session_start());
  REQUIRE(told.waits_until([&] { return told.warnings.size() >= 2; }));
  CHECK(told.warnings == std::vector<std::string>{"not now", "the journal can be written again"});
  CHECK_FALSE(journal.fault());
  journal.finish("done");
  const WholeRecords whole = find_whole_records(told.bytes);
  CHECK(whole.records == 2);
  CHECK(whole.bytes == told.bytes.size());
}

TEST_CASE("a journal whose store is lost is over", "[journal]") {
  Told told;
  told.is_lost = true;
  Journal journal(std::make_unique<ToldStore>(told), listening(told),
                  {.retry_after = std::chrono::milliseconds(1)});
  journal.push(session_start());
  REQUIRE(told.waits_until([&] { return !told.warnings.empty(); }));
  CHECK(journal.fault() == "somebody else has it");
  journal.finish("done");
  CHECK(told.warnings.size() == 1);
  CHECK(told.bytes.empty());
}

}  // namespace kine::server::record_store_test
