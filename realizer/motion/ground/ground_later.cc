// Of ground keys: what of them may still be moved, and where to.
#include <algorithm>
#include <optional>
#include <vector>

#include "realizer/motion/ground/ground.h"
#include "realizer/motion/ground/passing.h"

namespace kine::motion {

using pose::GroundKeys;

namespace {

/// Whether the last turn, back to where one faced before, was moved.
bool turn_back_later(double time_s, double later_s, GroundKeys& keys) {
  if (!keys.faced_rad) return false;
  pose::Gait& last = keys.gaits.back();
  if (last.start_s <= time_s) return false;
  double begins_s = std::max(last.start_s + later_s, time_s);
  if (keys.gaits.size() > 1) {
    const pose::Gait& before = keys.gaits[keys.gaits.size() - 2];
    begins_s = std::max(begins_s, before.start_s + before.length_s());
  }
  last.start_s = begins_s;
  keys.end_s = begins_s + last.length_s();
  return true;
}

/// Whether the last move of a bend is one: who stays as it is does not move, and who has moved is
/// there.
bool is_to_move(const std::vector<pose::BendMove>& moves, double time_s) {
  return !moves.empty() && moves.back().from != moves.back().to && moves.back().to_s > time_s;
}

}  // namespace

std::optional<GroundKeys> with_last_move_later(const GroundKeys& keys, double time_s,
                                               double later_s) {
  GroundKeys moved = keys;
  moved.end_s = std::max(time_s, keys.end_s + later_s);
  if (!moved.gaits.empty() && !turn_back_later(time_s, later_s, moved)) return {};
  // All of them together, none before now or before the one in front of it is over.
  double shift_s = later_s;
  for (const std::vector<pose::BendMove>& moves : keys.bends) {
    if (!is_to_move(moves, time_s)) continue;
    const pose::BendMove& last = moves.back();
    if (last.from_s <= time_s) return {};
    const double free_s =
        moves.size() > 1 ? std::max(time_s, moves[moves.size() - 2].to_s) : time_s;
    shift_s = std::max(shift_s, free_s - last.from_s);
  }
  for (std::vector<pose::BendMove>& moves : moved.bends) {
    if (!is_to_move(moves, time_s)) continue;
    moves.back().from_s += shift_s;
    moves.back().to_s += shift_s;
    moved.end_s = std::max(moved.end_s, moves.back().to_s);
  }
  moved.path = path_of(moved);
  return moved;
}

}  // namespace kine::motion
