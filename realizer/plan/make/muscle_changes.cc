#include "realizer/plan/make/muscle_changes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "realizer/plan/make/tension_changes.h"

namespace kine::plan {
namespace {

/// Those of a pose, of its sequence and of its character; null where there is none.
using Nearest = std::array<const NamedTension*, 3>;

/// A change to what the nearest tension says in a phase, from what another one says in it.
struct Change {
  Seconds at{0};
  script::Phase phase = script::Phase::Stroke;
  Nearest to = {};
  const NamedTension* from = nullptr;  // null: from what there is
  Seconds movement{0};                 // which lasts so long
};

body::JointSet joints_of_whole_arm(body::Side side) {
  const body::ArmChain arm = body::arm_chain(side);
  body::JointSet joints;
  for (const body::Joint joint : {arm.shoulder, arm.upper_arm, arm.lower_arm, arm.hand}) {
    joints.insert(joint);
  }
  return joints;
}

/// Of muscles of an arm a tension of that arm says that they do as the arm does.
bool says_of(const NamedTension& tension, script::Phase phase, body::Joint joint) {
  if (tension.find_muscle_part(phase, joint) != nullptr) return true;
  return std::ranges::any_of(body::kSides, [&](body::Side side) {
    return joints_of_whole_arm(side).contains(joint) && tension.find_part(phase, side) != nullptr;
  });
}

/// The nearest that says anything of the joint, else the nearest; null where there is none.
const NamedTension* nearest_of(const Nearest& tensions, script::Phase phase, body::Joint joint) {
  const NamedTension* nearest = nullptr;
  for (const NamedTension* const each : tensions) {
    if (each == nullptr) continue;
    if (says_of(*each, phase, joint)) return each;
    if (nearest == nullptr) nearest = each;
  }
  return nearest;
}

/// Of one joint.
MuscleChange change_of(body::Joint joint, const Change& said) {
  MuscleChange change{.at = said.at, .joints = {}, .tension = {}};
  const NamedTension* const to = nearest_of(said.to, said.phase, joint);
  const auto* const part = to == nullptr ? nullptr : to->find_muscle_part(said.phase, joint);
  if (part != nullptr) change.tension = said_of_muscles(*part, said.phase, joint);
  change.over = to == nullptr ? kTensionOffOver : to->over.value_or(Seconds{0});
  const auto* const left =
      said.from == nullptr ? nullptr : said.from->find_muscle_part(said.phase, joint);
  if (left == nullptr || said.movement <= Seconds{0}) return change;
  change.from = said_of_muscles(*left, said.phase, joint);
  change.over = said.movement;
  return change;
}

/// Of each of `joints`, those that change alike together.
void say_of(const Change& said, const body::JointSet& joints, std::vector<MuscleChange>& changes) {
  const std::size_t first = changes.size();
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (!joints.contains(joint)) continue;
    const MuscleChange change = change_of(joint, said);
    const auto alike =
        std::find_if(changes.begin() + static_cast<std::ptrdiff_t>(first), changes.end(),
                     [&](const MuscleChange& other) {
                       return other.tension == change.tension && other.from == change.from;
                     });
    MuscleChange& own = alike == changes.end() ? changes.emplace_back(change) : *alike;
    own.joints.insert(joint);
  }
}

body::JointSet without(const body::JointSet& joints, const body::JointSet& others) {
  body::JointSet left;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (joints.contains(joint) && !others.contains(joint)) left.insert(joint);
  }
  return left;
}

/// Which tensions count from when on, and in which phase.
struct Say {
  Seconds at{0};
  Nearest tensions;
  script::Phase phase = script::Phase::Stroke;
  std::optional<std::size_t> from = {};  // which it leaves, …
  Seconds movement{0};                   // … for as long as this one lasts
};

/// What a sequence says, of which joints: of the arms that it moves, and of trunk and legs where it
/// names a tension itself or moves some muscles.
struct Telling {
  Seconds start{0};
  Seconds end{0};
  body::JointSet joints;
  std::vector<Say> says = {};  // in the order of their time; the first one at the start
};

class MuscleTeller {
 public:
  MuscleTeller(const Plan& plan, const body::Body& body) : plan_(plan), body_(body) {
    if (plan.tension) say({.at = Seconds{0}, .tensions = of_character()}, muscles());
    for (const Sequence& sequence : plan.sequences) {
      Telling telling = telling_of(sequence);
      if (!telling.joints.empty()) tellings_.push_back(std::move(telling));
    }
    for (const Telling& telling : tellings_) {
      for (const Say& each : telling.says) say(each, telling.joints);
    }
    for (const Telling& telling : tellings_) give_back(telling);
    std::ranges::stable_sort(changes_, {}, &MuscleChange::at);
  }

  std::vector<MuscleChange> take() { return std::move(changes_); }

