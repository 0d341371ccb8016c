#include "realizer/tick/filters/muscle_tensions.h"

#include <algorithm>
#include <cmath>

#include "realizer/dynamics/arm_tension.h"
#include "realizer/math/ease.h"
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

JointTension joint_tension(const std::optional<plan::MuscleTension>& said,
                           const Tension& unless_said) {
  if (!said) return {.tension = unless_said};
  return {.tension = said->tension.value_or(unless_said),
          .stiffness_Nm_rad = said->stiffness_Nm_rad,
          .damping_Nms_rad = said->damping_Nms_rad,
          .compensates = said->compensates,
          .predicts = said->gains == script::GainUpdate::Predicted};
}

Seconds since_said(const HeardTension& heard, Tick tick, TickRate rate) {
  return rate.between(heard.since, tick);
}

/// What comes over a time is there, but for a thousandth, after so many of it.
constexpr double kThereAfter = 2;

bool is_there(const HeardTension& heard, Tick tick, TickRate rate) {
  return since_said(heard, tick, rate) > (heard.from.is_empty() ? kThereAfter : 1) * heard.over;
}

void take(const HeardTension& heard, Tick tick, TickRate rate, JointTension& to,
          JointTension& from) {
  const Tension unless_said = to.tension;
  to = joint_tension(heard.tension.said(), unless_said);
  const Seconds passed = since_said(heard, tick, rate);
  if (heard.from.is_empty()) {
    to.over = heard.over;
    if (passed < rate.step()) to.asked_for = passed;
    return;
  }
  from = joint_tension(heard.from.said(), unless_said);
  to.share = passed < heard.over ? eased(passed / heard.over) : 1;
}

/// Where nothing was said of a joint, nothing is news of it.
void hear(const plan::MuscleChange& change, Tick start, TickRate rate, HeardTensions& heard) {
  const Instant since = rate.instant_of(start, change.at, rate.first_at_or_after(start, change.at));
  const body::JointSet muscles = plan::muscles();
  std::size_t slot = 0;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!muscles.contains(joint)) continue;
    std::optional<HeardTension>& of_joint = heard[slot++];
    if (!change.joints.contains(joint)) continue;
    if (!of_joint && !change.tension && !change.from) continue;
    of_joint = HeardTension{.tension = KeptTension(change.tension),
                            .over = std::max(change.over, dynamics::kLeastEase),
                            .from = KeptTension(change.from),
                            .since = since};
  }
}

constexpr double kBracedFirmer = 4;
constexpr Seconds kBracedOver{0.15};

}  // namespace

void hear(const CharacterState& state, Tick tick, TickRate rate, News news, HeardTensions& heard) {
  for (std::optional<HeardTension>& each : heard) {
    if (each && each->tension.is_empty() && is_there(*each, tick, rate)) each.reset();
  }
  for (const PlayingBlock& playing : state.blocks) {
    const auto& changes = playing.block->muscle_tensions;
    if (changes.empty() || tick < playing.start) continue;
    const Seconds now = rate.between(playing.start, tick);
    const bool begins = news == News::SinceStart || tick == playing.start;
    const Seconds before = begins ? Seconds{-1} : rate.between(playing.start, Tick{tick.index - 1});
    for (const plan::MuscleChange& change : changes) {
      if (change.at <= before || change.at > now) continue;
      hear(change, playing.start, rate, heard);
    }
  }
}

AskedTensions tensions_at(const TickContext& context, const CharacterState& state, Tick tick,
                          const HeardTensions& heard) {
  AskedTensions asked{.to = dynamics::physical::same_at_all_joints(kUsualTension), .from = {}};
  JointTensions& tensions = asked.to;
  const Tension usual_trunk = plan::of_trunk(kUsualTension);
  for (const body::Side side : body::kSides) {
    const Tension tension = tension_of_arm(context, state, tick, side);
    const body::ArmChain arm = body::arm_chain(side);
    for (const body::Joint joint : {arm.shoulder, arm.upper_arm, arm.lower_arm, arm.hand}) {
      tensions[body::index_of(joint)].tension = plan::tension_at(joint, tension);
    }
  }
  const body::JointSet muscles = plan::muscles();
  const body::JointSet trunk = plan::trunk_muscles();
  std::size_t slot = 0;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (!muscles.contains(body::joint_at(i))) continue;
    if (trunk.contains(body::joint_at(i))) tensions[i].tension = usual_trunk;
    const std::optional<HeardTension>& said = heard[slot++];
    if (said) take(*said, tick, context.rate, tensions[i], asked.from[i]);
  }
  return asked;
}

void brace(AskedTensions& tensions) {
  for (JointTensions* const all : {&tensions.to, &tensions.from}) {
    for (JointTension& each : *all) {
      each.tension.rest_error_m =
          std::max(each.tension.rest_error_m / kBracedFirmer, kRestErrorMin_m);
      if (each.stiffness_Nm_rad) *each.stiffness_Nm_rad *= kBracedFirmer;
    }
  }
}

void ease_bracing(AskedTensions& tensions) {
  for (JointTension& each : tensions.to) each.over = std::max(each.over, kBracedOver);
}

}  // namespace kine
