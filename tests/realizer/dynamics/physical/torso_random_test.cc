// Tests for realizer/dynamics/physical/torso.h: steps with random gains, kicks, loads and poses.
#include <algorithm>
#include <cmath>
#include <random>

#include "realizer/dynamics/physical/torso.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::torso_random_test {
namespace {

using body::Joint;

constexpr Joint kPushed[] = {Joint::Spine,         Joint::UpperChest,   Joint::Head,
                             Joint::LeftHand,      Joint::RightHand,    Joint::LeftLowerArm,
                             Joint::RightShoulder, Joint::LeftUpperArm, Joint::Neck};

class Fuzz {
 public:
  explicit Fuzz(std::uint32_t seed) : random_(seed) {
    for (std::size_t i = 0; i < rotations_.size(); ++i) put(i, test::ada().base_pose[i]);
  }

  /// Far from where it was, now and then.
  void want_another_pose() {
    if (number(0, 1) > 0.05) return;
    for (std::size_t i = 1; i < rotations_.size(); ++i) {
      const Vec3 axis{number(-1, 1), number(-1, 1), number(-1, 1)};
      put(i, rotation_about(unit(axis), number(-1.5, 1.5)) * test::ada().base_pose[i]);
    }
  }

  void want_other_gains() {
    for (JointTension& each : tensions_) {
      if (number(0, 1) > 0.02) continue;
      each.stiffness_Nm_rad = std::pow(10, number(-1, 4));
      each.damping_Nms_rad = std::pow(10, number(-2, 3));
      each.compensates = number(0, 1) > 0.3;
      each.over = Seconds(number(0, 1) > 0.5 ? 0 : 0.3);
    }
  }

  std::vector<TorsoPush> kicks() {
    std::vector<TorsoPush> kicks;
    while (number(0, 1) < 0.3) {
      const auto joint = static_cast<std::size_t>(number(0, std::size(kPushed) - 1e-9));
      kicks.push_back({.joint = kPushed[joint],
                       .force_N = {number(-300, 300), number(-300, 300), number(-300, 300)},
                       .from = number(0, 0.5),
                       .to = number(0.5, 1)});
    }
    return kicks;
  }

  std::array<HandLoad, 2> loads() {
    std::array<HandLoad, 2> loads;
    for (HandLoad& each : loads) {
      if (number(0, 1) < 0.5) each = {number(0, 50), number(0, 50)};
    }
    return loads;
  }

  double number(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  ShownPose shown() { return {&rotations_, &hips_m_}; }
  const Rotations& rotations() const { return rotations_; }
  const JointTensions& tensions() const { return tensions_; }

 private:
  void put(std::size_t joint, const Quat& q) {
    rotations_[joint] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                         static_cast<float>(q.w)};
  }

  std::mt19937 random_;
  Rotations rotations_ = {};
  std::array<float, 3> hips_m_ = {0, 0.95F, 0};
  JointTensions tensions_ = same_at_all_joints({.rest_error_m = 0.05, .zeta = 0.5});
};

bool is_finite(const TorsoState& state) {
  const auto finite = [](double x) { return std::isfinite(x); };
  return std::ranges::all_of(state.engine.positions, finite) &&
         std::ranges::all_of(state.engine.velocities, finite);
}

bool are_unit(const Rotations& rotations) {
  return std::ranges::all_of(rotations, [](const auto& q) {
    const float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return std::abs(square - 1) < 1e-3F;
  });
}

enum class Which { Torso, Whole };

/// Ticks in which numbers went wrong. A whole body is told where to be now and then.
int failures_of(Which which, std::uint32_t seed, int ticks) {
  const auto model =
      which == Which::Whole ? whole_model_of(test::ada()) : torso_model_of(test::ada());
  REQUIRE(model);
  Torso torso(*model);
  Fuzz fuzz(seed);
  WantedMotion wanted;
  body::Placement before;
  std::optional<TorsoState> state;
  int failures = 0;
  bool stands = which == Which::Whole;
  for (int i = 0; i < ticks; ++i) {
    fuzz.want_another_pose();
    fuzz.want_other_gains();
    wanted.advance_to(fuzz.shown());
    body::Placement now = before;
    now.position_m.z += fuzz.number(-0.03, 0.03);
    now.heading_rad += fuzz.number(-0.1, 0.1);
    const auto kicks = fuzz.kicks();
    if (fuzz.number(0, 1) < 0.01) stands = !stands;
    const TorsoTick tick{.wanted = wanted,
                         .from = before,
                         .to = now,
                         .tensions = fuzz.tensions(),
                         .step = Seconds(1.0 / 60),
                         .pushes = kicks,
                         .loads = fuzz.loads(),
                         .stands = stands,
                         .leaves_over = Seconds(0.3)};
    before = now;
    if (!state) state = torso.begin(tick);
    if (!torso.advance(tick, *state)) ++failures;
    REQUIRE(is_finite(*state));
    Rotations shown = fuzz.rotations();
    std::array<float, 3> hips_m = {};
    torso.show(*state, {}, {&shown, &hips_m});
    REQUIRE(are_unit(shown));
  }
  return failures;
}

}  // namespace

TEST_CASE("random gains, kicks, loads and poses keep all numbers finite", "[torso_random]") {
  // Nine steps a tick: 20,000 steps.
  CHECK(failures_of(Which::Torso, 1, 1'112) + failures_of(Which::Torso, 2, 1'112) == 0);
}

TEST_CASE("a whole body that is kicked about keeps its numbers finite", "[torso_random]") {
  CHECK(failures_of(Which::Whole, 3, 1'112) + failures_of(Which::Whole, 4, 1'112) == 0);
}

TEST_CASE("a million random steps keep all numbers finite", "[.][torso_million][sweep]") {
  int failures = 0;
  for (std::uint32_t seed = 10; seed < 20; ++seed) {
    failures += failures_of(Which::Torso, seed, 11'112);
  }
  CHECK(failures == 0);
  for (std::uint32_t seed = 10; seed < 20; ++seed) {
    failures += failures_of(Which::Whole, seed, 11'112);
  }
  CHECK(failures == 0);
}

}  // namespace kine::dynamics::physical::torso_random_test
