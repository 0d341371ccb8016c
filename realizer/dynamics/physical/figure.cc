#include "realizer/dynamics/physical/figure.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"

namespace kine::dynamics::physical {
namespace {

using enum body::Joint;

/// A limit of the engine lies this far beyond that of the body, where no pose is asked for.
constexpr double kBeyondLimit_rad = 0.25;

/// The world and the base.
constexpr std::size_t kBaseBodies = 2;

/// A joint of the figure, and the segment that it carries: how the mass of that is spread, as
/// shares of its length, and how far along the middle of it is (Winter; de Leva 1996).
struct JointRow {
  body::Joint joint;
  body::Joint parent;
  std::optional<body::Joint> second;
  std::array<Axis, 3> order;
  std::size_t hinges;
  std::array<double, 3> gyration;  // its radii about x, y and z
  double centre;
};

using enum Axis;

// Bones of the trunk go along y, those of arms along x.
constexpr JointRow kTrunk[] = {{Spine, Hips, {}, {X, Z, Y}, 3, {0.35, 0.35, 0.3}, 0.5},
                               {Chest, Spine, UpperChest, {X, Z, Y}, 3, {0.3, 0.3, 0.25}, 0.5},
                               {Neck, UpperChest, {}, {X, Z, Y}, 2, {0.35, 0.3, 0.35}, 0.5},
                               {Head, Neck, {}, {Y, X, Z}, 2, {0.35, 0.3, 0.35}, 1}};

constexpr JointRow kLeftArm[] = {
    {LeftShoulder, UpperChest, {}, {Z, Y, X}, 2, {0.3, 0.3, 0.3}, 0.5},
    {LeftUpperArm, LeftShoulder, {}, {}, 0, {0.158, 0.269, 0.285}, 0.577},
    {LeftLowerArm, LeftUpperArm, {}, {Y, X, Z}, 2, {0.121, 0.265, 0.276}, 0.457},
    {LeftHand, LeftLowerArm, {}, {Z, Y, X}, 2, {0.2, 0.26, 0.3}, 0.4}};

std::vector<JointRow> rows() {
  std::vector<JointRow> all(std::begin(kTrunk), std::end(kTrunk));
  all.insert(all.end(), std::begin(kLeftArm), std::end(kLeftArm));
  for (JointRow row : kLeftArm) {
    row.joint = body::mirrored(row.joint);
    row.parent = body::mirrored(row.parent);
    all.push_back(row);
  }
  return all;
}

double component(const Vec3& v, Axis axis) { return axis == X ? v.x : axis == Y ? v.y : v.z; }

std::string text_of(const Vec3& v) {
  return format_number(v.x) + " " + format_number(v.y) + " " + format_number(v.z);
}

/// From the joint to the far end of its segment.
Vec3 way_to_end_m(const body::Body& body, body::Joint joint) {
  const auto offset = [&](body::Joint child) { return body.offsets_m[body::index_of(child)]; };
  switch (joint) {
    case Spine:
      return offset(Chest);
    case Chest:
      return offset(UpperChest) + offset(Neck);
    case Neck:
      return offset(Head);
    case Head:
      return {0, 0.06 * body.height_m, 0.01 * body.height_m};
    case LeftShoulder:
      return offset(LeftUpperArm);
    case RightShoulder:
      return offset(RightUpperArm);
    case LeftUpperArm:
      return offset(LeftLowerArm);
    case RightUpperArm:
      return offset(RightLowerArm);
    case LeftLowerArm:
      return offset(LeftHand);
    case RightLowerArm:
      return offset(RightHand);
    default:  // a hand, with its fingers
      return {(joint == LeftHand ? 0.108 : -0.108) * body.height_m, 0, 0};
  }
}

/// Where a joint is in what carries it: a second joint is straight.
Vec3 place_m(const body::Body& body, const JointRow& row) {
  Vec3 place_m = body.offsets_m[body::index_of(row.joint)];
  if (row.parent == UpperChest) place_m = place_m + body.offsets_m[body::index_of(UpperChest)];
  return place_m;
}

double mass_kg(const body::Body& body, const JointRow& row) {
  double share = body.mass_fractions[body::index_of(row.joint)];
  if (row.second) share += body.mass_fractions[body::index_of(*row.second)];
  return share * body.weight_kg;
}

FigureJoint joint_of(const JointRow& row, const body::Body& body, Figure& figure) {
  FigureJoint joint{
      .joint = row.joint,
      .second = row.second,
      .second_at_m = row.second ? body.offsets_m[body::index_of(*row.second)] : Vec3{},
      .order = row.order,
      .hinges = row.hinges,
      .body = figure.bodies++,
      .coordinate = figure.coordinates,
      .degree = figure.degrees};
  for (std::size_t i = 0; i < row.hinges; ++i) {
    for (const auto which : {std::optional(row.joint), row.second}) {
      if (!which) continue;
      const body::JointLimits& limits = body.limits[body::index_of(*which)];
      joint.low_rad[i] += component(limits.min_rad, row.order[i]);
      joint.high_rad[i] += component(limits.max_rad, row.order[i]);
    }
  }
  if (joint.is_ball()) {
    joint.low_rad.fill(-M_PI);
    joint.high_rad.fill(M_PI);
  }
  joint.centre_m = row.centre * way_to_end_m(body, row.joint);
  figure.coordinates += joint.is_ball() ? 4 : row.hinges;
  figure.degrees += joint.degrees();
  return joint;
}

std::string joints_text(const FigureJoint& joint) {
  if (joint.is_ball()) return R"(<joint type="ball"/>)";
  constexpr std::string_view kAxes[] = {"1 0 0", "0 1 0", "0 0 1"};
  std::string text;
  for (std::size_t i = 0; i < joint.hinges; ++i) {
    text += R"(<joint type="hinge" limited="true" axis=")" +
            std::string(kAxes[static_cast<std::size_t>(joint.order[i])]) + R"(" range=")" +
            format_number(joint.low_rad[i] - kBeyondLimit_rad) + " " +
            format_number(joint.high_rad[i] + kBeyondLimit_rad) + R"("/>)";
  }
  return text;
}

