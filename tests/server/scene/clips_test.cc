// Tests for server/scene/clips.h.
#include "server/scene/clips.h"

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::clips_test {
namespace {

constexpr std::string_view kNod =
    "HIERARCHY ROOT head { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 3 Frame Time: 0.5 "
    "0 10 0";

std::string error_of(const std::string& folder) {
  const auto clips = load_clips({.path = folder}, {});
  return clips ? "" : clips.error().message;
}

}  // namespace

TEST_CASE("the clips inside the program are there without a folder", "[clips]") {
  const auto clips = load_clips({}, {});
  REQUIRE(clips);
  CHECK(clips->at("nod-twice")->joints.contains(body::Joint::Head));
  CHECK(clips->at("shift-weight")->joints.contains(body::Joint::Hips));
}

TEST_CASE("a clip of the folder is named by its file and goes before ours", "[clips]") {
  const test::TemporaryFolder folder;
  folder.write("yes.bvh", kNod);
  folder.write("nod-twice.BVH", kNod);
  folder.write("notes.txt", "not a clip");

  const auto clips = load_clips({.path = folder.path().string()}, {});

  REQUIRE(clips);
  CHECK(clips->at("yes")->length() == Seconds(1));
  CHECK(clips->at("nod-twice")->length() == Seconds(1));
  CHECK(clips->contains("shift-weight"));
  CHECK_FALSE(clips->contains("notes"));
}

TEST_CASE("a clip whose name no script could write is refused", "[clips]") {
  const test::TemporaryFolder folder;
  folder.write("\xFF.bvh", kNod);
  CHECK(error_of(folder.path().string()).starts_with("a clip's name is no UTF-8: '"));
}

TEST_CASE("joints of other names are found by the vocabulary", "[clips]") {
  const test::TemporaryFolder folder;
  std::string text(kNod);
  text.replace(text.find("head"), 4, "skull");
  folder.write("yes.bvh", text);
  CHECK(error_of(folder.path().string()).find("'skull'") != std::string::npos);

  plan::Vocabulary vocabulary;
  vocabulary.joints["skull"] = body::Joint::Head;
  CHECK(load_clips({.path = folder.path().string()}, vocabulary));
}

TEST_CASE("a bad file is an error with its name and place, or is left out with a warning",
          "[clips]") {
  const test::TemporaryFolder folder;
  const std::string bad = folder.write("bad.bvh", "HIERARCHY\nJOINT");
  folder.write("yes.bvh", kNod);
  CHECK(error_of(folder.path().string()) == bad + ":2:1: here stands ROOT or MOTION, not 'JOINT'");

  Diagnostics left_out;
  const auto clips = load_clips({.path = folder.path().string(), .left_out = &left_out}, {});
  REQUIRE(clips);
  CHECK(clips->contains("yes"));
  CHECK_FALSE(clips->contains("bad"));
  REQUIRE(left_out.warnings().size() == 1);
  CHECK(left_out.warnings()[0].message.starts_with(bad));
}

TEST_CASE("folders below, and a folder that there is not", "[clips]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "below.bvh");
  CHECK(error_of(folder.path().string()).empty());
  CHECK_FALSE(error_of(folder.file("none")).empty());
}

TEST_CASE("what of a file is mapped is told, file by file", "[clips]") {
  const test::TemporaryFolder folder;
  const std::string nod = folder.write("nod.bvh", kNod);
  const std::string wag =
      folder.write("wag.bvh",
                   "HIERARCHY ROOT head { OFFSET 0 0 0 CHANNELS 1 Xrotation JOINT tail { OFFSET "
                   "0 0 1 CHANNELS 1 Xrotation } } MOTION Frames: 1 Frame Time: 0.5\n0 9\n1 2");

  std::vector<MappedClip> mapped;
  REQUIRE(load_clips({.path = folder.path().string(), .mapped = &mapped}, {}));

  REQUIRE(mapped.size() == 2);
  CHECK(mapped[0].file == nod);
  CHECK(losses_of(mapped[0]).warnings().empty());
  CHECK(mapped[1].file == wag);
  const Diagnostics losses = losses_of(mapped[1]);
  REQUIRE(losses.warnings().size() == 2);
  CHECK(losses.warnings()[0].message == "unknown joint, its turns are left out: 'tail'");
  CHECK(losses.warnings()[0].where.line == 1);
  CHECK(losses.warnings()[1].message ==
        "left out: the rows past the number of frames, from line 3 on");
}

}  // namespace kine::server::clips_test
