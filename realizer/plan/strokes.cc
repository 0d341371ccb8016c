#include "realizer/plan/strokes.h"

#include <optional>
#include <variant>

#include "realizer/plan/frames.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/retime.h"

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
  std::vector<bool> named(plan.nuclei.size(), false);
  std::vector<std::optional<std::size_t>> last(plan.nuclei.size());
  std::vector<bool> ends(sequence.poses.size(), false);
  for (std::size_t i = 0; i < sequence.poses.size(); ++i) {
    const Pose& pose = sequence.poses[i];
    if (parameter_of(plan, pose.nucleus, script::kPower) == 0) continue;
    if (pose.phase == script::Phase::Stroke) ends[i] = named[*pose.nucleus] = true;
    if (places[i]) last[*pose.nucleus] = i;
  }
  for (std::size_t nucleus = 0; nucleus < last.size(); ++nucleus) {
    if (last[nucleus] && !named[nucleus]) ends[*last[nucleus]] = true;
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
