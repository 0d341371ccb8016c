// Tests for realizer/dynamics/physical/torso.h.
#include "realizer/dynamics/physical/torso.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "realizer/math/units.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::dynamics::physical::torso_test {
namespace {

using body::Joint;

constexpr Tension kFirm{.rest_error_m = 0.01, .zeta = 0.7};
constexpr Tension kLoose{.rest_error_m = 0.1, .zeta = 0.5};

/// A pose that stands in rows, ada's base pose at first.
struct Pose {
  Pose() {
    const body::Body& ada = test::ada();
    for (std::size_t i = 0; i < rotations.size(); ++i) set(body::joint_at(i), ada.base_pose[i]);
    const Vec3& hips = ada.offsets_m[0];
    hips_m = {static_cast<float>(hips.x), static_cast<float>(hips.y), static_cast<float>(hips.z)};
  }
  void set(Joint joint, const Quat& q) {
    rotations[body::index_of(joint)] = {static_cast<float>(q.x), static_cast<float>(q.y),
                                        static_cast<float>(q.z), static_cast<float>(q.w)};
  }
  Quat turn(Joint joint) const {
    const auto& [x, y, z, w] = rotations[body::index_of(joint)];
    return normalized({x, y, z, w});
  }
  ShownPose shown() { return {&rotations, &hips_m}; }

  Rotations rotations;
  std::array<float, 3> hips_m;
};

double apart_deg(const Pose& a, const Pose& b, Joint joint) {
  return angle_between(a.turn(joint), b.turn(joint)) * kDegreesPerRadian;
}

/// What is wanted at a time, and where the character stands then.
struct Wish {
  Pose pose;
  body::Placement placement = {};
  std::vector<TorsoPush> pushes = {};
  std::array<HandLoad, 2> loads = {};
};

struct Played {
  std::vector<Pose> shown;
  std::vector<Pose> wanted;
};

Torso torso_of_ada() {
  const auto model = torso_model_of(test::ada());
  REQUIRE(model);
  return Torso(*model);
}

Played play(const std::function<Wish(double)>& wish, double ticks_a_second, double length_s,
            const Tension& tension) {
  Torso torso = torso_of_ada();
  const JointTensions tensions = same_at_all_joints(tension);
  const Seconds step{1 / ticks_a_second};
  WantedMotion motion;
  std::optional<TorsoState> state;
  Played played;
  body::Placement before = wish(0).placement;
  for (int tick = 0; tick * step.count() <= length_s + 1e-9; ++tick) {
    Wish now = wish(tick * step.count());
    motion.advance_to(now.pose.shown());
    const TorsoTick asked{.wanted = motion,
                          .from = before,
                          .to = now.placement,
                          .tensions = tensions,
                          .step = step,
                          .pushes = now.pushes,
                          .loads = now.loads};
    before = now.placement;
    played.wanted.push_back(now.pose);
    if (!state) {
      state = torso.begin(asked);
    } else {
      REQUIRE(torso.advance(asked, *state));
    }
    torso.show(*state, now.placement, now.pose.shown());
    played.shown.push_back(now.pose);
  }
  return played;
}

/// The right arm is lifted ahead and put down again, once in two seconds.
Wish lifting(double time_s) {
  Wish wish;
  const double lift_rad = 0.5 * (1 - std::cos(M_PI * time_s));
  wish.pose.set(Joint::RightUpperArm,
                rotation_about({1, 0, 0}, -lift_rad) *
                    test::ada().base_pose[body::index_of(Joint::RightUpperArm)]);
  return wish;
}

}  // namespace

TEST_CASE("a body that is where it is wanted shows the wanted pose", "[torso]") {
  const Played played = play([](double) { return Wish{}; }, 60, 3, kFirm);
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Joint joint = body::joint_at(i);
    CHECK(angle_between(played.shown.back().turn(joint), played.wanted.back().turn(joint)) < 1e-5);
  }
}

