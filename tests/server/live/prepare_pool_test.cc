// Tests for server/live/prepare_pool.h.
#include "server/live/prepare_pool.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <thread>

#include "tests/support/catch.h"

namespace kine::server::prepare_pool_test {
namespace {

constexpr ClientId kAnn{1};
constexpr ClientId kBob{2};
constexpr std::chrono::seconds kPatience{20};

// What jobs touch is declared before the pool, and so outlives its threads.

/// A job that holds its thread until it is released.
struct Gate {
  std::promise<void> reached;
  std::promise<void> released;

  std::function<void()> job() {
    return [this] {
      reached.set_value();
      released.get_future().wait_for(kPatience);
    };
  }
};

bool comes(std::future<void> future) {
  return future.wait_for(kPatience) == std::future_status::ready;
}

}  // namespace

TEST_CASE("a client's jobs run in the order in which it pushed them", "[prepare_pool]") {
  std::vector<int> order;  // written by one job at a time: that is what is promised
  std::promise<void> done;
  PreparePool pool({.threads = 4, .jobs_per_client_max = 1000});
  for (int i = 0; i < 500; ++i) {
    REQUIRE(pool.push(kAnn, 1, [&order, i] { order.push_back(i); }));
  }
  REQUIRE(pool.push(kAnn, 1, [&done] { done.set_value(); }));
  REQUIRE(comes(done.get_future()));

  REQUIRE(order.size() == 500);
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE("a client with much to do does not hold up another", "[prepare_pool]") {
  Gate gate;
  std::atomic<int> of_ann{0};
  std::promise<int> seen_by_bob;
  auto seen = seen_by_bob.get_future();
  PreparePool pool({.threads = 1});
  REQUIRE(pool.push(kAnn, 1, gate.job()));
  for (int i = 0; i < 100; ++i) REQUIRE(pool.push(kAnn, 1, [&of_ann] { ++of_ann; }));

  REQUIRE(pool.push(kBob, 1, [&] { seen_by_bob.set_value(of_ann); }));
  gate.released.set_value();

  REQUIRE(seen.wait_for(kPatience) == std::future_status::ready);
  CHECK(seen.get() <= 1);
}

TEST_CASE("one client never holds two threads", "[prepare_pool]") {
  Gate gate;
  std::promise<void> bob_ran;
  std::atomic<bool> second_ran{false};
  PreparePool pool({.threads = 2});
  REQUIRE(pool.push(kAnn, 1, gate.job()));
  REQUIRE(pool.push(kAnn, 1, [&] { second_ran = true; }));
  REQUIRE(comes(gate.reached.get_future()));

  REQUIRE(pool.push(kBob, 1, [&] { bob_ran.set_value(); }));
  REQUIRE(comes(bob_ran.get_future()));

  CHECK_FALSE(second_ran);
  gate.released.set_value();
}

TEST_CASE("whoever has used the least work has the next turn", "[prepare_pool]") {
  constexpr ClientId kCid{3};
  constexpr std::uint64_t kMuch = 1000;
  Gate gate;
  std::string order;
  std::promise<void> done;
  PreparePool pool({.threads = 1});
  REQUIRE(pool.push(kBob, 1, gate.job()));
  REQUIRE(comes(gate.reached.get_future()));
  const auto of = [&](char name, std::uint64_t steps) {
    return [&order, name, steps](PreparePool::Turn& turn) {
      order += name;
      turn.steps = steps;
    };
  };
  for (int i = 0; i < 3; ++i) REQUIRE(pool.push(kAnn, 1, of('a', kMuch)));
  for (int i = 0; i < 3; ++i) REQUIRE(pool.push(kCid, 1, of('c', 1)));
  REQUIRE(pool.push(kAnn, 1, [&done] { done.set_value(); }));
  gate.released.set_value();
  REQUIRE(comes(done.get_future()));
  CHECK(order == "acccaa");
}

TEST_CASE("a client that waits again is as far as the others, or as far as it was",
          "[prepare_pool]") {
  constexpr ClientId kCid{3};
  constexpr ClientId kDan{4};
  Gate gate;
  Gate second;
  std::string order;
  std::promise<void> done;
  PreparePool pool({.threads = 1});
  REQUIRE(pool.push(kBob, 1, gate.job()));
  REQUIRE(comes(gate.reached.get_future()));
  REQUIRE(pool.push(kAnn, 1, [](PreparePool::Turn& turn) { turn.steps = 1000; }));
  REQUIRE(pool.push(kCid, 1, second.job()));
  gate.released.set_value();
  REQUIRE(comes(second.reached.get_future()));  // Ann has none left, and has used much
  REQUIRE(pool.push(kAnn, 1, [&] { order += 'a'; }));
  REQUIRE(pool.push(kDan, 1, [&] { order += 'd'; }));
  REQUIRE(pool.push(kAnn, 1, [&] { done.set_value(); }));
  second.released.set_value();
  REQUIRE(comes(done.get_future()));
  CHECK(order == "da");
}

TEST_CASE("long jobs leave a thread to short ones", "[prepare_pool]") {
  constexpr ClientId kCid{3};
  Gate gate;
  std::atomic<bool> second_ran{false};
  std::promise<void> short_ran;
  std::promise<void> all_ran;
  PreparePool pool({.threads = 2, .short_job_bytes_max = 100});
  REQUIRE(pool.push(kAnn, 101, gate.job()));
  REQUIRE(comes(gate.reached.get_future()));
  REQUIRE(pool.push(kBob, 101, [&] { second_ran = true; }));
  REQUIRE(pool.push(kBob, 1, [&] { all_ran.set_value(); }));
  REQUIRE(pool.push(kCid, 100, [&] { short_ran.set_value(); }));
  REQUIRE(comes(short_ran.get_future()));
  CHECK_FALSE(second_ran);
  gate.released.set_value();
  CHECK(comes(all_ran.get_future()));
  CHECK(second_ran);
}

TEST_CASE("of a client that has left, little goes on and much does not", "[prepare_pool]") {
  std::promise<void> reached;
  std::promise<void> told;
  std::promise<void> little_ran;
  auto much = std::make_shared<int>(0);
  const std::weak_ptr<int> dropped = much;
  PreparePool pool({.threads = 1, .bytes_after_leaving_max = 100});
  REQUIRE(pool.push(kAnn, 101, [&](PreparePool::Turn& turn) {
    std::promise<void> stopped;
    const std::stop_callback on_stop(turn.stop, [&] { stopped.set_value(); });
    reached.set_value();
    if (comes(stopped.get_future())) told.set_value();
  }));
  REQUIRE(comes(reached.get_future()));
  REQUIRE(pool.push(kAnn, 1, [held = std::move(much)] {}));
  REQUIRE(pool.push(kBob, 60, [] {}));
  REQUIRE(pool.push(kBob, 40, [&] { little_ran.set_value(); }));
  REQUIRE(pool.push(kBob, 1, [] { FAIL("it was past the limit"); }));
  pool.leave(kBob);
  pool.leave(kAnn);
  CHECK(dropped.expired());
  CHECK(comes(told.get_future()));
  CHECK(comes(little_ran.get_future()));
  CHECK(pool.push(kAnn, 1, [] {}));
}

TEST_CASE("a pool that stops tells what runs to end", "[prepare_pool]") {
  std::promise<void> reached;
  std::atomic<bool> was_told{false};
  PreparePool pool({.threads = 1});
  REQUIRE(pool.push(kAnn, 1, [&](PreparePool::Turn& turn) {
    std::promise<void> stopped;
    const std::stop_callback on_stop(turn.stop, [&] { stopped.set_value(); });
    reached.set_value();
    was_told = comes(stopped.get_future());
  }));
  REQUIRE(comes(reached.get_future()));
  pool.stop();
  CHECK(was_told);
}

TEST_CASE("jobs past the client's limit are not taken, others' are", "[prepare_pool]") {
  Gate gate;
  PreparePool pool({.threads = 1, .jobs_per_client_max = 2, .bytes_per_client_max = 100});
  REQUIRE(pool.push(kBob, 1, gate.job()));
  REQUIRE(comes(gate.reached.get_future()));

  SECTION("by their number") {
    CHECK(pool.push(kAnn, 1, [] {}));
    CHECK(pool.push(kAnn, 1, [] {}));
    CHECK_FALSE(pool.push(kAnn, 1, [] {}));
  }
  SECTION("by their bytes") {
    CHECK(pool.push(kAnn, 80, [] {}));
    CHECK_FALSE(pool.push(kAnn, 30, [] {}));
    CHECK(pool.push(kBob, 30, [] {}));
  }
  gate.released.set_value();
}

TEST_CASE("a stopped pool takes nothing and has dropped what waited", "[prepare_pool]") {
  std::atomic<bool> ran{false};
  Gate gate;
  PreparePool pool({.threads = 1});
  REQUIRE(pool.push(kAnn, 1, gate.job()));
  REQUIRE(pool.push(kAnn, 1, [&ran] { ran = true; }));
  REQUIRE(comes(gate.reached.get_future()));

  std::thread stopper([&pool] { pool.stop(); });
  // Each time a new client, whose queue is not full: only a stopped pool refuses it.
  for (std::uint64_t id = 100; pool.push(ClientId{id}, 1, [] {}); ++id) std::this_thread::yield();
  gate.released.set_value();
  stopper.join();

  CHECK_FALSE(ran);
}

TEST_CASE("what a job held may push when it goes with it", "[prepare_pool]") {
  std::promise<void> ran;
  PreparePool pool({.threads = 1});
  std::shared_ptr<int> held(new int(0), [&](const int* value) {
    delete value;
    [[maybe_unused]] const bool taken = pool.push(kBob, 1, [&ran] { ran.set_value(); });
  });
  REQUIRE(pool.push(kAnn, 1, [held = std::move(held)] {}));
  CHECK(comes(ran.get_future()));
}

}  // namespace kine::server::prepare_pool_test
