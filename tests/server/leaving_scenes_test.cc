// Tests for server/server.h: what is left of a scene behind a planned restart. Its journal is read
// by the next start.
#include <filesystem>
#include <fstream>

#include "server/journal/record.h"
#include "server/journal/recovery.h"
#include "server/server.h"
#include "tests/support/catch.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::leaving_scenes_test {
namespace {

using test::WireClient;

std::unique_ptr<Server> start_in(const std::string& folder, std::vector<std::string> scenes = {}) {
  Options options = test::server_options();
  options.journal = folder;
  options.scenes = std::move(scenes);
  return test::start_server(std::move(options));
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Of a script that plays since it was sent.
WireClient player_of(const Server& server, const std::string& scene = {}) {
  WireClient client(server.port());
  client.say_hello({}, scene);
  client.submit(test::head_script(30), "turn", "ada");
  client.receive_until([](const auto& each) { return each.has_kept(); });
  return client;
}

}  // namespace

TEST_CASE("a server that leaves its scenes ends no journal, and nothing of what plays",
          "[journal][leaving]") {
  const test::TemporaryFolder folder;
  const auto server = start_in(folder.path(), {"lab"});
  WireClient in_main = player_of(*server);
  WireClient in_lab = player_of(*server, "lab");
  server->leave("for a new one", Leaving::LeavesScenes);
  for (WireClient* client : {&in_main, &in_lab}) {
    bool is_interrupted = false;
    std::string said;
    while (const auto message = client->receive()) {
      const auto kind = message->feedback().kind();
      if (message->has_feedback() && kind == kinesphere::Feedback::INTERRUPTED) {
        is_interrupted = true;
      }
      if (message->has_goodbye()) said = message->goodbye().reason();
    }
    CHECK_FALSE(is_interrupted);
    CHECK(said == "for a new one");
  }
  std::size_t journals = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder.path())) {
    if (!each.is_regular_file()) continue;
    ++journals;
    const std::string journal = bytes_of(each.path().string());
    CHECK(find_whole_records(journal).bytes == journal.size());
    CHECK(has_to_be_recovered(journal));
  }
  CHECK(journals == 2);
}

TEST_CASE("a server whose journal cannot be written fades out what plays", "[journal][leaving]") {
  const test::TemporaryFolder folder;
  const auto server = start_in(folder.path());
  WireClient client = player_of(*server);
  {
    const test::FileSizeLimit limit(16);
    client.submit(test::head_script(1), "unkept", "ben");
    client.receive_until([](const auto& each) { return each.has_accepted(); });
    // The next ones are refused, as soon as the disk has failed.
    const auto refusal = [&] {
      client.submit(test::head_script(1), {}, "ben");
      return client.answer().refused().error();
    };
    while (refusal().find("the journal cannot be written") == std::string::npos) continue;
    server->leave("for a new one", Leaving::LeavesScenes);
  }
  CHECK(client
            .receive_until([](const auto& each) {
              return each.feedback().id() == "turn" &&
                     each.feedback().kind() == kinesphere::Feedback::INTERRUPTED;
            })
            .has_feedback());
}

TEST_CASE("a long journal begins anew where nothing plays, and a start goes on from there",
          "[journal][leaving]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  std::uint64_t last = 0;
  {
    const auto server = start_in(folder.path());
    WireClient client(server->port());
    client.say_hello();
    client.subscribe({kinesphere::PART_BODY});
    const std::string remark = "<!--" + std::string(300'000, 'x') + "-->";
    for (int i = 0; i < 4; ++i) {
      client.submit(remark + test::head_script(0.01), {}, "ada");
      REQUIRE(client.answer().has_accepted());
    }
    const auto begin = std::chrono::steady_clock::now();
    while (!std::filesystem::exists(folder.file("00000002.ksj"))) {
      last = client.next_frame().tick();
      REQUIRE(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
    }
    std::filesystem::copy_file(folder.file("00000002.ksj"), after_kill.file("00000002.ksj"));
    server->leave("over", Leaving::LeavesScenes);
  }
  CHECK_FALSE(std::filesystem::exists(folder.file("00000001.ksj")));
  for (const auto* const each : {&folder, &after_kill}) {
    CHECK(std::filesystem::file_size(each->file("00000002.ksj")) < 200'000);
    const auto server = start_in(each->path());
    WireClient client(server->port());
    client.say_hello();
    client.subscribe({kinesphere::PART_BODY});
    CHECK(client.next_frame().tick() + 60 > last);
  }
}

}  // namespace kine::server::leaving_scenes_test
