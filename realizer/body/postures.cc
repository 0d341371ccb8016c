#include "realizer/body/postures.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "realizer/body/attributes.h"
#include "realizer/body/mirror.h"
#include "realizer/core/number.h"
#include "realizer/math/units.h"
#include "realizer/xml/xml.h"

namespace kine::body {
namespace {

constexpr std::string_view kPosesNamespace = "urn:kinesphere:poses:1";
constexpr std::string_view kNeutral = "neutral";

/// The groups that "neutral" is stored for: together every joint, each once.
constexpr std::string_view kApart[] = {"leftArm",      "rightArm", "leftFingers",
                                       "rightFingers", "spine",    "headNeck",
                                       "eyes",         "leftLeg",  "rightLeg"};

struct Posture {
  std::map<Joint, Quat> rotations;
  std::map<Joint, Quat> mirrored;  // by joints of the other side; what is written goes before
};

Error error_at(const xml::Attribute& attribute, ErrorCode code, const std::string& message) {
  return {code, message + " " + quoted(attribute.value), attribute.value_where};
}

Result<Done> check_limits(Joint joint, const Quat& rotation, const Body& body,
                          const xml::Attribute& turns) {
  if (within_limits(body.limits[index_of(joint)], rotation) == rotation) return Done{};
  return error_at(turns, ErrorCode::OutOfRange,
                  "the limits of " + quoted(name_of(joint)) + " do not allow");
}

Result<Done> read_joint(const xml::Element& element, const Body& body, Posture& posture) {
  const auto complete = check_attributes(element, {"name", "turns"}, {});
  if (!complete) return complete.error();
  const xml::Attribute& name = *element.find_attribute("name");
  const auto joint = find_joint(name.value);
  if (!joint) return error_at(name, ErrorCode::UnknownName, "there is no joint");
  const xml::Attribute& turns = *element.find_attribute("turns");
  const auto turns_deg = read_vec3(turns, kTurn_deg);
  if (!turns_deg) return turns_deg.error();
  const Quat rotation = from_turns(body.limits[index_of(*joint)].bone, kDegree * *turns_deg);
  if (const auto fits = check_limits(*joint, rotation, body, turns); !fits) return fits;
  if (!posture.rotations.emplace(*joint, rotation).second) {
    return error_at(name, ErrorCode::Syntax, "a pose turns a joint once, unlike");
  }
  if (name.value.starts_with("left")) {
    posture.mirrored.emplace(mirrored(*joint), mirrored(rotation));
  }
  return Done{};
}

/// A hand shape for the fingers of both hands.
Result<Done> take_hands(const xml::Element& element, const Body& body, Posture& posture) {
  const xml::Attribute* hands = element.find_attribute("hands");
  if (hands == nullptr) return Done{};
  for (const std::string_view group : {"leftFingers", "rightFingers"}) {
    const Shape* shape = body.find_shape(group, hands->value);
    if (shape == nullptr) {
      return error_at(*hands, ErrorCode::UnknownName, "there is no hand shape");
    }
    posture.rotations.insert(shape->rotations.begin(), shape->rotations.end());
  }
  return Done{};
}

Shape shape_of(std::string_view name, const Group& group, const Posture& posture) {
  Shape shape{.name = std::string(name), .group = group.name, .rotations = {}};
  for (const auto& [joint, rotation] : posture.rotations) {
    if (group.joints.contains(joint)) shape.rotations.emplace_back(joint, rotation);
  }
  return shape;
}

Result<Done> append_pose(const xml::Element& element, const Body& body,
                         std::vector<Shape>& shapes) {
  const auto known = check_element(element, "pose", kPosesNamespace);
  if (!known) return known.error();
  const auto complete = check_attributes(element, {"name", "groups"}, {"hands"});
  if (!complete) return complete.error();
  const xml::Attribute& name_attribute = *element.find_attribute("name");
  const auto name = read_name(name_attribute);
  if (!name) return name.error();
  const auto is_taken = [&](const Shape& each) { return each.name == *name; };
  if (std::ranges::any_of(shapes, is_taken) || std::ranges::any_of(body.shapes, is_taken)) {
    return error_at(name_attribute, ErrorCode::Syntax, "there are two stored poses");
  }

  Posture posture;
  for (const xml::Element& child : element.children) {
    const auto is_joint = check_element(child, "joint", kPosesNamespace);
    if (!is_joint) return is_joint.error();
    const auto read = read_joint(child, body, posture);
    if (!read) return read.error();
  }
  posture.rotations.insert(posture.mirrored.begin(), posture.mirrored.end());
  if (const auto taken = take_hands(element, body, posture); !taken) return taken.error();

  const xml::Attribute& groups = *element.find_attribute("groups");
  std::size_t posed = 0;
  for (const std::string_view word : words_of(groups.value)) {
    const Group* group = body.find_group(word);
    if (group == nullptr) return error_at(groups, ErrorCode::UnknownName, "there is no group in");
    shapes.push_back(shape_of(*name, *group, posture));
    posed += shapes.back().rotations.size();
    if (shapes.back().rotations.empty()) {
      return error_at(groups, ErrorCode::Syntax, "the pose turns no joint of a group in");
    }
  }
  if (posed == posture.rotations.size()) return Done{};
  return error_at(groups, ErrorCode::Syntax,
                  "each joint of a pose is in one of its groups, unlike");
}

void append_neutral(const Body& body, std::vector<Shape>& shapes) {
  for (const std::string_view name : kApart) {
    const Group* group = body.find_group(name);
    if (group == nullptr) continue;
    Posture base;
    for (std::size_t i = 0; i < kJointCount; ++i) base.rotations[joint_at(i)] = body.base_pose[i];
    shapes.push_back(shape_of(kNeutral, *group, base));
  }
}

Result<std::vector<Shape>> read_poses(std::string_view xml, const Body& body) {
  const auto root = xml::parse(xml);
  if (!root) return root.error();
  const auto known = check_element(*root, "poses", kPosesNamespace);
  if (!known) return known.error();
  std::vector<Shape> shapes;
  append_neutral(body, shapes);
  for (const xml::Element& element : root->children) {
    const auto appended = append_pose(element, body, shapes);
    if (!appended) return appended.error();
  }
  return shapes;
}

/// A shape that fingers take, and nothing else.
bool is_of_fingers_alone(const Shape& shape, const Body& body) {
  return std::ranges::all_of(body.shapes, [&](const Shape& each) {
    return each.name != shape.name || each.group == "leftFingers" || each.group == "rightFingers";
  });
}

}  // namespace

Result<std::vector<Shape>> read_postures(std::string_view xml, const Body& body) {
  auto shapes = read_poses(xml, body);
  if (shapes) return shapes;
  Error error = shapes.error();
  error.message = "poses: " + error.message;
  return error;
}

Result<std::vector<std::string>> add_postures(std::string_view xml, Body& body) {
  Body with_hands = body;  // what a pose must not be called, and what it may take in
  std::erase_if(with_hands.shapes,
                [&](const Shape& each) { return !is_of_fingers_alone(each, body); });
  auto shapes = read_poses(xml, with_hands);
  if (!shapes) return shapes.error();
  std::erase_if(*shapes, [](const Shape& each) { return each.name == kNeutral; });
  std::vector<std::string> names;
  for (const Shape& each : *shapes) {
    if (names.empty() || names.back() != each.name) names.push_back(each.name);
  }
  std::erase_if(body.shapes,
                [&](const Shape& each) { return std::ranges::count(names, each.name) > 0; });
  body.shapes.insert(body.shapes.end(), shapes->begin(), shapes->end());
  return names;
}

}  // namespace kine::body
