// Tests for realizer/gesture/segmentation.h.
#include "realizer/gesture/segmentation.h"

#include <cmath>
#include <limits>

#include "tests/support/catch.h"
#include "tests/support/gesture/recordings.h"

namespace kine::gesture::segmentation_test {
namespace {

/// Twice the matches over all boundaries; each matches one of the others at most.
double boundary_f1(const std::vector<double>& truth_s, const std::vector<double>& found_s,
                   double within_s) {
  std::size_t matches = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < truth_s.size() && j < found_s.size()) {
    if (std::abs(truth_s[i] - found_s[j]) <= within_s) {
      ++matches;
      ++i;
      ++j;
    } else if (truth_s[i] < found_s[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return 2.0 * static_cast<double>(matches) / static_cast<double>(truth_s.size() + found_s.size());
}

std::vector<CutSegment> cut(const RecordedMotion& motion, BodySection section) {
  return cut_segments(compute_activity(motion, section, usual_smoothing_s(section)),
                      motion.rate_hz);
}

double f1_of(const test::StrokesWanted& wanted, double within_s) {
  const auto made = test::strokes_and_holds(wanted);
  std::vector<double> found_s;
  for (const CutSegment& each : cut(made.motion, wanted.section)) {
    if (each.from_frame > 0) {
      found_s.push_back(static_cast<double>(each.from_frame) / wanted.rate_hz);
    }
  }
  return boundary_f1(made.boundaries_s, found_s, within_s);
}

/// Slow, so many frames of this activity, and slow again; in all less than two seconds.
std::vector<double> burst(std::size_t frames, double activity) {
  std::vector<double> all(50, 0.01);
  all.insert(all.end(), frames, activity);
  all.insert(all.end(), 50, 0.01);
  return all;
}

/// Twenty seconds that say what is slow and what is fast, then `more`.
std::vector<double> after_much(const std::vector<double>& more) {
  std::vector<double> all;
  for (int i = 0; i < 10; ++i) {
    all.insert(all.end(), 60, 0.01);
    all.insert(all.end(), 60, 1.0);
  }
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("activity is the weighed sum of squared speeds", "[gesture]") {
  // The left upper arm turns at 1 rad/s and the left hand at 2, about any axis.
  RecordedMotion motion{.rate_hz = 50, .frames = std::vector<Rotations>(100)};
  for (std::size_t t = 0; t < motion.frames.size(); ++t) {
    const double time_s = static_cast<double>(t) / 50;
    motion.frames[t][body::index_of(body::Joint::LeftUpperArm)] = rotation_about({1, 0, 0}, time_s);
    motion.frames[t][body::index_of(body::Joint::LeftHand)] =
        rotation_about({0, 0, 1}, -2 * time_s);
    motion.frames[t][body::index_of(body::Joint::Head)] = rotation_about({0, 1, 0}, 0.5 * time_s);
  }
  for (const double smoothing_s : {0.0, 0.2, 0.5}) {
    for (const double z : compute_activity(motion, BodySection::Arms, smoothing_s)) {
      CHECK(z == Approx(1 * 1 + 0.3 * 4));
    }
    for (const double z : compute_activity(motion, BodySection::Head, smoothing_s)) {
      CHECK(z == Approx(0.25));
    }
    for (const double z : compute_activity(motion, BodySection::Lower, smoothing_s)) {
      CHECK(z == Approx(0).margin(1e-12));
    }
  }
}

TEST_CASE("a jerk is spread over the window, and no further", "[gesture]") {
  RecordedMotion motion{.rate_hz = 60, .frames = std::vector<Rotations>(61)};
  for (std::size_t t = 30; t <= 60; ++t) {
    motion.frames[t][body::index_of(body::Joint::Neck)] = rotation_about({1, 0, 0}, 0.1);
  }
  const auto activity = compute_activity(motion, BodySection::Head, 0.2);
  double turned_rad = 0;
  for (std::size_t t = 0; t <= 60; ++t) {
    turned_rad += std::sqrt(activity[t]) / 60;
    if (t <= 24 || t >= 36) CHECK(activity[t] == Approx(0).margin(1e-12));
    if (t > 24 && t < 36) CHECK(activity[t] == Approx(activity[60 - t]));
  }
  CHECK(turned_rad == Approx(0.1));
}

TEST_CASE("the threshold is half of what parts slow from fast, by Otsu", "[gesture]") {
  std::vector<double> activity;
  for (int i = 0; i < 300; ++i) activity.push_back(i % 3 == 0 ? 4.0 : 0.01);
  CHECK(compute_threshold(activity) == Approx(std::sqrt(4.0 * 0.01) / 2));
}

TEST_CASE("what hardly moves at all is still, and what moves evenly is fast", "[gesture]") {
  CHECK(std::isinf(compute_threshold(std::vector<double>(100, 0))));
  CHECK(std::isinf(compute_threshold(std::vector<double>(100, kActivityLeast / 2))));
  CHECK(std::isinf(compute_threshold({})));
  CHECK(compute_threshold(std::vector<double>(100, 1)) == Approx(0.5));
  CHECK(cut_segments(std::vector<double>(100, 1), 60) ==
        std::vector<CutSegment>{{.from_frame = 0, .to_frame = 100, .fast = true}});
  CHECK(cut_segments({}, 60).empty());
}

TEST_CASE("an activity that is no number is still, and all is covered", "[gesture]") {
  std::vector<double> activity(100, 1);
  activity.insert(activity.end(), 20, std::numeric_limits<double>::quiet_NaN());
  const auto segments = cut_segments(activity, 60);
  CHECK(compute_threshold(activity) == Approx(std::sqrt(kActivityLeast) / 2));
  CHECK(segments.front().from_frame == 0);
  CHECK(segments.back().to_frame == 120);
}

TEST_CASE("a long stillness is cut in equal parts of two seconds at most", "[gesture]") {
  const std::vector<CutSegment> expected = {{.from_frame = 0, .to_frame = 100},
                                            {.from_frame = 100, .to_frame = 200},
                                            {.from_frame = 200, .to_frame = 300}};
  CHECK(cut_segments(std::vector<double>(300, 0), 60) == expected);
  CHECK(cut_segments(std::vector<double>(120, 0), 60).size() == 1);
  CHECK(cut_segments(std::vector<double>(1000, 1), 60).size() == 1);
}

TEST_CASE("a short segment is kept only if much moves in it", "[gesture]") {
  const std::size_t before = cut_segments(after_much({}), 60).size();
  const auto more = [&](std::size_t frames, double activity) {
    return cut_segments(after_much(burst(frames, activity)), 60).size() - before;
  };
  // The mean z is near 0.46, so a burst of less than 9 frames needs a sum of 2.1.
  CHECK(more(0, 0) == 1);
  CHECK(more(2, 0.3) == 1);
  CHECK(more(8, 0.2) == 1);
  CHECK(more(12, 0.2) == 3);
  CHECK(more(3, 5) == 3);
  CHECK(more(1, 30) == 3);
}

TEST_CASE("around the threshold it neither becomes fast nor slow", "[gesture]") {
  // Ten times from 0.01 to 1 and back, evenly in logarithms: 0.1 is in the middle, and half of it
  // is the threshold.
  std::vector<double> activity;
  for (int i = 0; i < 1200; ++i) {
    const double share = std::abs(i % 120 / 60.0 - 1);
    activity.push_back(std::pow(10, -2 * share));
  }
  for (int i = 0; i < 80; ++i) activity.push_back(i / 20 % 2 == 0 ? 0.056 : 0.046);
  CHECK(compute_threshold(activity) == Approx(0.05).margin(0.004));
  CHECK(cut_segments(activity, 60).size() == 21);
  CHECK_FALSE(cut_segments(activity, 60).back().fast);
  CHECK(cut_segments(activity, 60, {.hysteresis = 1}).size() == 21 + 4);
}

TEST_CASE("segments follow each other from the first frame to the last", "[gesture]") {
  const auto made = test::strokes_and_holds({.noise_deg = 0.3, .seed = 5});
  for (const BodySection section : kBodySections) {
    std::size_t next = 0;
    for (const CutSegment& each : cut(made.motion, section)) {
      CHECK(each.from_frame == next);
      CHECK(each.to_frame > each.from_frame);
      next = each.to_frame;
    }
    CHECK(next == made.motion.frames.size());
  }
}

TEST_CASE("strokes and holds of arms and head are found within a tenth of a second", "[gesture]") {
  for (const BodySection section : {BodySection::Arms, BodySection::Head}) {
    for (const double rate_hz : {30.0, 60.0, 120.0}) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const double f1 = f1_of({.section = section, .rate_hz = rate_hz, .seed = seed}, 0.1);
        INFO(rate_hz << " Hz, F1 " << f1);
        CHECK(f1 >= 0.9);
      }
    }
  }
}

TEST_CASE("noise of a tenth of a degree hides no stroke", "[gesture]") {
  const double f1 = f1_of({.noise_deg = 0.1, .seed = 4}, 0.1);
  INFO("F1 " << f1);
  CHECK(f1 >= 0.9);
}

TEST_CASE("strokes of the lower body, which are slow, are found within a fifth", "[gesture]") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const double f1 = f1_of({.section = BodySection::Lower,
                             .shortest_stroke_s = 0.6,
                             .longest_stroke_s = 1.5,
                             .shortest_hold_s = 0.7,
                             .seed = seed},
                            0.2);
    INFO("F1 " << f1);
    CHECK(f1 >= 0.85);
  }
}

}  // namespace kine::gesture::segmentation_test
