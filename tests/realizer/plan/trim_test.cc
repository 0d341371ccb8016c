#include "realizer/plan/trim.h"

#include "tests/support/catch.h"

namespace kine::plan::trim_test {
namespace {

using namespace std::chrono_literals;

Key key_at(Seconds time, Seconds hold = 0s) { return {.time = time, .hold = hold}; }

Sequence sequence() {
  Sequence sequence;
  sequence.fade_in = 0.5s;
  sequence.tracks = {{.group = 1, .start = 0s, .keys = {key_at(1s), key_at(2s, 1s), key_at(4s)}},
                     {.group = 2, .start = 0s, .keys = {key_at(1s, 0.5s)}}};
  sequence.channels = {{.channel = {}, .start = 3s, .keys = {{.time = 5s, .value = 1}}}};
  return sequence;
}

}  // namespace

TEST_CASE("keys that have passed are gone, and one that is held is held from now on", "[trim]") {
  Sequence trimmed = sequence();
  trim(2.25s, trimmed);

  REQUIRE(trimmed.tracks.size() == 2);
  CHECK(trimmed.fade_in == 0s);
  const Track& track = trimmed.tracks[0];
  CHECK(track.start == 2.25s);
  REQUIRE(track.keys.size() == 2);
  CHECK(track.keys[0].time == 2.25s);
  CHECK(track.keys[0].hold == 0.75s);
  CHECK(track.keys[1] == sequence().tracks[0].keys[2]);
  CHECK(trimmed.tracks[1].keys == std::vector{key_at(2.25s)});  // it stands there
  CHECK(trimmed.channels == sequence().channels);               // it begins later
}

TEST_CASE("between two keys the first that follows is the next", "[trim]") {
  Sequence trimmed = sequence();
  trim(3.5s, trimmed);
  REQUIRE(trimmed.tracks[0].keys.size() == 1);
  CHECK(trimmed.tracks[0].start == 3.5s);
  CHECK(trimmed.tracks[0].keys[0].time == 4s);
  CHECK(trimmed.channels[0].start == 3.5s);
}

TEST_CASE("a sequence moves as long as a key is to come", "[trim]") {
  CHECK(has_keys_after(sequence(), 4.5s));
  CHECK_FALSE(has_keys_after(sequence(), 5s));
}

}  // namespace kine::plan::trim_test
