// Tests for server/cluster/forget_logs.h, with real servers of NATS, and with nodes that play.
#include "server/cluster/forget_logs.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/cluster/checked_publish.h"
#include "server/cluster/scene_log.h"
#include "server/cluster/storage.h"
#include "server/commands/forget.h"
#include "tests/server/cluster/nats_program.h"
#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::forget_logs_test {
namespace {

using namespace std::chrono_literals;

/// A node that plays a scene: its lease, and its log with what was said.
struct Playing {
  Playing(const NatsConnection& connection, const SceneName& name, const std::string& node = "one")
      : lease(connection, name, {node, "127.0.0.1:1"}) {
    const auto claimed = lease.claim();
    REQUIRE(claimed);
    REQUIRE(*claimed);
    auto opened = SceneLog::open(connection, name, **claimed);
    REQUIRE(opened);
    log = std::move(opened->log);
    REQUIRE(log->keep("what was said in " + name.key()));
  }

  Lease lease;
  std::unique_ptr<SceneLog> log;
};

/// One that has left.
void play(const NatsConnection& connection, const SceneName& name) {
  REQUIRE(Playing(connection, name).lease.release());
}

bool has_log(const NatsConnection& connection, const SceneName& name) {
  const auto last = last_of(connection, kLogStream, subject_of_log(name), {}, 2s);
  REQUIRE(last);
  return last->has_value();
}

struct Told {
  std::vector<std::string> scenes;
  std::string error;
};

Told told_of(const NatsConnection& connection, const ForgetLogsWish& wish) {
  Told told;
  const auto count = forget_logs(connection, wish, [&](const ForgottenLog& log) {
    CHECK(log.messages > 0);
    told.scenes.push_back(log.scene.key());
  });
  if (!count) told.error = count.error().message;
  if (count) CHECK(*count == told.scenes.size());
  return told;
}

template <class IsSo>
void wait_until(IsSo is_so) {
  const auto until = std::chrono::steady_clock::now() + 20s;
  while (!is_so()) {
    REQUIRE(std::chrono::steady_clock::now() < until);
    std::this_thread::yield();
  }
}

std::unique_ptr<Server> start_node(const test::NatsProgram& nats, const std::string& node) {
  Options options = test::server_options();
  options.cluster = ClusterOptions{.servers = {nats.url()}, .name = "test", .node = node};
  return test::start_server(std::move(options));
}

/// What the journals of its nodes have about a client's script: files of NATS with this text.
std::size_t files_with(const test::NatsProgram& nats, const std::string& text) {
  std::size_t count = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(nats.store())) {
    if (!each.is_regular_file()) continue;
    std::ifstream file(each.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.find(text) != std::string::npos) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("logs of scenes that nobody plays go, and those of another cluster stay", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName main{"forget-a", "main"};
  const SceneName hall{"forget-a", "hall"};
  const SceneName other{"forget-b", "main"};
  for (const SceneName& each : {main, hall, other}) play(*connection, each);

  const std::vector<std::string> both = {"forget-a.hall", "forget-a.main"};
  CHECK(told_of(*connection, {.cluster = "forget-a", .dry_run = true}).scenes == both);
  CHECK(has_log(*connection, hall));

  CHECK(told_of(*connection, {.cluster = "forget-a", .scenes = {"hall", "none"}}).scenes ==
        std::vector<std::string>{"forget-a.hall"});
  CHECK_FALSE(has_log(*connection, hall));
  CHECK(has_log(*connection, main));
  CHECK(told_of(*connection, {.cluster = "forget-a"}).scenes ==
        std::vector<std::string>{"forget-a.main"});
  CHECK_FALSE(has_log(*connection, main));
  CHECK(told_of(*connection, {.cluster = "forget-a"}).scenes.empty());
  CHECK(has_log(*connection, other));

  // The next node begins anew.
  Lease next(*connection, main, {"two", ""});
  const auto claimed = next.claim();
  REQUIRE(claimed);
  REQUIRE(*claimed);
  const auto opened = SceneLog::open(*connection, main, **claimed);
  REQUIRE(opened);
  CHECK(opened->journal.empty());
}

TEST_CASE("while a node plays one of the scenes nothing is forgotten", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName hall{"forget-c", "hall"};
  const SceneName main{"forget-c", "main"};
  play(*connection, hall);
  Playing one(*connection, main);
  const std::string refused =
      "a node plays the scene 'main', or has within the last seconds; stop all nodes that know "
      "it, and ask again: 'one'";
  for (const bool dry_run : {true, false}) {
    REQUIRE(one.lease.renew() == Lease::Renewed::Yes);
    const Told told = told_of(*connection, {.cluster = "forget-c", .dry_run = dry_run});
    CHECK(told.error == refused);
    CHECK(told.scenes.empty());
  }
  CHECK(has_log(*connection, hall));
  CHECK(one.log->keep("more"));
  Lease free(*connection, hall, {"two", ""});  // it was not kept from others
  const auto claimed = free.claim();
  REQUIRE(claimed);
  CHECK(*claimed);
  REQUIRE(free.release());

  REQUIRE(one.lease.release());
  CHECK(told_of(*connection, {.cluster = "forget-c"}).scenes.size() == 2);
}

TEST_CASE("an owner that was stopped for a while brings nothing of a forgotten log back",
          "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"forget-d", "main"};
  Playing stopped(*connection, name);
  REQUIRE(stopped.lease.release());  // as if it had run out
  CHECK(told_of(*connection, {.cluster = "forget-d"}).scenes.size() == 1);
  CHECK_FALSE(stopped.log->keep("what it had not written yet"));
  CHECK_FALSE(has_log(*connection, name));
}

TEST_CASE("what is no name reaches no log", "[cluster]") {
  const auto connection = test::stored_connection();
  const SceneName name{"forget-e", "main"};
  play(*connection, name);
  for (const std::string cluster : {"", "*", ">", "forget-e.main", "forget-*"}) {
    CAPTURE(cluster);
    CHECK(told_of(*connection, {.cluster = cluster}).error.starts_with("no name of a cluster: "));
  }
  for (const std::string scene : {"", "*", "ma*"}) {
    CAPTURE(scene);
    CHECK(told_of(*connection, {.cluster = "forget-e", .scenes = {scene}})
              .error.starts_with("no name of a scene in a cluster: "));
  }
  CHECK(has_log(*connection, name));
}

TEST_CASE("a cluster forgets a tenant when its nodes are stopped, and begins anew", "[cluster]") {
  const test::NatsProgram nats;
  const auto forget_lab = [&] {
    return test::outcome_of([&](std::ostream& output, std::ostream& messages) {
      return forget_tenant({.tenant = "lab"}, output, messages,
                           {.servers = nats.url(), .name = "test"});
    });
  };
  CHECK(forget_lab().output == "0 logs, 0 files, 0 bytes deleted\n");  // there is no stream yet
  {
    const auto first = start_node(nats, "first");
    wait_until([&] { return first->status().scenes_played == 1; });
    const auto second = start_node(nats, "second");
    test::WireClient client(first->port());
    client.say_hello();
    client.submit(test::head_script(0.2), "secret-of-the-lab");
    client.receive_until([](const auto& each) { return each.has_kept(); });
    wait_until([&] { return files_with(nats, "secret-of-the-lab") > 0; });
    const test::Outcome refused = forget_lab();
    CHECK(refused.exit_code == 1);
    CHECK(refused.messages.find("a node plays the scene 'main'") != std::string::npos);
  }
  const test::Outcome done = forget_lab();
  CAPTURE(done.messages);
  CHECK(done.exit_code == 0);
  CHECK(
      done.output.starts_with("deleted: the log of a scene in the cluster was deleted "
                              "[tenant=lab scene=main messages="));
  CHECK(done.output.ends_with("1 log, 0 files, 0 bytes deleted\n"));
  CHECK(files_with(nats, "secret-of-the-lab") == 0);

  const auto third = start_node(nats, "third");
  wait_until([&] { return third->status().scenes_played == 1; });
  test::WireClient client(third->port());
  client.say_hello();
  client.submit(test::head_script(0.2), "after");
  client.receive_until([](const auto& each) { return each.has_kept(); });
}

}  // namespace kine::server::forget_logs_test
