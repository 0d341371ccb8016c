// Names that would lead out of a folder, for everything by which a stranger's name may become one
// of a file. No header of its own: each room has its tests of what is taken.
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "server/cluster/scene_name.h"
#include "server/guests/tenants.h"
#include "server/recordings/recorder.h"
#include "server/retention/forget.h"
#include "server/retention/kept_folder.h"
#include "server/scene/casts.h"
#include "server/services/stage.h"
#include "server/voices/file_voice.h"
#include "server/web/request_target.h"
#include "server/web/web_files.h"
#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/running_server.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::path_traversal_test {
namespace {

/// Ways out, each also within a path, with an ending and with what hides one.
std::vector<std::string> traversals() {
  using namespace std::string_literals;
  const std::vector<std::string> ways = {"..",
                                         "../precious",
                                         "../../precious",
                                         "../../../../../../../../etc/passwd",
                                         "/etc/passwd",
                                         "//etc/passwd",
                                         "./../precious",
                                         "lab/../../precious",
                                         "link/precious",
                                         "..\\precious",
                                         "..\\..\\precious",
                                         "\\\\host\\share\\precious",
                                         "C:\\precious",
                                         "%2e%2e/precious",
                                         "%2e%2e%2fprecious",
                                         "..%2fprecious",
                                         "..%5cprecious",
                                         "%252e%252e%252fprecious",
                                         "..%c0%afprecious",
                                         "..\xC0\xAFprecious",
                                         "\xEF\xBC\x8E\xEF\xBC\x8E\xEF\xBC\x8Fprecious",
                                         "..\xE2\x88\x95precious",
                                         "....//precious",
                                         "..;/precious",
                                         "..\0/precious"s,
                                         "precious\0"s,
                                         "~/precious",
                                         "$HOME/precious",
                                         "file:///etc/passwd",
                                         "/proc/self/environ",
                                         "/dev/zero",
                                         "../precious\n",
                                         " ../precious",
                                         ".hidden/../../precious"};
  std::vector<std::string> all;
  for (const std::string& way : ways) {
    for (const std::string& each :
         {way, "lab/" + way, "./" + way, way + ".ksr", way + "\0.ksr"s, way + "/", way + "/."}) {
      all.push_back(each);
    }
  }
  return all;
}

/// A folder with one in it, a file beside that, and a link in it that leads there.
struct Disk {
  Disk() {
    std::filesystem::create_directories(outside.file("inside/lab"));
    outside.write("precious.ksr", "x");
    outside.write("precious", "x");
    for (const char* recording : {"precious", "inside/welcome"}) {
      outside.write(recording + std::string(".wav"),
                    test::wave_of(std::vector<std::int16_t>(800), 8'000));
      outside.write(recording + std::string(".ctm"), "a 1 0 0.1 hello\n");
    }
    std::filesystem::create_directory_symlink(outside.path(), outside.file("inside/link"));
  }
  std::string inside() const { return outside.file("inside"); }

  /// Every file and folder that there is, links not followed.
  std::vector<std::string> everything() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(outside.path())) {
      all.push_back(entry.path().string());
    }
    std::ranges::sort(all);
    return all;
  }

  test::TemporaryFolder outside;
};

}  // namespace

TEST_CASE("of two hundred names that lead out of a folder none is one of a tenant or a scene",
          "[traversal]") {
  REQUIRE(traversals().size() >= 200);
  for (const std::string& name : traversals()) {
    CAPTURE(name);
    CHECK_FALSE(is_name_of_tenant(name));
    CHECK_FALSE(is_subject_token(name));
    CHECK_FALSE(check_scene_names(std::vector{name}));
    CHECK_FALSE(
        Tenants::parse("sha256:" + std::string(64, 'a') + ' ' + name + " main perform never\n"));
  }
}

TEST_CASE("of two hundred names that lead out of a folder none is recorded, read or deleted",
          "[traversal]") {
  const Disk disk;
  const auto before = disk.everything();
  const auto casts = make_casts(default_characters());
  const Roster roster(*casts);
  boost::asio::io_context io;
  Status status;
  Hub hub(io, TickRate(60), status);
  Recorder recorder(disk.inside(), roster, TickRate(60), hub);
  const auto kept = KeptFolder::open(disk.inside());
  REQUIRE(kept);
  const auto voice = FileVoice::open(disk.inside());
  REQUIRE(voice);
  // What lies outside could be said as well, if a name led there.
  REQUIRE((*voice)->say({.text = "hello", .voice = "welcome"}));
  const auto voice_outside = FileVoice::open(disk.outside.path());
  REQUIRE(voice_outside);
  REQUIRE((*voice_outside)->say({.text = "hello", .voice = "precious"}));
  for (const std::string& name : traversals()) {
    CAPTURE(name);
    CHECK_FALSE(recorder.start(ClientId{1}, name, {}, {}));
    CHECK_FALSE(recorder.start(ClientId{1}, name, {}, {}, "lab"));
    const KeptFile file{.name = name, .path = name, .written = {}};
    CHECK_FALSE(kept->remove(file));
    CHECK(kept->begin_of(file, 1).empty());
    const auto below = kept->below(name);
    CHECK_FALSE((below && *below));
    CHECK_FALSE((*voice)->say({.text = "hello", .voice = name}));
    CHECK_FALSE(forget({.tenant = name, .recordings = disk.inside()}, [](const LogEvent&) {}));
  }
  recorder.finish();
  CHECK(disk.everything() == before);
}

TEST_CASE("of two hundred paths that lead out of a folder no page is given", "[traversal]") {
  const auto casts = make_casts(default_characters());
  const WebFiles files(Roster(*casts), TickRate(60));
  std::size_t taken = 0;
  for (const std::string& name : traversals()) {
    for (const std::string& target :
         {name, "/" + name, "/viewer/" + name, "/avatars/" + name, "/schemas/" + name,
          "/scripts/" + name + ".xml", "/skeletons/" + name + ".json"}) {
      CAPTURE(target);
      const auto path = path_of_target(target);
      if (!path) continue;
      ++taken;
      CHECK(files.find(*path) == nullptr);
      // Were there a folder behind it, it would stay there.
      const std::filesystem::path on_disk("/folder" + *path);
      CHECK(on_disk.lexically_normal().string().starts_with("/folder/"));
    }
  }
  CHECK(taken > 0);
}

TEST_CASE("a page is had by its own path alone, not by one that leads out of another folder",
          "[traversal]") {
  const auto casts = make_casts(default_characters());
  const WebFiles files(Roster(*casts), TickRate(60));
  const std::string page = "/kinesphere.proto";
  REQUIRE(files.find(*path_of_target(page)) != nullptr);
  for (const std::string& folder :
       {"/viewer/..", "/viewer/%2e%2e", "/viewer/.%2E", "/viewer/%2e.", "/viewer/./..", "/.",
        "/viewer//..", "/viewer/..%2f", "/viewer\\..", "/viewer%5c..", "/viewer/..;",
        "/viewer/\t..", "/viewer/%00/..", "/", "/viewer/../viewer/.."}) {
    CAPTURE(folder);
    const auto path = path_of_target(folder + page);
    CHECK_FALSE((path && files.find(*path) != nullptr));
  }
}

}  // namespace kine::server::path_traversal_test
