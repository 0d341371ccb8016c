#include "realizer/plan/behaviours/whole_gaze.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "realizer/body/walking_pace.h"

namespace kine::plan {

void lengthen_for_steps(const script::LookAt& look, const DraftContext& context, Phase& way) {
  const auto* name = std::get_if<script::Name>(&look.target);
  const auto place = name != nullptr ? context.find_place(name->text) : std::nullopt;
  if (!place) return;
  const double ahead_rad = body::way_to(*place, {}, 0).turn_rad + look.offset.left_rad;
  const body::Way turn{.turn_rad = std::remainder(ahead_rad, 2 * std::numbers::pi)};
  if (std::abs(turn.turn_rad) < body::kTrunkTurns_rad) return;
  const Seconds taken = body::walking_time(turn, body::leg_length_m(context.body));
  way.preferred = std::max(way.preferred, taken);
}

void turn_feet(const script::LookAt& look, script::Pose& pose) {
  pose.constraints.emplace_back(script::Walk{.target = look.target,
                                             .distance = {},
                                             .faces_rad = look.offset.left_rad,
                                             .where = look.where});
}

}  // namespace kine::plan
