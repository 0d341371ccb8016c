#include "realizer/plan/sketches.h"

#include "realizer/plan/live_manner.h"
#include "realizer/script/sketch.h"

namespace kine::plan {
namespace {

const Sketch* sketch_at(const Plan& plan, std::optional<std::size_t> index) {
  return index ? &plan.sketches[*index] : nullptr;
}

const script::Expressivity& said_by(const Sketch* sketch) {
  static const script::Expressivity usual;
  return sketch == nullptr ? usual : sketch->expressivity;
}

bool is_of(const Transition& transition, const Pose& pose, const body::Body& body,
           body::Joint joint) {
  if (transition.phase && transition.phase != pose.phase) return false;
  return !transition.group || body.groups[*transition.group].joints.contains(joint);
}

}  // namespace

const Sketch* find_sketch(const Plan& plan, const Sequence& sequence, const Pose& pose) {
  return pose.sketch ? sketch_at(plan, pose.sketch) : find_sketch(plan, sequence);
}

const Sketch* find_sketch(const Plan& plan, const Sequence& sequence) {
  return sketch_at(plan, sequence.sketch ? sequence.sketch : plan.sketch);
}

const script::Expressivity& manner_of(const Plan& plan, const Sequence& sequence,
                                      const Pose& pose) {
  return said_by(find_sketch(plan, sequence, pose));
}

const script::Expressivity& manner_of(const Plan& plan, const Sequence& sequence) {
  return said_by(find_sketch(plan, sequence));
}

const script::Expressivity& manner_of(const Plan& plan, const Sequence& sequence, const Pose& pose,
                                      body::Side arm) {
  const auto own = pose.arm_sketches[static_cast<std::size_t>(arm)];
  return own ? said_by(sketch_at(plan, own)) : manner_of(plan, sequence, pose);
}

std::string_view lean_to_of(const Plan& plan, const Sequence& sequence, const Pose& pose) {
  const Sketch* sketch = find_sketch(plan, sequence, pose);
  return sketch == nullptr ? std::string_view() : sketch->lean_to;
}

Transition transition_of(const Plan& plan, const Sequence& sequence, const Pose& pose,
                         const body::Body& body, body::Joint joint) {
  Transition all;
  const Sketch* const sketch = find_sketch(plan, sequence, pose);
  if (sketch == nullptr) return all;
  for (const Transition& each : sketch->transitions) {
    if (!is_of(each, pose, body, joint)) continue;
    if (each.curve) all.curve = each.curve;
    if (each.halt) all.halt = each.halt;
    all.parameters = overridden(all.parameters, each.parameters);
  }
  return all;
}

double involvement_of(const Plan& plan, const Sequence& sequence, const Pose& pose) {
  const script::Expressivity& manner = manner_of(plan, sequence, pose);
  return manner.says(script::kInvolvement) ? manner[script::kInvolvement] : plan.involvement;
}

std::optional<double> idle_amount_of(const Plan& plan) {
  const Sketch* const sketch = sketch_at(plan, plan.sketch);
  const bool says = sketch != nullptr && sketch->id != kLiveSketch &&
                    sketch->expressivity.says(script::kIdleAmount);
  return says ? std::optional(sketch->expressivity[script::kIdleAmount]) : std::nullopt;
}

Sketch laid_over(const Sketch& outer, const Sketch& inner) {
  std::vector<Transition> transitions = outer.transitions;
  transitions.insert(transitions.end(), inner.transitions.begin(), inner.transitions.end());
  return {
      .id = outer.id + " + " + inner.id,
      .expressivity = overridden(outer.expressivity, inner.expressivity),
      .transitions = std::move(transitions),
      .face = inner.face ? inner.face : outer.face,
      .lean_to = inner.lean_to.empty() ? outer.lean_to : inner.lean_to,
      .lean_heading_rad = inner.lean_to.empty() ? outer.lean_heading_rad : inner.lean_heading_rad,
      .rhythm = inner.rhythm.empty() ? outer.rhythm : inner.rhythm};
}

void lay_under(const Sketch& outer, Plan& plan) {
  for (Sketch& each : plan.sketches) each = laid_over(outer, each);
  if (plan.sketch) return;
  plan.sketch = plan.sketches.size();
  plan.sketches.push_back(outer);
}

}  // namespace kine::plan
