#include "realizer/motion/clips/clip_timing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "realizer/core/assert.h"

namespace kine::motion {
namespace {

using enum script::Phase;

// As of key poses (plan/properties), at a parameter of 1.

constexpr double kFasterBy = 0.2;       // the speed of strokes
constexpr Seconds kPreStrokeHold{0.3};  // before a powerful stroke
constexpr Seconds kHoldChange{0.3};     // what fluidity takes from a hold, or adds to it

/// No phase gives others more of its time.
constexpr double kMostGiven = 0.3;

/// Corners of time are rounded over this to both sides, or a hurried arm would jerk.
constexpr Seconds kRounding{0.05};

/// A moment of the new clip, and what of the old one is shown then; both in frames.
struct Knot {
  double time = 0;
  double place = 0;
};

/// What fluidity adds to a hold, in frames.
double held_longer(double fluidity, const ClipTiming& timing) {
  return -fluidity * (kHoldChange / timing.frame_time);
}

/// What a stroke of so many frames begins later by.
double begun_later(double power, double frames, const ClipTiming& timing) {
  const double wait = std::max(power, 0.0) * (kPreStrokeHold / timing.frame_time);
  return frames - frames / (1 + kFasterBy * power) + wait;
}

/// `wish`, or as much of it as brings the largest one of its kind into the room.
double fitted(double wish, double largest, double room) {
  const double size = std::abs(largest);
  return size > room ? wish * room / size : wish;
}

/// By how many frames later the phase begins than it was found.
double delay_of(std::span<const ClipPhase> phases, std::size_t index, const ClipTiming& timing) {
  const ClipPhase& phase = phases[index];
  if (index == 0 || !is_movement(phase.phase)) return 0;
  const ClipPhase& before = phases[index - 1];
  const auto frames = static_cast<double>(phase.end - phase.first);
  const double room = kMostGiven * frames;
  const double room_before = kMostGiven * static_cast<double>(before.end - before.first);
  const auto fit = [&](double wish, double largest) {
    return fitted(wish, largest, wish < 0 ? room_before : room);
  };
  const auto sign = [](double parameter) { return parameter < 0 ? -1.0 : 1.0; };

  double delay = 0;
  const bool holds = !is_movement(before.phase);
  const bool may_halt = timing.fluidity < 0 && before.phase != Retraction;
  if (holds || may_halt) {
    delay += fit(held_longer(timing.fluidity, timing), held_longer(sign(timing.fluidity), timing));
  }
  if (phase.phase == Stroke) {
    delay += fit(begun_later(timing.power, frames, timing),
                 begun_later(sign(timing.power), frames, timing));
  }
  return std::clamp(delay, -room_before, room);
}

std::vector<Knot> knots_of(const ClipArm& arm, const ClipTiming& timing) {
  std::vector<Knot> knots = {{0, 0}};
  for (std::size_t i = 1; i < arm.phases.size(); ++i) {
    const auto start = static_cast<double>(arm.phases[i].first);
    const double delay = delay_of(arm.phases, i, timing);
    // An arm that waits between two ways stands still; a hold goes on as it was, longer.
    if (delay > 0 && is_movement(arm.phases[i - 1].phase)) knots.push_back({start, start});
    knots.push_back({start + delay, start});
  }
  const auto last = static_cast<double>(arm.wrists_m.size() - 1);
  if (knots.back().time < last) knots.push_back({last, last});
  return knots;
}

/// Outside of the knots time runs on as it was.
double place_between(std::span<const Knot> knots, double time) {
  if (time <= knots.front().time || time >= knots.back().time) return time;
  const auto after = std::ranges::find_if(knots, [&](const Knot& k) { return k.time > time; });
  const Knot& before = *(after - 1);
  const double share = (time - before.time) / (after->time - before.time);
  return before.place + share * (after->place - before.place);
}

}  // namespace

std::vector<double> retimed(const ClipArm& arm, const ClipTiming& timing) {
  const std::size_t count = arm.wrists_m.size();
  std::vector<double> places(count);
  std::iota(places.begin(), places.end(), 0.0);
  if (timing.power == 0 && timing.fluidity == 0) return places;

  const std::vector<Knot> knots = knots_of(arm, timing);
  const auto last = static_cast<double>(count - 1);
  constexpr int kSteps = 4;  // to each side
  const double step = kRounding / timing.frame_time / kSteps;
  for (double& place : places) {
    // A mean over moments never falls where what it is of does not.
    double sum = 0;
    for (int i = -kSteps; i <= kSteps; ++i) sum += place_between(knots, place + i * step);
    place = std::clamp(sum / (2 * kSteps + 1), 0.0, last);
  }
  places.front() = 0;
  places.back() = last;
  return places;
}

std::vector<ClipPhase> moved(std::span<const ClipPhase> phases, std::span<const double> places) {
  // A phase begins at the last frame that shows its first one: what waits there is before it.
  constexpr double kShown = 0.25;
  std::vector<ClipPhase> result;
  for (const ClipPhase& phase : phases) {
    const double first = static_cast<double>(phase.first) + kShown;
    const auto behind = std::ranges::upper_bound(places, first) - places.begin();
    const auto start = static_cast<std::size_t>(std::max<std::ptrdiff_t>(behind - 1, 0));
    if (!result.empty()) result.back().end = start;
    if (!result.empty() && result.back().first == start) result.pop_back();
    result.push_back({.first = start, .end = places.size(), .phase = phase.phase});
  }
  return result;
}

}  // namespace kine::motion
