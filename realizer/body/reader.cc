#include "realizer/body/reader.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <string>
#include <utility>

#include "realizer/body/attributes.h"
#include "realizer/body/capsule_reader.h"
#include "realizer/body/groups.h"
#include "realizer/body/hands.h"
#include "realizer/body/mirror.h"
#include "realizer/body/postures.h"
#include "realizer/body/segment_reader.h"
#include "realizer/body/surface_point_reader.h"
#include "realizer/core/number.h"
#include "realizer/math/units.h"
#include "realizer/xml/xml.h"

namespace kine::body {
namespace {

constexpr std::string_view kBodyNamespace = "urn:kinesphere:body:1";
constexpr Range kHeightRange_m = {0.1, 10};
constexpr Range kWeightRange_kg = {1, 1000};
constexpr Range kOffset_m = {-5, 5};
constexpr Range kMassFraction = {0, 1};
constexpr double kMassSumTolerance = 1e-6;

/// What the file has said so far.
struct Draft {
  Body body;
  std::bitset<kJointCount> described;
};

struct JointRow {
  Vec3 offset_m;
  JointLimits limits;
  double mass_fraction = 0;
  Quat base;
  Segment segment = {};
};

/// Names are once in a body.
Result<Done> put_points(const xml::Element& element, std::vector<SurfacePoint> points,
                        Draft& draft) {
  std::vector<SurfacePoint>& all = draft.body.points;
  for (SurfacePoint& point : points) {
    if (std::ranges::find(all, point.name, &SurfacePoint::name) != all.end()) {
      return Error{ErrorCode::Syntax, "there are two points " + quoted(point.name), element.where};
    }
    all.push_back(std::move(point));
  }
  return Done{};
}

Result<JointLimits::Axis> read_bone(const xml::Attribute& attribute) {
  if (attribute.value == "x") return JointLimits::Axis::X;
  if (attribute.value == "y") return JointLimits::Axis::Y;
  if (attribute.value == "z") return JointLimits::Axis::Z;
  return Error{ErrorCode::UnknownName, "'bone' is 'x', 'y' or 'z', not " + quoted(attribute.value),
               attribute.value_where};
}

/// The least and greatest turn about one axis. A joint without the attribute does not turn.
Result<Range> read_turn_range(const xml::Element& element, std::string_view axis) {
  const xml::Attribute* attribute = element.find_attribute(axis);
  if (attribute == nullptr) return Range{0, 0};
  std::array<double, 2> ends_deg{};
  const auto read = read_numbers(*attribute, kTurn_deg, ends_deg);
  if (!read) return read.error();
  if (ends_deg[0] > 0 || ends_deg[1] < 0) {
    return Error{ErrorCode::OutOfRange,
                 "the T-pose, 0, must lie within the limits, unlike " + quoted(attribute->value),
                 attribute->value_where};
  }
  return Range{ends_deg[0] * kDegree, ends_deg[1] * kDegree};
}

Result<JointLimits> read_limits(const xml::Element& element) {
  const auto bone = read_bone(*element.find_attribute("bone"));
  if (!bone) return bone.error();
  const auto x = read_turn_range(element, "x");
  if (!x) return x.error();
  const auto y = read_turn_range(element, "y");
  if (!y) return y.error();
  const auto z = read_turn_range(element, "z");
  if (!z) return z.error();
  return JointLimits{
      .bone = *bone, .min_rad = {x->min, y->min, z->min}, .max_rad = {x->max, y->max, z->max}};
}

Result<Quat> read_base(const xml::Element& element, const JointLimits& limits) {
  const xml::Attribute* attribute = element.find_attribute("base");
  if (attribute == nullptr) return Quat{};
  const auto turns_deg = read_vec3(*attribute, kTurn_deg);
  if (!turns_deg) return turns_deg.error();
  const Quat base = from_turns(limits.bone, kDegree * *turns_deg);
  if (within_limits(limits, base) != base) {
    return Error{ErrorCode::OutOfRange,
                 "the base pose must lie within the limits, unlike " + quoted(attribute->value),
                 attribute->value_where};
  }
  return base;
}

Result<JointRow> read_joint_row(const xml::Element& element) {
  const auto offset_m = read_vec3(*element.find_attribute("offset"), kOffset_m);
  if (!offset_m) return offset_m.error();
  const auto limits = read_limits(element);
  if (!limits) return limits.error();
  const auto base = read_base(element, *limits);
  if (!base) return base.error();
  JointRow row{.offset_m = *offset_m, .limits = *limits, .mass_fraction = 0, .base = *base};
  if (const xml::Attribute* mass = element.find_attribute("mass")) {
    const auto read = read_numbers(*mass, kMassFraction, {&row.mass_fraction, 1});
    if (!read) return read.error();
  }
  return row;
}

void put(Joint joint, const JointRow& row, Draft& draft) {
  const std::size_t index = index_of(joint);
  draft.body.offsets_m[index] = row.offset_m;
  draft.body.limits[index] = row.limits;
  draft.body.mass_fractions[index] = row.mass_fraction;
  draft.body.base_pose[index] = row.base;
  draft.body.segments[index] = row.segment;
  draft.described.set(index);
}

JointRow mirrored_row(const JointRow& row) {
  return {.offset_m = mirrored(row.offset_m),
          .limits = mirrored(row.limits),
          .mass_fraction = row.mass_fraction,
          .base = mirrored(row.base),
          .segment = row.segment};
}

Result<Joint> read_joint_name(const xml::Attribute& attribute) {
  const auto joint = find_joint(attribute.value);
  if (joint) return *joint;
  return Error{ErrorCode::UnknownName, "there is no joint " + quoted(attribute.value),
               attribute.value_where};
}

/// The solver of arms relies on it: elbow and wrist lie on one line along x in T-pose.
Result<Done> check_arm(Joint joint, const JointRow& row, const xml::Element& element) {
  const bool ends_a_bone = joint == Joint::LeftLowerArm || joint == Joint::LeftHand;
  const bool along_x = row.offset_m.x > 0 && row.offset_m.y == 0 && row.offset_m.z == 0;
  if (ends_a_bone && !along_x) {
    const xml::Attribute& offset = *element.find_attribute("offset");
    return Error{ErrorCode::OutOfRange,
                 "the left arm lies along +x, unlike " + quoted(offset.value), offset.value_where};
  }
  const bool turns = joint == Joint::LeftUpperArm || ends_a_bone;
  if (turns && row.limits.bone != JointLimits::Axis::X) {
    const xml::Attribute& bone = *element.find_attribute("bone");
    return Error{ErrorCode::OutOfRange,
                 "the bones of an arm lie along 'x', not " + quoted(bone.value), bone.value_where};
  }
  return Done{};
}

/// A joint of the left describes that of the right as well.
Result<Done> read_joint(const xml::Element& element, Draft& draft) {
  const auto complete = check_attributes(element, {"name", "offset", "bone"},
                                         {"x", "y", "z", "mass", "base", "gyration"});
  if (!complete) return complete.error();
  const xml::Attribute& name = *element.find_attribute("name");
  const auto joint = read_joint_name(name);
  if (!joint) return joint.error();
  if (name.value.starts_with("right")) {
    return Error{ErrorCode::Unsupported,
                 "the right side mirrors the left and is not written, unlike " + quoted(name.value),
                 name.value_where};
  }
  if (draft.described.test(index_of(*joint))) {
    return Error{ErrorCode::Syntax, "a joint is described once, unlike " + quoted(name.value),
                 name.value_where};
  }
  auto row = read_joint_row(element);
  if (!row) return row.error();
  auto segment = read_segment(element, *joint, kBodyNamespace);
  if (!segment) return segment.error();
  row->segment = *std::move(segment);
  auto points = read_surface_points(element, *joint, kBodyNamespace);
  if (!points) return points.error();
  const auto named = put_points(element, *std::move(points), draft);
  if (!named) return named.error();
  const auto capsules = read_capsules(element, *joint, kBodyNamespace);
  if (!capsules) return capsules.error();
  draft.body.capsules.insert(draft.body.capsules.end(), capsules->begin(), capsules->end());
  const auto arm = check_arm(*joint, *row, element);
  if (!arm) return arm.error();
  put(*joint, *row, draft);
  if (mirrored(*joint) != *joint) put(mirrored(*joint), mirrored_row(*row), draft);
  return Done{};
}

/// A group of this body's own, beside the common ones.
Result<Done> read_group(const xml::Element& element, Draft& draft) {
  const auto complete = check_attributes(element, {"name", "joints"}, {});
  if (!complete) return complete.error();
  const xml::Attribute& attribute = *element.find_attribute("name");
  const auto name = read_name(attribute);
  if (!name) return name.error();
  if (draft.body.find_group(*name) != nullptr) {
    return Error{ErrorCode::Syntax, "there are two groups " + quoted(*name), attribute.value_where};
  }
  const xml::Attribute& joints = *element.find_attribute("joints");
  Group group{.name = *name, .joints = {}};
  for (const std::string_view word : words_of(joints.value)) {
    const auto joint = find_joint(word);
    if (!joint) {
      return Error{ErrorCode::UnknownName, "there is no joint " + quoted(word), joints.value_where};
    }
    group.joints.insert(*joint);
  }
  if (group.joints.empty()) {
    return Error{ErrorCode::Syntax, "a group has joints, unlike " + quoted(joints.value),
                 joints.value_where};
  }
  draft.body.groups.push_back(std::move(group));
  return Done{};
}

Result<Done> read_root(const xml::Element& root, Draft& draft) {
  const auto known = check_element(root, "body", kBodyNamespace);
  if (!known) return known.error();
  const auto complete = check_attributes(root, {"name", "height", "hands"}, {"weight"});
  if (!complete) return complete.error();
  auto name = read_name(*root.find_attribute("name"));
  if (!name) return name.error();
  const auto height_m = read_length_m(*root.find_attribute("height"), kHeightRange_m);
  if (!height_m) return height_m.error();
  draft.body.name = *std::move(name);
  draft.body.height_m = *height_m;
  const xml::Attribute* const weight = root.find_attribute("weight");
  const auto weight_kg = weight == nullptr ? Result<double>(usual_weight_kg(*height_m))
                                           : read_mass_kg(*weight, kWeightRange_kg);
  if (!weight_kg) return weight_kg.error();
  draft.body.weight_kg = *weight_kg;
  draft.body.groups = common_groups();
  return Done{};
}

Result<Done> read_children(const xml::Element& root, Draft& draft) {
  for (const xml::Element& element : root.children) {
    const bool is_group = element.name == "group";
    const auto known = check_element(element, is_group ? "group" : "joint", kBodyNamespace);
    if (!known) return known.error();
    const auto read = is_group ? read_group(element, draft) : read_joint(element, draft);
    if (!read) return read.error();
  }
  return Done{};
}

Result<Done> check_whole(const xml::Element& root, const Draft& draft) {
  double mass = 0;
  for (std::size_t i = 0; i < kJointCount; ++i) {
    if (!draft.described.test(i)) {
      return Error{ErrorCode::Syntax,
                   "the body does not describe the joint " + quoted(name_of(joint_at(i))),
                   root.where};
    }
    mass += draft.body.mass_fractions[i];
  }
  if (std::abs(mass - 1) > kMassSumTolerance) {
    return Error{
        ErrorCode::OutOfRange,
        "the mass fractions of both sides must add up to 1, not to " + quoted(format_number(mass)),
        root.where};
  }
  return Done{};
}

/// The base pose of the fingers is a shape; a file that gives them both is not clear.
Result<Done> take_base_hands(const xml::Element& root, Body& body) {
  const xml::Attribute& hands = *root.find_attribute("hands");
  for (const std::string_view group : {"leftFingers", "rightFingers"}) {
    const Shape* shape = body.find_shape(group, hands.value);
    if (shape == nullptr) {
      return Error{ErrorCode::UnknownName, "there is no hand shape " + quoted(hands.value),
                   hands.value_where};
    }
    for (const auto& [joint, rotation] : shape->rotations) {
      if (body.base_pose[index_of(joint)] != Quat{}) {
        return Error{
            ErrorCode::Unsupported,
            "the fingers' base is the shape of 'hands', not one of " + quoted(name_of(joint)),
            hands.where};
      }
      body.base_pose[index_of(joint)] = rotation;
    }
  }
  return Done{};
}

}  // namespace

Result<Body> read(std::string_view body_xml, std::string_view hands_xml,
                  std::string_view poses_xml) {
  const auto root = xml::parse(body_xml);
  if (!root) return root.error();
  Draft draft;
  const auto head = read_root(*root, draft);
  if (!head) return head.error();
  const auto children = read_children(*root, draft);
  if (!children) return children.error();
  const auto whole = check_whole(*root, draft);
  if (!whole) return whole.error();

  auto shapes = read_hands(hands_xml, draft.body.limits);
  if (!shapes) return shapes.error();
  draft.body.shapes = *std::move(shapes);
  const auto hands = take_base_hands(*root, draft.body);
  if (!hands) return hands.error();
  const auto postures = read_postures(poses_xml, draft.body);
  if (!postures) return postures.error();
  draft.body.shapes.insert(draft.body.shapes.end(), postures->begin(), postures->end());
  return std::move(draft.body);
}

}  // namespace kine::body
