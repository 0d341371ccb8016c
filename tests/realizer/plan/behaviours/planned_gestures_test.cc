// Tests for realizer/plan/behaviours/planned_gestures.h.
#include "realizer/plan/behaviours/planned_gestures.h"

#include <algorithm>
#include <set>
#include <string>
#include <variant>

#include "realizer/speech/phrases.h"
#include "tests/support/catch.h"
#include "tests/support/plan/behaviours.h"
#include "tests/support/speech/sayings.h"
#include "tests/support/speech/syllables.h"

namespace kine::plan::planned_gestures_test {
namespace {

script::Behaviour speech(const std::string& text) {
  return test::behaviour("s1", script::Speech{.text = text, .marks = {}, .voice = {}});
}

double offset_s(const script::Behaviour& gesture, const std::string& point) {
  const auto found = std::ranges::find(gesture.appointments, point, &script::Appointment::point);
  REQUIRE(found != gesture.appointments.end());
  CHECK(found->when.behaviour.text == "s1");
  CHECK(found->when.point == "start");
  return found->when.offset.count();
}

}  // namespace

TEST_CASE("strokes end on stressed syllables, or just before them", "[planned]") {
  const auto track = test::said_silently(test::kLongSaying);
  const auto gestures = gestures_of_speech(speech(test::kLongSaying), track);
  CHECK(gestures.size() >= 3);  // in 20 s; eight a minute are asked for
  std::vector<double> accents_s;
  for (const speech::Phrase& phrase : speech::phrases_of(track)) {
    for (const speech::Accent& each : phrase.accents) accents_s.push_back(each.at.count());
  }
  double before_s = -1;
  for (const PlannedGesture& each : gestures) {
    const double stroke_s = offset_s(each.behaviour, "strokeEnd");
    CHECK(stroke_s > before_s);
    CHECK(std::ranges::any_of(accents_s, [&](double accent_s) {
      return stroke_s <= accent_s + 1e-9 && stroke_s >= accent_s - 0.06 - 0.01 - 1e-9;
    }));
    CHECK(each.size >= 0.7);
    CHECK(each.size <= 1);
    before_s = stroke_s;
  }
}

TEST_CASE("the same speech has the same gestures, each of the lexicon", "[planned]") {
  const auto track = test::said_silently(test::kLongSaying);
  const auto once = gestures_of_speech(speech(test::kLongSaying), track);
  const auto again = gestures_of_speech(speech(test::kLongSaying), track);
  REQUIRE(once.size() == again.size());
  std::set<std::string> ids;
  for (std::size_t i = 0; i < once.size(); ++i) {
    CHECK(once[i].behaviour == again[i].behaviour);
    CHECK(ids.insert(once[i].behaviour.id.text).second);
    CHECK_NOTHROW(test::draft_of(once[i].behaviour.kind));
  }
}

TEST_CASE("a sound without words has gestures where it is heard to be stressed", "[planned]") {
  // Four syllables a second, one in eight louder by 10 dB: it is loudest 0.125 s into each 2 s.
  speech::SpeechTrack track{
      .audio = {.rate_hz = 16'000, .samples = test::syllables(20, 1, 16'000, [](double time_s) {
                                     return std::fmod(time_s, 2) < 0.25 ? 0.5 : 0.15;
                                   })}};
  track.length = track.audio.length();
  const auto gestures = gestures_of_speech(speech(""), track);
  REQUIRE_FALSE(gestures.empty());
  for (const PlannedGesture& each : gestures) {
    const double stroke_s = std::fmod(offset_s(each.behaviour, "strokeEnd"), 2);
    CHECK(stroke_s > 0.125 - 0.06 - 0.01 - 0.03);
    CHECK(stroke_s < 0.125 + 0.03);
  }
}

TEST_CASE("silence has no gestures", "[planned]") {
  CHECK(gestures_of_speech(speech(""), {}).empty());
}

TEST_CASE("planned gestures give way to what the script does with arms", "[planned]") {
  script::Behaviours block;
  block.behaviours = {test::behaviour("g", script::Gesture{.lexeme = {"beat"}}),
                      test::behaviour("n", script::HeadMove{.lexeme = {"NOD"}}), speech("x"),
                      speech("x")};
  using Times = MomentTimes;
  Schedule schedule{.times = {Times{Seconds(1), Seconds(2)}, Times{Seconds(3), Seconds(4)},
                              Times{Seconds(1.5), Seconds(2.5)}, Times{Seconds(3), Seconds(4)}}};
  leave_out_beside_arms(block, 2, schedule);
  CHECK(schedule.times[0]);
  CHECK_FALSE(schedule.times[2]);
  CHECK(schedule.times[3]);  // a nod leaves arms free
}

}  // namespace kine::plan::planned_gestures_test
