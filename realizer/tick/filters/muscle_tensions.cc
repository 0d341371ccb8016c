#include "realizer/tick/filters/muscle_tensions.h"

#include <algorithm>
#include <cmath>

#include "realizer/tick/filters/wanted.h"

namespace kine {
namespace {

using dynamics::physical::JointTension;
using dynamics::physical::JointTensions;

/// A rest error is eased by its logarithm, as people feel it.
Tension between(const Tension& from, const Tension& to, double share) {
  return {.rest_error_m =
              std::exp(std::lerp(std::log(from.rest_error_m), std::log(to.rest_error_m), share)),
          .zeta = std::lerp(from.zeta, to.zeta, share)};
}

Tension tension_of_arm(const TickContext& context, const CharacterState& state, Tick tick,
                       body::Side side) {
  const auto asked = tensions_of(context, state, body::arm_chain(side).upper_arm, tick);
  if (!asked) return kUsualTension;
  const Tension now = between(asked->from, asked->to, asked->share);
  return between(kUsualTension, now, asked->shown);
}

JointTension joint_tension(const HeardTension& heard, const Tension& unless_said) {
  if (!heard.tension) return {.tension = unless_said, .over = heard.over};
  return {.tension = heard.tension->tension.value_or(unless_said),
          .stiffness_Nm_rad = heard.tension->stiffness_Nm_rad,
          .damping_Nms_rad = heard.tension->damping_Nms_rad,
          .compensates = heard.tension->compensates,
          .over = heard.over};
}

void hear(const plan::MuscleChange& change, Tick until, HeardTensions& heard) {
  std::size_t slot = 0;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!plan::muscles().contains(joint)) continue;
    std::optional<HeardTension>& of_joint = heard[slot++];
    if (!change.joints.contains(joint)) continue;
    of_joint = HeardTension{change.tension, change.over, until};
  }
}

constexpr double kBracedFirmer = 4;
constexpr Seconds kBracedOver{0.15};

}  // namespace

void hear(const CharacterState& state, Tick tick, TickRate rate, News news, HeardTensions& heard) {
  for (std::optional<HeardTension>& each : heard) {
    if (each && !each->tension && tick > each->until) each.reset();
  }
  for (const PlayingBlock& playing : state.blocks) {
    const auto& changes = playing.block->muscle_tensions;
    if (changes.empty() || tick < playing.start) continue;
    const Seconds now = rate.between(playing.start, tick);
    const bool begins = news == News::SinceStart || tick == playing.start;
    const Seconds before = begins ? Seconds{-1} : rate.between(playing.start, Tick{tick.index - 1});
    for (const plan::MuscleChange& change : changes) {
      if (change.at <= before || change.at > now) continue;
      hear(change, rate.first_at_or_after(tick, change.over), heard);
    }
  }
}

JointTensions tensions_at(const TickContext& context, const CharacterState& state, Tick tick,
                          const HeardTensions& heard) {
  JointTensions tensions = dynamics::physical::same_at_all_joints(kUsualTension);
  const Tension usual_trunk = plan::of_trunk(kUsualTension);
  for (const body::Side side : body::kSides) {
    const Tension tension = tension_of_arm(context, state, tick, side);
    const body::ArmChain arm = body::arm_chain(side);
    for (const body::Joint joint : {arm.upper_arm, arm.lower_arm, arm.hand}) {
      tensions[body::index_of(joint)].tension = tension;
    }
  }
  std::size_t slot = 0;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (!plan::muscles().contains(body::joint_at(i))) continue;
    if (plan::trunk_muscles().contains(body::joint_at(i))) tensions[i].tension = usual_trunk;
    const std::optional<HeardTension>& said = heard[slot++];
    if (said) tensions[i] = joint_tension(*said, tensions[i].tension);
  }
  return tensions;
}

void brace(dynamics::physical::JointTensions& tensions) {
  for (JointTension& each : tensions) {
    each.tension.rest_error_m =
        std::max(each.tension.rest_error_m / kBracedFirmer, kRestErrorMin_m);
    if (each.stiffness_Nm_rad) *each.stiffness_Nm_rad *= kBracedFirmer;
  }
}

void ease_bracing(dynamics::physical::JointTensions& tensions) {
  for (JointTension& each : tensions) each.over = std::max(each.over, kBracedOver);
}

}  // namespace kine
