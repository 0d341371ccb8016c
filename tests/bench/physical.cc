// What a body costs that moves by its muscles: simulated seconds a second of one core, beside the
// engine alone, which is asked the same steps again. A whole body stands on the ground.
//
// Protects the crowd of physical bodies: nothing is allocated in a tick, which this program judges,
// and what we do about a step is little beside the engine's own.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "realizer/dynamics/physical/torso.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/allocations.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/motion/step_log.h"

namespace {

using namespace kine;
using namespace kine::dynamics;
using physical::Torso;
using physical::TorsoModel;
using physical::TorsoState;
using physical::TorsoTick;

constexpr double kHz = 60;
constexpr int kTicks = 600;
constexpr int kRounds = 7;

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

/// Ten seconds.
void play(const body::Body& body, bool stands, Torso& torso) {
  const auto tensions = physical::same_at_all_joints({.rest_error_m = 0.02, .zeta = 0.4});
  WantedMotion wanted;
  TorsoState state;
  for (int tick = 0; tick < kTicks; ++tick) {
    Pose pose = pose_at(body, tick / kHz);
    wanted.advance_to(pose.shown());
    const TorsoTick asked{.wanted = wanted,
                          .from = {},
                          .to = {},
                          .tensions = tensions,
                          .step = Seconds(1 / kHz),
                          .stands = stands};
    if (tick == 0) state = torso.begin(asked);
    bench::keep(torso.advance(asked, state));
    torso.show(state, {}, pose.shown());
    bench::keep(pose);
  }
}

/// What the body asks of its engine meanwhile.
test::StepLog steps_of(const body::Body& body, bool stands, const TorsoModel& model) {
  test::StepLog log;
  Torso torso(std::make_shared<const TorsoModel>(
      TorsoModel{model.figure, test::logged(model.engine, log)}));
  play(body, stands, torso);
  return log;
}

/// False where a tick allocates, or the engine fails.
bool measure(const std::string& name, const body::Body& body,
             const std::shared_ptr<const TorsoModel>& model) {
  const bool stands = model->figure.stands;
  const test::StepLog log = steps_of(body, stands, *model);
  const auto engine = model->engine->make_engine();
  Torso torso(model);

  const std::uint64_t before = bench::allocations();
  play(body, stands, torso);
  const std::uint64_t allocated = bench::allocations() - before;

  bool is_sound = true;
  bench::Comparison compared;
  const auto whole = compared.add("whole", 1, [&] { play(body, stands, torso); });
  const auto bare = compared.add("bare", 1, [&] { is_sound &= test::replay(log, *engine); });
  compared.run(kRounds);
  const double taken_s = 1e-9 * compared.median_ns(whole);
  std::printf(
      "%-5s of %-4s %6.1f simulated seconds a second (the paper: 0.1), %.2f us a step, "
      "%.2f of the engine's alone; %llu allocations\n",
      stands ? "body" : "torso", name.c_str(), kTicks / kHz / taken_s,
      1e6 * taken_s / static_cast<double>(log.steps.size()), compared.median_ratio(whole, bare),
      static_cast<unsigned long long>(allocated));
  return allocated == 0 && is_sound;
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
    for (const auto& model :
         {physical::torso_model_of(*cast->body), physical::whole_model_of(*cast->body)}) {
      fine = model && measure(cast->name, *cast->body, *model) && fine;
    }
  }
  return fine ? 0 : 1;
}
