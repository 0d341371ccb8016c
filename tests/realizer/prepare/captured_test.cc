// Tests for realizer/prepare/captured.h: the wrists of what is written, against Runge-Kutta on the
// wrists of what was read and against closed forms.
#include "realizer/prepare/captured.h"

#include <algorithm>
#include <cmath>

#include "realizer/formats/read/bvh_reader.h"
#include "realizer/math/tracker_response.h"
#include "tests/support/catch.h"
#include "tests/support/motion/captured_bvh.h"

namespace kine::captured_test {

using namespace kine;
using script::Phase;

namespace {

constexpr double kReach_cm = 28 + 25.02;  // of an arm of the gesture

/// No phases: one tension throughout, and nothing is held.
CapturedTension same_throughout(const Tension& tension) {
  return {.manner = plan::same_in_every_phase(tension),
          .arms = plan::ArmSet::Both,
          .phases = std::vector<plan::PhaseSpan>{}};
}

pose::Recording recording_of(const std::string& bvh) {
  auto recording = formats::read_bvh(bvh);
  REQUIRE(recording);
  return *std::move(recording);
}

std::string tense(const std::string& bvh, const CapturedTension& asked) {
  Diagnostics diagnostics;
  const auto motion = with_tension(bvh, test::recorders_names(), asked, diagnostics);
  REQUIRE(motion);
  CHECK(diagnostics.warnings().empty());
  return motion->bvh;
}

/// (1) of the paper without gravity, x'' = wn^2 (p - x) - 2 zeta wn x', in steps of 0.1 ms, from
/// the first place at the target's velocity.
std::vector<Vec3> by_runge_kutta(const std::vector<Vec3>& target, const Tension& tension,
                                 Seconds frame_time) {
  const double wn = tension.natural_frequency();
  const double dt = frame_time.count();
  const int steps = static_cast<int>(std::ceil(dt / 1e-4));
  Vec3 x = target[0];
  Vec3 v = (target[1] - target[0]) / dt;
  std::vector<Vec3> path = {x};
  for (std::size_t i = 1; i < target.size(); ++i) {
    const double h = dt / steps;
    const Vec3 speed = (target[i] - target[i - 1]) / dt;
    for (int k = 0; k < steps; ++k) {
      const auto force = [&](double t, const Vec3& at, const Vec3& fast) {
        return wn * wn * (target[i - 1] + t * speed - at) - 2 * tension.zeta * wn * fast;
      };
      const double t = k * h;
      const Vec3 v1 = v, a1 = force(t, x, v1);
      const Vec3 v2 = v + h / 2 * a1, a2 = force(t + h / 2, x + h / 2 * v1, v2);
      const Vec3 v3 = v + h / 2 * a2, a3 = force(t + h / 2, x + h / 2 * v2, v3);
      const Vec3 v4 = v + h * a3, a4 = force(t + h, x + h * v3, v4);
      x = x + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
      v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    path.push_back(x);
  }
  return path;
}

std::size_t frame_at(double time_s) { return static_cast<std::size_t>(std::lround(time_s * 60)); }

/// The farthest that a path is from a place, from one time to another.
double farthest(const std::vector<Vec3>& path, const Vec3& from, double start_s, double end_s) {
  double farthest = 0;
  for (std::size_t i = frame_at(start_s); i < frame_at(end_s); ++i) {
    farthest = std::max(farthest, length(path[i] - from));
  }
  return farthest;
}

/// How far the left wrist goes past where it is raised to, along the way it came.
double overshoot_cm(const std::string& bvh, const std::vector<Vec3>& captured) {
  const std::vector<Vec3> wrist = test::wrist_in_chest(recording_of(bvh), body::Side::Left);
  const Vec3 end = captured[frame_at(test::kRaisedAt_s)];
  const Vec3 way = unit(end - captured[frame_at(test::kRaisedAt_s - 0.1)]);
  double past = 0;
  for (std::size_t i = frame_at(test::kRaisedAt_s); i < frame_at(test::kLowerFrom_s); ++i) {
    past = std::max(past, dot(wrist[i] - end, way));
  }
  return past;
}

}  // namespace

TEST_CASE("wrists follow their masses in the frame of the chest, whatever the skeleton",
          "[captured]") {
  for (const bool biovision : {false, true}) {
    for (const std::string order : {"ZXY", "XYZ", "YZX"}) {
      for (const Tension& tension : {Tension{0.1, 0.5}, Tension{0.005, 0.3}, Tension{0.02, 1.2}}) {
        CAPTURE(biovision, order, tension.rest_error_m, tension.zeta);
        const std::string text = test::captured_bvh({.biovision = biovision, .order = order});
        const pose::Recording before = recording_of(text);
        const pose::Recording after = recording_of(tense(text, same_throughout(tension)));

        for (const body::Side side : {body::Side::Left, body::Side::Right}) {
          const std::vector<Vec3> captured = test::wrist_in_chest(before, side);
          const std::vector<Vec3> wrist = test::wrist_in_chest(after, side);
          const std::vector<Vec3> mass = by_runge_kutta(captured, tension, before.frame_time);
          const Vec3 shoulder = {side == body::Side::Left ? 16.0 : -16.0, 12, 2};
          std::size_t in_reach = 0;
          double worst_cm = 0;
          for (std::size_t i = 0; i < wrist.size(); ++i) {
            if (length(mass[i] - shoulder) > 0.96 * kReach_cm) continue;
            ++in_reach;
            worst_cm = std::max(worst_cm, length(wrist[i] - mass[i]));
          }
          CHECK(in_reach > wrist.size() * 8 / 10);
          CHECK(worst_cm < 0.01);
        }
      }
    }
  }
}

TEST_CASE("all but the turns of arms stays as it was", "[captured]") {
  const std::string text = test::captured_bvh();
  CapturedTension asked = same_throughout({0.1, 0.5});
  asked.arms = plan::ArmSet::Left;
  const std::string changed = tense(text, asked);

  CHECK(changed != text);
  const std::size_t head = text.find("Frame Time");
  CHECK(changed.substr(0, head) == text.substr(0, head));
  const pose::Recording before = recording_of(text);
  const pose::Recording after = recording_of(changed);
  CHECK(after.frame_count == before.frame_count);
  CHECK(after.frame_time == before.frame_time);
  for (std::size_t i = 0; i < before.nodes.size(); ++i) {
    const std::string& name = before.nodes[i].name;
    CAPTURE(name);
    const bool is_arm =
        name.ends_with(":LeftArm") || name.ends_with(":LeftForeArm") || name.ends_with(":LeftHand");
    CHECK((before.nodes[i].rotations != after.nodes[i].rotations) == is_arm);
    CHECK(before.nodes[i].positions == after.nodes[i].positions);
  }
}

TEST_CASE("nothing jumps at the beginning, and a hand that rests comes to rest where it was",
          "[captured]") {
  const std::string text = test::captured_bvh();
  const pose::Recording before = recording_of(text);
  const pose::Recording after = recording_of(tense(text, same_throughout({0.01, 0.4})));
  for (std::size_t i = 0; i < before.nodes.size(); ++i) {
    if (before.nodes[i].is_end) continue;
    CAPTURE(before.nodes[i].name);
    CHECK(angle_between(before.nodes[i].rotations[0], after.nodes[i].rotations[0]) < 1e-6);
    // A second after the gesture's end a mass of 1 cm, 0.4 has settled to e^-12 of its way.
    CHECK(angle_between(before.nodes[i].rotations.back(), after.nodes[i].rotations.back()) < 1e-3);
  }
}

TEST_CASE("hands keep their turn in space", "[captured]") {
  const std::string text = test::captured_bvh();
  const pose::Recording before = recording_of(text);
  const pose::Recording after = recording_of(tense(text, same_throughout({0.02, 0.4})));
  for (std::size_t i = 0; i < before.frame_count; ++i) {
    const pose::Placed was = placed(before, i);
    const pose::Placed is = placed(after, i);
    for (std::size_t node = 0; node < before.nodes.size(); ++node) {
      if (!before.nodes[node].name.ends_with("Hand")) continue;
      CHECK(angle_between(was.rotations[node], is.rotations[node]) < 1e-6);
    }
  }
}

TEST_CASE("the less zeta, the farther a stroke goes past its end", "[captured]") {
  const std::string text = test::captured_bvh();
  const std::vector<Vec3> captured = test::wrist_in_chest(recording_of(text), body::Side::Left);
  double before_cm = overshoot_cm(tense(text, same_throughout({0.02, 1})), captured);
  CHECK(before_cm < 0.05);
  for (const double zeta : {0.7, 0.5, 0.3, 0.15}) {
    const double past_cm = overshoot_cm(tense(text, same_throughout({0.02, zeta})), captured);
    CAPTURE(zeta, past_cm);
    CHECK(past_cm > before_cm);
    before_cm = past_cm;
  }
  CHECK(before_cm > 2);
}

TEST_CASE("a hold that was captured is replaced by one that is constant", "[captured]") {
  const std::string text = test::captured_bvh({.wobble_rad = 0.15});
  const std::vector<Vec3> captured = test::wrist_in_chest(recording_of(text), body::Side::Left);
  const Vec3 end = captured[frame_at(test::kRaisedAt_s)];
  CHECK(farthest(captured, end, test::kRaisedAt_s, 1.5) > 3);

  // A mass of 1 mm, 1 is at its target within moments, so that what is seen is the target.
  CapturedTension asked = same_throughout({0.001, 1});
  asked.phases = {{{Seconds(test::kRaiseFrom_s), Seconds(test::kRaisedAt_s), Phase::Stroke},
                   {Seconds(test::kRaisedAt_s), Seconds(test::kLowerFrom_s), Phase::PostStrokeHold},
                   {Seconds(test::kLowerFrom_s), Seconds(2.5), Phase::Retraction}}};
  const std::vector<Vec3> held =
      test::wrist_in_chest(recording_of(tense(text, asked)), body::Side::Left);
  CHECK(farthest(held, end, test::kRaisedAt_s + 0.15, test::kLowerFrom_s) < 0.05);

  // It is left without a jump, and has gone when kHoldLeftOver is over.
  double fastest = 0;
  double captured_fastest = 0;
  for (std::size_t i = 1; i < held.size(); ++i) {
    fastest = std::max(fastest, length(held[i] - held[i - 1]));
    captured_fastest = std::max(captured_fastest, length(captured[i] - captured[i - 1]));
  }
  CHECK(fastest < 1.2 * captured_fastest);
  asked.phases = std::vector<plan::PhaseSpan>{};
  const std::vector<Vec3> free =
      test::wrist_in_chest(recording_of(tense(text, asked)), body::Side::Left);
  CHECK(length(held[frame_at(2.4)] - free[frame_at(2.4)]) < 0.01);
  CHECK(farthest(free, end, test::kRaisedAt_s + 0.15, 1.5) > 1.5);
}

TEST_CASE("phases that nobody has written down are found, and each has its tension", "[captured]") {
  const std::string text = test::captured_bvh({.wobble_rad = 0.1});
  Diagnostics diagnostics;
  const auto manner = plan::find_tension_manner("loose");
  REQUIRE(manner);
  const auto motion =
      with_tension(text, test::recorders_names(),
                   {.manner = *manner, .arms = plan::ArmSet::Left, .phases = {}}, diagnostics);
  REQUIRE(motion);
  const std::vector<plan::PhaseSpan>& phases = motion->phases;
  REQUIRE(phases.size() == 4);
  CHECK(phases[1].phase == Phase::Stroke);
  CHECK(phases[2].phase == Phase::PostStrokeHold);
  CHECK(std::abs(phases[2].start.count() - test::kRaisedAt_s) < 0.1);
  CHECK(phases[3].phase == Phase::Retraction);

  // Found ones are as good as written ones.
  const auto again =
      with_tension(text, test::recorders_names(),
                   {.manner = *manner, .arms = plan::ArmSet::Left, .phases = phases}, diagnostics);
  REQUIRE(again);
  CHECK(again->bvh == motion->bvh);
}

TEST_CASE("a motion without arms is refused, one without one of them is warned of", "[captured]") {
  const CapturedTension both = same_throughout({0.1, 0.5});
  Diagnostics diagnostics;
  const auto none = with_tension(test::captured_bvh(), {}, both, diagnostics);
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::UnknownName);
  CHECK(none.error().message ==
        "the motion has no left arm whose upper arm, forearm and hand have names that are known, "
        "below 'mixamorig:Hips'");

  const std::string one_armed = test::captured_bvh({.has_right_arm = false});
  CHECK(with_tension(one_armed, test::recorders_names(), both, diagnostics));
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message.starts_with("the motion has no right arm"));
  CapturedTension right = both;
  right.arms = plan::ArmSet::Right;
  CHECK_FALSE(with_tension(one_armed, test::recorders_names(), right, diagnostics));

  const auto stiff =
      with_tension(test::captured_bvh({.has_right_arm = false, .lower_arm_turns = 2}),
                   test::recorders_names(), same_throughout({0.1, 0.5}), diagnostics);
  REQUIRE_FALSE(stiff);
  CHECK(stiff.error().code == ErrorCode::Unsupported);
  CHECK(stiff.error().message ==
        "a joint of an arm has channels of three rotations to be turned anew, not "
        "'mixamorig:LeftForeArm'");

  const auto torn = with_tension("HIERARCHY\nROOT a {\n}\nMOTION\nFrames: 1\nFrame Time: 9",
                                 test::recorders_names(), both, diagnostics);
  REQUIRE_FALSE(torn);
  CHECK(torn.error().where == Where{6, 13});
}

}  // namespace kine::captured_test
