// Tests for server/learning/takes.h.
#include "server/learning/takes.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/motion/captured_bvh.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::takes_test {

using namespace kine;

namespace {

std::string sound() { return test::syllables_wave(2, 1); }

struct TakesAndWarnings {
  Result<std::vector<gesture::TrainingTake>> takes;
  std::vector<Warning> warnings;
};

TakesAndWarnings read(const server::TakesWish& wish) {
  Diagnostics diagnostics;
  auto takes = server::read_takes(wish, test::recorders_names(), diagnostics);
  return {std::move(takes), {diagnostics.warnings().begin(), diagnostics.warnings().end()}};
}

}  // namespace

TEST_CASE("takes are sounds and motions of the same name, in the order of their names", "[takes]") {
  const test::TemporaryFolder folder;
  for (const std::string name : {"b", "a"}) {
    folder.write(name + ".wav", sound());
    folder.write(name + ".bvh", test::captured_bvh());
  }
  folder.write("a.truth.csv", "kind,from_s,to_s,value,name\nphase,0.5,1,0,hold\n");
  const auto read_all = read({.sources = {folder.path().string()}});
  REQUIRE(read_all.takes.has_value());
  CHECK(read_all.warnings.empty());
  REQUIRE(read_all.takes->size() == 2);
  CHECK(read_all.takes->front().name == "a");
  CHECK(read_all.takes->back().name == "b");
  const auto& truth = read_all.takes->front().truth;
  REQUIRE(truth[static_cast<std::size_t>(gesture::BodySection::Arms)].size() == 1);
  CHECK(truth[static_cast<std::size_t>(gesture::BodySection::Arms)].front().label == "hold");
  CHECK(truth[static_cast<std::size_t>(gesture::BodySection::Head)].empty());
  const auto& heard = read_all.takes->front().heard;
  CHECK(std::ranges::count(heard, speech::Heard::Kind::Syllable, &speech::Heard::kind) == 8);
}

TEST_CASE("motion may lie in a folder of its own and begin at another time", "[takes]") {
  const test::TemporaryFolder sounds;
  const test::TemporaryFolder motions;
  sounds.write("a.wav", sound());
  motions.write("a.bvh", test::captured_bvh());
  motions.write("b.bvh", test::captured_bvh());  // of others: no fault
  const server::TakesWish wish{.sources = {sounds.path().string()},
                               .motion = motions.path().string()};
  const auto now = read(wish);
  REQUIRE(now.takes.has_value());
  CHECK(now.warnings.empty());
  server::TakesWish late = wish;
  late.offset_s = 0.5;
  const auto later = read(late);
  REQUIRE(later.takes.has_value());
  const auto& heard = now.takes->front().heard;
  const auto& heard_later = later.takes->front().heard;
  REQUIRE(heard.size() == heard_later.size());
  for (std::size_t i = 0; i < heard.size(); ++i) {
    CHECK((heard_later[i].found - heard[i].found).count() == Approx(0.5));
    CHECK((heard_later[i].at - heard[i].at).count() == Approx(0.5));
  }
}

TEST_CASE("a sound that does not go with its motion is told", "[takes]") {
  const test::TemporaryFolder folder;
  folder.write("a.wav", sound());
  folder.write("a.bvh", test::captured_bvh());
  // Eight syllables in two seconds, and motion of a little more than three.
  CHECK(read({.sources = {folder.path().string()}, .offset_s = 1}).warnings.empty());
  for (const double offset_s : {-10.0, 10.0}) {
    const auto apart = read({.sources = {folder.path().string()}, .offset_s = offset_s});
    CHECK(apart.takes.has_value());
    REQUIRE(apart.warnings.size() == 1);
    CHECK(apart.warnings.front().message.starts_with(
        folder.file("a.wav") + ": 8 of 8 syllables are heard before its motion begins"));
  }
}

TEST_CASE("a sound without motion, or motion without sound, is left out with a warning",
          "[takes]") {
  const test::TemporaryFolder folder;
  folder.write("a.wav", sound());
  folder.write("a.bvh", test::captured_bvh());
  folder.write("b.wav", sound());
  folder.write("c.bvh", test::captured_bvh());
  const auto read_all = read({.sources = {folder.path().string()}});
  REQUIRE(read_all.takes.has_value());
  CHECK(read_all.takes->size() == 1);
  REQUIRE(read_all.warnings.size() == 2);
  CHECK(read_all.warnings[0].message ==
        folder.file("b.wav") + ": left out, for there is no motion of the name b");
  CHECK(read_all.warnings[1].message ==
        folder.file("c.bvh") + ": left out, for there is no sound of the name c");
}

TEST_CASE("what is wrong with takes is said with its file", "[takes]") {
  const test::TemporaryFolder folder;
  const auto refusal = [&](server::TakesWish wish = {}) {
    if (wish.sources.empty()) wish.sources = {folder.path().string()};
    const auto takes = read(wish).takes;
    REQUIRE_FALSE(takes.has_value());
    return takes.error().message;
  };
  CHECK(refusal() ==
        folder.path().string() + ": no NAME.wav has a NAME.bvh or NAME.vrma beside it");
  CHECK(refusal({.sources = {folder.file("none")}}).starts_with(folder.file("none") + ": "));
  folder.write("a.bvh", test::captured_bvh());
  folder.write("a.wav", test::wave_of({1, 2, 3}, 192'000));
  CHECK(refusal() ==
        folder.file("a.wav") + ": a .wav of fewer than 8000 or more than 48000 samples a second");
  folder.write("a.wav", sound());
  folder.write("a.bvh", test::captured_bvh({.frames_a_second = 20}));
  CHECK(refusal().starts_with(folder.file("a.bvh") + ": motion to learn from has 30 to 120"));
  folder.write("a.vrma", "another");
  CHECK(refusal() == folder.file("a.vrma") + ": a take has one file of motion, and there is " +
                         folder.file("a.bvh"));
  CHECK(refusal({.sources = {folder.file("none.ksr")}}).starts_with(folder.file("none.ksr")));
}

}  // namespace kine::takes_test
