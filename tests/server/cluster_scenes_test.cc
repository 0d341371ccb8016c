// Tests for server/cluster_scenes.h: real servers that play one scene together, over a real NATS.
#include "server/cluster_scenes.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>

#include "server/cluster/log_reader.h"
#include "server/cluster/scene_ahead.h"
#include "server/cluster/successor.h"
#include "server/journal/record.h"
#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"
#include "tests/support/server/node_stage.h"
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

/// One that comes back as the same.
WireClient named_client(const Server& server) {
  WireClient client(server.port());
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_version_major(1);
  hello.mutable_hello()->set_resume("dm-1");
  hello.mutable_hello()->set_heard_tick(1'000'000);
  client.send(hello);
  client.receive_until([](const auto& each) { return each.has_hello(); });
  return client;
}

const SceneName kMain{.tenant = "test", .scene = "main"};

/// What the log of the scene has by now, read without a take-over.
struct SeenLog {
  std::string journal;
  std::uint64_t records = 0;
  bool begins_with_scene = false;

  std::size_t count(const std::string& row) const {
    const std::string word = "{\"row\":\"" + row;
    std::size_t count = 0;
    for (auto at = journal.find(word); at != std::string::npos; at = journal.find(word, at + 1)) {
      ++count;
    }
    return count;
  }
};

SeenLog log_of(const NatsConnection& connection) {
  using std::chrono::seconds;
  SeenLog log;
  const auto last = last_of(connection, kLogStream, subject_of_log(kMain), {}, seconds(5));
  if (!last || !*last) return log;
  const LogReading reading{.on_batch =
                               [&](std::string_view bytes, bool begins) {
                                 if (begins) log.journal.clear();
                                 log.journal += bytes;
                               },
                           .bytes_max = std::size_t{1} << 30,
                           .patience = seconds(5)};
  // What it begins anew meanwhile is seen the next time.
  if (!read_log(connection, kMain, (*last)->sequence, reading)) return {};
  const WholeRecords whole = find_whole_records(log.journal);
  log.records = whole.records;
  const auto head = read_record(std::string_view(log.journal).substr(kJournalMagic.size()));
  if (!head) return log;
  const auto next =
      read_record(std::string_view(log.journal).substr(kJournalMagic.size() + head->bytes));
  log.begins_with_scene = next && next->kind == RecordKind::Scene;
  return log;
}

