// How the springs of a character that moves by its muscles hold the pose that it is to have.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/dynamics/physical/stability.h"
#include "server/offline/offline_stage.h"

namespace kine::server {

inline const TickRate kStabilityRate(60);

/// How often poses are looked at: each tenth of a second.
inline constexpr std::uint64_t kTicksBetweenLooks = 6;

/// A moment of a script, and how its pose is held.
struct HeldMoment {
  Tick tick;
  std::shared_ptr<const dynamics::physical::TorsoModel> model;  // never null
  dynamics::physical::Stability stability;
};

/// Of the pose that is wanted, by the springs as they are; nothing where no muscles move the
/// character at this tick of kStabilityRate.
std::optional<HeldMoment> held_moment(const CharacterState& state, Tick tick);

/// What was seen of a character.
struct Watched {
  std::optional<HeldMoment> worst;  // at which its springs hold least; nothing: no muscles move it
  std::optional<Tick> falls;        // when it fell; unwatched afterwards
};

/// Plays what is on a stage of kStabilityRate until it is over, `length` at most. By character.
std::vector<Watched> watch(OfflineStage& stage, Seconds length);

/// "rightHand y".
std::string name_of_degree(const dynamics::physical::Figure& figure, std::size_t degree);

}  // namespace kine::server
