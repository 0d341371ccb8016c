#include "realizer/dynamics/physical/figure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"

namespace kine::dynamics::physical {
namespace {

using enum body::Joint;

/// A limit of the engine lies this far beyond that of the body, where no pose is asked for.
constexpr double kBeyondLimit_rad = 0.1;

/// The world and the base.
constexpr std::size_t kBaseBodies = 2;

/// A joint of the figure, and the segment that it carries: how the mass of that is spread, as
/// shares of its length, and how far along the middle of it is (Winter; de Leva 1996). Its strength
/// is what an adult of 70 kg and 1.75 m does at most, rounded. Legs carry whatever there is.
struct JointRow {
  body::Joint joint;
  body::Joint parent;
  std::optional<body::Joint> second;
  std::array<Axis, 3> order;
  std::size_t hinges;
  std::array<double, 3> gyration;  // its radii about x, y and z
  double centre;
  double strength_Nm;
};

using enum Axis;

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

// Bones of the trunk go along y, those of arms along x.
constexpr JointRow kTrunk[] = {{Spine, Hips, {}, {X, Z, Y}, 3, {0.35, 0.35, 0.3}, 0.5, 250},
                               {Chest, Spine, UpperChest, {X, Z, Y}, 3, {0.3, 0.3, 0.25}, 0.5, 250},
                               {Neck, UpperChest, {}, {X, Z, Y}, 2, {0.35, 0.3, 0.35}, 0.5, 50},
                               {Head, Neck, {}, {Y, X, Z}, 2, {0.35, 0.3, 0.35}, 1, 40}};

constexpr JointRow kLeftArm[] = {
    {LeftShoulder, UpperChest, {}, {Z, Y, X}, 2, {0.3, 0.3, 0.3}, 0.5, 150},
    {LeftUpperArm, LeftShoulder, {}, {}, 0, {0.158, 0.269, 0.285}, 0.577, 80},
    {LeftLowerArm, LeftUpperArm, {}, {Y, X, Z}, 2, {0.121, 0.265, 0.276}, 0.457, 70},
    {LeftHand, LeftLowerArm, {}, {Z, Y, X}, 2, {0.2, 0.26, 0.3}, 0.4, 15}};

// Bones of legs go along y, those of feet along z. A foot's length is from heel to tip.
constexpr JointRow kLeftLeg[] = {
    {LeftUpperLeg, Hips, {}, {X, Z, Y}, 3, {0.329, 0.149, 0.329}, 0.41, kNoEnd},
    {LeftLowerLeg, LeftUpperLeg, {}, {X, Y, Z}, 1, {0.255, 0.103, 0.249}, 0.446, kNoEnd},
    {LeftFoot, LeftLowerLeg, {}, {X, Z, Y}, 2, {0.257, 0.245, 0.124}, 0.44, kNoEnd}};

/// Of the left side, and then of the right one.
void add_pair(std::span<const JointRow> left, std::vector<JointRow>& all) {
  all.insert(all.end(), left.begin(), left.end());
  for (JointRow row : left) {
    row.joint = body::mirrored(row.joint);
    row.parent = body::mirrored(row.parent);
    all.push_back(row);
  }
}

std::vector<JointRow> torso_rows() {
  std::vector<JointRow> all(std::begin(kTrunk), std::end(kTrunk));
  add_pair(kLeftArm, all);
  return all;
}

std::vector<JointRow> whole_rows() {
  std::vector<JointRow> all = torso_rows();
  add_pair(kLeftLeg, all);
  return all;
}

double component(const Vec3& v, Axis axis) { return axis == X ? v.x : axis == Y ? v.y : v.z; }

std::string text_of(const Vec3& v) {
  return format_number(v.x) + " " + format_number(v.y) + " " + format_number(v.z);
}

/// The foot that stands flat, in its axes, which are the character's in a T-pose.
struct Sole {
  Vec3 heel_m;
  Vec3 tip_m;
};

/// Of the foot's length ahead of the ankle, what the heel is behind it.
constexpr double kHeel = 0.35;
constexpr double kFootLength = 0.152;  // shares of the height (Winter)
constexpr double kFootWidth = 0.055;

Sole sole_of(const body::Body& body, body::Joint foot) {
  const bool is_left = foot == LeftFoot;
  const auto offset = [&](body::Joint joint) { return body.offsets_m[body::index_of(joint)]; };
  const Vec3 ankle_m = offset(Hips) + offset(is_left ? LeftUpperLeg : RightUpperLeg) +
                       offset(is_left ? LeftLowerLeg : RightLowerLeg) + offset(foot);
  const auto& box = body.segments[body::index_of(foot)].box;
  const double behind_m = box ? box->heel_m : kHeel * offset(is_left ? LeftToes : RightToes).z;
  const Vec3 heel_m{0, -ankle_m.y, -behind_m};
  return {heel_m, heel_m + Vec3{0, 0, box ? box->length_m : kFootLength * body.height_m}};
}

double sole_width_m(const body::Body& body, body::Joint foot) {
  const auto& box = body.segments[body::index_of(foot)].box;
  return box ? box->width_m : kFootWidth * body.height_m;
}

/// From the joint to the far end of its segment.
Vec3 way_to_end_m(const body::Body& body, body::Joint joint) {
  const auto offset = [&](body::Joint child) { return body.offsets_m[body::index_of(child)]; };
  switch (joint) {
    case Hips:
      return {};
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
    case LeftUpperLeg:
      return offset(LeftLowerLeg);
    case RightUpperLeg:
      return offset(RightLowerLeg);
    case LeftLowerLeg:
      return offset(LeftFoot);
    case RightLowerLeg:
      return offset(RightFoot);
    case LeftFoot:
    case RightFoot:
      return sole_of(body, joint).tip_m - sole_of(body, joint).heel_m;
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
  joint.strength_Nm = row.strength_Nm * body.weight_kg / 70 * body.height_m / 1.75;
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
  const Vec3 said = body.segments[body::index_of(row.joint)].gyration.value_or(
      Vec3{row.gyration[0], row.gyration[1], row.gyration[2]});
  const auto about = [&](double share) { return mass * std::pow(share * along_m, 2); };
  const Vec3 begin_m = is_foot(row.joint) ? sole_of(body, row.joint).heel_m : Vec3{};
  return R"(<inertial pos=")" + text_of(begin_m + row.centre * end_m) + R"(" mass=")" +
         format_number(mass) + R"(" diaginertia=")" +
         text_of({about(said.x), about(said.y), about(said.z)}) + R"("/>)";
}

/// What meets the ground: a box under a foot, and balls that a fall lands on.
std::string box_text(const Vec3& middle_m, const Vec3& half_m) {
  return R"(<geom type="box" pos=")" + text_of(middle_m) + R"(" size=")" + text_of(half_m) +
         R"("/>)";
}

