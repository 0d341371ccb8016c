// Step 7 of a tick: arms that have tension follow their masses, on what a frame shows.
//
//   Frame as blended, solved and alive --Trackers--> the same with its tense arms where they swing
//
// Characters are taken up one by one and moved in sixteens. Who has no tension is passed over; a
// frame is whole when its character has been moved, which finish() sees to.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/dynamics/arm_tension.h"
#include "realizer/dynamics/follow.h"
#include "realizer/frame.h"
#include "realizer/plan/tension.h"

namespace kine {

/// The memory of a character's arms.
struct CharacterTension {
  std::array<std::optional<dynamics::ArmTension>, 2> arms;  // left, right
  Tick last;                                                // the tick that it stands at …
  body::Placement placement;                                // … and where the character stood

  friend bool operator==(const CharacterTension&, const CharacterTension&) = default;
};

/// One, or none while neither arm has tension: most characters have none most of the time.
using TensionMemory = std::vector<CharacterTension>;

void change(const plan::TensionChange& change, Tick tick, TickRate rate, TensionMemory& memory);

class Trackers {
 public:
  explicit Trackers(TickRate rate);

  /// A character that is shown in `frame`; both must stay where they are until finish().
  void add(Tick tick, const body::Body& body, const body::Placement& placement,
           TensionMemory& memory, Frame& frame) {
    if (!memory.empty()) take_up(tick, body, placement, memory, frame);
  }
  void finish();

 private:
  /// Of a block of characters.
  struct Lanes {
    std::array<const body::Body*, pose::kLanes> bodies = {};  // whose bones are there
    std::array<dynamics::FollowJob::Character, pose::kLanes> characters;
    dynamics::BodyBones bones;
    dynamics::FollowJob::Scratch scratch;
  };

  void take_up(Tick tick, const body::Body& body, const body::Placement& placement,
               TensionMemory& memory, Frame& frame);

  TickRate rate_;
  std::unique_ptr<Lanes> lanes_;
  std::size_t count_ = 0;
};

}  // namespace kine
