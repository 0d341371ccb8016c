// Tests for server/cluster/successor.h, with a real server of NATS.
#include "server/cluster/successor.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::successor_test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

const SuccessorPatience kQuick{.all = 5s, .answer = 300ms, .again = 1ms};

/// A node that is ready when it was asked so often; 0: it is gone as soon as it was asked.
class Next {
 public:
  Next(const NatsConnection& connection, const std::string& tenant, const std::string& node,
       int ready_after)
      : ready_after_(ready_after) {
    auto begun = SuccessorAnswers::begin(
        connection, tenant, node,
        {.prepare =
             [this](const std::string& scene) {
               const std::lock_guard lock(mutex_);
               scene_ = scene;
               return true;
             },
         .is_ready = [this](const std::string& scene) -> std::optional<bool> {
           const std::lock_guard lock(mutex_);
           if (scene != scene_ || ready_after_ == 0) return {};
           return ++asked_ >= ready_after_;
         }});
    REQUIRE(begun);
    answers_ = *std::move(begun);
  }

  std::string scene() const {
    const std::lock_guard lock(mutex_);
    return scene_;
  }

 private:
  mutable std::mutex mutex_;
  const int ready_after_;
  int asked_ = 0;
  std::string scene_;
  SuccessorAnswers answers_;
};

}  // namespace

TEST_CASE("a node that leaves hears when the next one is ready", "[cluster]") {
  const auto connection = test::stored_connection();
  const Next next(*connection, "ready", "two", 5);
  CHECK(wait_for_successor(*connection, {"ready", "main"}, kQuick) == "two");
  CHECK(next.scene() == "main");
}

TEST_CASE("where nobody is there, a node that leaves does not wait", "[cluster]") {
  const auto connection = test::stored_connection();
  const Next of_others(*connection, "others", "two", 1);
  const auto began = Clock::now();
  CHECK_FALSE(wait_for_successor(*connection, {"nobody", "main"}));
  CHECK(Clock::now() - began < 2s);
}

TEST_CASE("a node that is gone while it gets ready is followed by another one", "[cluster]") {
  const auto connection = test::stored_connection();
  const auto own = test::connected(test::shared_nats().url(), "three");
  std::atomic<int> asked{0};
  std::atomic<bool> is_followed{false};
  auto begun = SuccessorAnswers::begin(*own, "dies", "three",
                                       {.prepare = [](const std::string&) { return true; },
                                        .is_ready = [&](const std::string&) -> std::optional<bool> {
                                          if (++asked == 3) is_followed.wait(false);
                                          return false;
                                        }});
  REQUIRE(begun);
  std::optional<Next> two;
  std::thread dies([&] {
    while (asked < 3) std::this_thread::yield();
    two.emplace(*connection, "dies", "two", 2);
    is_followed = true;
    is_followed.notify_all();
    natsConnection_Close(own->get());
  });
  const auto node = wait_for_successor(*connection, {"dies", "main"}, kQuick);
  dies.join();
  CHECK(node == "two");
}

TEST_CASE("a node that does not get ready in time is not waited for", "[cluster]") {
  const auto connection = test::stored_connection();
  const Next never(*connection, "late", "two", 1'000'000);
  CHECK_FALSE(wait_for_successor(*connection, {"late", "main"},
                                 {.all = 200ms, .answer = 100ms, .again = 1ms}));
  const Next none(*connection, "given-up", "two", 0);
  CHECK_FALSE(wait_for_successor(*connection, {"given-up", "main"}, kQuick));
}

TEST_CASE("a node without a name that is one cannot be next", "[cluster]") {
  const auto connection = test::stored_connection();
  CHECK_FALSE(SuccessorAnswers::begin(*connection, "a", "b.c", {}));
  CHECK_FALSE(SuccessorAnswers::begin(*connection, "*", "b", {}));
}

}  // namespace kine::server::successor_test