/// The log, run again by another one that was started likewise.
Recovered run_again(const test::NatsProgram& nats, const Options& options) {
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
  SceneAhead ahead(
      *connection, kMain, head,
      {.scene = scene, .shards = shards, .casts = options.casts, .stock = {}, .repertoire = {}});
  auto again = ahead.take_over(std::uint64_t{1} << 40);
  if (!again) FAIL(again.error().message);
  REQUIRE(again->recovered);
  return *std::move(again->recovered);
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

TEST_CASE("a second server of a name does not join, and the first one goes on",
          "[cluster_scenes]") {
  const test::NatsProgram nats;
  const auto first = test::start_server(node_options(nats, "first"));
  const auto begin = std::chrono::steady_clock::now();
  auto second = Server::start(node_options(nats, "first"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  REQUIRE_FALSE(second);
  CHECK(second.error().message.starts_with("another node of this name runs (its clients go to '" +
                                           first->address() + "')"));
  wait_for([&] { return plays(*first); });
  listening(*first);
}

TEST_CASE("a client with a certificate alone stays when its scene moves, by TLS between all",
          "[cluster_scenes]") {
  const test::NatsProgram nats;
  const test::NodeStage stage;
  const auto options = [&](const std::string& node) {
    Options each = stage.options("tls:hall.lab lab main subscribe,perform never\n",
                                 test::NodeStage::Clients::NeedOne);
    each.cluster = ClusterOptions{.servers = {nats.url()}, .name = "test", .node = node};
    return each;
  };
  auto first = test::start_server(options("first"));
  wait_for([&] { return plays(*first); });
  const auto edge = test::start_server(options("edge"));
  WireClient client(edge->port(), stage.client(stage.clients().issue({.names = "DNS:hall.lab"})));
  client.say_hello();
  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  client.submit(test::head_script(0.2), "before", "ada");
  CHECK(client.receive_until(is_end).feedback().id() == "before");
  CHECK(first->status().scripts_accepted == 1);
  CHECK(edge->status().scripts_accepted == 0);

  const auto second = test::start_server(options("second"));
  first->leave("the test");
  wait_for([&] { return plays(*second) || plays(*edge); });
  client.submit(test::head_script(0.2), "after", "ada");
  client.receive_until(
      [](const auto& each) { return is_end(each) && each.feedback().id() == "after"; });
  CHECK(second->status().scripts_accepted + edge->status().scripts_accepted == 1);
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
  const Recovered again = run_again(nats, node_options(nats, "third"));
  CHECK(again.replayed.last->index >= last);
  CHECK_FALSE(again.replayed.differs);
}

TEST_CASE("a server that leaves plays on until the next one is ready", "[cluster_scenes]") {
  const test::NatsProgram nats;
  const auto first = test::start_server(node_options(nats, "first"));
  wait_for([&] { return plays(*first); });
  WireClient client = listening(*first);
  const auto connection = test::connected(nats.url(), "next");
  std::atomic<int> asked{0};
  std::atomic<bool> is_ready{false};
  const auto answers =
      SuccessorAnswers::begin(*connection, "test", "next",
                              {.prepare = [](const std::string& scene) { return scene == "main"; },
                               .is_ready = [&](const std::string&) -> std::optional<bool> {
                                 ++asked;
                                 return is_ready.load();
                               }});
  REQUIRE(answers);
  std::thread leaving([&] { first->leave("the test"); });
  wait_for([&] { return asked > 2; });
  // A script is played from its begin to its end meanwhile.
  client.submit(test::head_script(0.3), "meanwhile", "ada");
  CHECK(client.receive_until(is_end).feedback().id() == "meanwhile");
  Lease lease(*connection, kMain, {"next", "h:1"});
  CHECK_FALSE(*lease.claim());
  is_ready = true;
  wait_for([&] {
    const auto claimed = lease.claim();
    return claimed && *claimed;
  });
  leaving.join();
}

TEST_CASE("a server runs a scene ahead for one that leaves, and its frames are as if it had not",
          "[cluster_scenes]") {
  const test::NatsProgram nats;
  auto first = test::start_server(node_options(nats, "first"));
  wait_for([&] { return plays(*first); });
  auto second = test::start_server(node_options(nats, "second"));
  const auto connection = test::connected(nats.url(), "leaves");
  WireClient client = listening(*second);
  client.submit(test::head_script(0.3), "before", "ada");
  client.receive_until(is_end);
  // As the first one will ask. A node that plays the scene does not answer for itself.
  std::optional<std::string> next;
  for (int i = 0; i < 20 && !next; ++i) next = wait_for_successor(*connection, kMain);
  CHECK(next == "second");
  CHECK_FALSE(plays(*second));
  client.submit(test::head_script(1.5), "during", "ada");
  client.receive_until([](const auto& each) { return each.has_kept(); });
  first->leave("the test");
  CHECK(client.receive_until(is_end).feedback().id() == "during");
  CHECK(plays(*second));
  second->leave("the test");  // nobody is there: it does not wait

  const Recovered again = run_again(nats, node_options(nats, "third"));
  CHECK(again.replayed.ticks > 0);
  CHECK_FALSE(again.replayed.differs);
}

TEST_CASE("a server that was to be the next plays where the one that left is gone",
          "[cluster_scenes]") {
  const test::NatsProgram nats;
  const auto connection = test::connected(nats.url(), "leaves");
  REQUIRE(make_storage(*connection, std::chrono::seconds(10)));
  Lease lease(*connection, kMain, {"leaves", "127.0.0.1:1"});
  REQUIRE(*lease.claim());
  const auto second = test::start_server(node_options(nats, "second"));
  CHECK(wait_for_successor(*connection, kMain) == "second");
  CHECK_FALSE(plays(*second));
  wait_for([&] { return plays(*second); });  // nobody renews the lease
  WireClient client = listening(*second);
  client.submit(test::head_script(0.2), "then", "ada");
  CHECK(client.receive_until(is_end).feedback().id() == "then");
}

TEST_CASE("a scene that was quiet is taken over from there, to the bit, and knows its clients",
          "[cluster_scenes]") {
  const test::NatsProgram nats;
  const auto options = [&](const std::string& node) {
    Options each = node_options(nats, node);
    each.life = {.liveliness = autonomy::Liveliness::Alive, .seed = 5};
    return each;
  };
  auto first = test::start_server(options("first"));
  wait_for([&] { return plays(*first); });
  auto second = test::start_server(options("second"));
  const auto connection = test::connected(nats.url(), "looks on");
  std::uint64_t played = 0;
  {
    WireClient client = named_client(*first);
    for (int i = 0; i < 3; ++i) {
      client.submit(test::head_script(0.2), "over " + std::to_string(i), "ada");
      client.receive_until(is_end);
    }
    played = log_of(*connection).records;
    wait_for([&] { return log_of(*connection).begins_with_scene; });
    // Of what was played nothing is in the log any more.
    wait_for([&] { return log_of(*connection).count("prepare") == 0; });
  }
  first->leave("the test");
  wait_for([&] { return plays(*second); });
  CHECK(second->status().recovering == 0);
  CHECK(second->status().recovered_permille == 1'000);  // as /readyz said it
  {
    WireClient client = named_client(*second);
    client.submit(test::head_script(0.2), "over 1", "ada");
    CHECK(client.answer().accepted().id() == "over 1");
    CHECK(second->status().scripts_accepted == 0);
    client.submit(test::head_script(0.2), "new", "ben");
    client.receive_until(
        [](const auto& each) { return is_end(each) && each.feedback().id() == "new"; });
  }
  second->leave("the test");

  const Recovered again = run_again(nats, options("third"));
  std::printf("run again behind a begin: %lu of %lu records, %lu ticks\n", again.records, played,
              again.replayed.ticks);
  CHECK(again.replayed.ticks > 0);
  CHECK(again.replayed.equal == again.replayed.ticks);
  CHECK(again.replayed.blocks <= 1);  // none, where it was quiet once more
  CHECK(again.replayed.last_block.value == 4);
  CHECK(again.replayed.last->index > again.replayed.ticks);
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
