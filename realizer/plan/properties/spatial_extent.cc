#include "realizer/plan/properties/spatial_extent.h"

#include <algorithm>
#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "realizer/body/solar_plexus.h"
#include "realizer/plan/frames.h"
#include "realizer/plan/retime.h"

namespace kine::plan {
namespace {

/// (3.2), (3.3): a parameter of 1 brings a target this much of its distance farther out.
constexpr double kScale = 0.8;

/// The same about the solar plexus in the first release.
constexpr double kSingleScaleOf2010 = 0.35;

/// Targets that all lie in so small a box are one.
constexpr double kOnePoint_m = 0.001;

/// A target of a nucleus, in the space of the character.
struct Target {
  Reach* reach = nullptr;
  const FrameAtRest* frame = nullptr;
  Vec3 point_m;
};

struct Box {
  Vec3 low;
  Vec3 high;
};

Box box_of(const std::vector<Target>& targets) {
  Box box{targets.front().point_m, targets.front().point_m};
  for (const Target& target : targets) {
    const Vec3& p = target.point_m;
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
  }
  return box;
}

/// Where the targets move away from, and how far.
struct Growth {
  Vec3 middle_m;
  double scale = kScale;
};

Growth growth_of(const std::vector<Target>& targets, script::Compat compat,
                 const body::Body& body) {
  const Box box = box_of(targets);
  if (length(box.high - box.low) >= kOnePoint_m) return {.middle_m = 0.5 * (box.low + box.high)};
  if (compat == script::Compat::None) return {.middle_m = body::solar_plexus_m(body)};
  const Vec3& hips_m = body.offsets_m[index_of(body::Joint::Hips)];
  return {.middle_m = hips_m + body::kSolarPlexusFromHips_m, .scale = kSingleScaleOf2010};
}

/// The targets of each nucleus whose parameter is not 0, over all sequences.
std::vector<std::vector<Target>> targets_of(Plan& plan, const std::vector<FrameAtRest>& frames) {
  std::vector<std::vector<Target>> targets(plan.nuclei.size());
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    Sequence& sequence = plan.sequences[i];
    for (Track& track : sequence.tracks) {
      for (Key& key : track.keys) {
        const std::optional<std::size_t> nucleus = sequence.poses[key.pose].nucleus;
        if (parameter_of(plan, nucleus, script::kSpatialExtent) == 0) continue;
        for (Goal& goal : key.goals) {
          auto* reach = std::get_if<Reach>(&goal);
          if (reach == nullptr || reach->touch) continue;
          targets[*nucleus].push_back({.reach = reach,
                                       .frame = &frames[i],
                                       .point_m = frames[i].point_in_character(reach->target_m)});
        }
      }
    }
  }
  return targets;
}

constexpr std::array<const script::Parameter*, 1> kSpatialExtentParameters = {
    &script::kSpatialExtent};

class SpatialExtent final : public Property {
 public:
  std::string_view name() const override { return "spatial extent"; }
  Stage stage() const override { return Stage::Space; }
  std::span<const script::Parameter* const> parameters() const override {
    return kSpatialExtentParameters;
  }

  Plan applied_to(Plan plan, const PropertyContext& context) const override {
    if (gestures_of(plan, script::kSpatialExtent).empty()) return plan;
    std::vector<FrameAtRest> frames;
    for (const Sequence& sequence : plan.sequences) {
      frames.push_back(frame_at_rest(sequence.frame, context.body, context.placement));
    }
    const std::vector<std::vector<Target>> targets = targets_of(plan, frames);
    for (std::size_t nucleus = 0; nucleus < targets.size(); ++nucleus) {
      if (targets[nucleus].empty()) continue;
      const Growth growth = growth_of(targets[nucleus], plan.compat, context.body);
      const double p = plan.nuclei[nucleus].expressivity[script::kSpatialExtent];
      for (const Target& target : targets[nucleus]) {
        const Vec3 outwards = (growth.scale * p) * (target.point_m - growth.middle_m);
        Vec3& target_m = target.reach->target_m;
        target_m = target_m + target.frame->vector_in_frame(outwards);
      }
    }
    return plan;
  }
};

}  // namespace

const Property& spatial_extent() {
  static const SpatialExtent property;
  return property;
}

}  // namespace kine::plan
