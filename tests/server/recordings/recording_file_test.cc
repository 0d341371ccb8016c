// Tests for server/recordings/recording_file.h.
#include "server/recordings/recording_file.h"

#include "tests/support/catch.h"
#include "tests/support/server/recordings.h"
#include "tests/support/temporary_folder.h"

namespace kine::recording_file_test {

using namespace kine;

TEST_CASE("a recording's file is read from its beginning as often as is asked",
          "[recording_file]") {
  const test::TemporaryFolder folder;
  const auto file =
      server::RecordingFile::open(folder.write("a.ksr", test::recording_of_two(Tick{5}, 3)));
  REQUIRE(file);
  for (int i = 0; i < 2; ++i) {
    protocol::RecordedMotion motion = (*file)->motion();
    const auto moment = motion.next();
    REQUIRE(moment);
    REQUIRE(*moment);
    CHECK((*moment)->tick == Tick{5});
  }
}

TEST_CASE("a fault anywhere in a recording is found when it is opened", "[recording_file]") {
  const test::TemporaryFolder folder;
  std::string bytes;
  protocol::RecordingWriter writer({.rate = TickRate(60), .characters = {}}, Tick{0}, bytes);
  for (std::uint64_t tick = 0; tick < 200; ++tick) {
    const std::string nothing(4, '\0');
    const std::string no_envelope = std::string("\2\0\0\0", 4) + "\xFF\xFF";
    writer.append(Tick{tick}, protocol::make_bytes(tick == 70 ? no_envelope : nothing), bytes);
  }
  writer.finish(bytes);

  const auto late = server::RecordingFile::open(folder.write("late.ksr", bytes));
  REQUIRE_FALSE(late);
  CHECK(late.error().message.find("no envelope") != std::string::npos);
  CHECK_FALSE(server::RecordingFile::open(folder.write("none.ksr", "text")));
  CHECK_FALSE(server::RecordingFile::open(folder.file("missing.ksr")));
}

}  // namespace kine::recording_file_test
