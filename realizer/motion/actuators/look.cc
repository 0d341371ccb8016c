#include "realizer/motion/actuators/look.h"

#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/motion/actuators/figure.h"
#include "realizer/solve/look_at.h"
#include "realizer/solve/point_at.h"

namespace kine::motion {
namespace {

template <class Kind>
const Kind* find_goal(const plan::Key& key) {
  for (const plan::Goal& goal : key.goals) {
    if (const auto* found = std::get_if<Kind>(&goal)) return found;
  }
  return nullptr;
}

pose::GazeFrame frame_of(script::Space space) {
  switch (space) {
    case script::Space::World:
      return pose::GazeFrame::World;
    case script::Space::Chest:
      return pose::GazeFrame::Chest;
    case script::Space::Hips:
      return pose::GazeFrame::Hips;
    case script::Space::Character:
    case script::Space::HipsAtRest:
      break;
  }
  return pose::GazeFrame::Character;
}

pose::GazeTarget place_of(const std::variant<Vec3, std::string>& target, script::Space space,
                          const body::Body& body) {
  if (const auto* name = std::get_if<std::string>(&target)) {
    return {.frame = pose::GazeFrame::World, .point_m = {}, .name = *name};
  }
  Vec3 point_m = std::get<Vec3>(target);
  if (space == script::Space::HipsAtRest) {
    point_m = point_m + body.offsets_m[body::index_of(body::Joint::Hips)];
  }
  return {.frame = frame_of(space), .point_m = point_m, .name = {}};
}

pose::GazeTarget target_of(const plan::LookAt& look, script::Space space, const body::Body& body) {
  pose::GazeTarget target = place_of(look.target, space, body);
  target.left_rad = look.offset.left_rad;
  target.up_rad = look.offset.up_rad;
  return target;
}

pose::GazeShare share_of(script::LookShare share) {
  switch (share) {
    case script::LookShare::EyesFirst:
      return pose::GazeShare::EyesFirst;
    case script::LookShare::BodyFirst:
      return pose::GazeShare::BodyFirst;
    case script::LookShare::Usual:
      break;
  }
  return pose::GazeShare::Usual;
}

bool asks_else(const plan::Key& key) { return std::ranges::any_of(key.goals, is_realized); }

}  // namespace

Look::Look(pose::GazeKeys keys, pose::Warps warps)
    : keys_(std::move(keys)), warps_(std::move(warps)) {
  KINE_ASSERT(!keys_.empty());
}

pose::Keys Look::compile(const Entry& entry, const body::Body&) const {
  pose::Keys keys;
  pose::GazeKeys& gaze = keys.solved.emplace<pose::GazeKeys>(keys_);
  keys.warps = warps_;
  const double entry_s =
      warps_.empty() ? entry.time.count() : warps_.key_time_s(entry.time.count());
  // What begins late still looks over from where it stands.
  pose::GazeKey& first = gaze.keys.front();
  first.from_s = std::min(std::max(first.from_s, entry_s), first.time_s);
  return keys;
}

pose::GazeKeys make_gaze_keys(const plan::Track& track, script::Space frame,
                              const body::Body& body) {
  const body::JointSet whole = solve::joints_of(solve::chain_of(body.groups[track.group].joints));
  pose::GazeKeys made;
  double rested_s = track.start.count();
  for (const plan::Key& key : track.keys) {
    const auto* look = find_goal<plan::LookAt>(key);
    pose::GazeKey gaze{.from_s = std::min(rested_s, key.time.count()),
                       .time_s = key.time.count(),
                       .joints = {},
                       .target = {}};
    rested_s = (key.time + key.hold).count();
    if (look != nullptr) {
      gaze.joints = asks_else(key) ? solve::joints_of(solve::GazeChain::Eyes) : whole;
      gaze.target = target_of(*look, frame, body);
      gaze.share = share_of(look->share);
    } else if (made.empty()) {
      continue;  // nobody looks yet
    }
    made.joints = made.joints | gaze.joints;
    made.keys.push_back(std::move(gaze));
  }
  return made;
}

pose::GazeKeys make_point_keys(const plan::Track& track, script::Space frame,
                               const body::Body& body) {
  pose::GazeKeys made;
  double rested_s = track.start.count();
  for (const plan::Key& key : track.keys) {
    const auto* point = find_goal<plan::Point>(key);
    pose::GazeKey pointing{.from_s = std::min(rested_s, key.time.count()),
                           .time_s = key.time.count(),
                           .joints = {},
                           .target = {}};
    rested_s = (key.time + key.hold).count();
    if (point != nullptr) {
      pointing.joints = solve::joints_that_point(point->side);
      pointing.target = place_of(point->target, frame, body);
      made.arm = point->side;
    } else if (made.empty()) {
      continue;  // nobody points yet
    }
    made.joints = made.joints | pointing.joints;
    made.keys.push_back(std::move(pointing));
  }
  return made;
}

bool has_other_goals(const plan::Track& track) {
  return std::ranges::any_of(track.keys, asks_else);
}

}  // namespace kine::motion
