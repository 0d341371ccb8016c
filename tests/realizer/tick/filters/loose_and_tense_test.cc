// The ten gestures of the paper's appendix by muscles, tense, neutral and loose, beside what was
// planned. No header of its own: the subject is realizer/tick/filters/physical_torso.cc.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "realizer/math/units.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"
#include "tests/support/plan/ten_gestures.h"

namespace kine::loose_and_tense_test {
namespace {

using body::Joint;

/// How far a gesture by muscles is from the one that was planned.
struct Departure {
  double wrist_m = 0;     // of the wrist that is farther, at most
  double chest_deg = 0;   // of the upper chest in the world
  double lag_s = 0;       // of the wrist behind the plan, where both fit best
  double settling_s = 0;  // after the script's last pose, until the wrist is within 1 cm
};

/// The ends of the parts of the right arm, outwards.
constexpr Joint kArmEnds[] = {Joint::RightLowerArm, Joint::RightHand, Joint::RightMiddleDistal};
using ArmEnds = std::array<Vec3, std::size(kArmEnds)>;

struct Motion {
  std::vector<std::array<Vec3, 2>> wrists_m;
  std::vector<ArmEnds> arm_m;
  std::vector<Quat> chest;
};

Motion motion_of(const std::string& gesture, const std::string& character) {
  const auto performed = test::perform(
      {.casts = {test::ada_with_lexicon()},
       .scripts = {{0, "<script xmlns='urn:kinesphere:script:1' character='ada'><character " +
                           character + "/>" + gesture + "</script>"}},
       .ticks = 420});
  Motion motion;
  for (const Frame& frame : performed.frames) {
    const auto places = test::joints_in_world(frame, test::ada());
    motion.wrists_m.push_back(
        {places[body::index_of(Joint::LeftHand)], places[body::index_of(Joint::RightHand)]});
    ArmEnds& arm = motion.arm_m.emplace_back();
    std::ranges::transform(kArmEnds, arm.begin(),
                           [&](Joint joint) { return places[body::index_of(joint)]; });
    Quat chest;
    for (const Joint joint : {Joint::Hips, Joint::Spine, Joint::Chest, Joint::UpperChest}) {
      const auto& [x, y, z, w] = frame.parent_from_joint[body::index_of(joint)];
      chest = chest * Quat{x, y, z, w};
    }
    motion.chest.push_back(chest);
  }
  return motion;
}

/// By how many ticks `late` comes behind `early`: where the sum of squares is least.
double lag_s(const Motion& early, const Motion& late) {
  double best = 1e9;
  std::size_t best_shift = 0;
  for (std::size_t shift = 0; shift < 30; ++shift) {
    double sum = 0;
    for (std::size_t i = 0; i + 30 < early.wrists_m.size(); ++i) {
      for (std::size_t side = 0; side < 2; ++side) {
        const Vec3 apart = late.wrists_m[i + shift][side] - early.wrists_m[i][side];
        sum += dot(apart, apart);
      }
    }
    if (sum < best) best_shift = shift;
    best = std::min(best, sum);
  }
  return static_cast<double>(best_shift) / 60;
}

Departure departure(const Motion& planned, const Motion& moved) {
  Departure most;
  const std::size_t ticks = std::min(planned.chest.size(), moved.chest.size());
  for (std::size_t i = 0; i < ticks; ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const double apart_m = length(planned.wrists_m[i][side] - moved.wrists_m[i][side]);
      most.wrist_m = std::max(most.wrist_m, apart_m);
      if (apart_m > 0.01) most.settling_s = static_cast<double>(i) / 60;
    }
    most.chest_deg = std::max(most.chest_deg,
                              angle_between(planned.chest[i], moved.chest[i]) * kDegreesPerRadian);
  }
  most.lag_s = lag_s(planned, moved);
  return most;
}

/// The lag of an end of the arm, between ticks: where the parabola through the least sum of squares
/// and its neighbours is least.
double lag_of_end_s(const Motion& early, const Motion& late, std::size_t end) {
  constexpr std::size_t kShiftMost = 40;
  std::array<double, kShiftMost> sums = {};
  for (std::size_t shift = 0; shift < kShiftMost; ++shift) {
    for (std::size_t i = 0; i + kShiftMost < early.arm_m.size(); ++i) {
      const Vec3 apart = late.arm_m[i + shift][end] - early.arm_m[i][end];
      sums[shift] += dot(apart, apart);
    }
  }
  const auto best = static_cast<std::size_t>(std::ranges::min_element(sums) - sums.begin());
  REQUIRE(best + 1 < kShiftMost);
  if (best == 0) return 0;  // tense, or an arm that hardly moves
  const double before = sums[best - 1];
  const double after = sums[best + 1];
  const double beside = (before - after) / (2 * (before - 2 * sums[best] + after));
  return (static_cast<double>(best) + beside) / 60;
}

/// How far the right wrist goes beyond the places where the planned one stops after it was fast.
double overshoot_m(const Motion& planned, const Motion& moved) {
  constexpr double kFast_m_s = 0.4;
  constexpr double kStops_m_s = 0.05;
  constexpr std::size_t kWatched = 24;  // ticks
  constexpr std::size_t kComesFrom = 6;
  const auto wrist_m = [](const Motion& motion, std::size_t tick) {
    return motion.wrists_m[tick][1];
  };
  double most_m = 0;
  bool was_fast = false;
  for (std::size_t i = kComesFrom; i + kWatched < planned.wrists_m.size(); ++i) {
    const Vec3 stop_m = wrist_m(planned, i);
    const double speed_m_s = 60 * length(stop_m - wrist_m(planned, i - 1));
    was_fast = was_fast || speed_m_s > kFast_m_s;
    if (!was_fast || speed_m_s > kStops_m_s) continue;
    was_fast = false;
    const Vec3 onwards = unit(stop_m - wrist_m(planned, i - kComesFrom));
    for (std::size_t k = i; k < i + kWatched; ++k) {
      most_m = std::max(most_m, dot(wrist_m(moved, k) - stop_m, onwards));
    }
  }
  return most_m;
}

}  // namespace

