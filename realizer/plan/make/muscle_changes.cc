#include "realizer/plan/make/muscle_changes.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "realizer/plan/make/tension_changes.h"

namespace kine::plan {
namespace {

MuscleTension said_by(const NamedTension::Part& part, script::Phase phase, body::Joint joint) {
  MuscleTension said{.tension = part.manner.in(phase)};
  const bool is_of_arms = !part.muscles || !part.muscles->by_value;
  if (said.tension && is_of_arms && trunk_muscles().contains(joint)) {
    said.tension = of_trunk(*said.tension);
  }
  if (!part.muscles) return said;
  said.compensates = part.muscles->compensates;
  if (!part.muscles->stiffness_Nm_rad) return said;
  said.tension = {};
  said.stiffness_Nm_rad = part.muscles->stiffness_Nm_rad;
  said.damping_Nms_rad = part.muscles->damping_Nms_rad;
  return said;
}

/// What a tension says of each joint in a phase, joints that it says the same of together.
std::vector<MuscleChange> changes_to(const NamedTension* named, script::Phase phase, Seconds at) {
  std::vector<MuscleChange> changes;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!muscles().contains(joint)) continue;
    const auto* const part = named == nullptr ? nullptr : named->find_muscle_part(phase, joint);
    MuscleChange change{.at = at, .joints = {}, .tension = {}};
    if (part != nullptr) change.tension = said_by(*part, phase, joint);
    change.over = named == nullptr ? kTensionOffOver : named->over.value_or(Seconds{0});
    const auto alike = std::ranges::find(changes, change.tension, &MuscleChange::tension);
    MuscleChange& own = alike == changes.end() ? changes.emplace_back(change) : *alike;
    own.joints.insert(joint);
  }
  return changes;
}

class MuscleTeller {
 public:
  MuscleTeller(const Plan& plan, std::vector<MuscleChange>& changes)
      : plan_(plan), changes_(changes) {}

  /// The tension of the character, from a time on.
  void rest(Seconds at) { say(plan_.tension, script::Phase::Stroke, at); }

  void tell(const Sequence& sequence) {
    const auto names_one = [](const Pose& pose) { return pose.tension.has_value(); };
    if (!sequence.tension && !plan_.tension && std::ranges::none_of(sequence.poses, names_one))
      return;
    Seconds from = sequence.start;
    for (const Pose& pose : sequence.poses) {
      if (pose.goes_back) continue;
      const auto tension = nearest(pose.tension, sequence);
      const script::Phase phase = pose.phase.value_or(script::Phase::Stroke);
      say(tension, phase, from);
      if (pose.hold > Seconds{0}) say(tension, phase_of_hold(phase), pose.time);
      from = pose.time + pose.hold;
    }
    const Pose* const back = sequence.find_way_back();
    say(nearest(back == nullptr ? std::nullopt : back->tension, sequence),
        script::Phase::Retraction, sequence.end_of_holds());
    rest(sequence.end());
  }

 private:
  std::optional<std::size_t> nearest(std::optional<std::size_t> of_pose,
                                     const Sequence& sequence) const {
    if (of_pose) return of_pose;
    return sequence.tension ? sequence.tension : plan_.tension;
  }

  void say(std::optional<std::size_t> tension, script::Phase phase, Seconds at) {
    const NamedTension* const named = tension ? &plan_.tensions[*tension] : nullptr;
    std::ranges::move(changes_to(named, phase, at), std::back_inserter(changes_));
  }

  const Plan& plan_;
  std::vector<MuscleChange>& changes_;
};

}  // namespace

std::vector<MuscleChange> muscle_changes(const Plan& plan) {
  std::vector<MuscleChange> changes;
  if (plan.dynamics == script::Dynamics::None) return changes;
  MuscleTeller teller(plan, changes);
  if (plan.tension) teller.rest(Seconds{0});
  for (const Sequence& sequence : plan.sequences) teller.tell(sequence);
  std::ranges::stable_sort(changes, {}, &MuscleChange::at);
  return changes;
}

}  // namespace kine::plan