 private:
  /// Of an arm that it does not move it tells where nothing else moves that meanwhile.
  body::JointSet joints_of(const Sequence& sequence) const {
    const auto names_one = [](const Pose& pose) { return pose.tension || pose.tension_from; };
    const bool names = sequence.tension || std::ranges::any_of(sequence.poses, names_one);
    if (!names && !plan_.tension) return {};
    body::JointSet told;
    for (const body::Side side : body::kSides) {
      const bool tells = contains(arms_of(sequence, body_), side) ||
                         (names && !is_moved_meanwhile(sequence, side));
      if (tells) told = told | joints_of_whole_arm(side);
    }
    const bool moves_some = !(moved_by(sequence) & muscles()).empty();
    return names || moves_some ? told | trunk_muscles() | leg_muscles() : told;
  }

  body::JointSet moved_by(const Sequence& sequence) const {
    body::JointSet moved;
    for (const Track& track : sequence.tracks) moved = moved | body_.groups[track.group].joints;
    for (const Clip& clip : sequence.clips) moved = moved | body_.groups[clip.group].joints;
    return moved;
  }

  bool is_moved_meanwhile(const Sequence& sequence, body::Side side) const {
    return std::ranges::any_of(plan_.sequences, [&](const Sequence& other) {
      const bool meanwhile = other.start < sequence.end() && sequence.start < other.end();
      return meanwhile && contains(arms_of(other, body_), side);
    });
  }

  Telling telling_of(const Sequence& sequence) const {
    Telling telling{.start = sequence.start, .end = sequence.end(), .joints = joints_of(sequence)};
    Seconds from = sequence.start;
    if (sequence.poses.empty()) {  // of clips, or of speech
      telling.says.push_back({from, nearest({}, sequence)});
    }
    for (const Pose& pose : sequence.poses) {
      if (pose.goes_back) continue;
      const Nearest tensions = nearest(pose.tension, sequence);
      const script::Phase phase = pose.phase.value_or(script::Phase::Stroke);
      telling.says.push_back({from, tensions, phase, pose.tension_from, pose.time - from});
      if (pose.hold > Seconds{0}) {
        telling.says.push_back({pose.time, tensions, phase_of_hold(phase)});
      }
      from = pose.time + pose.hold;
    }
    const Pose* const back = sequence.find_way_back();
    telling.says.push_back({sequence.end_of_holds(),
                            nearest(back == nullptr ? std::nullopt : back->tension, sequence),
                            script::Phase::Retraction});
    return telling;
  }

  Nearest nearest(std::optional<std::size_t> of_pose, const Sequence& sequence) const {
    return {find(of_pose), find(sequence.tension), find(plan_.tension)};
  }

  Nearest of_character() const { return {find(plan_.tension)}; }

  /// What a sequence told of is told of by the one that goes on and began last; else by the
  /// character's tension.
  void give_back(const Telling& over) {
    body::JointSet left = over.joints;
    const Telling* heard = nullptr;
    for (const Telling& other : tellings_) {
      const bool goes_on = other.start <= over.end && other.end > over.end;
      if (goes_on && (heard == nullptr || other.start >= heard->start)) heard = &other;
    }
    if (heard != nullptr) {
      const auto later = std::ranges::upper_bound(heard->says, over.end, {}, &Say::at);
      Say now = later == heard->says.begin() ? heard->says.front() : *std::prev(later);
      now.at = over.end;
      now.from.reset();
      say(now, left & heard->joints);
      left = without(left, heard->joints);
    }
    say({.at = over.end, .tensions = of_character()}, left);
  }

  void say(const Say& what, const body::JointSet& joints) {
    say_of({.at = what.at,
            .phase = what.phase,
            .to = what.tensions,
            .from = find(what.from),
            .movement = what.movement},
           joints, changes_);
  }

  const NamedTension* find(std::optional<std::size_t> tension) const {
    return tension ? &plan_.tensions[*tension] : nullptr;
  }

  const Plan& plan_;
  const body::Body& body_;
  std::vector<Telling> tellings_;
  std::vector<MuscleChange> changes_;
};

}  // namespace

MuscleTension said_of_muscles(const NamedTension::Part& part, script::Phase phase,
                              body::Joint joint) {
  MuscleTension said{.tension = part.manner.in(phase)};
  const bool is_of_arms = !part.muscles || !part.muscles->by_value;
  if (said.tension && is_of_arms) said.tension = tension_at(joint, *said.tension);
  if (!part.muscles) return said;
  said.compensates = part.muscles->compensates;
  said.gains = part.muscles->gains;
  if (!part.muscles->stiffness_Nm_rad) return said;
  said.tension = {};
  said.stiffness_Nm_rad = part.muscles->stiffness_Nm_rad;
  said.damping_Nms_rad = part.muscles->damping_Nms_rad;
  return said;
}

std::vector<MuscleChange> muscle_changes(const Plan& plan, const body::Body& body) {
  if (plan.most_physical() == script::Dynamics::None) return {};
  return MuscleTeller(plan, body).take();
}

}  // namespace kine::plan
