#include "realizer/plan/timeline.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "realizer/core/assert.h"

namespace kine::plan {
namespace {

/// Moments nearer to each other than this are one: sums of a script's decimals miss by less.
constexpr Seconds kOneMoment{1e-9};

/// What nobody wishes anything of gives up at most this share of itself for an appointment.
constexpr double kFreeShare = 0.5;

double change(Seconds from, Seconds to) { return std::abs(std::log(to / from)); }

}  // namespace

Timeline::Timeline(const TimeWishes& wishes) {
  place_knots(wishes);
  grant(wishes);
  std::size_t from = 0;
  for (std::size_t i = 0; i < knots_.size(); ++i) {
    if (!knots_[i].appointment) continue;
    keep_appointment(from, i);
    from = i;
  }
  add_up();
}

std::size_t Timeline::knot_at(Seconds time) const {
  const auto after = std::ranges::upper_bound(knots_, time + kOneMoment, {}, &Knot::written);
  KINE_ASSERT(after != knots_.begin());
  return static_cast<std::size_t>(after - knots_.begin()) - 1;
}

void Timeline::place_knots(const TimeWishes& wishes) {
  std::vector<Seconds> times{wishes.start};
  for (const TimeWishes::Stretch& stretch : wishes.stretches) {
    times.push_back(stretch.from);
    times.push_back(stretch.to);
  }
  for (const TimeWishes::Pause& pause : wishes.pauses) times.push_back(pause.at);
  for (const Seconds appointment : wishes.appointments) times.push_back(appointment);
  std::ranges::sort(times);
  for (const Seconds time : times) {
    if (!knots_.empty() && time - knots_.back().written < kOneMoment) continue;
    if (!knots_.empty()) knots_.back().length = time - knots_.back().written;
    knots_.push_back({.written = time});
  }
  for (const Seconds appointment : wishes.appointments) {
    knots_[knot_at(appointment)].appointment = true;
  }
}

void Timeline::grant(const TimeWishes& wishes) {
  for (Knot& knot : knots_) knot.new_length = knot.length;
  for (const TimeWishes::Stretch& stretch : wishes.stretches) {
    const std::size_t end = knot_at(stretch.to);
    for (std::size_t i = knot_at(stretch.from); i < end; ++i) {
      Knot& knot = knots_[i];
      const Seconds wanted = knot.length * (stretch.length / (stretch.to - stretch.from));
      if (knot.free || change(knot.length, wanted) > change(knot.length, knot.new_length)) {
        knot.new_length = wanted;
      }
      knot.free = false;
    }
  }
  for (const TimeWishes::Pause& pause : wishes.pauses) {
    Knot& knot = knots_[knot_at(pause.at)];
    const bool after = pause.place == TimeWishes::Pause::Place::AfterArrival;
    Seconds& length = after ? knot.after_arrival : knot.before_departure;
    length = std::max(length, pause.length);
  }
}

/// From one appointment (or the start of all) to the next, all must take as long as it did.
void Timeline::keep_appointment(std::size_t from, std::size_t to) {
  Seconds longer{0};
  Seconds shorter{0};
  Seconds free{0};
  for (std::size_t i = from; i < to; ++i) {
    const Knot& knot = knots_[i];
    const Seconds more = knot.new_length - knot.length;
    longer += std::max(more, Seconds{0}) + knot.after_arrival + knot.before_departure;
    shorter += std::max(-more, Seconds{0});
    if (knot.free) free += knot.length;
  }
  const bool first = !knots_[from].appointment;
  double longer_share = 1;
  double shorter_share = 1;
  double free_scale = 1;
  if (longer > shorter) {
    const Seconds taken = std::min(longer - shorter, kFreeShare * free);
    if (taken > Seconds{0}) free_scale = 1 - taken / free;
    longer_share = (taken + shorter) / longer;
    missing_ += longer - shorter - taken;
  } else if (shorter > longer && first) {
    late_start_ = shorter - longer;
  } else if (shorter > longer) {
    if (free > Seconds{0}) {
      free_scale = 1 + (shorter - longer) / free;
    } else {
      shorter_share = longer / shorter;
      missing_ += shorter - longer;
    }
  }
  for (std::size_t i = from; i < to; ++i) {
    Knot& knot = knots_[i];
    const Seconds more = knot.new_length - knot.length;
    knot.after_arrival *= longer_share;
    knot.before_departure *= longer_share;
    if (knot.free) {
      knot.new_length = free_scale == 1 ? knot.length : knot.length * free_scale;
    } else if (more > Seconds{0} && longer_share != 1) {
      knot.new_length = knot.length + longer_share * more;
    } else if (more < Seconds{0} && shorter_share != 1) {
      knot.new_length = knot.length + shorter_share * more;
    }
  }
}

void Timeline::add_up() {
  Seconds delay = late_start_;
  for (Knot& knot : knots_) {
    if (knot.appointment) delay = Seconds{0};
    knot.arrival = delay;
    knot.settled = knot.arrival + knot.after_arrival;
    knot.departure = knot.settled + knot.before_departure;
    delay = knot.departure + (knot.new_length - knot.length);
  }
}

Seconds Timeline::new_time(Seconds written, Seconds Knot::*delay) const {
  if (written + kOneMoment < knots_.front().written) return written + knots_.front().arrival;
  const Knot& knot = knots_[knot_at(written)];
  const Seconds since = written - knot.written;
  if (since < kOneMoment) {
    const Seconds time = written + knot.*delay;
    if (&knot == &knots_.front()) return time;
    // A little before its knot, it comes no earlier than the knot before that.
    const Knot& before = *std::prev(&knot);
    return std::max(time, before.written + before.departure);
  }
  if (knot.new_length == knot.length) return written + knot.departure;
  return knot.written + knot.departure + since * (knot.new_length / knot.length);
}

}  // namespace kine::plan
