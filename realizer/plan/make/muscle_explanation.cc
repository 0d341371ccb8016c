#include "realizer/plan/make/muscle_explanation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/plan/make/muscle_changes.h"
#include "realizer/plan/make/tension_changes.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

/// What counts from a time on.
struct Counting {
  Seconds at{0};
  std::string text;

  friend bool operator==(const Counting&, const Counting&) = default;
};
using Countings = std::vector<Counting>;

std::string rounded(double value) { return format_number(std::round(1000 * value) / 1000); }
std::string seconds_text(Seconds time) { return rounded(time.count()) + "s"; }

std::string numbers_text(const Tension& tension) {
  return "rest error " + rounded(tension.rest_error_m) + "m, zeta " + rounded(tension.zeta);
}

/// The tensions of the plan that say just this, each by its name: "tense or mine, ".
template <class Says>
std::string names_of(const Plan& plan, Says says) {
  std::string names;
  for (const NamedTension& each : plan.tensions) {
    const bool says_it = std::ranges::any_of(each.parts, [&](const NamedTension::Part& part) {
      for (std::size_t phase = 0; phase < kPhaseCount; ++phase) {
        if (says(part, static_cast<script::Phase>(phase))) return true;
      }
      return false;
    });
    if (says_it) names += (names.empty() ? "" : " or ") + each.id;
  }
  return names.empty() ? names : names + ", ";
}

class MuscleExplanation {
 public:
  MuscleExplanation(const Plan& plan, const body::Body& body)
      : plan_(plan),
        muscles_(muscle_changes(plan, body)),
        arms_(in_order(plan, body, tension_changes(plan, body))) {}

  std::string text() const {
    std::string text = "  " + dynamics_text() + "\n";
    std::vector<std::pair<Countings, std::string>> alike;
    const bool has_legs = plan_.most_physical() == script::Dynamics::Body;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const body::Joint joint = body::joint_at(i);
      if (!muscles().contains(joint) || (leg_muscles().contains(joint) && !has_legs)) continue;
      Countings timeline = timeline_of(joint);
      const auto known =
          std::ranges::find(alike, timeline, &std::pair<Countings, std::string>::first);
      const std::string name(body::name_of(joint));
      if (known == alike.end()) {
        alike.emplace_back(std::move(timeline), name);
      } else {
        known->second += ", " + name;
      }
    }
    for (const auto& [timeline, joints] : alike) {
      text += "  muscles of " + joints + "\n";
      for (std::size_t i = 0; i < timeline.size(); ++i) {
        const bool is_last = i + 1 == timeline.size();
        text += "    " + seconds_text(timeline[i].at) +
                (is_last ? " on" : " to " + seconds_text(timeline[i + 1].at)) + ": " +
                timeline[i].text + "\n";
      }
    }
    return text;
  }

 private:
  std::string dynamics_text() const {
    const auto word = [](std::optional<script::Dynamics> dynamics) {
      return std::string(
          script::word_of(script::kDynamicsWords, dynamics.value_or(script::Dynamics::None)));
    };
    std::string text = "dynamics " + word(plan_.dynamics);
    for (const Sequence& sequence : plan_.sequences) {
      if (!sequence.dynamics) continue;
      text += ", " + word(sequence.dynamics) + " from " + seconds_text(sequence.start) + " to " +
              seconds_text(sequence.end()) + " by " + sequence.id;
    }
    return text;
  }

  /// Muscles of an arm of which nothing is said do as the arm does.
  Countings timeline_of(body::Joint joint) const {
    std::set<Seconds> times = {Seconds{0}};
    for (const MuscleChange& each : muscles_) {
      if (each.joints.contains(joint)) times.insert(each.at);
    }
    const std::optional<body::Side> arm = arm_of(joint);
    for (const TensionChange& each : arms_) {
      if (arm && contains(each.arms, *arm)) times.insert(each.at);
    }
    Countings timeline;
    for (const Seconds time : times) {
      std::string text = text_at(joint, arm, time);
      if (timeline.empty() || timeline.back().text != text) {
        timeline.push_back({time, std::move(text)});
      }
    }
    return timeline;
  }

  std::string text_at(body::Joint joint, std::optional<body::Side> arm, Seconds time) const {
    const MuscleChange* said = nullptr;
    for (const MuscleChange& each : muscles_) {
      if (each.at <= time && each.joints.contains(joint)) said = &each;
    }
    if (said != nullptr && (said->tension || said->from)) {
      return how(*said, joint, said->tension, said->from);
    }
    const TensionChange* of_arm = nullptr;
    for (const TensionChange& each : arms_) {
      if (arm && each.at <= time && contains(each.arms, *arm)) of_arm = &each;
    }
    if (of_arm == nullptr || !(of_arm->tension || of_arm->from)) return "as usual";
    return "as the arm, " + how(*of_arm, joint, of_arm->tension, of_arm->from);
  }

  template <class Change, class Said>
  std::string how(const Change& change, body::Joint joint, const std::optional<Said>& to,
                  const std::optional<Said>& from) const {
    const std::string goal = to ? said_text(*to, joint) : "as usual";
    if (from) {
      return said_text(*from, joint) + ", eased over " + seconds_text(change.over) + " to " + goal;
    }
    return goal + (change.over > Seconds{0} ? ", over " + seconds_text(change.over) : "");
  }

  std::string said_text(const MuscleTension& said, body::Joint joint) const {
    std::string text = names_of(plan_, [&](const NamedTension::Part& part, script::Phase phase) {
      const bool is_of_joint = part.muscles
                                   ? part.muscles->joints.contains(joint)
                                   : part.arms == ArmSet::Both && !leg_muscles().contains(joint);
      return is_of_joint && said_of_muscles(part, phase, joint) == said;
    });
    if (said.stiffness_Nm_rad) text += rounded(*said.stiffness_Nm_rad) + "Nm/rad";
    if (said.damping_Nms_rad) text += ", damping " + rounded(*said.damping_Nms_rad) + "Nms/rad";
    if (said.tension) text += numbers_text(*said.tension);
    if (!said.compensates) text += ", without compensation";
    return text + (said.gains == script::GainUpdate::Predicted ? ", gains predicted" : "");
  }

  std::string said_text(const Tension& said, body::Joint joint) const {
    return names_of(plan_,
                    [&](const NamedTension::Part& part, script::Phase phase) {
                      return !part.muscles && part.manner.in(phase) == said;
                    }) +
           numbers_text(tension_at(joint, said));
  }

  static std::optional<body::Side> arm_of(body::Joint joint) {
    for (const body::Side side : body::kSides) {
      const body::ArmChain arm = body::arm_chain(side);
      const bool is_its = joint == arm.shoulder || joint == arm.upper_arm ||
                          joint == arm.lower_arm || joint == arm.hand;
      if (is_its) return side;
    }
    return {};
  }

  const Plan& plan_;
  std::vector<MuscleChange> muscles_;
  std::vector<TensionChange> arms_;
};

}  // namespace

std::string explain_muscles(const Plan& plan, const body::Body& body) {
  if (plan.most_physical() == script::Dynamics::None) return {};
  return MuscleExplanation(plan, body).text();
}

}  // namespace kine::plan
