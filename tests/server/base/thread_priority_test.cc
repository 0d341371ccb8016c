// Tests for server/base/thread_priority.h.
#include "server/base/thread_priority.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <thread>

#include "server/live/prepare_pool.h"
#include "tests/support/catch.h"

#ifdef __linux__
namespace kine::server::thread_priority_test {
namespace {

int niceness() { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid())); }

}  // namespace

TEST_CASE("a thread that gives way is niced by 5, and no other thread with it",
          "[thread_priority]") {
  const int before = niceness();
  int after = 0;
  std::thread([&] {
    give_way_to_frames();
    after = niceness();
  }).join();
  CHECK(after == std::min(before + 5, 19));
  CHECK(niceness() == before);
}

TEST_CASE("the threads of a pool give way to those that carry frames", "[thread_priority]") {
  std::promise<int> told;  // outlives the pool
  auto its_own = told.get_future();
  PreparePool pool({.threads = 1});
  REQUIRE(pool.push(ClientId{1}, 0, [&] { told.set_value(niceness()); }));
  CHECK(its_own.get() == std::min(niceness() + 5, 19));
}

}  // namespace kine::server::thread_priority_test
#endif
