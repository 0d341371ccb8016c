// What comes into a tick, and what a tick says of blocks beside frames and feedback.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "realizer/autonomy/life.h"
#include "realizer/cast/cast.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/live/live_face.h"
#include "realizer/live/live_forces.h"
#include "realizer/live/live_posture.h"
#include "realizer/math/vec3.h"
#include "realizer/motion/block.h"
#include "realizer/plan/parameters.h"
#include "realizer/plan/tension/tension.h"
#include "realizer/tick/state/body_language.h"

namespace kine::dynamics::physical {
struct TorsoModel;
}

namespace kine {

/// Plays a block on its character.
struct PlayBlock {
  /// Which tick is the block's time zero. The last one is what everybody has seen already: counted
  /// from there, the first frame that follows has moved. What replaces others has ThisTick always.
  enum class Zero : std::uint8_t { ThisTick, LastTick };

  CharacterId character;
  BlockId id;
  ClientId client;
  std::shared_ptr<const motion::Block> block;  // never null
  Zero zero = Zero::ThisTick;

  /// Its zero, where it was planned by what other blocks do; later than this, it is late and leaves
  /// out what it has missed. It does not count for a block that waits, or replaces others.
  std::optional<Tick> planned_zero = {};
};

/// Fades out one block, or everything that plays on a character.
struct Interrupt {
  CharacterId character;
  std::optional<BlockId> block;  // nothing: all of them
  Seconds fade{0.3};             // >= 0
};

/// Puts what characters can look at under this name to a place in the world; every shard takes it.
struct SetTarget {
  std::string name;
  Vec3 point_m;
  Seconds over{0};  // it goes there evenly in this time; 0, or where it is new: at once
};

/// How tense arms of a character are from now on, until a script or another of these changes it.
struct SetTension {
  CharacterId character;
  plan::TensionChange change;  // its time does not count
};

/// What face a character has from now on, beneath what plays.
struct SetFace {
  CharacterId character;
  FaceChange change;
  bool of_sound = false;  // a mouth that moves by sound lies on what was set before
};

/// What posture a character has from now on, beneath all that it does.
struct SetPosture {
  CharacterId character;
  PostureChange change;
};

/// What a character moves by from now on, where no script that plays says it.
struct SetDynamics {
  CharacterId character;
  std::shared_ptr<const dynamics::physical::TorsoModel> muscles;  // null: its plan alone
};

/// Pushes a joint of a character, from the start of this tick.
struct PushJoint {
  CharacterId character;
  ClientId client;
  LivePush push;
};

/// What a hand carries from now on, where no script that plays says it.
struct SetLoad {
  CharacterId character;
  LiveLoad load;
};

/// A character comes, in its base pose; its first frame is that of this tick. Every shard takes it,
/// and before all else of the tick.
struct Join {
  CharacterId character;             // one that nobody has or had
  std::shared_ptr<const Cast> cast;  // never null; of a name that nobody has
  autonomy::LifeOptions life = {};
};

/// A character goes. What plays or waits on it is interrupted in this tick, and it has no frame any
/// more. Every shard takes it, and behind all else of the tick.
struct Leave {
  CharacterId character;
};

/// A block that plays goes on as another, whose past is the same up to a tick: what it waits for
/// has moved. It does not count where the tick has passed, or the block is another one by now.
struct Replan {
  CharacterId character;
  BlockId id;
  Tick from;
  std::shared_ptr<const motion::Block> before;  // of which it was made; never null
  std::shared_ptr<const motion::Block> next;    // never null; what it warns of beside is said
};

using Input = std::variant<PlayBlock, Interrupt, SetTarget, SetTension, SetFace, SetPosture,
                           SetDynamics, PushJoint, SetLoad, Join, Leave, Replan, HearSpeech>;

/// A block goes on as another one of the same id: some of it was interrupted.
struct Replanned {
  CharacterId character;
  BlockId id;
  Tick from;
  std::shared_ptr<const motion::Block> block;  // never null
  std::optional<Tick> start = {};              // its time zero; nothing: it waits
  bool is_planned = false;                     // by a Replan
};

/// Somebody wants a parameter of what plays or waits to be another: the block is to be planned
/// anew.
struct ParameterWish {
  CharacterId character;
  BlockId id;
  plan::ParameterChange change;
  ClientId client = {};  // whose block wishes it
};

/// A script has moved a target. Every shard takes it as an input of the next tick, so that all
/// characters see it alike.
struct TargetMoved {
  CharacterId character;  // whose script
  SetTarget set;
};

}  // namespace kine
