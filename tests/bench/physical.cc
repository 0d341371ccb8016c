// What a body costs that moves by its muscles: simulated seconds a second of one core, beside the
// bare steps of the engine with the same springs.
//
// Protects the crowd of physical bodies: nothing is allocated in a tick, which this program judges,
// and what we do about a step is little beside the engine's own.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/dynamics/physical/torso.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/allocations.h"
#include "tests/bench/measure/clocks.h"

namespace {

using namespace kine;
using namespace kine::dynamics;
using physical::Torso;
using physical::TorsoState;
using physical::TorsoTick;

constexpr double kHz = 60;
constexpr int kTicks = 600;
constexpr int kRounds = 7;
constexpr int kStepsATick = 9;  // of 2 ms at most

struct Pose {
  Rotations rotations;
  std::array<float, 3> hips_m;
  ShownPose shown() { return {&rotations, &hips_m}; }
};

void put(const Quat& q, body::Joint joint, Pose& pose) {
  pose.rotations[body::index_of(joint)] = {static_cast<float>(q.x), static_cast<float>(q.y),
                                           static_cast<float>(q.z), static_cast<float>(q.w)};
}

/// Both arms swing ahead, the right one faster.
Pose pose_at(const body::Body& body, double time_s) {
  Pose pose;
  for (std::size_t i = 0; i < body::kJointCount; ++i)
    put(body.base_pose[i], body::joint_at(i), pose);
  const Vec3& hips_m = body.offsets_m[0];
  pose.hips_m = {static_cast<float>(hips_m.x), static_cast<float>(hips_m.y),
                 static_cast<float>(hips_m.z)};
  const auto swing = [&](body::Joint joint, double a_second) {
    const double lift_rad = 0.6 * (1 - std::cos(2 * M_PI * a_second * time_s));
    put(rotation_about({1, 0, 0}, -lift_rad) * body.base_pose[body::index_of(joint)], joint, pose);
  };
  swing(body::Joint::LeftUpperArm, 0.5);
  swing(body::Joint::RightUpperArm, 0.9);
  return pose;
}

/// Ten seconds of a torso.
void play(const body::Body& body, Torso& torso) {
  const auto tensions = physical::same_at_all_joints({.rest_error_m = 0.02, .zeta = 0.4});
  WantedMotion wanted;
  TorsoState state;
  for (int tick = 0; tick < kTicks; ++tick) {
    Pose pose = pose_at(body, tick / kHz);
    wanted.advance_to(pose.shown());
    const TorsoTick asked{
        .wanted = wanted, .from = {}, .to = {}, .tensions = tensions, .step = Seconds(1 / kHz)};
    if (tick == 0) state = torso.begin(asked);
    bench::keep(torso.advance(asked, state));
    torso.show(state, {}, pose.shown());
    bench::keep(pose);
  }
}

/// As many steps of the engine alone.
void step_alone(physical::Engine& engine, const TorsoState& at) {
  std::vector<physical::Spring> springs(engine.degrees(), {0, 50, 5});
  engine.load(at.engine);
  const auto& p = at.engine.positions;
  const physical::BaseMotion base{.position_m = {p[0], p[1], p[2]},
                                  .world_from_base = {p[4], p[5], p[6], p[3]},
                                  .velocity_m_s = {},
                                  .turning_rad_s = {}};
  for (int i = 0; i < kTicks * kStepsATick; ++i) {
    engine.look(springs, Seconds(1 / kHz / kStepsATick));
    bench::keep(engine.step(springs, base));
  }
}

/// A figure that nothing pulls stays within its limits, as one does that is held.
std::string without_gravity(std::string mjcf) {
  constexpr std::string_view kGravity = "0 -9.81 0";
  return mjcf.replace(mjcf.find(kGravity), kGravity.size(), "0 0 0");
}

}  // namespace

int main() {
  if (!physical::kHasEngine) {
    std::printf("no MuJoCo in this build\n");
    return 0;
  }
  const auto casts = *server::make_casts(server::default_characters());
  bool fine = true;
  for (const auto& cast : casts) {
    const body::Body& body = *cast->body;
    const auto model = physical::torso_model_of(body);
    const auto bare_model =
        physical::read_engine_model(without_gravity(physical::torso_of(body).mjcf));
    if (!model || !bare_model) return 1;
    Torso torso(*model);
    const auto engine = (*bare_model)->make_engine();
    Pose pose = pose_at(body, 0);
    WantedMotion wanted;
    wanted.advance_to(pose.shown());
    const auto tensions = physical::same_at_all_joints({});
    const TorsoState at = torso.begin(
        {.wanted = wanted, .from = {}, .to = {}, .tensions = tensions, .step = Seconds(1 / kHz)});
    std::vector<double> whole_s;
    std::vector<double> bare_s;
    const std::uint64_t before = bench::allocations();
    play(body, torso);
    const std::uint64_t allocated = bench::allocations() - before;
    for (int round = 0; round < kRounds; ++round) {
      whole_s.push_back(bench::time_of([&] { play(body, torso); }).thread_s);
      bare_s.push_back(bench::time_of([&] { step_alone(*engine, at); }).thread_s);
    }
    const double whole = bench::quantile(whole_s, 0.5);
    const double bare = bench::quantile(bare_s, 0.5);
    std::printf(
        "torso of %-4s %6.1f simulated seconds a second (the paper: 0.1), %.2f us a step, "
        "%.2f of the bare engine's; %llu allocations\n",
        cast->name.c_str(), kTicks / kHz / whole, 1e6 * whole / (kTicks * kStepsATick),
        whole / bare, static_cast<unsigned long long>(allocated));
    fine = fine && allocated == 0;
  }
  return fine ? 0 : 1;
}
