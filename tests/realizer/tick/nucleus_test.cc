// What a nucleus does to the motion itself: each parameter measured on the wrist of baked gestures
// that are drawn from seeds. The plans are tested beside the properties.
#include "realizer/plan/properties/fluidity.h"
#include "realizer/plan/properties/power.h"
#include "realizer/plan/properties/spatial_extent.h"
#include "realizer/plan/properties/temporal_extent.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/support/catch.h"
#include "tests/support/motion/hand_path.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::nucleus_test {
namespace {

using script::Expressivity;

constexpr std::uint32_t kSeeds = 20;
constexpr double kParameters[] = {-1, -0.5, 0, 0.5, 1};

std::vector<Vec3> path_of(const script::Document& gesture, const Expressivity& manner) {
  return test::path_of(test::frames_of(test::with_manner(gesture, manner)), body::Joint::RightHand);
}

Vec3 at(const std::vector<Vec3>& path, Seconds time) {
  const double tick = time.count() * test::kPathRate_hz;
  const auto i = std::min(static_cast<std::size_t>(tick), path.size() - 2);
  return path[i] + (tick - static_cast<double>(i)) * (path[i + 1] - path[i]);
}

/// The part of a path between two times, its ends included.
std::vector<Vec3> part(const std::vector<Vec3>& path, Seconds from, Seconds to) {
  std::vector<Vec3> points{at(path, from)};
  const auto first = static_cast<std::size_t>(from.count() * test::kPathRate_hz) + 1;
  const auto last = static_cast<std::size_t>(to.count() * test::kPathRate_hz);
  for (std::size_t i = first; i <= last && i < path.size(); ++i) points.push_back(path[i]);
  points.push_back(at(path, to));
  return points;
}

double length_of(const std::vector<Vec3>& path) {
  double sum_m = 0;
  for (std::size_t i = 1; i < path.size(); ++i) sum_m += length(path[i] - path[i - 1]);
  return sum_m;
}

plan::Plan plan_with(const script::Document& gesture, const Expressivity& manner) {
  return test::with_all(test::plan_of(test::with_manner(gesture, manner)));
}

/// The arm's keys, by the poses of the script: nothing that was put in.
std::vector<plan::Key> arm_keys(const plan::Plan& plan) {
  return test::without_ways_back(plan).sequences[0].tracks[0].keys;
}

/// The key in which the script's last pose is reached.
std::size_t last_written(const plan::Plan& plan) {
  const std::vector<plan::Key> keys = arm_keys(plan);
  std::size_t last = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!plan.sequences[0].poses[keys[i].pose].id.empty()) last = i;
  }
  return last;
}

TEST_CASE("the more spatial extent, the wider the path of the wrist", "[nucleus][sweep]") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    double before_m = 0;
    for (const double p : kParameters) {
      const auto keys = arm_keys(plan_with(gesture, {{script::kSpatialExtent, p}}));
      const double way_m = length_of(part(path_of(gesture, {{script::kSpatialExtent, p}}),
                                          keys.front().time, keys.back().time));
      CAPTURE(seed, p);
      CHECK(way_m > before_m);
      before_m = way_m;
    }
  }
}

TEST_CASE("the more temporal extent, the longer the motion lasts", "[nucleus][sweep]") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    std::size_t before = 0;
    for (const double p : kParameters) {
      const std::size_t ticks = path_of(gesture, {{script::kTemporalExtent, p}}).size();
      CAPTURE(seed, p);
      CHECK(ticks > before);
      before = ticks;
    }
  }
}

/// What the last stroke of a gesture is like.
struct StrokeSeen {
  double beyond = 0;     // how far the hand gets past its written end, in parts of the way
  double speed = 0;      // m/s, along the straight way
  double top_speed = 0;  // m/s
};

StrokeSeen stroke_seen(const script::Document& gesture, double p) {
  const auto target_of = [](const plan::Key& key) {
    return std::get<plan::Reach>(key.goals[0]).target_m;
  };
  const auto written = arm_keys(test::plan_of(gesture));
  const Vec3 end_m = target_of(written.back());
  const Vec3 way_m = end_m - target_of(written[written.size() - 2]);

  const plan::Plan plan = plan_with(gesture, {{script::kPower, p}});
  const auto keys = arm_keys(plan);
  const std::size_t stroke = last_written(plan);
  const std::vector<Vec3> path = path_of(gesture, {{script::kPower, p}});
  const plan::Key& before = keys[stroke - 1];
  const auto points = part(path, before.time + before.hold, keys[stroke].time);
  StrokeSeen seen;
  seen.speed = length(points.back() - points.front()) /
               (keys[stroke].time - before.time - before.hold).count();
  for (std::size_t i = 2; i + 1 < points.size(); ++i) {
    seen.top_speed =
        std::max(seen.top_speed, length(points[i] - points[i - 1]) * test::kPathRate_hz);
  }
  seen.beyond = -1;
  for (const Vec3& point : part(path, keys[stroke].time, plan.sequences[0].end_of_holds())) {
    seen.beyond = std::max(seen.beyond, dot(point - end_m, way_m) / dot(way_m, way_m));
  }
  return seen;
}

