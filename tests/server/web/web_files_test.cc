// Tests for server/web/web_files.h.
#include "server/web/web_files.h"

#include <set>

#include "server/scene/casts.h"
#include "server/web/request_target.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::server::web_files_test {
namespace {

WebFiles all_files() {
  const auto casts = make_casts(default_characters());
  return WebFiles(Roster(*casts), TickRate(60));
}

}  // namespace

TEST_CASE("what a page and a client's author need is there", "[web_files]") {
  const WebFiles files = all_files();
  for (const char* path :
       {"/", "/viewer/main.js", "/viewer/worker.js", "/viewer/style.css", "/viewer/previews.json",
        "/kinesphere.proto", "/schemas/kinesphere.xsd", "/schemas/bml.xsd", "/scripts.json",
        "/scripts/wave.xml", "/scripts/embr_beat.xml", "/lexicon.json", "/styles.json",
        "/manners.json", "/skeletons/ada.json", "/skeletons/ben.json"}) {
    CAPTURE(path);
    REQUIRE(files.find(path) != nullptr);
    CHECK_FALSE(files.find(path)->bytes.empty());
  }
  CHECK(files.find("/nowhere") == nullptr);
  CHECK(files.find("/viewer/") == nullptr);
}

TEST_CASE("files are embedded as they are, byte for byte", "[web_files]") {
  const WebFiles files = all_files();
  CHECK(files.find("/kinesphere.proto")->bytes ==
        test::text_of(test::source_path("protocol/kinesphere.proto")));
  CHECK(files.find("/schemas/lexicon.xsd")->bytes ==
        test::text_of(test::source_path("schemas/lexicon.xsd")));
}

TEST_CASE("every path that there is can be asked for", "[web_files]") {
  const WebFiles files = all_files();
  for (const std::string_view path : files.paths()) {
    CAPTURE(path);
    CHECK(*path_of_target(path) == path);
  }
}

TEST_CASE("a compressed file begins as gzip does and is smaller", "[web_files]") {
  const WebFiles files = all_files();
  const WebFile& proto = *files.find("/kinesphere.proto");
  CHECK(proto.gzip.substr(0, 3) == "\x1F\x8B\x08");  // RFC 1952, 2.3.1
  CHECK(proto.gzip.size() < proto.bytes.size());
}

TEST_CASE("types are told by endings", "[web_files]") {
  CHECK(type_of("/a/index.html") == "text/html; charset=utf-8");
  CHECK(type_of("/ada.vrm") == "model/gltf-binary");
  CHECK(type_of("/what") == "application/octet-stream");
  const WebFiles files = all_files();
  CHECK(files.find("/")->type == "text/html; charset=utf-8");
}

TEST_CASE("tags tell files apart", "[web_files]") {
  const WebFiles files = all_files();
  std::set<std::string> tags;
  std::set<std::string_view> contents;
  for (const std::string_view path : files.paths()) {
    tags.insert(files.find(path)->etag);
    contents.insert(files.find(path)->bytes);
  }
  CHECK(tags.size() == contents.size());
}

}  // namespace kine::server::web_files_test
