// Tests for server/base/script_file.h.
#include "server/base/script_file.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::script_file_test {

using namespace kine;

TEST_CASE("a script file is read whole, up to the limit", "[script_file]") {
  const test::TemporaryFolder folder;
  const std::string text(kScriptBytesMax, 'x');

  CHECK(server::read_script_file(folder.write("a", "<script/>\r\n")).value() == "<script/>\r\n");
  CHECK(server::read_script_file(folder.write("b", "")).value().empty());
  CHECK(server::read_script_file(folder.write("c", text)).value() == text);
}

TEST_CASE("a script file past the limit is refused with the limit's name and value",
          "[script_file]") {
  const test::TemporaryFolder folder;
  const std::string path = folder.write("a", std::string(kScriptBytesMax + 1, 'x'));

  const Result<std::string> text = server::read_script_file(path);

  REQUIRE_FALSE(text);
  CHECK(text.error().code == ErrorCode::LimitExceeded);
  CHECK(text.error().message ==
        "the bytes of a script must be at most 1048576, not '1048577 or more'");
}

TEST_CASE("a device without an end is refused, not read for ever", "[script_file]") {
  const Result<std::string> text = server::read_script_file("/dev/zero");
  REQUIRE_FALSE(text);
  CHECK(text.error().code == ErrorCode::LimitExceeded);
}

TEST_CASE("what cannot be read is an error with the system's reason", "[script_file]") {
  const test::TemporaryFolder folder;

  const Result<std::string> missing = server::read_script_file(folder.file("none"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message == "cannot be opened: No such file or directory");

  const Result<std::string> not_a_file = server::read_script_file(folder.path().string());
  REQUIRE_FALSE(not_a_file);
  CHECK(not_a_file.error().message == "cannot be read: Is a directory");
}

TEST_CASE("messages call standard input by its name", "[script_file]") {
  CHECK(server::shown_name("-") == "<stdin>");
  CHECK(server::shown_name("a/b.xml") == "a/b.xml");
}

TEST_CASE("a clip may be longer than a script, but has a limit, too", "[script_file]") {
  const test::TemporaryFolder folder;
  const std::string fits(kScriptBytesMax + 1, 'x');
  const auto clip = server::read_clip_file(folder.write("clip.bvh", fits));
  REQUIRE(clip);
  CHECK(clip->size() == fits.size());

  const auto endless =
      server::read_clip_file(folder.write("endless.bvh", std::string(kClipBytesMax + 1, 'x')));
  REQUIRE_FALSE(endless);
  CHECK(endless.error().code == ErrorCode::LimitExceeded);
  CHECK(endless.error().message.starts_with("the bytes of a clip must be at most 16777216, not "));
}

}  // namespace kine::script_file_test