std::string inertia_text(const JointRow& row, const body::Body& body) {
  const Vec3 end_m = way_to_end_m(body, row.joint);
  const double mass = mass_kg(body, row);
  const double along_m = length(end_m);
  const auto about = [&](std::size_t axis) {
    return mass * std::pow(row.gyration[axis] * along_m, 2);
  };
  return R"(<inertial pos=")" + text_of(row.centre * end_m) + R"(" mass=")" + format_number(mass) +
         R"(" diaginertia=")" + text_of({about(0), about(1), about(2)}) + R"("/>)";
}

/// What a hand may carry is in its palm: a body that gets its mass when it is there.
std::string load_text(const JointRow& row, const body::Body& body, Figure& figure) {
  if (row.joint != LeftHand && row.joint != RightHand) return "";
  figure.loads[row.joint == LeftHand ? 0 : 1] = figure.bodies++;
  return R"(<body pos=")" + text_of(row.centre * way_to_end_m(body, row.joint)) +
         R"("><inertial pos="0 0 0" mass="1e-9" diaginertia="1e-12 1e-12 1e-12"/></body>)";
}

/// The body elements of all that a joint carries, one in the other.
std::string bodies_text(body::Joint parent, const std::vector<JointRow>& all,
                        const body::Body& body, Figure& figure) {
  std::string text;
  for (const JointRow& row : all) {
    if (row.parent != parent) continue;
    figure.joints.push_back(joint_of(row, body, figure));
    text += R"(<body pos=")" + text_of(place_m(body, row)) + R"(">)" +
            joints_text(figure.joints.back()) + inertia_text(row, body) +
            load_text(row, body, figure);
    text += bodies_text(row.second.value_or(row.joint), all, body, figure) + "</body>";
  }
  return text;
}

}  // namespace

Figure torso_of(const body::Body& body) {
  Figure figure{.joints = {},
                .coordinates = kBaseCoordinates,
                .degrees = kBaseDegrees,
                .bodies = kBaseBodies,
                .mjcf = {}};
  const std::string bodies = bodies_text(Hips, rows(), body, figure);
  figure.mjcf = R"(<mujoco><compiler angle="radian" inertiafromgeom="false"/>)"
                R"(<option integrator="Euler" gravity="0 -9.81 0"/>)"
                R"(<size nconmax="24" njmax="96" nstack="16000"/><worldbody><body><freejoint/>)"
                R"(<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>)" +
                bodies + "</body></worldbody></mujoco>";
  return figure;
}

const FigureJoint* find_joint(const Figure& figure, body::Joint joint) {
  const auto turns = [&](const FigureJoint& each) {
    return each.joint == joint || each.second == joint;
  };
  const auto found = std::ranges::find_if(figure.joints, turns);
  return found == figure.joints.end() ? nullptr : &*found;
}

}  // namespace kine::dynamics::physical
