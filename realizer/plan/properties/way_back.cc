#include "realizer/plan/properties/way_back.h"

#include <algorithm>
#include <array>

#include "realizer/plan/gestures/usual_way_back.h"
#include "realizer/plan/retime.h"
#include "realizer/plan/sketches.h"
#include "realizer/plan/way_back.h"

namespace kine::plan {
namespace {

// At a parameter of 1; all in proportion to it.

constexpr double kLongerBy = 0.5;   // by a temporal extent
constexpr double kFartherBy = 0.1;  // by a spatial extent above 0, which makes the way longer
constexpr double kQuickerBy = 0.2;  // by power, as every movement
constexpr double kWithBody = 0.06;  // by a body that goes along, and back

/// Shares of the preparation between which arms go back, whatever their manner: no hand falls, and
/// none is forgotten.
constexpr double kLeastShare = 1.25;
constexpr double kMostShare = 2.15;

/// What lies between the moment of which `relax` tells and the end of the holds: a pause that a
/// property put behind a pose without a hold.
Seconds pause_before(const Sequence& sequence) {
  const auto relax = std::ranges::find(sequence.poses, "relax", &Pose::id);
  return relax == sequence.poses.end() ? Seconds{0} : sequence.end_of_holds() - relax->time;
}

constexpr std::array<const script::Parameter*, 3> kWayBackParameters = {
    &script::kSpatialExtent, &script::kTemporalExtent, &script::kPower};

class WayBack final : public Property {
 public:
  std::string_view name() const override { return "way back"; }
  Stage stage() const override { return Stage::Timing; }
  std::span<const script::Parameter* const> parameters() const override {
    return kWayBackParameters;
  }

  Plan applied_to(Plan plan, const PropertyContext& context) const override {
    for (Sequence& sequence : plan.sequences) {
      const Pose* back = sequence.find_way_back();
      if (back == nullptr || back->appointed) continue;
      const double extent = parameter_of(plan, back->nucleus, script::kTemporalExtent);
      const double power = parameter_of(plan, back->nucleus, script::kPower);
      const double farther =
          std::max(parameter_of(plan, back->nucleus, script::kSpatialExtent), 0.0);
      const double with_body = kWithBody * involvement_of(plan, sequence, *back);
      if (extent == 0 && power == 0 && farther == 0 && with_body == 0) continue;
      Seconds over =
          sequence.gives_back_over() * ((1 + kLongerBy * extent) * (1 + kFartherBy * farther) *
                                        (1 + with_body) / (1 + kQuickerBy * power));
      if (const auto preparation = preparation_of(sequence, context.body)) {
        const Seconds least = kLeastShare * counted_preparation(*preparation);
        const Seconds most = kMostShare * counted_preparation(*preparation);
        over = std::clamp(over, least, std::max(most - pause_before(sequence), least));
      }
      set_way_back(over, sequence);
    }
    return plan;
  }
};

}  // namespace

const Property& way_back() {
  static const WayBack property;
  return property;
}

}  // namespace kine::plan
