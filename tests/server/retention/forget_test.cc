// Tests for server/retention/forget.h, with what real servers have kept.
#include "server/retention/forget.h"

#include <filesystem>
#include <fstream>
#include <vector>

#include "server/base/sha256.h"
#include "server/recordings/recordings_folder.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::forget_test {
namespace {

std::string line_of_tenant(const std::string& tenant) {
  return "sha256:" + sha256_of("token of " + tenant) + ' ' + tenant +
         " main subscribe,perform,operate never\n";
}

std::unique_ptr<Server> start_keeping(const test::TemporaryFolder& folder) {
  for (const char* name : {"journal", "recordings"}) {
    std::filesystem::create_directories(folder.file(name));
  }
  Options options = test::server_options();
  options.tenants = *Tenants::parse(line_of_tenant("lab") + line_of_tenant("hall"));
  options.journal = folder.file("journal");
  options.recordings = folder.file("recordings");
  return test::start_server(std::move(options));
}

void record_as(const Server& server, const std::string& tenant, const std::string& name) {
  test::WireClient client(server.port());
  client.say_hello("token of " + tenant);
  kinesphere::Envelope record;
  record.mutable_record()->set_name(name);
  client.send(record);
  client.submit(test::head_script(0.2), name);
  client.receive_until([](const auto& each) { return each.has_kept(); });
  record.mutable_record()->set_stop(true);
  client.send(record);
  const auto recorded =
      client.receive_until([](const auto& each) { return each.has_recorded(); }).recorded();
  REQUIRE(recorded.error().empty());
}

ForgetWish all_of(const test::TemporaryFolder& folder, const std::string& tenant) {
  return {
      .tenant = tenant, .journal = folder.file("journal"), .recordings = folder.file("recordings")};
}

struct Heard {
  std::vector<std::string> events;
  std::string error;
};

Heard forget_all(const ForgetWish& wish) {
  Heard heard;
  const auto forgotten =
      forget(wish, [&](const LogEvent& event) { heard.events.push_back(event.as_text()); });
  if (!forgotten) heard.error = forgotten.error().message;
  if (forgotten) CHECK(forgotten->files == heard.events.size());
  return heard;
}

}  // namespace

TEST_CASE("of two tenants one is forgotten when the server is stopped", "[retention]") {
  const test::TemporaryFolder folder;
  {
    const auto server = start_keeping(folder);
    record_as(*server, "lab", "talk");
    record_as(*server, "hall", "talk");  // of the same name, which is another place
    CHECK(forget_all(all_of(folder, "lab"))
              .error.starts_with("a server writes the journal; stop it first: '"));
  }
  CHECK(std::filesystem::exists(folder.file("recordings/lab/talk.ksr")));
  ForgetWish wish = all_of(folder, "lab");
  wish.dry_run = true;
  CHECK(forget_all(wish).events.size() == 2);
  CHECK(std::filesystem::exists(folder.file("recordings/lab/talk.ksr")));

  const Heard heard = forget_all(all_of(folder, "lab"));
  CHECK(heard.error.empty());
  REQUIRE(heard.events.size() == 2);
  CHECK(heard.events[0].starts_with("deleted: a journal was deleted [tenant=lab file="));
  CHECK(heard.events[1].starts_with("deleted: a recording was deleted [tenant=lab file="));
  CHECK_FALSE(std::filesystem::exists(folder.file("recordings/lab")));
  CHECK(std::filesystem::is_empty(folder.file("journal")));
  CHECK(std::filesystem::exists(folder.file("recordings/hall/talk.ksr")));
  CHECK(forget_all(all_of(folder, "lab")).events.empty());
}

TEST_CASE("a journal from which a server can go on is not forgotten, nor anything else",
          "[retention]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  {
    const auto server = start_keeping(folder);
    record_as(*server, "lab", "talk");
    std::filesystem::copy(folder.path(), after_kill.path(),
                          std::filesystem::copy_options::recursive);  // as a kill leaves it
  }
  CHECK(forget_all(all_of(after_kill, "lab"))
            .error.starts_with("the journal is not over, a server can go on from it; start that "
                               "server, stop it, and ask again: '"));
  CHECK(std::filesystem::exists(after_kill.file("recordings/lab/talk.ksr")));
  { const auto server = start_keeping(after_kill); }
  CHECK(forget_all(all_of(after_kill, "lab")).events.size() == 2);
}

TEST_CASE("logs of sessions go as a whole, and no other file that ends like one", "[retention]") {
  const test::TemporaryFolder logs;
  logs.write("frames.jsonl", R"({"row":"other"})");
  {
    Options options = test::server_options();
    options.session_log = logs.file("first.jsonl");
    const auto server = test::start_server(std::move(options));
    test::WireClient client(server->port());
    client.say_hello();
    client.subscribe();
    client.receive_until([](const auto& each) { return each.has_frame(); });
    CHECK(forget_all({.tenant = "lab", .logs = logs.path().string()}).error.find("stop it first") !=
          std::string::npos);
  }
  const Heard heard = forget_all({.tenant = "lab", .logs = logs.path().string()});
  REQUIRE(heard.events.size() == 1);
  CHECK(heard.events[0].starts_with("deleted: a log of a session was deleted"));
  CHECK(logs.file_count() == 1);
}

TEST_CASE("a name that is no tenant's leads nowhere", "[retention]") {
  const test::TemporaryFolder outside;
  const test::TemporaryFolder folder;
  outside.write("talk.ksr", "x");
  std::filesystem::create_directory_symlink(outside.path(), folder.file("link"));
  for (const std::string& name :
       {std::string(), std::string(".."), std::string("."), std::string("a/b"),
        "../" + outside.path().filename().string(), std::string(65, 'a'), std::string("a b")}) {
    INFO(name);
    CHECK_FALSE(is_name_of_tenant(name));
    CHECK(forget_all({.tenant = name, .recordings = folder.path().string()})
              .error.starts_with("a tenant has 1 to 64 letters, digits, - and _: "));
  }
  CHECK(forget_all({.tenant = "link", .recordings = folder.path().string()})
            .error.starts_with("no folder, and links are not followed"));
  CHECK(outside.file_count() == 1);
}

TEST_CASE("what a tenant has in another scene is forgotten, too", "[retention][scenes]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("recordings/hall.scene/lab"));
  std::filesystem::create_directories(folder.file("journal"));
  const std::string recording = folder.file("recordings/hall.scene/lab/talk.ksr");
  std::ofstream(recording) << "of another scene";
  const Heard heard = forget_all(all_of(folder, "lab"));
  CHECK(heard.error.empty());
  CHECK(heard.events.size() == 1);
  CHECK_FALSE(std::filesystem::exists(recording));
}

TEST_CASE("a recording that is written is not forgotten", "[retention]") {
  const test::TemporaryFolder folder;
  const RecordingsFolder recordings(folder.path().string());
  auto file = recordings.create("lab/talk");
  REQUIRE(file);
  const ForgetWish wish{.tenant = "lab", .recordings = folder.path().string()};
  CHECK(forget_all(wish).error.starts_with("a server writes this recording; stop it first: '"));
  file->reset();
  CHECK(forget_all(wish).events.size() == 1);
}

}  // namespace kine::server::forget_test
