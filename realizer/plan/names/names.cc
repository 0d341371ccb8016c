#include "realizer/plan/names/names.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace kine::plan {
namespace {

using enum body::Joint;

template <class Map>
const typename Map::mapped_type* find(const Map& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? nullptr : &found->second;
}

/// "head-neck" as "headNeck".
std::string in_camel_case(std::string_view name) {
  std::string camel;
  bool after_dash = false;
  for (const char c : name) {
    const bool rises = after_dash && c >= 'a' && c <= 'z';
    if (c != '-') camel += rises ? static_cast<char>(c - 'a' + 'A') : c;
    after_dash = c == '-';
  }
  return camel;
}

/// How many letters must be put in, taken out or changed to make one of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

body::JointSet joints_of(const body::Shape& shape) {
  body::JointSet joints;
  for (const auto& [joint, rotation] : shape.rotations) joints.insert(joint);
  return joints;
}

std::string_view preferred_group(body::Joint joint) {
  switch (joint) {
    case Neck:
    case Head:
      return "headNeck";
    case Spine:
    case Chest:
    case UpperChest:
      return "spine";
    case LeftShoulder:
    case LeftUpperArm:
    case LeftLowerArm:
    case LeftHand:
      return "leftArm";
    case RightShoulder:
    case RightUpperArm:
    case RightLowerArm:
    case RightHand:
      return "rightArm";
    default:
      return {};
  }
}

}  // namespace

std::optional<body::Side> side_of(body::Joint joint) {
  if (joint >= LeftShoulder && joint <= LeftLittleDistal) return body::Side::Left;
  if (joint >= RightShoulder && joint <= RightLittleDistal) return body::Side::Right;
  return {};
}

bool is_hand(body::Joint joint) { return joint == LeftHand || joint == RightHand; }

std::optional<body::Joint> Names::find_joint(std::string_view name) const {
  if (const auto ours = body::find_joint(name)) return ours;
  const body::Joint* alias = find(vocabulary_.joints, name);
  return alias == nullptr ? std::nullopt : std::optional(*alias);
}

std::optional<std::size_t> Names::index_of_group(std::string_view name) const {
  for (std::size_t i = 0; i < body_.groups.size(); ++i) {
    if (body_.groups[i].name == name) return i;
  }
  return {};
}

std::optional<std::size_t> Names::find_group(std::string_view name) const {
  if (const auto ours = index_of_group(in_camel_case(name))) return ours;
  const std::string* alias = find(vocabulary_.groups, name);
  return alias == nullptr ? std::nullopt : index_of_group(*alias);
}

std::optional<std::size_t> Names::find_group_of(body::Joint joint) const {
  const auto preferred = index_of_group(preferred_group(joint));
  if (preferred && moves(*preferred, joint)) return preferred;
  std::optional<std::size_t> smallest;
  for (std::size_t i = 0; i < body_.groups.size(); ++i) {
    const body::JointSet joints = body_.groups[i].joints;
    if (!joints.contains(joint) || joints.contains(body::Joint::Hips)) continue;
    if (!smallest || joints.size() < body_.groups[*smallest].joints.size()) smallest = i;
  }
  return smallest;
}

std::optional<body::Side> Names::find_side(std::string_view name) const {
  if (name == "left") return body::Side::Left;
  if (name == "right") return body::Side::Right;
  if (const auto group = find_group(name)) {
    for (const body::Side side : {body::Side::Left, body::Side::Right}) {
      if (group == find_arm(side) || group == find_fingers(side)) return side;
    }
  }
  const auto joint = find_joint(name);
  return joint ? side_of(*joint) : std::nullopt;
}

std::optional<std::size_t> Names::find_arm(body::Side side) const {
  return index_of_group(side == body::Side::Left ? "leftArm" : "rightArm");
}

std::optional<std::size_t> Names::find_fingers(body::Side side) const {
  return index_of_group(side == body::Side::Left ? "leftFingers" : "rightFingers");
}

std::vector<Names::ShapeOfGroup> Names::find_shapes(std::optional<std::size_t> group,
                                                    std::string_view name) const {
  const std::string* alias = find(vocabulary_.shapes, name);
  const bool is_ours =
      std::ranges::find(body_.shapes, name, &body::Shape::name) != body_.shapes.end();
  if (!is_ours && alias != nullptr) name = *alias;
  std::vector<ShapeOfGroup> found;
  for (std::size_t i = 0; i < body_.shapes.size(); ++i) {
    const body::Shape& shape = body_.shapes[i];
    if (shape.name != name) continue;
    if (!group) {
      if (const auto own = index_of_group(shape.group)) found.push_back({i, *own});
    } else if (shape.group == body_.groups[*group].name) {
      return {{i, *group}};
    } else if (!(joints_of(shape) & body_.groups[*group].joints).empty()) {
      found.push_back({i, *group});
    }
  }
  return found;
}

bool Names::pose_joints_alike(std::size_t shape, std::size_t other) const {
  return !(joints_of(body_.shapes[shape]) & joints_of(body_.shapes[other])).empty();
}

bool Names::is_empty_shape(std::string_view name) const {
  const std::string* alias = find(vocabulary_.shapes, name);
  return alias != nullptr && alias->empty();
}

std::optional<std::size_t> Names::find_surface_point(std::string_view name, body::Side side) const {
  return body::find_surface_point(body_.points, name, side == body::Side::Left ? "left" : "right");
}

Vec3 Names::at_rest_m(std::size_t surface_point) const {
  const body::SurfacePoint& point = body_.points[surface_point];
  const body::Body::Model model = body_.compute_model(body_.base_pose);
  const std::size_t joint = body::index_of(point.joint);
  return model.positions_m[joint] + model.character_from_joint[joint] * point.place_m;
}

std::string Names::target_name(std::string_view name) const {
  return plan::target_name(name, vocabulary_);
}

std::optional<std::vector<MorphPart>> Names::find_morph(std::string_view name) const {
  if (const auto channel = body::find_channel(name)) return std::vector<MorphPart>{{*channel, 1}};
  const std::vector<MorphPart>* parts = find(vocabulary_.morphs, name);
  return parts == nullptr ? std::nullopt : std::optional(*parts);
}

std::optional<body::Channel> Names::find_shader(std::string_view name) const {
  constexpr std::string_view kPrefix = "shader_";
  if (name.starts_with(kPrefix)) return body::find_channel(name);
  if (const auto channel = body::find_channel(std::string(kPrefix).append(name))) return channel;
  const body::Channel* alias = find(vocabulary_.shaders, name);
  return alias == nullptr ? std::nullopt : std::optional(*alias);
}

std::optional<Seconds> Names::find_clip(std::string_view name) const {
  const Seconds* length = find(vocabulary_.clips, name);
  return length == nullptr ? std::nullopt : std::optional(*length);
}

std::vector<std::string> Names::clips_like(std::string_view name) const {
  constexpr std::size_t kFew = 3;
  std::vector<std::pair<std::size_t, std::string>> by_distance;
  for (const auto& [clip, length] : vocabulary_.clips) {
    by_distance.emplace_back(edit_distance(name, clip), clip);
  }
  std::ranges::sort(by_distance);
  std::vector<std::string> nearest;
  for (std::size_t i = 0; i < by_distance.size() && i < kFew; ++i) {
    nearest.push_back(std::move(by_distance[i].second));
  }
  return nearest;
}

}  // namespace kine::plan
