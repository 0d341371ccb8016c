// Tests for server/cluster_scenes.h: real servers that play one scene together, over a real NATS.
#include "server/cluster_scenes.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "server/cluster/open_scene_journal.h"
#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::cluster_scenes_test {
namespace {

using test::WireClient;

Options node_options(const test::NatsProgram& nats, const std::string& node) {
  Options options = test::server_options();
  options.cluster = ClusterOptions{.servers = {nats.url()}, .name = "test", .node = node};
  return options;
}

template <class IsSo>
void wait_for(IsSo is_so) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!is_so()) {
    REQUIRE(std::chrono::steady_clock::now() < until);
    std::this_thread::yield();
  }
}

bool plays(const Server& server) { return server.status().scenes_played == 1; }

bool is_end(const kinesphere::Envelope& each) {
  return each.has_feedback() && each.feedback().kind() == kinesphere::Feedback::ENDED;
}

/// A client that hears of everything.
WireClient listening(const Server& server) {
  WireClient client(server.port());
  client.say_hello();
  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  client.next_frame();
  return client;
}

}  // namespace

TEST_CASE("one of two servers plays the scene, and clients of both see it", "[cluster_scenes]") {
  const test::NatsProgram nats;
  const auto first = test::start_server(node_options(nats, "first"));
  wait_for([&] { return plays(*first); });
  const auto second = test::start_server(node_options(nats, "second"));

  WireClient here = listening(*first);
  WireClient led = listening(*second);
  CHECK_FALSE(plays(*second));
  led.submit(test::head_script(0.3), "turn", "ada");
  CHECK(led.answer().accepted().kept_later());
  const auto kept = led.receive_until([](const auto& each) { return each.has_kept(); });
  CHECK(kept.kept().id() == "turn");
  CHECK(here.receive_until(is_end).feedback().id() == "turn");
  CHECK(led.receive_until(is_end).feedback().id() == "turn");
  CHECK(first->status().scripts_accepted == 1);
  CHECK(second->status().scripts_accepted == 0);
}

TEST_CASE("a server that leaves hands its scene over, and every frame is as if it had not",
          "[cluster_scenes]") {
  const test::NatsProgram nats;
  auto first = test::start_server(node_options(nats, "first"));
  wait_for([&] { return plays(*first); });
  auto second = test::start_server(node_options(nats, "second"));
  WireClient client = listening(*second);
  client.submit(test::head_script(2.5), "long", "ada");
  client.receive_until([](const auto& each) { return each.has_kept(); });
  const std::uint64_t before = client.next_frame().tick();

  first->leave("the test");
  wait_for([&] { return plays(*second); });
  std::uint64_t last = before;
  std::uint64_t longest = 0;
  const auto over = client.receive_until([&](const auto& each) {
    if (each.has_frame() && each.frame().character_id() == 1) {
      CHECK(each.frame().tick() > last);
      longest = std::max(longest, each.frame().tick() - last);
      last = each.frame().tick();
    }
    return is_end(each);
  });
  CHECK(over.feedback().id() == "long");
  INFO("the longest wait for a frame, in ticks: " << longest);
  CHECK(longest < 60);  // a second; how long exactly is a matter of the machine's load
  second->leave("the test");

  // The log run again without a pause: the hashes of all frames that both servers have shown.
  const Options options = node_options(nats, "third");
  const TickRate rate(options.tick_rate_hz);
  LiveScene scene({.casts = options.casts, .rate = rate, .inputs_max = 1'000});
  ShardThreads shards(scene.roster, rate, options.shards, options.life, options.physical_max);
  const auto connection = test::connected(nats.url(), "third");
  HeadRow head = head_of_this_program();
  head.tick_rate_hz = options.tick_rate_hz;
  head.life = options.life;
  head.shards = options.shards;
  head.physical_max = options.physical_max;
  head.voice = std::string(options.voice->name());
  const auto again = open_scene_journal(
      *connection, {.tenant = "test", .scene = "main"}, std::uint64_t{1} << 40, head,
      {.scene = scene, .shards = shards, .casts = options.casts, .stock = {}, .repertoire = {}});
  REQUIRE(again);
  REQUIRE(again->recovered);
  CHECK(again->recovered->replayed.last->index >= last);
  CHECK_FALSE(again->recovered->replayed.differs);
}

TEST_CASE("a server that cannot renew its lease shows nothing more, and is told to end",
          "[cluster_scenes]") {
  test::NatsProgram nats;
  std::atomic<bool> is_lost{false};
  Options options = node_options(nats, "first");
  options.cluster->on_lost = [&](const std::string&) { is_lost = true; };
  const auto server = test::start_server(std::move(options));
  wait_for([&] { return plays(*server); });
  WireClient client = listening(*server);

  nats.stop();
  wait_for([&] { return is_lost.load(); });
  const std::uint64_t ticks = server->status().ticks;
  // Were it to tick, some would come until NATS answers again.
  nats.go_on();
  wait_for([&] { return server->status().cluster_lost == 0; });
  CHECK(server->status().ticks == ticks);
}

}  // namespace kine::server::cluster_scenes_test
