// Tests for server/offline/movie.h: with a program in ffmpeg's place, without any, and with ffmpeg
// itself where it is.
#include "server/offline/movie.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/recorded_motion.h"
#include "tests/support/server/other_path.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::movie_test {

using namespace kine;

namespace {

namespace fs = std::filesystem;

server::Movie movie() {
  return {.pictures = test::written(test::recorded_ada(), ".apng", test::random_frames(5, 7)),
          .sound = {.rate_hz = 8'000, .samples = std::vector<std::int16_t>(800, 100)},
          .provenance = {.version = "1", .revision = "abc", .seed = 7, .script_sha256 = "def"}};
}

bool ffmpeg_is_there() {
  const std::string path = std::getenv("PATH");
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    if (fs::exists(fs::path(path.substr(at, end - at)) / "ffmpeg")) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

TEST_CASE("a movie is what ffmpeg makes of the pictures and the sound", "[movie]") {
  const test::TemporaryFolder program, folder;
  // Its last argument is the output; the others are kept, with what is in the inputs.
  const auto path = test::with_ffmpeg(
      program, "for a in \"$@\"; do printf '%s\\n' \"$a\"; last=$a; done > '" +
                   folder.file("words") + "'\nls '" + folder.path().string() + "' > '" +
                   folder.file("files") + "'\nprintf made > \"${last#file:}\"");
  const std::string output = folder.file("wave.mp4");

  REQUIRE(server::write_movie(output, movie()));

  CHECK(test::text_of(output) == "made");
  const std::string words = test::text_of(folder.file("words"));
  CHECK(words.find("-nostdin\n") != std::string::npos);
  CHECK(words.find("\ncomment=kinesphere version=1 revision=abc seed=7 script_sha256=def\n") !=
        std::string::npos);
  CHECK(words.find("-f\napng\n-i\nfile:" + output + ".part") != std::string::npos);
  CHECK(words.find("-f\nwav\n-i\nfile:" + output + ".part") != std::string::npos);
  const std::string files = test::text_of(folder.file("files"));
  CHECK(files.find(".apng\n") != std::string::npos);
  CHECK(files.find(".wav\n") != std::string::npos);
  CHECK(folder.file_count() == 3);  // the two lists and the movie
}

TEST_CASE("a movie without sound has pictures alone", "[movie]") {
  const test::TemporaryFolder program, folder;
  const auto path =
      test::with_ffmpeg(program, "for a in \"$@\"; do echo \"$a\"; last=$a; done > '" +
                                     folder.file("words") + "'\n: > \"${last#file:}\"");
  server::Movie silent = movie();
  silent.sound = {};
  REQUIRE(server::write_movie(folder.file("a.mp4"), silent));
  CHECK(test::text_of(folder.file("words")).find("wav") == std::string::npos);
}

TEST_CASE("what ffmpeg says where it fails is the error, and no file is left", "[movie]") {
  const test::TemporaryFolder program, folder;
  const auto path = test::with_ffmpeg(program, "echo 'no such codec' >&2\nexit 3");
  const auto written = server::write_movie(folder.file("a.mp4"), movie());
  REQUIRE_FALSE(written);
  CHECK(written.error().message.starts_with("ffmpeg fails: no such codec"));
  CHECK(folder.file_count() == 0);
}

TEST_CASE("without ffmpeg an error says what is missing, and what else there is", "[movie]") {
  const test::TemporaryFolder folder;
  const test::OtherPath path(folder.path().string());
  const auto written = server::write_movie(folder.file("a.mp4"), movie());
  REQUIRE_FALSE(written);
  CHECK(written.error().message ==
        "an .mp4 is made by the program ffmpeg, which is not on the PATH; install it, or bake an "
        ".apng");
  CHECK(folder.file_count() == 0);
}

TEST_CASE("ffmpeg itself, where it is, makes an MP4", "[movie]") {
  if (!ffmpeg_is_there()) return;
  const test::TemporaryFolder folder;
  const std::string output = folder.file("a.mp4");
  const auto written = server::write_movie(output, movie());
  REQUIRE(written);
  CHECK(test::text_of(output).substr(4, 4) == "ftyp");
}

}  // namespace kine::movie_test
