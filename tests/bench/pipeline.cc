// What a tick costs, stage by stage and as a whole, on one core: three active segments of squad on
// the whole body, two arms, gaze, forward kinematics, encoding and sending.
//
// Protects "ten thousand characters a core at 60 ticks a second", and prints beside it the floor
// measured in the same run, what other engines take for the same motion, tick quantiles, what is
// allocated, a flood of scripts, and a hash of the frames on every instruction set.
//
//   pipeline_bench [--quick]
#include <cstdio>
#include <string_view>

#include "hwy/targets.h"
#include "tests/bench/measure/clocks.h"
#include "tests/bench/measure/floor.h"
#include "tests/bench/ours/crowd.h"
#include "tests/bench/ours/ticks.h"
#include "tests/bench/peers/peer.h"

namespace {

using namespace kine;
using namespace kine::bench;

constexpr double kStep_s = 1.0 / 60;

/// Arithmetic on one lane each, counted in the source: multiply-adds, products, sums, quotients and
/// roots; no comparisons, no signs, no shuffles.
constexpr std::size_t kLanesComputed = 56;  // of 55 joints
constexpr std::size_t kSquadOps = 67;
constexpr std::size_t kLayerOps = 6;
constexpr std::size_t kFinishOps = 18;
constexpr std::size_t kJointOps = 40;  // forward kinematics
constexpr std::size_t kArmOps = 490;
constexpr std::size_t kLookOps = 410;
constexpr std::size_t kLaneOps =
    kLanesComputed * (kMotions * (kSquadOps + kLayerOps) + kFinishOps) +
    body::kJointCount * kJointOps + 2 * kArmOps + kLookOps;

void print_row(const char* name, double least, double median) {
  std::printf("  %-44s %9.0f %9.0f\n", name, least, median);
}

void print_stages(const Workload& workload, std::size_t characters, std::size_t rounds) {
  Crowd crowd(workload, characters);
  const std::size_t repeats = characters < 100 ? 40 : 1;
  const double units = static_cast<double>(characters * repeats);
  Comparison stages;
  const auto add = [&](const char* name, auto stage) {
    stages.add(name, units, [&crowd, stage, repeats] {
      for (std::size_t i = 0; i < repeats; ++i) (crowd.*stage)();
    });
  };
  add("squads of 3 segments, alone", &Crowd::squads_only);
  add("sample and blend 3 segments", &Crowd::sample_and_blend);
  add("gather into lanes of characters", &Crowd::gather_only);
  add("forward kinematics, 55 joints", &Crowd::place_only);
  add("two arms", &Crowd::arms_only);
  add("gaze, 6 joints", &Crowd::look_only);
  add("publish a frame", &Crowd::publish_only);
  add("encode", &Crowd::encode_only);
  add("encode, rotations in 48 bits", &Crowd::encode_packed_only);
  add("set up 3 intervals (every 30th tick)", &Crowd::set_up_intervals);
  const std::size_t whole = stages.add("the whole", units, [&] {
    for (std::size_t i = 0; i < repeats; ++i) crowd.advance();
  });
  stages.run(rounds);
  std::printf("\nstages, %zu characters: ns a character          least    median\n", characters);
  for (std::size_t i = 0; i <= whole; ++i) {
    print_row(stages.name(i).c_str(), stages.least_ns(i), stages.median_ns(i));
  }
}

void print_against_floor(const Workload& workload, std::size_t characters, std::size_t rounds) {
  Crowd crowd(workload, characters);
  const Work work{crowd.key_bytes(), crowd.frame_bytes(), kLaneOps};
  Floor floor(work, characters);
  const auto units = static_cast<double>(characters);
  Comparison run;
  const std::size_t whole = run.add("the whole", units, [&] { crowd.advance(); });
  const std::size_t read = run.add("read its keys", units, [&] { floor.read_keys(); });
  const std::size_t fma = run.add("as many multiply-adds", units, [&] { floor.multiply_add(); });
  const std::size_t copy = run.add("copy its bytes", units, [&] { floor.copy_frames(); });
  run.run(rounds);

  std::printf("\nfloor, %zu characters (%zu bytes of keys, %zu of frames)\n", characters,
              work.key_bytes, work.frame_bytes);
  for (std::size_t i = 0; i <= copy; ++i) {
    print_row(run.name(i).c_str(), run.least_ns(i), run.median_ns(i));
  }
  const auto ratio = [&](auto ns) { return ns(whole) / (std::max(ns(read), ns(fma)) + ns(copy)); };
  std::printf("  ratio to the floor: %.2f of the least, %.2f of the medians (to reach: 1.6)\n",
              ratio([&](std::size_t i) { return run.least_ns(i); }),
              ratio([&](std::size_t i) { return run.median_ns(i); }));
}

void print_against_peers(const Workload& workload, std::size_t characters, std::size_t rounds) {
  Crowd crowd(workload, characters);
  const auto units = static_cast<double>(characters);
  Comparison run;
  run.add("ours, the whole", units, [&] { crowd.advance(); });
  const std::vector<PeerRow> rows = peers();
  std::vector<std::unique_ptr<Peer>> playing;
  for (const PeerRow& row : rows) {
    Peer* peer = playing.emplace_back(row.make(workload, characters)).get();
    run.add(row.name, units, [peer] { peer->advance(kStep_s); });
  }
  run.run(rounds);

  std::printf("\nothers on the same motion, %zu characters: ns a character\n", characters);
  print_row(run.name(0).c_str(), run.least_ns(0), run.median_ns(0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    print_row(rows[i].name.c_str(), run.least_ns(i + 1), run.median_ns(i + 1));
    std::printf("  %54.1f times ours", run.median_ratio(i + 1, 0));
    if (rows[i].factor_to_reach > 0) std::printf(" (to reach: %.0f)", rows[i].factor_to_reach);
    std::printf("\n");
  }
}

/// Everybody's left hand after three quarters of a second: who plays something else is no peer.
void print_hands(const Workload& workload) {
  std::printf("\nthe left hand of the first character after 0.75 s\n");
  const auto print = [](const char* name, const Vec3& at) {
    std::printf("  %-44s %7.3f %7.3f %7.3f\n", name, at.x, at.y, at.z);
  };
  constexpr int kTicks = 45;
  Crowd crowd(workload, 1);
  for (int i = 1; i < kTicks; ++i) crowd.advance();
  print("ours", crowd.left_hand_m());
  for (const PeerRow& row : peers()) {
    const auto peer = row.make(workload, 1);
    for (int i = 0; i < kTicks; ++i) peer->advance(kStep_s);
    print(row.name.c_str(), peer->left_hand_m());
  }
}

void print_hashes(const Workload& workload) {
  std::printf("\nframes of 100 characters over 300 ticks, one hash a target\n");
  for (std::int64_t targets = hwy::SupportedTargets(); targets != 0; targets &= targets - 1) {
    const std::int64_t target = targets & -targets;
    if (target != HWY_AVX2 && target != HWY_AVX3 && target != HWY_NEON) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().DeInit();
    std::printf("  %-44s %016llx\n", hwy::TargetName(target),
                static_cast<unsigned long long>(hash_of_frames(workload, 100, 300)));
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
  }
}

void restrict_to_avx2() {
  hwy::SetSupportedTargetsForTest(HWY_AVX2);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
  const std::size_t rounds = quick ? 10 : 60;
  const Workload workload = make_workload();
  print_hands(workload);
  print_hashes(workload);
#if HWY_ARCH_X86
  std::printf("\nfrom here on with AVX2 alone; with what the machine has at the end\n");
  restrict_to_avx2();
#endif
  print_stages(workload, 16, rounds);
  print_stages(workload, 1'000, rounds);
  print_against_floor(workload, 1'000, rounds);
  print_against_floor(workload, 10'000, rounds / 2);
  print_against_peers(workload, 1'000, quick ? 5 : 20);
  print_ticks(workload, 10'000, quick ? 120 : 600);
  print_ticks(workload, 10'000, quick ? 120 : 600, Arms::Loose);
  print_ticks(workload, 10'000, quick ? 120 : 600, Arms::WithBody);
  print_flood();
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
  std::printf("\nwith %s\n", hwy::TargetName(hwy::SupportedTargets() & -hwy::SupportedTargets()));
  print_against_floor(workload, 1'000, rounds);
  print_against_floor(workload, 10'000, rounds / 2);
  print_ticks(workload, 10'000, quick ? 120 : 600);
  return 0;
}
