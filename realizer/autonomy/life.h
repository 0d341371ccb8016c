// The life of one character: what its producers remember and what they have begun.
//
//   tick --advance--> the segments that lie on top of its pose now
//
// A part of a CharacterState: copyable, and equal after equal inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "realizer/autonomy/carriage.h"
#include "realizer/autonomy/facing.h"
#include "realizer/autonomy/producer.h"
#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/pose/interval.h"

namespace kine::autonomy {

/// Whether characters live of themselves, or only as far as scripts ask.
enum class Liveliness : std::uint8_t { Still, Alive };

struct LifeOptions {
  Liveliness liveliness = Liveliness::Still;
  std::uint64_t seed = 0;
};

/// A segment of life that plays.
struct LifeSegment {
  std::size_t producer = 0;
  Tick started;
  Tick end;
  std::shared_ptr<const pose::Keys> keys;  // never null
  pose::Interval interval = {};            // of these keys: a cache

  friend bool operator==(const LifeSegment& a, const LifeSegment& b) {
    return a.producer == b.producer && a.started == b.started && a.end == b.end &&
           (a.keys == b.keys || *a.keys == *b.keys);
  }
};

struct LifeState {
  std::uint64_t seed = 0;
  Parameters parameters;              // all 0: nothing lives
  Parameters own;                     // what they were at first
  std::vector<Memory> memories;       // one a producer, once there was one to remember
  std::vector<LifeSegment> segments;  // at most one a producer
  Facing facing;                      // kept up by what turns the head
  std::optional<Carriage> carriage;   // of its own; nothing: as its body stands
  std::uint32_t blocks = 0;           // that nobody has sent
  double stands = 1;                  // whether it stands, between 0 and 1 on the way

  friend bool operator==(const LifeState&, const LifeState&) = default;
};

LifeState make_life(const LifeOptions& options, CharacterId character = {});

/// What a script says from this tick on. A producer that only gets a rate now takes the usual
/// amplitude along, and the other way round.
void set(const plan::LifeSetting& setting, LifeState& life);

struct LifeStep {
  std::span<const Producer* const> producers;
  CharacterId character;
  Tick tick;
  TickRate rate{60};
  const body::Body& body;
  bool looks_at_something = false;
  double amount = 1;   // a share of all amplitudes of the body, of [0, 1]
  bool stands = true;  // and does not walk, sit or play a recording from head to toe
};

/// Ends what is over and begins what is due. The result are blocks that are to enter now: seldom
/// any.
std::vector<std::shared_ptr<const motion::Block>> advance(const LifeStep& step, LifeState& life);

/// Whether anything of it moves the body under the gestures, and by how much all of it does. What
/// walks or sits is not moved.
bool moves_body(const LifeState& life);
body::BodyOffsets offsets_of(const LifeState& life, Tick tick, TickRate rate);

/// Sees where the head faces in a pose, for a blink when it turns far.
void notice_turn(const pose::Pose& pose, Seconds step, LifeState& life);

}  // namespace kine::autonomy