TEST_CASE("the more power, the farther a stroke swings past its end, and the faster",
          "[nucleus][sweep]") {
  std::map<double, double> top_speed_sums;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    StrokeSeen before{.beyond = -1};
    for (const double p : kParameters) {
      const StrokeSeen seen = stroke_seen(gesture, p);
      CAPTURE(seed, p);
      CHECK(seen.beyond > before.beyond);
      CHECK(seen.speed > before.speed);
      before = seen;
      top_speed_sums[p] += seen.top_speed;
    }
    CHECK(before.beyond > 0.05);
  }
  // A hand that is fast already when a stroke begins may be at its fastest there; in the mean not.
  double before = 0;
  for (const auto& [p, sum] : top_speed_sums) {
    CAPTURE(p);
    CHECK(sum > before);
    before = sum;
  }
}

/// How straight the movements to the written poses are, in the mean: the way between their ends
/// over the way taken, of the wrist and of the upper arm's turn.
struct StraightnessSeen {
  double wrist = 0;
  double upper_arm = 0;
};

StraightnessSeen straightness_seen(const script::Document& gesture, double p) {
  const plan::Plan plan = plan_with(gesture, {{script::kPower, p}});
  const auto keys = arm_keys(plan);
  const auto frames = test::frames_of(test::with_manner(gesture, {{script::kPower, p}}));
  const auto path = test::path_of(frames, body::Joint::RightHand);
  const auto turns = test::turns_of(frames, body::Joint::RightUpperArm);
  StraightnessSeen sum;
  double count = 0;
  for (std::size_t i = 1; i <= last_written(plan); ++i) {
    if (plan.sequences[0].poses[keys[i].pose].id.empty()) continue;
    const auto points = part(path, keys[i - 1].time + keys[i - 1].hold, keys[i].time);
    sum.wrist += length(points.back() - points.front()) / length_of(points);
    const auto tick = [](Seconds time) {
      return static_cast<std::size_t>(std::lround(time.count() * test::kPathRate_hz));
    };
    const std::size_t from = tick(keys[i - 1].time + keys[i - 1].hold);
    const std::size_t to = tick(keys[i].time);
    double turned_rad = 0;
    for (std::size_t t = from; t < to; ++t) turned_rad += angle_between(turns[t], turns[t + 1]);
    sum.upper_arm += angle_between(turns[from], turns[to]) / turned_rad;
    ++count;
  }
  return {.wrist = sum.wrist / count, .upper_arm = sum.upper_arm / count};
}

TEST_CASE("the more power, the straighter the way from pose to pose", "[nucleus]") {
  std::map<double, double> wrist_sums;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    double before = 0;
    for (const double p : kParameters) {
      const StraightnessSeen seen = straightness_seen(gesture, p);
      CAPTURE(seed, p);
      CHECK(seen.upper_arm > before);
      before = seen.upper_arm;
      wrist_sums[p] += seen.wrist;
    }
  }
  // What is straight for a joint bends the way of the wrist a little; in the mean it shows.
  double before = 0;
  for (const auto& [p, sum] : wrist_sums) {
    CAPTURE(p);
    CHECK(sum > before);
    before = sum;
  }
}

/// How long the hand rests, and by how much it turns at once where it passes a pose, in the mean.
struct PassageSeen {
  double rest_s = 0;
  double corner_rad = 0;
};

PassageSeen passage_seen(const script::Document& gesture, double p) {
  const auto keys = arm_keys(plan_with(gesture, {{script::kFluidity, p}}));
  const std::vector<Vec3> path = path_of(gesture, {{script::kFluidity, p}});
  constexpr double kResting_m = 1e-4;  // a tick
  PassageSeen seen;
  const auto whole = part(path, keys.front().time, keys.back().time + keys.back().hold);
  for (std::size_t i = 1; i < whole.size(); ++i) {
    if (length(whole[i] - whole[i - 1]) < kResting_m) seen.rest_s += 1.0 / test::kPathRate_hz;
  }
  for (std::size_t i = 1; i + 1 < keys.size(); ++i) {
    const Seconds kMoment{2.0 / test::kPathRate_hz};
    const Seconds leaves = keys[i].time + keys[i].hold;
    const Vec3 in = at(path, keys[i].time) - at(path, keys[i].time - kMoment);
    const Vec3 out = at(path, leaves + kMoment) - at(path, leaves);
    // What it turns by counts for as much as it is fast.
    const double speed = std::min(length(in), length(out)) / kMoment.count();
    seen.corner_rad += speed * std::acos(std::clamp(dot(unit(in), unit(out)), -1.0, 1.0));
  }
  return seen;
}

TEST_CASE("the more fluidity, the less the hand rests and the softer it passes", "[nucleus]") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const script::Document gesture = test::random_gesture(seed);
    double rest_before_s = 1e9;
    double corner_before = 1e9;
    for (const double p : kParameters) {
      const PassageSeen seen = passage_seen(gesture, p);
      CAPTURE(seed, p);
      CHECK(seen.rest_s < rest_before_s);
      CHECK(seen.corner_rad <= corner_before);
      rest_before_s = seen.rest_s;
      corner_before = seen.corner_rad;
    }
  }
}

TEST_CASE("a manner of 0 moves no bit of the motion", "[nucleus]") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const script::Document script = test::with_manner(test::random_script(seed), {});
    script::Document without = script;
    without.nuclei.clear();
    for (script::Sequence& sequence : without.sequences) {
      sequence.nucleus = {};
      for (script::Pose& pose : sequence.poses) pose.nucleus = {};
    }
    CAPTURE(seed);
    CHECK(test::frames_of(script) == test::frames_of(without));
  }
}

}  // namespace
}  // namespace kine::nucleus_test
