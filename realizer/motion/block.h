// A Block: the segments of one script on one character, ready to bind at a tick.
//
//   Plan --motion::build--> Block --Shard--> Segments bound to the pose that stands there
//
// Immutable: it is prepared on any thread, shared, and may play more than once at once.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/motion/segment.h"
#include "realizer/plan/life.h"
#include "realizer/plan/make/tension_changes.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/plan/tension/muscle_tension.h"
#include "realizer/plan/tension/tension.h"
#include "realizer/speech/speech_track.h"

namespace kine::dynamics::physical {
struct TorsoModel;
}

namespace kine {
struct Listening;
}

namespace kine::motion {

/// What one sequence gives: a behaviour of BML.
struct Part {
  std::string id;      // of its sequence
  Seconds start{0};    // when that begins
  Seconds relaxed{0};  // when it holds nothing any more
  Seconds end{0};      // when it has given back what it took
  std::optional<script::Dynamics> dynamics =
      {};                      // of its character meanwhile; nothing: it says none
  std::string goes_with = {};  // another's id, with which it goes: nobody is told of this one

  friend bool operator==(const Part&, const Part&) = default;
};

inline constexpr std::size_t kNoPart = std::numeric_limits<std::size_t>::max();

/// What a pose brings a point of a joint to.
struct JointGoal {
  body::Joint joint = body::Joint::Hips;
  Vec3 offset_m;  // of the point, from the joint and in its axes
  Vec3 at_m;      // where it is to be, in the character's axes

  friend bool operator==(const JointGoal&, const JointGoal&) = default;
};

/// A moment that feedback is given about.
struct SyncPoint {
  Seconds time{0};  // from the block's start
  std::string id;   // "script:sequence:pose"; what classic scripts want to hear stands behind it
  std::string_view phase = {};        // that ends there, a word of script/words.h; empty: none
  std::size_t part = kNoPart;         // whose it is
  double miss_m = 0;                  // how far its pose stays from what it is to reach at most
  std::vector<JointGoal> goals = {};  // what that is

  friend bool operator==(const SyncPoint&, const SyncPoint&) = default;
};

/// From when on a character's autonomous life is another.
struct LifeChange {
  Seconds time{0};
  plan::LifeSetting setting;
};

/// From when on a target of looks goes to a place in the world, and how long it takes.
struct TargetMove {
  Seconds time{0};
  std::string target;
  Vec3 point_m;
  Seconds over{0};   // 0: at once
  std::string part;  // the id of its sequence
};

/// What a character says.
struct Utterance {
  Seconds start{0};                                  // of its audio, from the block's start
  std::shared_ptr<const speech::SpeechTrack> track;  // never null
  std::string id;                                    // of its sequence
};

struct Block {
  std::string id;         // the script's
  std::string character;  // as the server names it
  plan::Composition composition = plan::Composition::Merge;
  plan::Entrance entrance = {};
  std::vector<plan::Cue> cues = {};        // in the order of their time
  std::vector<Part> parts = {};            // in the order of the script
  std::vector<Segment> segments;           // in the order of their start
  std::vector<SyncPoint> sync_points;      // in the order of their time
  std::vector<LifeChange> life = {};       // in the order of their time
  std::optional<double> idle_amount = {};  // of its character's life while it plays
  std::shared_ptr<const dynamics::physical::TorsoModel> muscles = {};  // that it needs at any time:
                                                                       // null where it needs none
  std::optional<script::Dynamics> dynamics = {};  // of its character while it plays, where no part
                                                  // says another; nothing: it says none
  plan::Forces forces = {};                       // on its muscles
  std::vector<plan::MuscleChange> muscle_tensions = {};  // in the order of their time
  std::vector<TargetMove> targets = {};                  // in the order of their time
  std::vector<plan::TensionChange> tensions = {};        // in the order of their time
  std::vector<plan::ArmStroke> strokes = {};             // in the order of their end
  std::vector<Utterance> utterances = {};                // in the order of their start
  std::shared_ptr<const Listening> listening = {};       // what of them moves the character as a
                                                         // model has learnt it; null: nothing
  std::vector<Warning> warnings = {};          // of its planning; said once when it starts
  std::vector<plan::PartTimes> schedule = {};  // of BML: what its parts were planned for …
  std::vector<plan::KnownPoint> others = {};   // … by these points of other blocks
  Seconds relaxed{0};  // when nothing is held any more: all that plays is going back
  Seconds end{0};      // when the last segment has given back what it took
};

/// What moves its character at a time of the block: of what its parts say then the most physical,
/// else what is said of the character. Nothing where the script says nothing.
std::optional<script::Dynamics> dynamics_at(const Block& block, Seconds time);

/// Whether both do the same at the same times with the same actuators: what was changed alike while
/// it played is the same, wherever it stands.
bool is_same(const Block& a, const Block& b);

}  // namespace kine::motion
