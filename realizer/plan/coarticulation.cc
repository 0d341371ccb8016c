#include "realizer/plan/coarticulation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace kine::plan {
namespace {

/// Who could not rest for as long as this does not go back for it.
constexpr Seconds kRestMin{0.5};

/// Nobody holds a hand for longer than this for what comes next: that takes it over on its way
/// back.
constexpr Seconds kKeptMax{0.9};

body::JointSet joints_between(body::Joint first, body::Joint last) {
  body::JointSet joints;
  for (std::size_t i = body::index_of(first); i <= body::index_of(last); ++i) {
    joints.insert(body::joint_at(i));
  }
  return joints;
}

/// An arm, and what hangs on it.
struct Limb {
  body::JointSet arm;
  body::JointSet whole;  // and its fingers
};

std::array<Limb, 2> limbs() {
  using enum body::Joint;
  const body::JointSet left = joints_between(LeftShoulder, LeftHand);
  const body::JointSet right = joints_between(RightShoulder, RightHand);
  return {{{left, left | joints_between(LeftThumbMetacarpal, LeftLittleDistal)},
           {right, right | joints_between(RightThumbMetacarpal, RightLittleDistal)}}};
}

bool has_point(const Sequence& sequence, std::string_view id) {
  return std::ranges::any_of(sequence.poses, [&](const Pose& pose) { return pose.id == id; });
}

bool is_gesture(const Sequence& sequence) {
  return !sequence.lasting && has_point(sequence, "relax") &&
         (has_point(sequence, "stroke") || has_point(sequence, "strokeStart"));
}

/// Whether it takes its joints, other than a look or what lies on top of all.
bool takes(const Track& track) {
  return !std::ranges::all_of(track.keys, [](const Key& key) {
    return std::ranges::all_of(key.goals, [](const Goal& goal) {
      return std::holds_alternative<LookAt>(goal) || std::holds_alternative<Turn>(goal);
    });
  });
}

/// The joints of a limb that a sequence takes.
body::JointSet joints_of(const Sequence& sequence, const Limb& limb, const body::Body& body) {
  body::JointSet joints;
  for (const Track& track : sequence.tracks) {
    if (takes(track)) joints = joints | (body.groups[track.group].joints & limb.whole);
  }
  return joints;
}

/// The gestures of one arm, in the order in which they come.
std::vector<std::size_t> gestures_of(const Plan& plan, const Limb& limb, const body::Body& body) {
  std::vector<std::size_t> gestures;
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    const Sequence& sequence = plan.sequences[i];
    if (!is_gesture(sequence)) continue;
    if (!(joints_of(sequence, limb, body) & limb.arm).empty()) gestures.push_back(i);
  }
  std::ranges::stable_sort(gestures, {}, [&](std::size_t i) { return plan.sequences[i].start; });
  return gestures;
}

/// The one that has an arm when `gestures[place]` lets go of it; nothing where nobody wants it
/// soon.
const Sequence* find_next(const Plan& plan, const std::vector<std::size_t>& gestures,
                          std::size_t place) {
  const Sequence& first = plan.sequences[gestures[place]];
  const Seconds relaxes = first.end_of_holds();
  for (std::size_t i = place + 1; i < gestures.size(); ++i) {
    const Sequence& next = plan.sequences[gestures[i]];
    if (next.end_of_holds() <= relaxes) continue;  // it comes and goes in front of the first
    const bool soon = next.start <= first.end() + kRestMin && next.start <= relaxes + kKeptMax;
    return soon && next.priority == first.priority ? &next : nullptr;
  }
  return nullptr;
}

/// When a sequence has all that it takes of a limb for itself.
Seconds has_taken(const Sequence& sequence, const Limb& limb, const body::Body& body) {
  if (sequence.warp) return sequence.end_of_holds();
  Seconds time = sequence.start + sequence.fade_in;
  for (const Track& track : sequence.tracks) {
    const bool of_limb = !(body.groups[track.group].joints & limb.whole).empty();
    if (of_limb && takes(track)) time = std::max(time, track.keys.front().time);
  }
  return std::min(time, sequence.end_of_holds());
}

/// Whether it points by an arm, which turns the trunk as well.
bool points(const Track& track) {
  return std::ranges::any_of(track.keys, [](const Key& key) {
    return std::ranges::any_of(
        key.goals, [](const Goal& goal) { return std::holds_alternative<Point>(goal); });
  });
}

/// Whether a sequence takes all that a track has.
bool takes_all_of(const Track& track, const Sequence& next, const Limb& limb,
                  const body::Body& body) {
  const body::JointSet joints = body.groups[track.group].joints;
  if ((joints & joints_of(next, limb, body)) != joints) return false;
  return !points(track) || std::ranges::any_of(next.tracks, points);
}

/// Poses that would go back are left out.
void drop_way_back(const Sequence& sequence, Track& track) {
  const auto goes_back = [&](const Key& key) {
    return sequence.poses[key.pose].phase == script::Phase::Retraction;
  };
  while (track.keys.size() > 1 && goes_back(track.keys.back())) track.keys.pop_back();
}

void hand_over(Sequence& first, const Sequence& next, const Limb& limb, Seconds block_end,
               const body::Body& body) {
  const Seconds relaxes = first.end_of_holds();
  for (Track& track : first.tracks) {
    const body::JointSet joints = body.groups[track.group].joints;
    if (!takes(track) || (joints & limb.whole) != joints) continue;
    // What the next one leaves alone, as fingers, waits with the arm, and then goes back. What it
    // takes goes back unseen, for what is not seen may be when the block is interrupted.
    const bool unseen = takes_all_of(track, next, limb, body);
    if (unseen) drop_way_back(first, track);
    const Seconds from = std::max(relaxes, unseen ? has_taken(next, limb, body) : next.start);
    if (from >= block_end) continue;
    track.retraction = {from, std::min(first.gives_back_over(), block_end - from)};
    if (track.keys.size() > 1 && track.keys.back().goes_back()) track.keys.pop_back();
  }
}

}  // namespace

void coarticulate(const body::Body& body, Plan& plan) {
  const Seconds block_end = plan.end();
  for (const Limb& limb : limbs()) {
    const std::vector<std::size_t> gestures = gestures_of(plan, limb, body);
    for (std::size_t place = 0; place + 1 < gestures.size(); ++place) {
      const Sequence* next = find_next(plan, gestures, place);
      if (next == nullptr) continue;
      hand_over(plan.sequences[gestures[place]], *next, limb, block_end, body);
    }
  }
}

}  // namespace kine::plan