TEST_CASE("what the torso cannot turn stays as it is wanted", "[torso]") {
  Pose pose;
  pose.set(Joint::LeftIndexProximal, rotation_about({0, 0, 1}, -0.8));
  pose.set(Joint::LeftUpperLeg, rotation_about({1, 0, 0}, -0.3));
  const Played played = play([&](double) { return Wish{pose}; }, 60, 0.2, kLoose);
  for (const Joint joint : {Joint::LeftIndexProximal, Joint::LeftUpperLeg, Joint::Hips}) {
    CHECK(played.shown.back().rotations[body::index_of(joint)] ==
          pose.rotations[body::index_of(joint)]);
  }
}

TEST_CASE("a lifted arm lags, a loose one more, and the trunk feels it", "[torso]") {
  const auto most_deg = [](const Played& played, Joint joint) {
    double most = 0;
    for (std::size_t i = 0; i < played.shown.size(); ++i) {
      most = std::max(most, apart_deg(played.shown[i], played.wanted[i], joint));
    }
    return most;
  };
  const Played firm = play(lifting, 60, 2, kFirm);
  const Played loose = play(lifting, 60, 2, kLoose);
  CHECK(most_deg(firm, Joint::RightUpperArm) > 1);
  CHECK(most_deg(loose, Joint::RightUpperArm) > 2 * most_deg(firm, Joint::RightUpperArm));
  CHECK(most_deg(loose, Joint::Chest) > most_deg(firm, Joint::Chest));
  CHECK(most_deg(loose, Joint::Chest) > 0.1);
}

TEST_CASE("the tick rate changes nothing", "[torso]") {
  const Played often = play(lifting, 1000, 2, kLoose);
  for (const int rate : {24, 30, 60, 144}) {
    CAPTURE(rate);
    const Played played = play(lifting, rate, 2, kLoose);
    for (int tenth = 1; tenth <= 4; ++tenth) {  // half seconds, which are ticks of every rate
      const auto at = [&](const Played& each, int hz) -> const Pose& {
        return each.shown[static_cast<std::size_t>(tenth * hz / 2)];
      };
      for (const Joint joint : {Joint::RightUpperArm, Joint::RightHand, Joint::Chest}) {
        CHECK(apart_deg(at(played, rate), at(often, 1000), joint) < 0.5);
      }
    }
  }
}

TEST_CASE("who stops from a walk has loose wrists that swing", "[torso]") {
  const auto stopping = [](double time_s) {
    constexpr double kWalk_m_s = 1.4;
    Wish wish;
    wish.placement.position_m.z = kWalk_m_s * std::min(time_s, 1.0);
    return wish;
  };
  const Played played = play(stopping, 60, 2, kLoose);
  double most_deg = 0;
  for (std::size_t i = 60; i < played.shown.size(); ++i) {
    most_deg = std::max(most_deg, apart_deg(played.shown[i], played.wanted[i], Joint::LeftHand));
  }
  CHECK(most_deg > 5);
}

TEST_CASE("a push moves the trunk its way, a loose one further, and it comes back", "[torso]") {
  const auto pushed = [](double time_s) {
    Wish wish;
    if (time_s > 0.5 && time_s <= 0.7) {
      wish.pushes = {{.joint = Joint::UpperChest, .force_N = {0, 0, 60}}};
    }
    return wish;
  };
  const auto ahead_m = [](const Pose& pose) {
    std::array<Quat, body::kJointCount> turns;
    for (std::size_t i = 0; i < turns.size(); ++i) turns[i] = pose.turn(body::joint_at(i));
    return test::ada().compute_model(turns).positions_m[body::index_of(Joint::UpperChest)].z;
  };
  double before = 0;
  for (const Tension& tension : {kFirm, kLoose}) {
    const Played played = play(pushed, 60, 4, tension);
    double most_m = 0;
    for (const Pose& pose : played.shown) {
      most_m = std::max(most_m, ahead_m(pose) - ahead_m(played.wanted.front()));
    }
    CHECK(most_m > 0.002);
    CHECK(most_m > 2 * before);
    CHECK(apart_deg(played.shown.back(), played.wanted.back(), Joint::Chest) < 0.5);
    before = most_m;
  }
}