std::string ball_text(const Vec3& middle_m, double radius_m) {
  return R"(<geom type="sphere" pos=")" + text_of(middle_m) + R"(" size=")" +
         format_number(radius_m) + R"("/>)";
}

/// Of a body that says none; radii are shares of the height.
std::vector<body::ContactBall> usual_balls(body::Joint joint, double height_m) {
  switch (joint) {
    case Hips:
      return {{0, 0.065 * height_m}};
    case Spine:
      return {{0.5, 0.065 * height_m}};
    case Chest:
      return {{0.6, 0.07 * height_m}};
    case Head:
      return {{1, 0.055 * height_m}};
    case LeftShoulder:
    case RightShoulder:
      return {{1, 0.035 * height_m}};
    case LeftUpperArm:
    case RightUpperArm:
      return {{1, 0.025 * height_m}};
    case LeftLowerArm:
    case RightLowerArm:
      return {{1, 0.016 * height_m}};
    case LeftHand:
    case RightHand:
      return {{0.4, 0.02 * height_m}, {0.9, 0.02 * height_m}};
    case LeftUpperLeg:
    case RightUpperLeg:
      return {{0.5, 0.045 * height_m}, {1, 0.033 * height_m}};
    default:
      return {};
  }
}

std::string shape_text(body::Joint joint, const body::Body& body) {
  const Vec3 end_m = way_to_end_m(body, joint);
  if (is_foot(joint)) {
    const Vec3 middle_m = sole_of(body, joint).heel_m + 0.5 * end_m;
    const double half_height_m = -0.5 * middle_m.y;
    return box_text({middle_m.x, -half_height_m, middle_m.z},
                    {0.5 * sole_width_m(body, joint), half_height_m, 0.5 * length(end_m)});
  }
  const std::vector<body::ContactBall>& said = body.segments[body::index_of(joint)].balls;
  std::string text;
  for (const auto& ball : said.empty() ? usual_balls(joint, body.height_m) : said) {
    text += ball_text(ball.along * end_m, ball.radius_m);
  }
  return text;
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
            load_text(row, body, figure) + (figure.stands ? shape_text(row.joint, body) : "");
    text += bodies_text(row.second.value_or(row.joint), all, body, figure) + "</body>";
  }
  return text;
}

/// The hips: of the torso what moves it as it is told, of the whole body its heaviest segment.
std::string base_text(const body::Body& body, bool stands) {
  if (!stands) return R"(<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>)";
  constexpr double kGyration = 0.05;  // a share of the height
  const double mass = body.mass_fractions[body::index_of(Hips)] * body.weight_kg;
  const Vec3 said =
      body.segments[body::index_of(Hips)].gyration.value_or(Vec3{kGyration, kGyration, kGyration});
  const auto about = [&](double share) { return mass * std::pow(share * body.height_m, 2); };
  return R"(<inertial pos="0 0 0" mass=")" + format_number(mass) + R"(" diaginertia=")" +
         text_of({about(said.x), about(said.y), about(said.z)}) + R"("/>)" + shape_text(Hips, body);
}

