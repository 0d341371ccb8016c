#include "realizer/tick/state/performed.h"

#include "realizer/motion/block.h"
#include "tests/support/catch.h"

namespace kine::performed_test {
namespace {

motion::SyncPoint point(double time_s, const std::string& name, std::size_t part,
                        std::string_view phase = {}) {
  return {.time = Seconds(time_s),
          .id = "b:" + std::string(part == 0 ? "g" : "s") + ":" + name,
          .phase = phase,
          .part = part};
}

/// A gesture from 1 s to 7 s, and a speech "no no" of three seconds, silent, from 2 s on.
motion::Block block() {
  auto track = std::make_shared<speech::SpeechTrack>();
  track->text = "no no";
  track->length = Seconds{3};
  track->words = {{.byte_begin = 0, .byte_end = 2, .start = Seconds{0}, .end = Seconds{1}},
                  {.byte_begin = 3, .byte_end = 5, .start = Seconds{1}, .end = Seconds{2}}};
  motion::Block block;
  block.id = "b";
  block.parts = {{.id = "g", .relaxed = Seconds{6}, .end = Seconds{7}},
                 {.id = "s", .relaxed = Seconds{5}, .end = Seconds{5}}};
  block.sync_points = {point(1, "start", 0),  point(2, "ready", 0, "preparation"),
                       point(2, "start", 1),  point(3, "strokeStart", 0),
                       point(3, "relax", 1),  // a mark may be called so
                       point(4, "stroke", 0), point(5, "strokeEnd", 0),
                       point(5, "end", 1),    point(6, "relax", 0),
                       point(7, "end", 0)};
  block.utterances = {{.start = Seconds{2}, .track = track, .id = "s"}};
  return block;
}

const Performed::Part& gesture_at(double now_s, Performed& performed) {
  performed = performed_of(block(), Seconds(now_s));
  REQUIRE(performed.parts.size() == 2);
  return performed.parts.front();
}

}  // namespace

TEST_CASE("a behaviour is in the phase between two of its points, so far in it", "[performed]") {
  struct Row {
    double now_s;
    const char* phase;
    double phase_fraction;
    double fraction;
  };
  const auto row = GENERATE(
      Row{0.5, "", 0, 0}, Row{1, "preparation", 0, 0}, Row{1.75, "preparation", 0.75, 0.125},
      Row{2.5, "pre-stroke-hold", 0.5, 0.25}, Row{3.5, "stroke", 0.25, 2.5 / 6},
      Row{4.5, "stroke", 0.75, 3.5 / 6}, Row{5.5, "post-stroke-hold", 0.5, 0.75},
      Row{6.25, "retraction", 0.25, 5.25 / 6}, Row{7, "", 0, 1}, Row{60, "", 0, 1});
  Performed performed;
  const Performed::Part& gesture = gesture_at(row.now_s, performed);
  INFO(row.now_s);
  CHECK(gesture.id == "b:g");
  CHECK(gesture.phase == row.phase);
  CHECK(gesture.phase_fraction == Approx(row.phase_fraction));
  CHECK(gesture.fraction == Approx(row.fraction));
}

TEST_CASE("a speech has no phases, whatever its marks are called", "[performed]") {
  const Performed performed = performed_of(block(), Seconds{3.5});
  CHECK(performed.parts[1].phase.empty());
  CHECK(performed.parts[1].fraction == Approx(0.5));
}

TEST_CASE("words are told by their number, and silent speech by its time", "[performed]") {
  const Performed performed = performed_of(block(), Seconds{3.5});
  REQUIRE(performed.speeches.size() == 1);
  const Performed::Speech& speech = performed.speeches.front();
  CHECK(speech.id == "b:s");
  CHECK(speech.words == 2);
  CHECK(speech.words_done == 2);
  CHECK(speech.last_word == "no");
  CHECK(speech.sound.count() == Approx(1.5));
  CHECK(performed_of(block(), Seconds{60}).speeches.front().sound.count() == Approx(3));
  CHECK(performed_of(block(), Seconds{2.5}).speeches.front().words_done == 1);
}

TEST_CASE("of a block that has not begun all is left", "[performed]") {
  const Performed performed = performed_of(block(), std::nullopt);
  CHECK(performed.parts.empty());
  CHECK(performed.speeches.front().words_done == 0);
  CHECK(performed.speeches.front().text_left == "no no");
  CHECK(performed.speeches.front().last_word.empty());
}

TEST_CASE("of one part its own speech is told", "[performed]") {
  CHECK(performed_of(block(), 0, Seconds{3}).speeches.empty());
  CHECK(performed_of(block(), 1, Seconds{3}).speeches.size() == 1);
  CHECK(performed_of(block(), 1, Seconds{3}).parts.size() == 1);
}

TEST_CASE("a sound without words is left until it is over", "[performed]") {
  motion::Block all = block();
  auto track = std::make_shared<speech::SpeechTrack>(*all.utterances.front().track);
  track->words.clear();
  all.utterances.front().track = track;
  CHECK(performed_of(all, Seconds{4}).speeches.front().text_left == "no no");
  CHECK(performed_of(all, Seconds{5}).speeches.front().text_done == "no no");
}

TEST_CASE("texts and behaviours are left out where there is no room for them", "[performed]") {
  Performed performed = performed_of(block(), Seconds{3.5});
  const Performed whole = performed;
  std::size_t bytes_left = 1'000;
  keep_within(bytes_left, performed);
  CHECK(performed == whole);
  CHECK(bytes_left < 1'000);
  bytes_left = 120;
  keep_within(bytes_left, performed);
  CHECK(performed.parts.empty());
  CHECK(performed.speeches.front().text_left.empty());
  CHECK(performed.speeches.front().words_done == 2);
}

}  // namespace kine::performed_test
