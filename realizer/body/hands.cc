#include "realizer/body/hands.h"

#include <algorithm>
#include <cmath>
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

constexpr std::string_view kHandsNamespace = "urn:kinesphere:hands:1";
constexpr Range kBend_deg = {-180, 180};

struct Finger {
  std::string_view name;
  Joint first;  // the next two in the order of the skeleton are its own as well
};
constexpr Finger kThumb = {"thumb", Joint::LeftThumbMetacarpal};
constexpr std::array<Finger, 4> kFingers = {{{"index", Joint::LeftIndexProximal},
                                             {"middle", Joint::LeftMiddleProximal},
                                             {"ring", Joint::LeftRingProximal},
                                             {"little", Joint::LeftLittleProximal}}};

using FingerRotations = std::array<Quat, 3>;
using FourAngles = std::array<double, 4>;  // degrees, in the order of the attribute

/// A finger points along +X, its palm down: it bends about -Z and spreads to the thumb about -Y.
FingerRotations finger_rotations(const FourAngles& angles_deg) {
  const auto [knuckle, middle, end, spread] = angles_deg;
  return {from_rotation_vector(kDegree * Vec3{0, -spread, -knuckle}),
          from_rotation_vector(kDegree * Vec3{0, 0, -middle}),
          from_rotation_vector(kDegree * Vec3{0, 0, -end})};
}

/// The thumb points between +X and +Z. Across the palm is about +Y, out in front of it about the
/// axis square to both thumb and Y; as its pulp looks halfway between the two ways, so do the
/// axes of its two outer joints.
FingerRotations thumb_rotations(const FourAngles& angles_deg) {
  const double half = std::sqrt(0.5);
  const Vec3 across{0, 1, 0};
  const Vec3 to_front{half, 0, -half};
  const Vec3 bend = half * (across + to_front);
  const auto [across_deg, front_deg, knuckle, end] = angles_deg;
  return {from_rotation_vector(kDegree * (across_deg * across + front_deg * to_front)),
          from_rotation_vector(kDegree * knuckle * bend),
          from_rotation_vector(kDegree * end * bend)};
}

/// What the attribute leaves out at its end is 0, as all is of a finger that is not named.
Result<FourAngles> read_angles_deg(const xml::Element& element, std::string_view finger) {
  FourAngles angles_deg{};
  const xml::Attribute* attribute = element.find_attribute(finger);
  if (attribute == nullptr) return angles_deg;
  const std::size_t given = words_of(attribute->value).size();
  const std::size_t count = std::clamp(given, std::size_t{1}, angles_deg.size());
  const auto read = read_numbers(*attribute, kBend_deg, std::span(angles_deg).first(count));
  if (!read) return read.error();
  return angles_deg;
}

template <class Rotations>
Result<Done> append_finger(const xml::Element& element, const Finger& finger,
                           Rotations rotations_of,
                           const std::array<JointLimits, kJointCount>& limits, Shape& shape) {
  const auto angles_deg = read_angles_deg(element, finger.name);
  if (!angles_deg) return angles_deg.error();
  const FingerRotations rotations = rotations_of(*angles_deg);
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    const Joint joint = joint_at(index_of(finger.first) + i);
    if (within_limits(limits[index_of(joint)], rotations[i]) != rotations[i]) {
      return Error{ErrorCode::OutOfRange,
                   "the finger " + quoted(finger.name) + " turns past the limits of " +
                       quoted(name_of(joint)),
                   element.where};
    }
    shape.rotations.emplace_back(joint, rotations[i]);
  }
  return Done{};
}

/// The rotations of the left hand; its name is given by the caller.
Result<Shape> read_left_shape(const xml::Element& element,
                              const std::array<JointLimits, kJointCount>& limits) {
  const auto known = check_element(element, "shape", kHandsNamespace);
  if (!known) return known.error();
  const auto complete =
      check_attributes(element, {"name"}, {"thumb", "index", "middle", "ring", "little"});
  if (!complete) return complete.error();

  Shape shape{.name = {}, .group = "leftFingers", .rotations = {}};
  const auto thumb = append_finger(element, kThumb, thumb_rotations, limits, shape);
  if (!thumb) return thumb.error();
  for (const Finger& finger : kFingers) {
    const auto appended = append_finger(element, finger, finger_rotations, limits, shape);
    if (!appended) return appended.error();
  }
  return shape;
}

Shape mirrored_shape(const Shape& left) {
  Shape right{.name = left.name, .group = "rightFingers", .rotations = {}};
  for (const auto& [joint, rotation] : left.rotations) {
    right.rotations.emplace_back(mirrored(joint), mirrored(rotation));
  }
  return right;
}

bool has_shape(const std::vector<Shape>& shapes, std::string_view name) {
  return std::any_of(shapes.begin(), shapes.end(),
                     [&](const Shape& each) { return each.name == name; });
}

/// One shape under each of its names, for both hands.
Result<Done> append_shape(const xml::Element& element,
                          const std::array<JointLimits, kJointCount>& limits,
                          std::vector<Shape>& shapes) {
  auto left = read_left_shape(element, limits);
  if (!left) return left.error();
  const xml::Attribute& attribute = *element.find_attribute("name");
  const auto all_names = read_name(attribute);
  if (!all_names) return all_names.error();
  for (const std::string_view name : words_of(*all_names)) {
    if (has_shape(shapes, name)) {
      return Error{ErrorCode::Syntax, "there are two shapes " + quoted(name),
                   attribute.value_where};
    }
    left->name = name;
    shapes.push_back(*left);
    shapes.push_back(mirrored_shape(*left));
  }
  return Done{};
}

Result<std::vector<Shape>> read_shapes(std::string_view xml,
                                       const std::array<JointLimits, kJointCount>& limits) {
  const auto root = xml::parse(xml);
  if (!root) return root.error();
  const auto known = check_element(*root, "hands", kHandsNamespace);
  if (!known) return known.error();

  std::vector<Shape> shapes;
  for (const xml::Element& element : root->children) {
    const auto appended = append_shape(element, limits, shapes);
    if (!appended) return appended.error();
  }
  return shapes;
}

}  // namespace

Result<std::vector<Shape>> read_hands(std::string_view xml,
                                      const std::array<JointLimits, kJointCount>& limits) {
  auto shapes = read_shapes(xml, limits);
  if (shapes) return shapes;
  Error error = shapes.error();
  error.message = "hands: " + error.message;
  return error;
}

}  // namespace kine::body