TEST_CASE("the looser, the farther a gesture is from its plan, and the more the trunk takes part",
          "[loose_and_tense][sweep]") {
  Departure sums[3];
  for (const std::string name : test::kTenGestures) {
    const std::string gesture = "<gesture lexeme='" + name + "' start='0.3'/>";
    const Motion planned = motion_of(gesture, "");
    Departure each[3];
    const char* const manners[] = {"tense", "neutral", "loose"};
    for (std::size_t i = 0; i < 3; ++i) {
      each[i] = departure(planned, motion_of(gesture, "dynamics='torso' tension='" +
                                                          std::string(manners[i]) + "'"));
      sums[i].wrist_m += each[i].wrist_m / 10;
      sums[i].chest_deg += each[i].chest_deg / 10;
      sums[i].lag_s += each[i].lag_s / 10;
      sums[i].settling_s += each[i].settling_s / 10;
    }
    CAPTURE(name, each[0].wrist_m, each[1].wrist_m, each[2].wrist_m, each[2].chest_deg);
    CHECK(each[0].wrist_m < each[1].wrist_m);
    CHECK(each[1].wrist_m < each[2].wrist_m);
    CHECK(each[2].wrist_m > 0.03);
    CHECK(each[1].wrist_m > 0.01);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    UNSCOPED_INFO("wrist " << sums[i].wrist_m << " m, chest " << sums[i].chest_deg << " deg, lag "
                           << sums[i].lag_s << " s, at rest after " << sums[i].settling_s);
  }
  CHECK(sums[0].chest_deg < sums[1].chest_deg);
  CHECK(sums[1].chest_deg < sums[2].chest_deg);
  CHECK(sums[2].chest_deg > 0.5);
  CHECK(sums[0].settling_s < sums[2].settling_s);
}

TEST_CASE(
    "the looser, the later each part of an arm and the farther beyond its stop; and outwards "
    "ever later",
    "[loose_and_tense][sweep]") {
  struct Mean {
    std::array<double, std::size(kArmEnds)> lag_s = {};
    double overshoot_m = 0;
  };
  const char* const manners[] = {"tense", "neutral", "loose"};
  Mean means[3];
  for (const std::string name : test::kTenGestures) {
    const std::string gesture = "<gesture lexeme='" + name + "' start='0.3'/>";
    const Motion planned = motion_of(gesture, "");
    for (std::size_t i = 0; i < 3; ++i) {
      const Motion moved =
          motion_of(gesture, "dynamics='torso' tension='" + std::string(manners[i]) + "'");
      for (std::size_t end = 0; end < std::size(kArmEnds); ++end) {
        means[i].lag_s[end] += lag_of_end_s(planned, moved, end) / 10;
      }
      means[i].overshoot_m += overshoot_m(planned, moved) / 10;
    }
  }
  for (const Mean& each : means) {
    const auto& [elbow, wrist, fingers] = each.lag_s;
    UNSCOPED_INFO("elbow " << elbow << " s, wrist " << wrist << " s, fingers " << fingers
                           << " s, beyond its stop " << each.overshoot_m << " m");
  }
  for (std::size_t i = 1; i < 3; ++i) {
    CHECK(means[i].overshoot_m > means[i - 1].overshoot_m);
    for (std::size_t end = 0; end < std::size(kArmEnds); ++end) {
      CHECK(means[i].lag_s[end] > means[i - 1].lag_s[end]);
    }
    CHECK(std::ranges::is_sorted(means[i].lag_s));
  }
  CHECK(means[2].lag_s.back() > means[2].lag_s.front() + 0.02);
}

}  // namespace kine::loose_and_tense_test