TEST_CASE("a push that lasts for parts of ticks does the same at every rate", "[torso]") {
  const auto most_deg = [](int rate) {
    const auto pushed = [rate](double time_s) {
      constexpr double kFrom_s = 0.513;
      constexpr double kTo_s = 0.641;
      Wish wish;
      const double start_s = time_s - 1.0 / rate;
      const double from = std::clamp((kFrom_s - start_s) * rate, 0.0, 1.0);
      const double to = std::clamp((kTo_s - start_s) * rate, 0.0, 1.0);
      if (from < to) {
        wish.pushes = {{.joint = Joint::LeftHand, .force_N = {0, 0, 40}, .from = from, .to = to}};
      }
      return wish;
    };
    const Played played = play(pushed, rate, 1, kLoose);
    return apart_deg(played.shown.back(), played.wanted.back(), Joint::LeftUpperArm);
  };
  const double often = most_deg(1000);
  CHECK(often > 0.5);
  for (const int rate : {24, 30, 60, 144}) CHECK(std::abs(most_deg(rate) - often) < 0.5);
}

TEST_CASE("a load that is known is held, and one that is not lets the arm sink or fly up",
          "[torso]") {
  const auto lifted_by = [](const HandLoad& load) {
    const auto carrying = [&](double) {
      Wish wish;
      wish.pose.set(Joint::RightLowerArm,
                    rotation_about({0, 1, 0}, 1.2) *
                        test::ada().base_pose[body::index_of(Joint::RightLowerArm)]);
      wish.loads[1] = load;
      return wish;
    };
    const Played played = play(carrying, 60, 8, kFirm);
    const auto height_m = [](const Pose& pose) {
      std::array<Quat, body::kJointCount> turns;
      for (std::size_t i = 0; i < turns.size(); ++i) turns[i] = pose.turn(body::joint_at(i));
      return test::ada().compute_model(turns).positions_m[body::index_of(Joint::RightHand)].y;
    };
    REQUIRE(height_m(played.wanted.back()) > height_m(Pose()) + 0.1);
    return height_m(played.shown.back()) - height_m(played.wanted.back());
  };
  CHECK(std::abs(lifted_by({.mass_kg = 2, .believed_kg = 2})) < 1e-3);
  CHECK(lifted_by({.mass_kg = 2, .believed_kg = 0.5}) < -0.005);
  CHECK(lifted_by({.mass_kg = 0.5, .believed_kg = 2}) > 0.005);
}

namespace {

/// A body that stands still at 100 Hz, while its tensions are asked anew tick by tick.
class Still {
 public:
  Still() {
    motion_.advance_to(pose_.shown());
    motion_.advance_to(pose_.shown());
  }

  void advance(const JointTensions& tensions, const JointTensions* left = nullptr) {
    const TorsoTick asked{.wanted = motion_,
                          .from = {},
                          .to = {},
                          .tensions = tensions,
                          .left_tensions = left,
                          .step = Seconds(0.01)};
    if (!state_) {
      state_ = torso_.begin(asked);
    } else {
      REQUIRE(torso_.advance(asked, *state_));
    }
  }

  double stiffness_Nm_rad() const {
    static const Figure figure = torso_of(test::ada());
    const FigureJoint* const hand = find_joint(figure, Joint::RightHand);
    return state_->firmness.stiffness_Nm_rad[hand->degree];
  }

  double farthest_rad() {
    Pose shown;
    torso_.show(*state_, {}, shown.shown());
    double farthest = 0;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const Joint joint = body::joint_at(i);
      farthest = std::max(farthest, angle_between(shown.turn(joint), pose_.turn(joint)));
    }
    return farthest;
  }

