// What pulls at the body of a character in a tick: the pushes and loads of the blocks that play,
// those that a client has set meanwhile, and the bodies of others.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/dynamics/physical/torso.h"
#include "realizer/tick/filters/touch.h"
#include "realizer/tick/state/character_state.h"
#include "realizer/tick/state/scene.h"

namespace kine {

/// So long before a push that they expect, people brace themselves.
inline constexpr Seconds kBracesBefore{0.3};

class OutsideForces {
 public:
  /// Of the tick that ends at `tick`. No more than kPushesAtOnceMax pushes, the earliest blocks'.
  void find(const CharacterState& state, Tick tick, TickRate rate);

  /// What others near it do to it, as everybody was seen in the last tick.
  void add_touch(const Scene& scene, CharacterId id);

  std::span<const dynamics::physical::TorsoPush> pushes() const {
    return std::span(pushes_).first(count_);
  }
  /// A push that the character expects is there, or about to come.
  bool braces() const { return braces_; }

  /// Whether a block that plays has such a push at any time.
  bool expects() const { return expects_; }
  bool leaves_out() const { return leaves_out_; }
  const auto& loads() const { return loads_; }

 private:
  void find_live(const CharacterState& state, Tick tick, TickRate rate);
  void add(dynamics::physical::TorsoPush push);

  /// Somebody in the last tick.
  struct Seen {
    const Frame* frame = nullptr;
    const body::Body* body = nullptr;
  };
  std::vector<Seen> near_;

  std::array<dynamics::physical::TorsoPush, dynamics::physical::kTorsoPushesMax> pushes_ = {};
  std::size_t count_ = 0;
  bool leaves_out_ = false;
  bool braces_ = false;
  bool expects_ = false;
  dynamics::physical::HandLoads loads_ = {};
};

}  // namespace kine
