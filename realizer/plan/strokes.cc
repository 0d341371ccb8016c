#include "realizer/plan/strokes.h"

#include <optional>
#include <variant>

#include "realizer/plan/frames.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/retime.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"

namespace kine::plan {
namespace {

/// A way shorter than this has no direction.
constexpr double kWayMin_m = 0.005;

bool places_hand(const Key& key) {
  return find_reach(key, body::Joint::LeftHand) != nullptr ||
         find_reach(key, body::Joint::RightHand) != nullptr;
}

/// Whether each pose is the end of a stroke.
std::vector<bool> stroke_ends(const Plan& plan, const Sequence& sequence) {
  std::vector<bool> places(sequence.poses.size(), false);
  for (const Track& track : sequence.tracks) {
    for (const Key& key : track.keys) {
      if (places_hand(key)) places[key.pose] = true;
    }
  }
  // Of each nucleus with a power, and of sketches alone: they have a stroke where no power has one.
  const std::size_t of_sketches = plan.nuclei.size();
  const auto kind_of = [&](const Pose& pose) {
    const bool has_power = parameter_of(plan, pose.nucleus, script::kPower) != 0;
    return has_power ? *pose.nucleus : of_sketches;
  };
  std::vector<bool> named(plan.nuclei.size() + 1, false);
  std::vector<std::optional<std::size_t>> last(plan.nuclei.size() + 1);
  std::vector<bool> ends(sequence.poses.size(), false);
  for (std::size_t i = 0; i < sequence.poses.size(); ++i) {
    const Pose& pose = sequence.poses[i];
    if (!is_forceful(plan, sequence, pose)) continue;
    if (pose.phase == script::Phase::Stroke) ends[i] = named[kind_of(pose)] = true;
    if (places[i]) last[kind_of(pose)] = i;
  }
  bool has_power = false;
  for (std::size_t kind = 0; kind < last.size(); ++kind) {
    if (kind == of_sketches && has_power) break;
    has_power = has_power || last[kind];
    if (last[kind] && !named[kind]) ends[*last[kind]] = true;
  }
  return ends;
}

/// Where a hand was last told to be before a key.
std::optional<Vec3> target_before(const Track& track, std::size_t key, body::Joint hand) {
  while (key-- > 0) {
    const Reach* reach = find_reach(track.keys[key], hand);
    if (reach != nullptr) return reach->target_m;
  }
  return {};
}

}  // namespace

bool is_forceful(const Plan& plan, const Sequence& sequence, const Pose& pose) {
  if (parameter_of(plan, pose.nucleus, script::kPower) != 0) return true;
  const script::Expressivity& manner = manner_of(plan, sequence, pose);
  return manner[script::kAnticipation] > 0 || manner[script::kReaction] > 0;
}

const Reach* find_reach(const Key& key, body::Joint hand) {
  for (const Goal& goal : key.goals) {
    const auto* reach = std::get_if<Reach>(&goal);
    if (reach != nullptr && reach->joint == hand) return reach;
  }
  return nullptr;
}

std::vector<Stroke> strokes_of(const Plan& plan, const Sequence& sequence, const body::Body& body,
                               const body::Placement& placement) {
  const std::vector<bool> ends = stroke_ends(plan, sequence);
  const FrameAtRest frame = frame_at_rest(sequence.frame, body, placement);
  const body::Body::Model rest = body.compute_model(body.base_pose);
  std::vector<Stroke> strokes;
  for (std::size_t t = 0; t < sequence.tracks.size(); ++t) {
    const Track& track = sequence.tracks[t];
    for (std::size_t k = 0; k < track.keys.size(); ++k) {
      const Key& key = track.keys[k];
      if (!ends[key.pose]) continue;
      Stroke stroke{.track = t,
                    .key = k,
                    .from = k == 0 ? track.start : track.keys[k - 1].time + track.keys[k - 1].hold,
                    .to = key.time,
                    .hold = key.hold,
                    .last = k + 1 == track.keys.size() || track.keys[k + 1].goes_back(),
                    .ways = {}};
      for (const body::Joint hand : {body::Joint::LeftHand, body::Joint::RightHand}) {
        const Reach* reach = find_reach(key, hand);
        if (reach == nullptr) continue;
        const Vec3 at_rest = frame.point_in_frame(rest.positions_m[index_of(hand)]);
        const Vec3 way_m = reach->target_m - target_before(track, k, hand).value_or(at_rest);
        if (length(way_m) < kWayMin_m) continue;
        stroke.ways.push_back({.hand = hand, .way_m = way_m});
        if (k > 0 && find_reach(track.keys[k - 1], hand) != nullptr) stroke.from_key = true;
      }
      if (!stroke.ways.empty() && stroke.from < stroke.to) strokes.push_back(std::move(stroke));
    }
  }
  return strokes;
}

}  // namespace kine::plan
