// Tests for realizer/speech/small_motion.h. The bounds are those that the tracker asks of a speaker
// by default: head RMS from 0.7 to 3 degrees, 8 at most, and at least one nod in 4 s.
#include "realizer/speech/small_motion.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "realizer/math/units.h"
#include "realizer/speech/phrases.h"
#include "tests/support/catch.h"
#include "tests/support/speech/sayings.h"

using namespace std::chrono_literals;

namespace kine::speech::small_motion_test {
namespace {

using test::said_silently;

constexpr Seconds kStep{0.005};

SmallMotion motion_of(const std::string& text) {
  return small_motion_of(said_silently(text), -250ms);
}

/// Calls for each moment of it, and a little before and after.
template <class See>
void watch(const SmallMotion& motion, See see) {
  for (Seconds time = motion.from - 100ms; time < motion.to + 100ms; time += kStep) see(time);
}

double degrees(double rad) { return rad * kDegreesPerRadian; }

}  // namespace

TEST_CASE("a head moves as much as a speaker's, and no more", "[small_motion]") {
  for (const char* const text : test::kSayings) {
    CAPTURE(text);
    const SpeechTrack track = said_silently(text);
    const SmallMotion motion = small_motion_of(track, -250ms);
    double sum = 0;
    double most = 0;
    double count = 0;
    for (Seconds time = motion.from; time < motion.to; time += kStep, ++count) {
      const double turned = degrees(length(motion.head_at(time)));
      sum += turned * turned;
      most = std::max(most, turned);
    }
    CHECK(std::sqrt(sum / count) > 0.7);
    CHECK(std::sqrt(sum / count) < 3);
    CHECK(most < 8);
  }
}

TEST_CASE("a speaker nods at least once in four seconds, on stressed syllables", "[small_motion]") {
  for (const char* const text : test::kSayings) {
    CAPTURE(text);
    const SpeechTrack track = said_silently(text);
    const SmallMotion motion = small_motion_of(track, -250ms);
    REQUIRE_FALSE(motion.nods.empty());
    Seconds before{0};
    for (const Pulse& nod : motion.nods) {
      CHECK(nod.there - before <= 4s);
      before = nod.there;
      CHECK(degrees(nod.height) >= 2);
      CHECK(degrees(nod.height) <= 6);
      const bool is_stressed = std::ranges::any_of(track.phones, [&](const Phone& phone) {
        return phone.stress == 1 && phone.start - 30ms <= nod.there && nod.there <= phone.end;
      });
      CHECK(is_stressed);
    }
    CHECK(track.length - before <= 4s);
  }
}

TEST_CASE("not every accent of a long sentence has a nod", "[small_motion]") {
  const SpeechTrack track = said_silently(test::kLongSaying);
  std::size_t accents = 0;
  for (const Phrase& each : phrases_of(track)) accents += each.accents.size();
  CHECK(2 * small_motion_of(track, -250ms).nods.size() < accents);
}

TEST_CASE("all of it begins and ends at nothing, and never jumps", "[small_motion]") {
  for (const char* const text : test::kSayings) {
    CAPTURE(text);
    const SmallMotion motion = motion_of(text);
    CHECK(motion.from == -250ms);
    Vec3 head_before;
    double brows_before = 0;
    watch(motion, [&](Seconds time) {
      const Vec3 head = motion.head_at(time);
      const bool is_outside = time <= motion.from || time >= motion.to;
      if (is_outside) {
        CHECK(head == Vec3{});
        CHECK(motion.eyes_at(time) == Vec3{});
        CHECK(motion.brows_at(time) == 0);
        CHECK(motion.lids_at(time) == 0);
      }
      // 5 degrees within 0.12 s, eased, is 63 degrees a second; heads of speakers stay below 100.
      CHECK(degrees(length(head - head_before)) < 100 * kStep.count());
      CHECK(std::abs(motion.brows_at(time) - brows_before) < 0.03);
      head_before = head;
      brows_before = motion.brows_at(time);
    });
  }
}

TEST_CASE("a head is never dead while somebody speaks", "[small_motion]") {
  const SpeechTrack track = said_silently(test::kLongSaying);
  const SmallMotion motion = small_motion_of(track, -250ms);
  for (Seconds from = 500ms; from + 1s < track.length; from += 100ms) {
    double most = 0;
    for (Seconds time = from; time < from + 1s; time += kStep) {
      most = std::max(most, degrees(length(motion.head_at(time) - motion.head_at(from))));
    }
    CAPTURE(from.count());
    CHECK(most > 0.4);
  }
}

TEST_CASE("brows rise on some words, and over the end of a question", "[small_motion]") {
  const SpeechTrack question = said_silently(test::kQuestion);
  CHECK(small_motion_of(question, -250ms).brows_at(question.words.back().end) >= 0.2);
  const SpeechTrack statement = said_silently("Where you put the keys of the car.");
  CHECK(small_motion_of(statement, -250ms).brows_at(statement.length + 300ms) < 0.2);
  const SmallMotion motion = motion_of(test::kLongSaying);
  CHECK(motion.brows.size() >= 3);
  for (const Pulse& each : motion.brows) {
    CHECK(each.height >= 0.2);
    CHECK(each.height <= 0.4);
  }
}

TEST_CASE("eyes leave in a long phrase and are back before it ends", "[small_motion]") {
  const SpeechTrack track = said_silently(test::kLongSaying);
  const SmallMotion motion = small_motion_of(track, -250ms);
  CHECK(motion.glances.size() >= 3);
  for (const Glance& each : motion.glances) {
    CHECK(degrees(std::hypot(each.yaw_rad, each.pitch_rad)) >= 3);
    CHECK(degrees(std::hypot(each.yaw_rad, each.pitch_rad)) <= 10);
  }
  for (const Phrase& phrase : phrases_of(track)) {
    // Back at the listener: eye and head together look ahead.
    const Vec3 head = motion.head_at(phrase.end);
    const Vec3 eyes = motion.eyes_at(phrase.end);
    CHECK(degrees(std::hypot(head.x + eyes.x, head.y + eyes.y)) < 1.3);
  }
  CHECK(motion_of("Yes.").glances.empty());
}

TEST_CASE("eyes stay where they look while the head nods", "[small_motion]") {
  const SmallMotion motion = motion_of("Yes.");
  watch(motion, [&](Seconds time) {
    CHECK(motion.eyes_at(time).x == Approx(-motion.head_at(time).x).margin(1e-12));
    CHECK(motion.eyes_at(time).y == Approx(-motion.head_at(time).y).margin(1e-12));
  });
}

TEST_CASE("lids close at ends of phrases, a few times in a minute", "[small_motion]") {
  const SpeechTrack track = said_silently(test::kLongSaying);
  const SmallMotion motion = small_motion_of(track, -250ms);
  CHECK(motion.blinks.size() >= 1);
  CHECK(static_cast<double>(motion.blinks.size()) <= track.length.count() / 60 * 20);
  const auto phrases = phrases_of(track);
  for (const Pulse& blink : motion.blinks) {
    const bool is_at_end = std::ranges::any_of(phrases, [&](const Phrase& each) {
      return each.end <= blink.from && blink.from <= each.end + 150ms;
    });
    CHECK(is_at_end);
    CHECK(motion.lids_at(blink.there) == 1);
  }
}

TEST_CASE("it is over soon after the speech, also after many short phrases", "[small_motion]") {
  std::string counts;
  for (int i = 0; i < 60; ++i) counts += "go, ";
  SpeechTrack fast = said_silently(counts);
  const auto hasten = [](auto& each) {
    each.start /= 3;
    each.end /= 3;
  };
  std::ranges::for_each(fast.words, hasten);
  std::ranges::for_each(fast.phones, hasten);
  fast.length /= 3;
  CHECK(small_motion_of(fast, -250ms).to <= fast.length + 700ms);
  for (const char* const text : test::kSayings) {
    const SpeechTrack track = said_silently(text);
    CHECK(small_motion_of(track, -250ms).to <= track.length + 700ms);
  }
}

TEST_CASE("the same speech moves the same, another one differs", "[small_motion]") {
  CHECK(motion_of(test::kGreeting) == motion_of(test::kGreeting));
  const Vec3 apart = motion_of("Put the red one in the box.").head_at(1s) -
                     motion_of("Put the tin one in the box.").head_at(1s);
  CHECK(degrees(length(apart)) > 0.1);
}

TEST_CASE("what is said later changes nothing that is over", "[small_motion]") {
  const std::string first = "This is what I know about it.";
  const SpeechTrack alone = said_silently(first);
  const SmallMotion before = small_motion_of(alone, -250ms);
  const SmallMotion after =
      small_motion_of(said_silently(first + " There is more to come."), -250ms);
  for (Seconds time = -250ms; time < alone.words.back().start; time += kStep) {
    CHECK(length(before.head_at(time) - after.head_at(time)) < 1e-9);
  }
}

TEST_CASE("a speech that begins at once moves from then on", "[small_motion]") {
  const SmallMotion motion = small_motion_of(said_silently("Yes."), 0ms);
  CHECK(motion.head_at(0ms) == Vec3{});
  CHECK(motion.nods.front().from >= 0ms);
  CHECK(motion.nods.front().there - motion.nods.front().from >= 119ms);
}

TEST_CASE("a track without words has no motion", "[small_motion]") {
  SpeechTrack track;
  track.length = 3s;
  const SmallMotion motion = small_motion_of(track, -250ms);
  CHECK(motion.from == motion.to);
  CHECK(motion.head_at(1s) == Vec3{});
}

}  // namespace kine::speech::small_motion_test
