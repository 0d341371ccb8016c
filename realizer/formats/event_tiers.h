// What happened, as tiers of labelled stretches of time: what the tools of phoneticians and
// annotators show.
//
//   Feedback --EventLog--> Tiers --> .TextGrid, .eaf
#pragma once

#include <map>
#include <string>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/tick/state/feedback.h"

namespace kine::formats {

struct LabelledStretch {
  std::string label;
  Seconds start{0};
  Seconds end{0};  // behind its start

  friend bool operator==(const LabelledStretch&, const LabelledStretch&) = default;
};

/// Its stretches come one behind the other: what overlaps stands in another tier, "blocks 2".
struct Tier {
  std::string name;
  std::vector<LabelledStretch> stretches;
};

/// Something at a moment; what comes in one tick is one event, its labels joined by "; ".
struct Event {
  std::string label;  // "sync hello:wave:stroke"
  Seconds time{0};
};

class EventLog {
 public:
  explicit EventLog(TickRate rate) : rate_(rate) {}

  void add(const Feedback& feedback);

  /// The last tick that was seen.
  void see(Tick tick) { last_ = tick; }

  /// From 0 to here there is time: the tick behind the last one.
  Seconds length() const;

  /// Blocks from their start to their last word, then behaviours and sequences from `start` to
  /// `end`; what is open at the end ends there. None is shorter than a tick.
  std::vector<Tier> tiers() const;

  const std::vector<Event>& events() const { return events_; }

 private:
  struct Spans {
    std::map<std::string, Seconds> open;  // since when, by label
    std::vector<LabelledStretch> done;
  };

  void begin(Spans& spans, const std::string& label, Seconds time);
  void end(Spans& spans, const std::string& label, Seconds time) const;
  void add_lanes(const Spans& spans, const std::string& name, std::vector<Tier>& tiers) const;
  Seconds tick_length() const { return rate_.time_of(Tick{1}); }

  TickRate rate_;
  Tick last_;
  Spans blocks_;
  Spans behaviours_;
  std::vector<Event> events_;
};

}  // namespace kine::formats
