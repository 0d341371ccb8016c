// Tests for server/cluster/cluster_node.h, with a real server of NATS.
#include "server/cluster/cluster_node.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"

namespace kine::server::cluster_node_test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Which node runs a scene, as the nodes say; and whether two ever did at once.
class Ledger {
 public:
  ClusterNodeListening of(const std::string& node) {
    return {.on_won =
                [this, node](const SceneName& scene, std::uint64_t fence) {
                  const std::lock_guard lock(mutex_);
                  auto& [holder, last_fence] = scenes_[scene.scene];
                  if (!holder.empty() || fence <= last_fence) is_broken_ = true;
                  holder = node;
                  last_fence = fence;
                  changed_.notify_all();
                },
            .on_lost =
                [this, node](const SceneName& scene) {
                  const std::lock_guard lock(mutex_);
                  if (scenes_[scene.scene].first != node) is_broken_ = true;
                  scenes_[scene.scene].first.clear();
                  changed_.notify_all();
                }};
  }

  template <class IsSo>
  bool waits_until(IsSo is_so) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 10s, [&] { return is_so(*this); });
  }

  /// Only within waits_until().
  long count_of(const std::string& node) const {
    return std::ranges::count_if(scenes_,
                                 [&](const auto& each) { return each.second.first == node; });
  }

  bool is_broken() {
    const std::lock_guard lock(mutex_);
    return is_broken_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::pair<std::string, std::uint64_t>> scenes_;
  bool is_broken_ = false;
};

std::vector<SceneName> scenes(const std::string& tenant, int count) {
  std::vector<SceneName> all;
  for (int i = 0; i < count; ++i) all.push_back({tenant, "s" + std::to_string(i)});
  return all;
}

}  // namespace

TEST_CASE("nodes share scenes, and one that leaves gives them away at once", "[cluster]") {
  const auto connection = test::stored_connection();
  Ledger ledger;
  constexpr int kScenes = 6;
  const auto all = scenes("leaves", kScenes);
  ClusterNode one(*connection, {"one", "h:1"}, all, ledger.of("one"));
  auto two = std::make_unique<ClusterNode>(*connection, Node{"two", "h:2"}, all, ledger.of("two"));
  REQUIRE(ledger.waits_until(
      [](const Ledger& l) { return l.count_of("one") + l.count_of("two") == kScenes; }));
  CHECK(ledger.waits_until(
      [](const Ledger& l) { return l.count_of("one") > 0 && l.count_of("two") > 0; }));
  const auto left = Clock::now();
  two.reset();
  REQUIRE(ledger.waits_until([](const Ledger& l) { return l.count_of("one") == kScenes; }));
  const double ms = std::chrono::duration<double, std::milli>(Clock::now() - left).count();
  std::printf("scenes of a node that left were taken within %.0f ms\n", ms);
  CHECK(ms < 2'000);
  CHECK_FALSE(ledger.is_broken());
}

TEST_CASE("a node says where a scene is, and hands one over", "[cluster]") {
  const auto connection = test::stored_connection();
  Ledger ledger;
  const auto all = scenes("handed", 1);
  ClusterNode one(*connection, {"one", "h:1"}, all, ledger.of("one"));
  REQUIRE(ledger.waits_until([](const Ledger& l) { return l.count_of("one") == 1; }));
  ClusterNode two(*connection, {"two", "h:2"}, all, ledger.of("two"));
  const auto until = Clock::now() + 5s;
  while (!two.place(all[0]) && Clock::now() < until) nats_Sleep(5);
  CHECK(two.place(all[0]) == Node{"one", "h:1"});
  one.hand_over(all[0]);
  REQUIRE(ledger.waits_until([](const Ledger& l) { return l.count_of("two") == 1; }));
  two.drain();
  REQUIRE(ledger.waits_until([](const Ledger& l) { return l.count_of("two") == 0; }));
  CHECK_FALSE(ledger.is_broken());
}

TEST_CASE("a scene that is given away goes to the node that has run it ahead", "[cluster]") {
  const auto connection = test::stored_connection();
  Ledger ledger;
  const auto all = scenes("preferred", 2);
  ClusterNode one(*connection, {"one", "h:1"}, all, ledger.of("one"));
  REQUIRE(ledger.waits_until([](const Ledger& l) { return l.count_of("one") == 2; }));
  // The others wait so long that none of them takes a scene by chance.
  const ClusterNodeSettings patient{.wait_for_successor = 5s};
  ClusterNode two(*connection, {"two", "h:2"}, all, ledger.of("two"), patient);
  ClusterNode three(*connection, {"three", "h:3"}, all, ledger.of("three"), patient);
  const auto until = Clock::now() + 5s;
  const auto is_seen = [&](const ClusterNode& node) {
    return node.place(all[0]) && node.place(all[1]);
  };
  while (!(is_seen(two) && is_seen(three)) && Clock::now() < until) nats_Sleep(5);
  two.prefer(all[0]);
  three.prefer(all[1]);
  one.drain();
  CHECK(ledger.waits_until(
      [](const Ledger& l) { return l.count_of("two") == 1 && l.count_of("three") == 1; }));
  CHECK(two.may_play(all[0]));
  CHECK(three.may_play(all[1]));
  CHECK_FALSE(ledger.is_broken());
}

TEST_CASE("a node that NATS does not answer loses its scenes, and another takes them",
          "[cluster]") {
  const auto others = test::stored_connection();
  Ledger ledger;
  const auto all = scenes("silent", 2);
  auto own = test::stored_connection();
  auto one = std::make_unique<ClusterNode>(*own, Node{"one", ""}, all, ledger.of("one"));
  REQUIRE(ledger.waits_until([](const Ledger& l) { return l.count_of("one") == 2; }));
  ClusterNode two(*others, {"two", ""}, all, ledger.of("two"));
  const auto cut = Clock::now();
  natsConnection_Close(own->get());
  REQUIRE(ledger.waits_until([](const Ledger& l) { return l.count_of("one") == 0; }));
  REQUIRE(ledger.waits_until([](const Ledger& l) { return l.count_of("two") == 2; }));
  const double ms = std::chrono::duration<double, std::milli>(Clock::now() - cut).count();
  std::printf("scenes of a node that was cut off were taken after %.0f ms\n", ms);
  CHECK(ms < 4'000);
  one.reset();
  CHECK_FALSE(ledger.is_broken());
}

}  // namespace kine::server::cluster_node_test
