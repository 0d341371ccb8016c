// Tests for realizer/body/body.h.
#include "realizer/body/body.h"

#include <eigen3/Eigen/Geometry>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::body_test {

using namespace kine;
using body::Joint;
using body::JointLimits;

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr int kTrials = 2000;

class Dice {
 public:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Quat rotation() {
    std::normal_distribution<double> normal;
    return normalized({normal(engine_), normal(engine_), normal(engine_), normal(engine_)});
  }

 private:
  std::mt19937 engine_{11};
};

JointLimits elbow() {
  return {.bone = JointLimits::Axis::X,
          .min_rad = {-90 * kDegree, -145 * kDegree, 0},
          .max_rad = {85 * kDegree, 2 * kDegree, 0}};
}

bool is_within(const Vec3& turns, const JointLimits& limits) {
  constexpr double kRounding = 1e-8;
  const auto between = [](double low, double x, double high) {
    return low - kRounding <= x && x <= high + kRounding;
  };
  return between(limits.min_rad.x, turns.x, limits.max_rad.x) &&
         between(limits.min_rad.y, turns.y, limits.max_rad.y) &&
         between(limits.min_rad.z, turns.z, limits.max_rad.z);
}

/// Another way to the same positions: a chain of Eigen's affine transforms from the hips.
Eigen::Affine3d character_from(const body::Body& body,
                               const std::array<Quat, body::kJointCount>& pose, Joint joint) {
  const Vec3& offset = body.offsets_m[index_of(joint)];
  const Quat& q = pose[index_of(joint)];
  const Eigen::Affine3d local =
      Eigen::Translation3d(offset.x, offset.y, offset.z) * Eigen::Quaterniond(q.w, q.x, q.y, q.z);
  const auto parent = parent_of(joint);
  return parent ? character_from(body, pose, *parent) * local : local;
}

}  // namespace

TEST_CASE("the model of a pose is the chain of its joints' transforms", "[body]") {
  Dice dice;
  for (const body::Body* body : {&test::ada(), &test::ben()}) {
    std::array<Quat, body::kJointCount> pose;
    for (Quat& rotation : pose) rotation = dice.rotation();

    const body::Body::Model model = body->compute_model(pose);

    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const Eigen::Affine3d expected = character_from(*body, pose, body::joint_at(i));
      const Vec3& at = model.positions_m[i];
      REQUIRE((Eigen::Vector3d(at.x, at.y, at.z) - expected.translation()).norm() < 1e-12);
      const Quat& q = model.character_from_joint[i];
      const Eigen::Matrix3d turned = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
      REQUIRE((turned - expected.linear()).norm() < 1e-12);
    }
  }
}

TEST_CASE("turns and rotations are two ways to say the same", "[body]") {
  Dice dice;
  for (const auto bone : {JointLimits::Axis::X, JointLimits::Axis::Y, JointLimits::Axis::Z}) {
    for (int i = 0; i < kTrials; ++i) {
      const Quat q = dice.rotation();
      REQUIRE(std::abs(dot(from_turns(bone, turns_of(bone, q)), q)) == Approx(1).margin(1e-12));
    }
  }
}

TEST_CASE("the turn about the bone comes first, then the swing", "[body]") {
  // An arm along x that is twisted by 90 degrees and then lifted by 90: its palm, -y, first turns
  // to the front and stays there.
  const Quat q = from_turns(JointLimits::Axis::X, {-90 * kDegree, 0, 90 * kDegree});

  CHECK(length(q * Vec3{1, 0, 0} - Vec3{0, 1, 0}) < 1e-12);
  CHECK(length(q * Vec3{0, -1, 0} - Vec3{0, 0, 1}) < 1e-12);
}

TEST_CASE("a rotation within the limits stays as it is, to the bit", "[body]") {
  Dice dice;
  const JointLimits limits = elbow();
  for (int i = 0; i < kTrials; ++i) {
    const Vec3 turns{dice.between(limits.min_rad.x, limits.max_rad.x),
                     dice.between(limits.min_rad.y, limits.max_rad.y), 0};
    const Quat q = from_turns(limits.bone, turns);
    REQUIRE(within_limits(limits, q) == q);
  }
}

TEST_CASE("a rotation past the limits ends within them", "[body]") {
  Dice dice;
  for (const body::Joint joint : {Joint::LeftLowerArm, Joint::RightUpperArm, Joint::Head,
                                  Joint::LeftFoot, Joint::RightThumbProximal}) {
    const JointLimits& limits = test::ada().limits[index_of(joint)];
    for (int i = 0; i < kTrials; ++i) {
      const Quat inside = within_limits(limits, dice.rotation());
      REQUIRE(is_within(turns_of(limits.bone, inside), limits));
      REQUIRE(dot(inside, inside) == Approx(1));
    }
  }
}

TEST_CASE("each turn is clamped by itself", "[body]") {
  const Quat bent_too_far = from_turns(JointLimits::Axis::X, {0.2, -170 * kDegree, 0.4});

  const Vec3 turns = turns_of(JointLimits::Axis::X, within_limits(elbow(), bent_too_far));

  CHECK(turns.x == Approx(0.2));
  CHECK(turns.y == Approx(-145 * kDegree));
  CHECK(turns.z == Approx(0).margin(1e-12));
}

TEST_CASE("groups and shapes are found by their names", "[body]") {
  const body::Body& ada = test::ada();

  REQUIRE(ada.find_group("rightArm") != nullptr);
  CHECK(ada.find_group("rightArm")->joints.contains(Joint::RightHand));
  CHECK(ada.find_group("tail") == nullptr);
  REQUIRE(ada.find_shape("leftFingers", "fist") != nullptr);
  CHECK(ada.find_shape("leftFingers", "fist")->group == "leftFingers");
  CHECK(ada.find_shape("leftFingers", "paw") == nullptr);
  CHECK(ada.find_shape("head", "fist") == nullptr);
}

TEST_CASE("an arm's chain runs from the trunk outwards", "[body]") {
  for (const auto side : {body::Side::Left, body::Side::Right}) {
    const body::ArmChain chain = arm_chain(side);
    CHECK(parent_of(chain.hand) == chain.lower_arm);
    CHECK(parent_of(chain.lower_arm) == chain.upper_arm);
    CHECK(parent_of(chain.upper_arm) == chain.shoulder);
  }
  CHECK(arm_chain(body::Side::Left).hand == Joint::LeftHand);
}

}  // namespace kine::body_test
