// One stretch of motion: what drives which group of joints or channels, when, and how strongly.
//
//   Plan --motion::build--> Segments --Shard binds--> Keys --pose jobs--> one Pose
//
// A segment is a value, and its actuator is immutable: binding compiles it to keys, and sampling
// is a pure function of time. What needs a memory is a filter behind the blend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "realizer/core/time.h"
#include "realizer/motion/actuator.h"
#include "realizer/motion/transit.h"

namespace kine::motion {

/// What stays lies below all else, and what a sketch gives a face lies over that.
inline constexpr int kLastingPriority = std::numeric_limits<int>::min();
inline constexpr int kFacePriority = kLastingPriority + 1;

/// To what a segment that lies on top gives way where that drives the same joints or channels: it
/// shows as much as that leaves.
enum class GivesWay : std::uint8_t {
  Never,
  ToPoses,     // to all that a script asks of them, but for looks
  ToLooksToo,  // and it makes up for the head: where that is another's, so is it
};

struct Segment {
  Seconds start{0};    // from the start of its block
  Seconds end{0};      // start <= end: after the fade-out
  Seconds fade_in{0};  // fade_in + fade_out <= end - start
  Seconds fade_out{0};
  std::optional<Transit> way_back = {};  // how the fade-out goes; nothing: eased
  double weight = 1;                     // between the fades, in [0, 1]
  int priority = 0;         // higher wins; then what is asked by constraints; then the later start
  bool constrained = true;  // it has targets that are to be reached; stored motion gives way to it
  bool lasting = false;     // what it ends with stays, until another lasting one hides it
  bool yields = false;      // of equals it lies below those of earlier blocks, not over them
  bool relative = false;    // it lies on top of all others and turns what it finds there
  GivesWay gives_way = GivesWay::Never;      // Never where it is not relative
  std::optional<body::Side> arm = {};        // it drives this arm, and nothing that is not of it
  std::shared_ptr<const Actuator> actuator;  // never null; shared, for it never changes
  std::size_t part = 0;                      // of its block; kNoPart: of all of it

  /// Whether the comments above hold. motion::build makes no other segments.
  bool valid() const;

  /// 0 before the start and from the end on, `weight` between the fades, eased within them where no
  /// way back says otherwise. One that lasts keeps its weight.
  float weight_at(Seconds time) const;

  friend bool operator==(const Segment&, const Segment&) = default;
};

/// The arm that an actuator drives, where it drives nothing but one: its joints from the clavicle
/// to the wrist, some of them, and fingers with them or not. Such a segment can keep the arm's own
/// time.
std::optional<body::Side> arm_of(const Actuator& actuator);

}  // namespace kine::motion
