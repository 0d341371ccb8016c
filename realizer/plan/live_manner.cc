#include "realizer/plan/live_manner.h"

#include <algorithm>
#include <utility>

#include "realizer/math/ease.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"

namespace kine::plan {
namespace {

/// The pose by whose time the manner is taken: the stroke, else the last one before the way back.
Seconds time_of_manner(const Sequence& sequence) {
  const auto stroke = std::ranges::find(sequence.poses, script::Phase::Stroke, &Pose::phase);
  if (stroke != sequence.poses.end()) return stroke->time;
  const std::size_t asked = sequence.poses.size() - (sequence.find_way_back() != nullptr ? 1 : 0);
  return asked == 0 ? sequence.start : sequence.poses[asked - 1].time;
}

/// Sequences at one time share their nucleus, and so their timeline.
std::size_t nucleus_for(const script::Expressivity& expressivity, Plan& plan) {
  const auto known = std::ranges::find_if(plan.nuclei, [&](const Nucleus& each) {
    return each.id == kLiveNucleus && each.expressivity == expressivity;
  });
  if (known != plan.nuclei.end()) return static_cast<std::size_t>(known - plan.nuclei.begin());
  plan.nuclei.push_back({.id = std::string(kLiveNucleus), .expressivity = expressivity});
  return plan.nuclei.size() - 1;
}

script::Expressivity sketch_part_of(const script::Expressivity& manner) {
  script::Expressivity part;
  for (const script::MannerElement element : script::kSketchElements) {
    part = overridden(part, part_of(manner, element));
  }
  return part;
}

}  // namespace

script::Expressivity changed(const script::Expressivity& before, const MannerChange& change) {
  return overridden(change.nucleus.value_or(part_of(before, script::MannerElement::Nucleus)),
                    change.sketch.value_or(sketch_part_of(before)));
}

script::Expressivity LiveManner::at(Seconds time) const {
  const Seconds gone = time - since;
  const double share =
      gone >= over ? 1 : eased(std::max(gone, Seconds{0}).count() / std::max(over.count(), 1e-9));
  return mixed(from, to, share);
}

void give_manner(const LiveManner& manner, std::size_t sequence, Plan& plan) {
  Sequence& own = plan.sequences[sequence];
  if (own.nucleus) return;
  const std::size_t nucleus =
      nucleus_for(part_of(manner.at(time_of_manner(own)), script::MannerElement::Nucleus), plan);
  own.nucleus = nucleus;
  for (Pose& pose : own.poses) {
    const bool is_kept = pose.goes_back && pose.appointed;
    if (!pose.nucleus && !is_kept) pose.nucleus = nucleus;
  }
}

void give_sketch(const LiveManner& manner, std::vector<Transition> of_style, Plan& plan) {
  script::Expressivity sketch = sketch_part_of(manner.to);
  if (sketch == script::Expressivity{}) return;
  lay_under({.id = std::string(kLiveSketch),
             .expressivity = std::move(sketch),
             .transitions = std::move(of_style)},
            plan);
}

bool has_live_manner(const Plan& plan, const Sequence& sequence) {
  return sequence.nucleus && plan.nuclei[*sequence.nucleus].id == kLiveNucleus;
}

}  // namespace kine::plan
