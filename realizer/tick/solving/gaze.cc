#include "realizer/tick/solving/gaze.h"

#include <algorithm>
#include <optional>

#include "realizer/tick/solving/pointing.h"

namespace kine {
namespace {

using solve::Column;
using solve::kColumnJoints;
using solve::kColumnLength;

/// How long a target that was not there before takes to draw the gaze.
constexpr double kNoticed_s = 0.4;

/// Eyes are there in half the time of the head, which they then let come after them.
constexpr double kEyesLead = 2;

/// How soon the column makes up for a joint that others take from a look.
constexpr double kFelt_s = 0.25;

/// What one key makes of the column, and what the eyes then look at.
struct Look {
  Column column;
  Vec3 target_m;
  double weight = 0;  // 0: the pose that stands there
};

Column column_of(const GazeStage& stage, const pose::Pose& pose, const GazeLayer& layer,
                 const std::array<Quat, kColumnLength>& on_top) {
  Column column;
  column.hips_m = Vec3{pose.hips_m[0], pose.hips_m[1], pose.hips_m[2]} + stage.shift.hips_m;
  for (std::size_t i = 0; i < kColumnLength; ++i) {
    column.rotations[i] = normalized(pose.rotation(kColumnJoints[i]));
  }
  column.on_top = on_top;
  column.freedom = layer.column_freedom;
  column.felt = layer.column_felt;
  return column;
}

/// A joint of the column's place and turn: of the chest or the hips, which a point may count from.
solve::HeadPlace compute_link(const body::Body& body, const Column& column, std::size_t link) {
  solve::HeadPlace place{column.hips_m, column.rotations[0] * column.on_top[0]};
  for (std::size_t i = 1; i <= link; ++i) {
    const Vec3& offset = body.offsets_m[body::index_of(kColumnJoints[i])];
    place.position_m = place.position_m + place.character_from_head * offset;
    place.character_from_head =
        place.character_from_head * (column.rotations[i] * column.on_top[i]);
  }
  return place;
}

Vec3 from_world(const body::Placement& placement, const Vec3& point_m) {
  return conjugate(placement.world_from_character()) * (point_m - placement.position_m);
}

Vec3 from_link(const solve::HeadPlace& link, const Vec3& point_m) {
  return link.position_m + link.character_from_head * point_m;
}

/// In the character's space; nothing for a name that leads nowhere.
std::optional<Vec3> find_target(const GazeStage& stage, const pose::GazeTarget& target,
                                const Scene::Place& place, const Column& column) {
  constexpr std::size_t kUpperChestLink = 3;
  if (!target.name.empty()) {
    const auto point = stage.scene.point_in_world(place);
    if (!point) return {};
    return from_world(stage.placement, *point);
  }
  switch (target.frame) {
    case pose::GazeFrame::World:
      return from_world(stage.placement, target.point_m);
    case pose::GazeFrame::Chest:
      return from_link(compute_link(stage.body, column, kUpperChestLink), target.point_m);
    case pose::GazeFrame::Hips:
      return from_link(compute_link(stage.body, column, 0), target.point_m);
    case pose::GazeFrame::Character:
      break;
  }
  return target.point_m;
}

bool has_offset(const pose::GazeTarget& target) {
  return target.left_rad != 0 || target.up_rad != 0;
}

/// `point_m` turned about the point between the eyes, to the left about the vertical and then
/// upwards.
Vec3 beside(const Vec3& point_m, const pose::GazeTarget& target, const body::Body& body,
            const Column& column) {
  constexpr Vec3 kUp{0, 1, 0};
  const auto eye = [&](body::Joint joint) { return body.offsets_m[body::index_of(joint)]; };
  const Vec3 eyes_m = from_link(compute_link(body, column, kColumnLength - 1),
                                0.5 * (eye(body::Joint::LeftEye) + eye(body::Joint::RightEye)));
  const Vec3 ahead = from_rotation_vector(target.left_rad * kUp) * (point_m - eyes_m);
  const Vec3 right = cross(ahead, kUp);
  return eyes_m + from_rotation_vector(target.up_rad * unit(right)) * ahead;
}

solve::GazeChain chain_of(const pose::GazeKey& key) {
  if (key.share == pose::GazeShare::EyesFirst) return solve::GazeChain::EyesHelped;
  if (key.share == pose::GazeShare::BodyFirst) return solve::GazeChain::TrunkFirst;
  return solve::chain_of(key.joints);
}

/// All that a layer may move of the column: what its keys drive, and what helps their eyes.
body::JointSet moved_by(const pose::GazeKeys& keys) {
  body::JointSet joints = keys.joints;
  for (const pose::GazeKey& key : keys.keys) {
    if (key.share == pose::GazeShare::EyesFirst) {
      joints = joints | solve::joints_of(solve::GazeChain::EyesHelped);
    }
  }
  return joints;
}

Look look_at(const GazeStage& stage, const GazeLayer& layer, std::size_t index,
             const Column& below) {
  const pose::GazeKey& key = layer.keys->keys[index];
  const Scene::Place place = index < layer.places.size() ? layer.places[index] : Scene::Place{};
  Look look{.column = below, .target_m = {}, .weight = 0};
  if (key.joints.empty()) return look;
  const auto target = find_target(stage, key.target, place, below);
  if (!target) return look;
  const solve::GazeChain chain = chain_of(key);
  Vec3 point_m = *target;
  if (has_offset(key.target)) {
    // Where the eyes will be is known well enough from where they would be without it, and if
    // nobody else had ever moved what looks.
    Column without = below;
    without.freedom.fill(1);
    std::fill(without.rotations.begin() + solve::first_link(chain), without.rotations.end(),
              Quat{});
    solve::turn_column(stage.body, chain, *target, without);
    point_m = beside(*target, key.target, stage.body, without);
  }
  const solve::Gaze gaze = solve::turn_column(stage.body, chain, point_m, look.column);
  look.target_m = gaze.target_m;
  look.weight = gaze.weight;
  if (const auto since = key.target.name.empty() ? std::nullopt : stage.scene.since(place)) {
    const double seen_s = stage.rate.between(*since, stage.tick).count();
    look.weight *= pose::least_jerk(seen_s / kNoticed_s);
  }
  return look;
}

/// b where h is 1 and a where it is 0, as it mostly is.
Quat mixed(const Quat& a, const Quat& b, double h) {
  if (h == 1) return b;
  return h == 0 ? a : slerp(a, b, h);
}

/// `below` turned towards the look by `share`.
void turn_towards(const Look& look, double share, std::array<Quat, kColumnLength>& rotations) {
  for (std::size_t i = 1; i < kColumnLength; ++i) {
    rotations[i] = mixed(rotations[i], look.column.rotations[i], share);
  }
}

}  // namespace

GazeStage gaze_stage_of(const TickContext& context, const CharacterRow& row, Tick tick) {
  return {.body = *row.cast->body,
          .placement = row.state.placement,
          .scene = context.scene,
          .tick = tick,
          .rate = context.rate};
}

GazeMoment moment_at(const pose::GazeKeys& keys, double time_s) {
  GazeMoment moment;
  while (moment.key + 1 < keys.keys.size() && keys.keys[moment.key + 1].from_s <= time_s) {
    ++moment.key;
  }
  const pose::GazeKey& key = keys.keys[moment.key];
  if (time_s < key.time_s) {
    moment.h = std::max(0.0, (time_s - key.from_s) / (key.time_s - key.from_s));
  }
  return moment;
}

std::optional<Vec3> find_target(const GazeStage& stage, const GazeLayer& layer, std::size_t key,
                                const pose::Pose& pose) {
  const Scene::Place place = key < layer.places.size() ? layer.places[key] : Scene::Place{};
  return find_target(stage, layer.keys->keys[key].target, place, column_of(stage, pose, layer, {}));
}

void solve_gaze(const GazeStage& stage, const GazeLayer& layer,
                const std::array<Quat, kColumnLength>& on_top, pose::Pose& pose) {
  const double weight = layer.weight;
  const GazeMoment moment = moment_at(*layer.keys, layer.time_s);
  if (weight == 0 || (moment.key == 0 && moment.h == 0)) return;

  const Column below = column_of(stage, pose, layer, on_top);
  const Look next = look_at(stage, layer, moment.key, below);
  Look before{.column = below, .target_m = {}, .weight = 0};
  const bool moving = moment.h < 1;
  if (moving && moment.key > 0) before = look_at(stage, layer, moment.key - 1, below);

  // The column: from one look to the next, and all of it by the layer's weight over what is below.
  const double head_h = moving ? pose::least_jerk(moment.h) : 1;
  std::array<Quat, kColumnLength> from = below.rotations;
  std::array<Quat, kColumnLength> to = below.rotations;
  turn_towards(before, before.weight, from);
  turn_towards(next, next.weight, to);
  Column column = below;
  const body::JointSet moved = moved_by(*layer.keys);
  for (std::size_t i = 1; i < kColumnLength; ++i) {
    if (!moved.contains(kColumnJoints[i])) continue;
    column.rotations[i] = mixed(below.rotations[i], mixed(from[i], to[i], head_h), weight);
    pose.set_rotation(kColumnJoints[i], column.rotations[i]);
  }

  // The eyes, on the column as it came out.
  const bool alone = !layer.keys->joints.contains(body::Joint::Head);
  const double eyes_h = alone ? head_h : pose::least_jerk(kEyesLead * moment.h);
  const auto eyes_of = [&](const Look& look) {
    return look.weight > 0 ? solve::turn_eyes(stage.body, column, look.target_m) : solve::Eyes{};
  };
  const solve::Eyes eyes_before = eyes_of(before);
  const solve::Eyes eyes_next = eyes_of(next);
  const auto turn_eye = [&](body::Joint eye, Quat solve::Eyes::*side) {
    const Quat rest = normalized(pose.rotation(eye));
    const Quat eye_before = mixed(rest, eyes_before.*side, before.weight);
    const Quat eye_next = mixed(rest, eyes_next.*side, next.weight);
    const Quat turned = mixed(eye_before, eye_next, moving ? eyes_h : 1);
    pose.set_rotation(eye, mixed(rest, turned, weight * layer.eyes_freedom));
  };
  turn_eye(body::Joint::LeftEye, &solve::Eyes::left);
  turn_eye(body::Joint::RightEye, &solve::Eyes::right);
}

namespace {

/// A look and what those over it leave of it.
struct OpenLook {
  GazeLayer layer;
  double arm_freedom = 1;
};

/// Null for layers of other kinds.
const pose::GazeKeys* gaze_of(const pose::Layer& layer) {
  const bool looks = layer.contents.solved == pose::Solved::Looks;
  return looks ? layer.keys->find<pose::GazeKeys>() : nullptr;
}

OpenLook open(const GazeStage& stage, std::span<const ActiveSegment* const> segments,
              std::span<const pose::Layer> layers, std::size_t i) {
  const pose::Layer& own = layers[i];
  const pose::Keys& keys = *own.keys;
  const std::optional<body::Side> arm = gaze_of(own)->arm;
  OpenLook look;
  GazeLayer& layer = look.layer;
  layer = {.keys = gaze_of(own),
           .places = segments[i]->gaze_places,
           .time_s = keys.warps.empty() ? own.time_s : keys.warps.key_time_s(own.time_s),
           .weight = own.weight,
           .column_felt = {}};
  for (std::size_t over = i + 1; over < layers.size(); ++over) {
    const pose::Keys& keys_over = *layers[over].keys;
    const body::JointSet driven = keys_over.joints.joints | keys_over.clip.joints;
    const double left = 1 - static_cast<double>(layers[over].weight);
    const double since_s = stage.rate.between(segments[over]->started, stage.tick).count();
    const double felt = pose::least_jerk(since_s / kFelt_s);
    for (std::size_t link = 0; link < kColumnLength; ++link) {
      if (!driven.contains(kColumnJoints[link])) continue;
      layer.column_freedom[link] *= left;
      layer.column_felt[link] = std::max(layer.column_felt[link], felt);
    }
    if (driven.contains(body::Joint::LeftEye)) layer.eyes_freedom *= left;
    if (arm && driven.contains(body::arm_chain(*arm).upper_arm)) look.arm_freedom *= left;
  }
  return look;
}

}  // namespace

void solve_gazes(const GazeStage& stage, std::span<const ActiveSegment* const> segments,
                 std::span<const pose::Layer> layers, const std::array<Quat, kColumnLength>& on_top,
                 pose::Pose& pose) {
  std::size_t first = segments.size();
  std::size_t looks = 0;
  std::size_t arms = 0;
  for (std::size_t i = segments.size(); i-- > 0 && looks < kGazesAtOnceMax;) {
    const pose::GazeKeys* const keys = gaze_of(layers[i]);
    if (keys == nullptr) continue;
    if (keys->arm) ++arms;
    first = i;
    ++looks;
  }
  const auto for_each_look = [&](bool pointing, auto act) {
    for (std::size_t i = first; i < segments.size(); ++i) {
      const pose::GazeKeys* const keys = gaze_of(layers[i]);
      const bool is_meant = keys != nullptr && keys->arm.has_value() == pointing;
      if (is_meant) act(open(stage, segments, layers, i));
    }
  };
  // What carries eyes and arms comes before them.
  pose::Pose below;
  if (arms > 0) {
    below = pose;
    for_each_look(true, [&](const OpenLook& look) {
      turn_trunk_for_pointing(stage, look.layer, on_top, pose);
    });
  }
  for_each_look(false, [&](const OpenLook& look) { solve_gaze(stage, look.layer, on_top, pose); });
  if (arms == 0) return;
  for_each_look(true, [&](const OpenLook& look) {
    solve_pointing(stage, look.layer, look.arm_freedom, on_top, below, pose);
  });
}

}  // namespace kine
