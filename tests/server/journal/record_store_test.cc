// Tests for server/journal/record_store.h: what a journal makes of a store that fails or is lost.
#include "server/journal/record_store.h"

#include <condition_variable>
#include <mutex>

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
    return told_.bytes.size();
  }

  Result<Done> keep(std::string_view bytes) override {
    const std::lock_guard lock(told_.mutex);
    told_.changed.notify_all();
    if (told_.is_lost) return Error{ErrorCode::Unsupported, "somebody else has it"};
    if (told_.refusals > 0) {
      --told_.refusals;
      return Error{ErrorCode::Unsupported, "not now"};
    }
    told_.bytes += bytes;
    return Done{};
  }

  bool is_lost() const override {
    const std::lock_guard lock(told_.mutex);
    return told_.is_lost;
  }

 private:
  Told& told_;
};

Journal::Listening listening(Told& told) {
  return {.on_kept = [](const std::vector<KeptBlock>&) {},
          .warn =
              [&told](const std::string& line) {
                const std::lock_guard lock(told.mutex);
                told.warnings.push_back(line);
                told.changed.notify_all();
              }};
}

SessionStart session_start() {
  return {.head = head_of_this_program(), .casts = *make_casts(default_characters())};
}

}  // namespace

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