/// Shapes meet the ground, and nothing else. Cones are round and stiff, so that feet do not creep.
constexpr std::string_view kGroundOption = R"( cone="elliptic" impratio="10")";
constexpr std::string_view kGround =
    R"(<geom type="plane" zaxis="0 1 0" size="0 0 1" contype="1" conaffinity="0"/>)";
constexpr std::string_view kShapes =
    R"(<default><geom contype="0" conaffinity="1" friction="0.9 0.005 0.0001"/></default>)";

Figure figure_of(const body::Body& body, const std::vector<JointRow>& all, bool stands) {
  Figure figure{.joints = {},
                .coordinates = kBaseCoordinates,
                .degrees = kBaseDegrees,
                .bodies = kBaseBodies,
                .stands = stands,
                .mjcf = {}};
  const std::string bodies = bodies_text(Hips, all, body, figure);
  const std::string_view size = stands ? R"(<size nconmax="48" njmax="240" nstack="100000"/>)"
                                       : R"(<size nconmax="24" njmax="96" nstack="16000"/>)";
  const auto if_stands = [&](std::string_view text) { return std::string(stands ? text : ""); };
  figure.mjcf = R"(<mujoco><compiler angle="radian" inertiafromgeom="false"/>)"
                R"(<option integrator="Euler" gravity="0 -9.81 0")" +
                if_stands(kGroundOption) + "/>" + std::string(size) + if_stands(kShapes) +
                "<worldbody>" + if_stands(kGround) + "<body><freejoint/>" +
                base_text(body, stands) + bodies + "</body></worldbody></mujoco>";
  return figure;
}

FigureLeg leg_of(const body::Body& body, body::Side side, const Figure& figure) {
  const bool is_left = side == body::Side::Left;
  const body::Joint joints[] = {is_left ? LeftUpperLeg : RightUpperLeg,
                                is_left ? LeftLowerLeg : RightLowerLeg,
                                is_left ? LeftFoot : RightFoot};
  const auto number_of = [&](body::Joint joint) {
    return static_cast<std::size_t>(find_joint(figure, joint) - figure.joints.data());
  };
  const auto offset = [&](body::Joint joint) { return body.offsets_m[body::index_of(joint)]; };
  const Sole sole = sole_of(body, joints[2]);
  return {.thigh = number_of(joints[0]),
          .shin = number_of(joints[1]),
          .foot = number_of(joints[2]),
          .hip_m = offset(joints[0]),
          .knee_m = offset(joints[1]),
          .ankle_m = offset(joints[2]),
          .sole_m = 0.5 * (sole.heel_m + sole.tip_m),
          .half_length_m = 0.5 * length(sole.tip_m - sole.heel_m),
          .half_width_m = 0.5 * sole_width_m(body, joints[2])};
}

/// Lighter or shorter segments have no inertia that the engine takes.
constexpr double kMassMin_kg = 1e-4;
constexpr double kLengthMin_m = 1e-3;

}  // namespace

Result<Done> check_segments(const body::Body& body, bool stands) {
  const auto refused = [](const char* what, body::Joint joint) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "the body makes no model for physics: " + std::string(what) + " " +
                            quoted(name_of(joint))};
  };
  if (stands && body.mass_fractions[body::index_of(Hips)] * body.weight_kg < kMassMin_kg) {
    return refused("there is no mass at", Hips);
  }
  for (const JointRow& row : stands ? whole_rows() : torso_rows()) {
    if (mass_kg(body, row) < kMassMin_kg) return refused("there is no mass at", row.joint);
    if (length(way_to_end_m(body, row.joint)) < kLengthMin_m) {
      return refused("there is no length behind", row.joint);
    }
    if (is_foot(row.joint) && sole_of(body, row.joint).heel_m.y > -kLengthMin_m) {
      return refused("the ground is not below", row.joint);
    }
  }
  return Done{};
}

Figure torso_of(const body::Body& body) { return figure_of(body, torso_rows(), false); }

Figure whole_body_of(const body::Body& body) {
  Figure figure = figure_of(body, whole_rows(), true);
  // 1,700 Nm / rad of 70 kg with their centre of mass 0.96 m up: two and a half times what it takes
  // to hold such a pendulum upright.
  constexpr double kFirmerThanFalling = 2.57;
  constexpr double kCentre = 0.55;
  figure.leg_stiffness_Nm_rad =
      kFirmerThanFalling * body.weight_kg * 9.81 * kCentre * body.height_m;
  for (const body::Side side : body::kSides) {
    figure.legs[static_cast<std::size_t>(side)] = leg_of(body, side, figure);
  }
  const auto ankle_m = [](const FigureLeg& leg) { return leg.hip_m + leg.knee_m + leg.ankle_m; };
  figure.standing_m = -0.5 * (ankle_m(figure.legs[0]) + ankle_m(figure.legs[1]));
  const auto offset = [&](body::Joint joint) { return body.offsets_m[body::index_of(joint)]; };
  figure.lying_on_side_m = offset(LeftShoulder).x + offset(LeftUpperArm).x +
                           usual_balls(LeftShoulder, body.height_m).front().radius_m;
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
