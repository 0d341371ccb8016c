// Tests for server/cluster/place_watch.h, with a real server of NATS.
#include "server/cluster/place_watch.h"

#include <cstdio>

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::place_watch_test {
namespace {

using namespace std::chrono_literals;

/// Waits for news of one scene.
class News {
 public:
  explicit News(std::string key) : key_(std::move(key)) {}

  PlaceWatch::OnChange on_change() {
    return [this](const std::string& key) {
      if (key != key_) return;
      const std::lock_guard lock(mutex_);
      ++count_;
      changed_.notify_all();
    };
  }

  bool waits_for(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 10s, [&] { return count_ >= count; });
  }

  int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  const std::string key_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

}  // namespace

TEST_CASE("a watch tells of a claim, a release and a lease that ran out", "[cluster]") {
  const auto connection = test::stored_connection();
  News news("watch.one");
  const PlaceWatch watch(*connection, news.on_change());
  CHECK_FALSE(watch.place("watch.one"));
  Lease lease(*connection, {"watch", "one"}, {"a", "127.0.0.1:1"});
  REQUIRE(lease.claim());
  REQUIRE(news.waits_for(1));
  auto place = watch.place("watch.one");
  REQUIRE(place);
  CHECK(place->node == Node{"a", "127.0.0.1:1"});
  REQUIRE(lease.renew() == Lease::Renewed::Yes);

  const auto released = std::chrono::steady_clock::now();
  REQUIRE(lease.release());
  REQUIRE(news.waits_for(2));
  std::printf("a release was told after %.1f ms\n",
              std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - released)
                  .count());
  CHECK_FALSE(watch.place("watch.one"));
  CHECK(watch.was_released("watch.one"));

  Lease other(*connection, {"watch", "one"}, {"b", ""});
  REQUIRE(other.claim());
  REQUIRE(news.waits_for(3));
  CHECK(watch.place("watch.one")->node.name == "b");
  CHECK_FALSE(watch.was_released("watch.one"));
  // Nobody renews it: it is gone, though NATS tells nobody.
  REQUIRE(news.waits_for(4));
  CHECK_FALSE(watch.place("watch.one"));
  CHECK_FALSE(watch.was_released("watch.one"));
  CHECK(news.count() == 4);
}

}  // namespace kine::server::place_watch_test
