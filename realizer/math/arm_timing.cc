#include "realizer/math/arm_timing.h"

#include <algorithm>
#include <cmath>

#include "realizer/math/ease.h"

namespace kine {
namespace {

/// In this time a clock lets go of the rate that it had.
constexpr Seconds kRateLost{0.2};

}  // namespace

Seconds clock_reach(Seconds length) {
  return std::min(kClockGainMax * length, length * (length.count() * kClockRateGainMax_hz / 6));
}

Seconds ClockMove::length() const {
  const Seconds way = to - from;
  // An eased way takes on its rate by 6 ways a length squared.
  const Seconds softly(std::sqrt(6 * std::abs(way.count()) / kClockRateGainMax_hz));
  const Seconds length =
      std::max(softly, way.count() > 0 ? way / kClockGainMax : -way / kClockLossMax);
  return rate == 0 ? length : std::max(length, kRateLost);
}

Seconds ClockMove::at(Seconds time, Seconds over) const {
  const Seconds passed = time - since;
  if (passed >= over) return to;
  if (passed.count() <= 0) return from;
  const Seconds way = from + (to - from) * eased(passed / over);
  const double left = std::max(0.0, 1 - passed / std::min(over, kRateLost));
  return std::max(Seconds{0}, way + passed * (rate * left * left));
}

double ClockMove::rate_at(Seconds time) const {
  const Seconds passed = time - since;
  const Seconds over = length();
  if (passed >= over) return 0;
  if (passed.count() <= 0) return rate;
  const double h = passed / over;
  const double share = passed / std::min(over, kRateLost);
  const double kept = share < 1 ? rate * (1 - share) * (1 - 3 * share) : 0;
  return (to - from) / over * 6 * h * (1 - h) + kept;
}

ClockMove ArmClock::next(const ClockMove& move, const Plan& plan) {
  return {.since = plan.begins,
          .from = move.at(plan.begins),
          .to = plan.to,
          .rate = move.rate_at(plan.begins)};
}

Seconds ClockReader::ahead_at(Seconds time) {
  for (; next_ < clock_.planned_.size() && clock_.planned_[next_].begins <= time; ++next_) {
    move_ = ArmClock::next(move_, clock_.planned_[next_]);
    length_ = move_.length();
  }
  return move_.at(time, length_);
}

ClockMove ArmClock::current(Seconds time) const {
  ClockMove move = move_;
  for (const Plan& plan : planned_) {
    if (plan.begins > time) break;
    move = next(move, plan);
  }
  return move;
}

void ArmClock::bring_to(Seconds time) {
  while (!planned_.empty() && planned_.front().begins <= time) {
    move_ = next(move_, planned_.front());
    planned_.erase(planned_.begin());
  }
}

void ArmClock::plan(Seconds begins, Seconds to) {
  if (goal() == to) return;
  if (!planned_.empty()) begins = std::max(begins, planned_.back().begins);
  planned_.push_back({.begins = std::max(begins, move_.since), .to = to});
}

void ArmClock::drop_plans_after(Seconds time) {
  std::erase_if(planned_, [&](const Plan& plan) { return plan.begins > time; });
}

ArmClock ArmClock::counted_from(Seconds by) const {
  ArmClock clock = *this;
  clock.move_.since -= by;
  for (Plan& plan : clock.planned_) plan.begins -= by;
  return clock;
}

Seconds ArmClock::ahead_max(Seconds time) const {
  // A rate that is let go of carries it on by a seventh of what it would go in that time.
  constexpr double kCarried = 4.0 / 27;
  Seconds most{0};
  ClockMove move = move_;
  const auto look_at = [&](Seconds from) {
    most = std::max({most, move.at(from), move.to});
    if (move.rate > 0 && from < move.since + kRateLost) {
      most = std::max(most, std::max(move.from, move.to) + kCarried * move.rate * kRateLost);
    }
  };
  look_at(time);
  for (const Plan& plan : planned_) {
    move = next(move, plan);
    look_at(std::max(time, plan.begins));
  }
  return most;
}

}  // namespace kine
