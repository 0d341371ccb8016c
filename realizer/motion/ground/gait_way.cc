#include "realizer/motion/ground/gait_way.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "realizer/body/walking_pace.h"
#include "realizer/core/assert.h"
#include "realizer/pose/gaze_keys.h"

namespace kine::motion {

using pose::Gait;
using pose::least_jerk;
using pose::WayBend;

namespace {

/// How far along the way in steps of the root, from 0 to steps - 1, before it bends.
double far_straight(const Gait& gait, double u) {
  if (gait.turning_steps == 0) return gait.step_m * u;
  const double begun = u - (gait.turning_steps - 1);
  if (begun <= 0) return 0;
  return gait.step_m * (begun < 1 ? begun * begun / 2 : begun - 0.5);
}

/// The last bend that has begun; null where the way is as it began.
const WayBend* bend_before(const Gait& gait, double u) {
  for (auto i = static_cast<std::size_t>(gait.bend_count); i > 0; --i) {
    if (u > gait.bends[i - 1].from_step) return &gait.bends[i - 1];
  }
  return nullptr;
}

/// Gauss and Legendre's points and weights on [0, 1], for such curves have no formula.
struct Looked {
  double at = 0;
  double weight = 0;
};
constexpr std::array kGauss = {
    Looked{0.0198550717512319, 0.0506142681451881}, Looked{0.1016667612931866, 0.1111905172266872},
    Looked{0.2372337950418355, 0.1568533229389436}, Looked{0.4082826787521751, 0.1813418916891810},
    Looked{0.5917173212478249, 0.1813418916891810}, Looked{0.7627662049581645, 0.1568533229389436},
    Looked{0.8983332387068134, 0.1111905172266872}, Looked{0.9801449282487681, 0.0506142681451881}};

/// Where a bend leads from where it begins, straight ahead being z, in steps; even steps, and
/// what steps that grow by one to its end add.
struct Led {
  Vec3 even;
  Vec3 growing;
};

/// Up to a share of it.
Led led_by(double rad, double share) {
  Led led;
  for (const Looked& look : kGauss) {
    const double x = share * look.at;
    const Vec3 way = turned({0, 0, share * look.weight}, rad * least_jerk(x));
    led.even = led.even + way;
    led.growing = led.growing + x * way;
  }
  return led;
}

/// Where the root is from where the bend begins, so many steps past it, straight ahead being z.
Vec3 past_m(const WayBend& bend, double past) {
  const auto steps = static_cast<double>(bend.steps);
  const double in_bend = std::min(past, steps);
  const Led led = led_by(bend.rad, in_bend / steps);
  return steps * (bend.step_m * led.even + (bend.then_step_m - bend.step_m) * led.growing) +
         turned({0, 0, bend.then_step_m * (past - in_bend)}, bend.rad);
}

/// A point as it is seen from the start of a bend, straight ahead being z.
Vec3 seen_from(const WayBend& bend, const Vec3& point_m) {
  const Vec3 away = turned(point_m - bend.begins.position_m, -bend.begins.heading_rad);
  return {away.x, 0, away.z};
}

/// Where a way that bends by so much leads in so many steps straight on behind the bend.
struct Lead {
  double misses = 0;       // to its left or right
  double then_step_m = 0;  // in steps that lead as near to the point as it passes it
};

Lead lead_of(const WayBend& bend, const Vec3& seen_m, double short_of_m, double ahead, double rad) {
  const auto steps = static_cast<double>(bend.steps);
  const Led led = led_by(rad, 1);
  const Vec3 out = turned({0, 0, 1}, rad);
  const Vec3 left = seen_m - short_of_m * out - steps * bend.step_m * (led.even - led.growing);
  const Vec3 a_metre = steps * led.growing + ahead * out;  // a step
  return {.misses = a_metre.z * left.x - a_metre.x * left.z,
          .then_step_m = dot(left, a_metre) / dot(a_metre, a_metre)};
}

/// How far the way has to bend: by secants, from the direction of the point on. Nothing where that
/// leads nowhere.
std::optional<double> bends_by(const WayBend& bend, const Vec3& seen_m, double short_of_m,
                               double ahead) {
  constexpr int kTries = 12;
  constexpr double kThere = 1e-9;
  const auto misses = [&](double rad) {
    return lead_of(bend, seen_m, short_of_m, ahead, rad).misses;
  };
  double before = std::atan2(seen_m.x, seen_m.z);
  double rad = 1.2 * before;
  double missed_before = misses(before);
  for (int i = 0; i < kTries; ++i) {
    const double missed = misses(rad);
    if (std::abs(missed) < kThere) return rad;
    if (missed == missed_before) return {};
    const double next = rad - missed * (rad - before) / (missed - missed_before);
    before = rad;
    missed_before = missed;
    rad = next;
    if (!(std::abs(rad) < std::numbers::pi)) return {};
  }
  return {};
}

/// For a way of so many steps: rather one more than steps that are much longer.
double steps_for(double way) {
  constexpr double kLonger = 1.1;
  const double nearest = std::max(1.0, std::round(way));
  return way > kLonger * nearest ? nearest + 1 : nearest;
}

}  // namespace

Vec3 turned(const Vec3& v, double yaw_rad) {
  const double c = std::cos(yaw_rad);
  const double s = std::sin(yaw_rad);
  return {c * v.x + s * v.z, v.y, c * v.z - s * v.x};
}

double far_along(const Gait& gait, double u) {
  const WayBend* bend = bend_before(gait, u);
  if (bend == nullptr) return far_straight(gait, u);
  const double past = u - bend->from_step;
  const auto steps = static_cast<double>(bend->steps);
  const double in_bend = std::min(past, steps);
  const double longer_m = bend->then_step_m - bend->step_m;
  return bend->along_m + bend->step_m * in_bend + longer_m * in_bend * in_bend / (2 * steps) +
         bend->then_step_m * (past - in_bend);
}

body::Placement place_at(const Gait& gait, double u) {
  if (const WayBend* bend = bend_before(gait, u)) {
    const double past = u - bend->from_step;
    const double turned_by = least_jerk(past / static_cast<double>(bend->steps));
    return {.position_m =
                bend->begins.position_m + turned(past_m(*bend, past), bend->begins.heading_rad),
            .heading_rad = bend->begins.heading_rad + turned_by * bend->rad};
  }
  // What is too little for a step of its own is turned in the first one ahead.
  const double turned_by = least_jerk(u / std::max(1, gait.turning_steps));
  const double way_rad = gait.from.heading_rad + gait.turn_rad;
  return {.position_m = gait.from.position_m + turned({0, 0, far_straight(gait, u)}, way_rad),
          .heading_rad = gait.from.heading_rad + turned_by * gait.turn_rad};
}

int straight_from(const Gait& gait) {
  if (gait.bend_count == 0) return gait.turning_steps;
  const WayBend& last = gait.bends[static_cast<std::size_t>(gait.bend_count) - 1];
  return last.from_step + last.steps;
}

double last_step_m(const Gait& gait) {
  if (gait.bend_count == 0) return gait.step_m;
  return gait.bends[static_cast<std::size_t>(gait.bend_count) - 1].then_step_m;
}

Gait without_bends_before(Gait gait, double step) {
  while (gait.bend_count > 1 && gait.bends[1].from_step < step) {
    std::shift_left(gait.bends.begin(), gait.bends.end(), 1);
    gait.bends[static_cast<std::size_t>(--gait.bend_count)] = {};
  }
  return gait;
}

std::optional<Gait> bent(Gait gait, int from_step, int bend_steps, const Vec3& point_m,
                         double short_of_m, double like_m) {
  KINE_ASSERT(gait.bend_count < static_cast<int>(pose::kWayBendsMax));
  WayBend bend{.from_step = from_step,
               .steps = bend_steps,
               .step_m = last_step_m(gait),
               .begins = place_at(gait, from_step),
               .along_m = far_along(gait, from_step)};
  const Vec3 seen_m = seen_from(bend, point_m);
  // How many steps go straight on depends on where the bend leads, and that on them.
  constexpr int kTries = 4;
  double ahead = steps_for((length(seen_m) - short_of_m) / like_m - bend_steps);
  for (int i = 0; i < kTries; ++i) {
    const auto rad = bends_by(bend, seen_m, short_of_m, ahead);
    if (!rad) return {};
    bend.rad = *rad;
    bend.then_step_m = lead_of(bend, seen_m, short_of_m, ahead, *rad).then_step_m;
    const double better = steps_for(ahead * bend.then_step_m / like_m);
    if (better == ahead || i + 1 == kTries) break;
    ahead = better;
  }
  if (bend.then_step_m <= 0) return {};
  gait.steps = from_step + bend_steps + static_cast<int>(ahead) + 1;
  gait.bends[static_cast<std::size_t>(gait.bend_count++)] = bend;
  return gait;
}

}  // namespace kine::motion
