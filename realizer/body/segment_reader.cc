#include "realizer/body/segment_reader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "realizer/body/attributes.h"
#include "realizer/core/number.h"

namespace kine::body {
namespace {

// Bodies are 0.1 to 10 m high.
constexpr Range kGyrationRange = {0.01, 1};
constexpr Range kAlongRange = {0, 1};
constexpr Range kRadiusRange_m = {0.001, 1};
constexpr Range kHeelRange_m = {0, 1};
constexpr Range kSoleLengthRange_m = {0.005, 3};
constexpr Range kSoleWidthRange_m = {0.002, 1};

bool is_of_foot(Joint joint) { return joint == Joint::LeftFoot || joint == Joint::RightFoot; }

/// Fingers, toes, jaw and eyes go with what carries them, and an upper chest with its chest.
bool has_segment(Joint joint) {
  using enum Joint;
  switch (joint) {
    case Hips:
    case Spine:
    case Chest:
    case Neck:
    case Head:
    case LeftShoulder:
    case LeftUpperArm:
    case LeftLowerArm:
    case LeftHand:
    case LeftUpperLeg:
    case LeftLowerLeg:
    case LeftFoot:
      return true;
    default:
      return false;
  }
}

Error of_joint(Joint joint, Error error) {
  error.message = std::string(name_of(joint)) + ": " + error.message;
  return error;
}

/// No mass can be spread otherwise: an inertia is at most the sum of the two others.
bool can_be(const Vec3& gyration) {
  const Vec3 squares{gyration.x * gyration.x, gyration.y * gyration.y, gyration.z * gyration.z};
  constexpr double kRounding = 1e-9;
  return squares.x <= squares.y + squares.z + kRounding &&
         squares.y <= squares.x + squares.z + kRounding &&
         squares.z <= squares.x + squares.y + kRounding;
}

Result<Vec3> read_gyration(const xml::Attribute& attribute) {
  const auto gyration = read_vec3(attribute, kGyrationRange);
  if (!gyration) return gyration.error();
  if (can_be(*gyration)) return *gyration;
  return Error{ErrorCode::OutOfRange,
               "the square of a radius of gyration is at most the sum of the two others' squares, "
               "unlike " +
                   quoted(attribute.value),
               attribute.value_where};
}

Result<ContactBall> read_ball(const xml::Element& element) {
  const auto complete = check_attributes(element, {"along", "radius"}, {});
  if (!complete) return complete.error();
  ContactBall ball;
  const auto along = read_numbers(*element.find_attribute("along"), kAlongRange, {&ball.along, 1});
  if (!along) return along.error();
  const auto radius_m = read_length_m(*element.find_attribute("radius"), kRadiusRange_m);
  if (!radius_m) return radius_m.error();
  ball.radius_m = *radius_m;
  return ball;
}

Result<ContactBox> read_box(const xml::Element& element) {
  const auto complete = check_attributes(element, {"heel", "length", "width"}, {});
  if (!complete) return complete.error();
  const auto heel_m = read_length_m(*element.find_attribute("heel"), kHeelRange_m);
  if (!heel_m) return heel_m.error();
  const xml::Attribute& length = *element.find_attribute("length");
  const auto length_m = read_length_m(length, kSoleLengthRange_m);
  if (!length_m) return length_m.error();
  const auto width_m = read_length_m(*element.find_attribute("width"), kSoleWidthRange_m);
  if (!width_m) return width_m.error();
  if (*heel_m < *length_m) return ContactBox{*heel_m, *length_m, *width_m};
  return Error{
      ErrorCode::OutOfRange,
      "the ankle is over its box, so 'length' is above 'heel', unlike " + quoted(length.value),
      length.value_where};
}

Result<Done> take_shape(const xml::Element& shape, Joint joint, Segment& segment) {
  const auto refused = [&](std::string what) {
    return Error{ErrorCode::Unsupported, std::move(what) + quoted(shape.name), shape.where};
  };
  if (is_of_foot(joint) != (shape.name == "box")) {
    return refused("a foot has a 'box', and all else has a 'ball', not ");
  }
  if (shape.name == "box") {
    if (segment.box) return refused("a foot has one box, so this is one too many: ");
    const auto box = read_box(shape);
    if (!box) return box.error();
    segment.box = *box;
    return Done{};
  }
  if (segment.balls.size() == kContactBallsMax) {
    return refused("a segment has two balls at most, so this is one too many: ");
  }
  const auto ball = read_ball(shape);
  if (!ball) return ball.error();
  segment.balls.push_back(*ball);
  return Done{};
}

}  // namespace

Result<Segment> read_segment(const xml::Element& element, Joint joint,
                             std::string_view namespace_uri) {
  Segment segment;
  const xml::Attribute* const gyration = element.find_attribute("gyration");
  const auto is_shape = [](const xml::Element& child) {
    return child.name != "point" && child.name != "capsule";
  };
  if (gyration == nullptr && std::ranges::none_of(element.children, is_shape)) return segment;
  if (!has_segment(joint)) {
    return Error{
        ErrorCode::Unsupported,
        "physics has no segment, and so no gyration or shape, for " + quoted(name_of(joint)),
        element.where};
  }
  if (gyration != nullptr) {
    const auto read = read_gyration(*gyration);
    if (!read) return of_joint(joint, read.error());
    segment.gyration = *read;
  }
  for (const xml::Element& shape : element.children) {
    if (!is_shape(shape)) continue;
    const auto known = check_element(shape, shape.name == "box" ? "box" : "ball", namespace_uri);
    if (!known) return of_joint(joint, known.error());
    const auto taken = take_shape(shape, joint, segment);
    if (!taken) return of_joint(joint, taken.error());
  }
  return segment;
}

}  // namespace kine::body