 private:
  Torso torso_ = torso_of_ada();
  Pose pose_;
  WantedMotion motion_;
  std::optional<TorsoState> state_;
};

JointTensions as_stiff_as(double stiffness_Nm_rad, Seconds over = Seconds{0}) {
  JointTensions all = same_at_all_joints(kFirm);
  for (JointTension& each : all) {
    each.stiffness_Nm_rad = stiffness_Nm_rad;
    each.over = over;
  }
  return all;
}

}  // namespace

TEST_CASE("tension comes without a jump in its speed, and is nearly there after its time",
          "[torso]") {
  Still still;
  still.advance(as_stiff_as(400));
  const Seconds over{1};
  // A number that follows one which follows what is asked: (1 + x) exp(-x) of the way is left. A
  // twentieth is, where x is 4.744.
  for (int tick = 1; tick <= 100; ++tick) {
    still.advance(as_stiff_as(100, over));
    const double x = 4.744 * tick * 0.01;
    CHECK(still.stiffness_Nm_rad() == Approx(100 + 300 * (1 + x) * std::exp(-x)));
  }
  CHECK(still.stiffness_Nm_rad() == Approx(100 + 300 * 0.05).epsilon(1e-3));
  // Asked for something else on the way, it goes on as fast as it went, and not beyond.
  double before = still.stiffness_Nm_rad();
  still.advance(as_stiff_as(100, over));
  double speed = still.stiffness_Nm_rad() - before;
  for (int tick = 0; tick < 200; ++tick) {
    before = still.stiffness_Nm_rad();
    still.advance(as_stiff_as(300, over));
    const double now = still.stiffness_Nm_rad() - before;
    // The speed changes in a tick by x^2 of the ways of both numbers at most.
    CHECK(std::abs(now - speed) < 0.04744 * 0.04744 * 400);
    CHECK(still.stiffness_Nm_rad() < 300);
    speed = now;
  }
}

TEST_CASE("gains between two tensions are on the straight line between them", "[torso]") {
  Still still;
  const JointTensions from = as_stiff_as(400);
  JointTensions to = as_stiff_as(100);
  for (JointTension& each : to) each.share = 0.25;
  still.advance(from);
  still.advance(to, &from);
  CHECK(still.stiffness_Nm_rad() == Approx(0.75 * 400 + 0.25 * 100));
  for (JointTension& each : to) each.share = 1;
  still.advance(to, &from);
  CHECK(still.stiffness_Nm_rad() == Approx(100));
}

TEST_CASE("tension that comes and goes along the isoangle lines leaves a pose as it is",
          "[torso]") {
  Still still;
  const JointTensions from = as_stiff_as(800);
  JointTensions to = as_stiff_as(200);
  for (int tick = 0; tick <= 100; ++tick) {
    for (JointTension& each : to) each.share = tick * 0.01;
    still.advance(to, &from);
    CHECK(still.farthest_rad() < 1e-5);
  }
}

TEST_CASE("a torso whose numbers go wrong keeps its last good state", "[torso]") {
  Torso torso = torso_of_ada();
  const JointTensions firm = same_at_all_joints(kFirm);
  Pose pose;
  WantedMotion motion;
  motion.advance_to(pose.shown());
  const TorsoTick tick{
      .wanted = motion, .from = {}, .to = {}, .tensions = firm, .step = Seconds(1.0 / 60)};
  TorsoState state = torso.begin(tick);
  state.engine.velocities[kBaseDegrees] = 1e300;
  const TorsoState before = state;
  CHECK_FALSE(torso.advance(tick, state));
  CHECK(state == before);
  state = torso.begin(tick);
  CHECK(torso.advance(tick, state));
}

}  // namespace kine::dynamics::physical::torso_test
