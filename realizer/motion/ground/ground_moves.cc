// Of a track: what its steps, turns and stances ask for.
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "realizer/motion/ground/ground.h"

namespace kine::motion {
namespace {

using Wanted = std::array<std::optional<double>, pose::kBendCount>;

const plan::Walk* find_walk(const plan::Key& key) {
  for (const plan::Goal& goal : key.goals) {
    if (const auto* walk = std::get_if<plan::Walk>(&goal)) return walk;
  }
  return nullptr;
}

const plan::Stance* find_stance(const plan::Key& key) {
  for (const plan::Goal& goal : key.goals) {
    if (const auto* stance = std::get_if<plan::Stance>(&goal)) return stance;
  }
  return nullptr;
}

std::optional<double>& of(Wanted& wanted, pose::Bend bend) {
  return wanted[static_cast<std::size_t>(bend)];
}

Wanted bends_of(const plan::Stance& stance) {
  using enum script::StanceKind;
  Wanted wanted = {};
  if (stance.kind) {
    of(wanted, pose::Bend::Sit) = *stance.kind == Sitting ? 1 : 0;
    of(wanted, pose::Bend::Crouch) = *stance.kind == Crouching ? 1 : 0;
    of(wanted, pose::Bend::Lie) = *stance.kind == Lying ? 1 : 0;
  }
  constexpr std::array kOpen = {pose::Bend::OpenLeft, pose::Bend::OpenRight};
  constexpr std::array kCross = {pose::Bend::CrossLeft, pose::Bend::CrossRight};
  for (std::size_t side = 0; side < stance.legs.size(); ++side) {
    const auto legs = stance.legs[side];
    if (!legs) continue;
    of(wanted, kOpen[side]) = *legs == script::Legs::Open ? 1 : 0;
    of(wanted, kCross[side]) = *legs == script::Legs::Crossed ? 1 : 0;
  }
  // One leg lies over the other one: of two that are crossed it is the right one.
  if (of(wanted, kCross[1]) == 1.0) {
    of(wanted, kCross[0]) = 0;
  } else if (of(wanted, kCross[0]) == 1.0) {
    of(wanted, kCross[1]) = 0;
  }
  return wanted;
}

}  // namespace

std::vector<GroundMove> make_ground_moves(const plan::Track& track,
                                          const plan::Sequence& sequence) {
  std::vector<GroundMove> moves;
  Seconds rested = track.start;
  bool bends = false;
  bool turns = false;
  for (const plan::Key& key : track.keys) {
    GroundMove move{.from = std::min(rested, key.time), .to = key.time};
    if (const plan::Walk* walk = find_walk(key)) {
      move.walks_to = walk->target;
      move.short_of_m = walk->short_of_m;
      move.faces_rad = walk->faces_rad;
      moves.push_back(move);
      bends = false;
      turns = walk->faces_rad.has_value();
    } else if (const plan::Stance* stance = find_stance(key)) {
      move.bends = bends_of(*stance);
      moves.push_back(move);
      bends = true;
      turns = false;
    }
    rested = key.time + key.hold;
  }
  if (!(bends || turns) || sequence.lasting) return moves;
  moves.push_back(
      {.from = sequence.end_of_holds(), .to = sequence.end(), .turns_back = turns, .back = bends});
  return moves;
}

std::optional<pose::AskedWalk> asked_of(std::span<const GroundMove> moves) {
  std::optional<pose::AskedWalk> asked;
  for (const GroundMove& move : moves) {
    if (!move.walks_to || move.faces_rad) continue;
    const auto* name = std::get_if<std::string>(&*move.walks_to);
    asked = {.name = name != nullptr ? *name : std::string(), .short_of_m = move.short_of_m};
  }
  return asked;
}

}  // namespace kine::motion
