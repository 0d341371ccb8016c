// A Timeline: what becomes of the times of a gesture when parts of it are to take longer or
// shorter.
//
//   stretches and pauses that a property wants --Timeline--> a new time for each written one
//
// It never runs backwards. An appointment is met to the moment: what comes before it gives way.
#pragma once

#include <vector>

#include "realizer/core/time.h"

namespace kine::plan {

/// What is wanted. Several wishes for one stretch of time: the one that changes it most is granted.
struct TimeWishes {
  struct Stretch {
    Seconds from{0};
    Seconds to{0};      // from < to
    Seconds length{0};  // >= 0: what it is to take
  };
  /// Time put in at a moment: after what is reached then, or before what begins then.
  struct Pause {
    enum class Place { AfterArrival, BeforeDeparture };
    Seconds at{0};
    Seconds length{0};  // >= 0
    Place place = Place::AfterArrival;
  };

  Seconds start{0};  // of the gesture: nothing of it comes earlier
  std::vector<Stretch> stretches;
  std::vector<Pause> pauses;
  std::vector<Seconds> appointments;  // moments whose arrival stays where it is

  bool empty() const { return stretches.empty() && pauses.empty(); }
};

class Timeline {
 public:
  explicit Timeline(const TimeWishes& wishes);

  // The new time of a written one. Where a pause was put in, there are three: when what comes to it
  // arrives, when the pause after that is over, and when what goes from it departs.

  Seconds arrival(Seconds written) const { return new_time(written, &Knot::arrival); }
  Seconds settled(Seconds written) const { return new_time(written, &Knot::settled); }
  Seconds departure(Seconds written) const { return new_time(written, &Knot::departure); }

  /// How much of what was wanted could not be had before the appointments.
  Seconds missing() const { return missing_; }

 private:
  struct Knot {
    Seconds written{0};
    Seconds after_arrival{0};  // the pauses that are put in
    Seconds before_departure{0};
    Seconds length{0};  // from here to the next knot, as written
    Seconds new_length{0};
    bool free = true;  // of wishes, until the next knot
    bool appointment = false;
    Seconds arrival{0};  // how much later each is than written
    Seconds settled{0};
    Seconds departure{0};
  };

  std::size_t knot_at(Seconds time) const;
  void place_knots(const TimeWishes& wishes);
  void grant(const TimeWishes& wishes);
  void keep_appointment(std::size_t from, std::size_t to);
  void add_up();
  Seconds new_time(Seconds written, Seconds Knot::*delay) const;

  std::vector<Knot> knots_;  // never empty; written times strictly increase
  Seconds late_start_{0};    // what an appointment leaves over before it
  Seconds missing_{0};
};

}  // namespace kine::plan
