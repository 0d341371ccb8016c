// What it costs to give a character tension: mass trackers of both wrists, hands that lag, and the
// arms that follow, for those who have all of it.
//
// Protects "both arms with trackers and inverse kinematics at most twice the floor": the same
// floating-point work on data in the first cache. Beside it, the same in Eigen, an arm at a time.
//
//   trackers_bench [--quick]
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "hwy/targets.h"
#include "realizer/core/memory.h"
#include "realizer/dynamics/arm_tension.h"
#include "realizer/dynamics/follow.h"
#include "realizer/solve/elbow.h"
#include "tests/bench/measure/clocks.h"
#include "tests/bench/measure/floor.h"
#include "tests/bench/peers/plain_arms.h"
#include "tests/support/motion/bodies.h"

namespace {

using namespace kine;
using namespace kine::bench;
using body::Joint;
using dynamics::Rotations;

constexpr Seconds kStep{1.0 / 60};
constexpr Tension kLoose{0.1, 0.5};
constexpr std::size_t kPoses = 64;  // of one gesture, over and over

/// Arithmetic on one lane each, counted in the source: multiply-adds, products, sums, quotients and
/// roots; no comparisons, no signs, no shuffles.
constexpr std::size_t kTrunkOps = 120;
constexpr std::size_t kChainOps = 117;   // the arm as it comes
constexpr std::size_t kSpringOps = 229;  // its mass and its hand
constexpr std::size_t kShownOps = 53;    // what is shown of them
constexpr std::size_t kBringOps = 186;   // the wrist to its mass
constexpr std::size_t kJointOps = 90;    // rotations of the joints, within their limits
constexpr std::size_t kLaneOps =
    kTrunkOps + 2 * (kChainOps + kSpringOps + kShownOps + kBringOps + kJointOps);

/// Both arms swing before a trunk that sways.
std::vector<Rotations> gesture() {
  std::vector<Rotations> poses;
  for (std::size_t i = 0; i < kPoses; ++i) {
    const double phase = 2 * M_PI * static_cast<double>(i) / kPoses;
    auto turns = test::ada().base_pose;
    const auto turn = [&](Joint joint) -> Quat& { return turns[body::index_of(joint)]; };
    turn(Joint::Spine) = rotation_about({0, 1, 0}, 0.1 * std::sin(phase));
    for (const body::Side side : {body::Side::Left, body::Side::Right}) {
      const body::ArmChain chain = body::arm_chain(side);
      const double sign = solve::sign_of(side);
      turn(chain.upper_arm) = rotation_about({0, 0, 1}, -0.9 * sign) *
                              rotation_about({0, 1, 0}, -0.4 * sign * std::sin(phase));
      turn(chain.lower_arm) = rotation_about({0, -sign, 0}, 1.2 + 0.5 * std::cos(phase));
    }
    Rotations& pose = poses.emplace_back();
    for (std::size_t joint = 0; joint < pose.size(); ++joint) {
      const Quat& q = turns[joint];
      pose[joint] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                     static_cast<float>(q.w)};
    }
  }
  return poses;
}

/// What the tick before this step leaves, and the step itself.
class Tracked {
 public:
  explicit Tracked(std::size_t characters)
      : poses_(gesture()), shown_(characters), arms_(characters) {
    for (auto& both : arms_) {
      for (dynamics::TrackedArm& arm : both) {
        dynamics::set_springs(kLoose, dynamics::lengths_of(test::ada(), body::Side::Left), kStep,
                              arm);
      }
    }
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      dynamics::put(test::ada(), lane, bones_);
    }
  }

  /// The arms and the trunk of this tick's pose, as publishing it would leave them: near.
  void show(std::size_t i) {
    const Rotations& pose = poses_[(tick_ + i) % kPoses];
    constexpr std::size_t kUpTo = body::index_of(Joint::RightHand) + 1;
    std::copy_n(pose.begin(), kUpTo, shown_[i].begin());
  }

  /// What is kept of arms comes near while the poses of their block are made, as in a shard.
  void look_ahead(std::size_t i) const {
    bring_near(std::as_bytes(std::span(&arms_[i], 1)));
    bring_near(std::as_bytes(std::span(&shown_[i], 1)));
  }

  template <class Follow>
  void advance(Follow follow) {
    ++tick_;
    for (std::size_t first = 0; first < shown_.size(); first += pose::kLanes) {
      const std::size_t count = std::min(pose::kLanes, shown_.size() - first);
      for (std::size_t i = first; i < first + count; ++i) {
        look_ahead(std::min(i + pose::kLanes, shown_.size() - 1));
        show(i);
      }
      follow(first, count);
    }
  }

  void follow(std::size_t first, std::size_t count) {
    std::array<dynamics::FollowJob::Character, pose::kLanes> characters;
    for (std::size_t i = 0; i < count; ++i) {
      auto& [left, right] = arms_[first + i];
      characters[i] = {&shown_[first + i], &hips_m_, {&left, &right}};
    }
    dynamics::FollowJob{std::span(characters.data(), count), &bones_, kStep, &scratch_}.run();
  }

  Rotations& shown(std::size_t i) { return shown_[i]; }
  std::size_t size() const { return shown_.size(); }

 private:
  std::vector<Rotations> poses_;
  LargeVector<Rotations> shown_;
  LargeVector<std::array<dynamics::TrackedArm, 2>> arms_;
  std::array<float, 3> hips_m_ = {0, 0.9F, 0};
  dynamics::BodyBones bones_;
  dynamics::FollowJob::Scratch scratch_;
  std::size_t tick_ = 0;
};

void print(std::size_t characters, std::size_t rounds) {
  Tracked ours(characters);
  Tracked eigens(characters);
  const auto eigen = make_plain_arms(test::ada(), kLoose, kStep, characters);
  const std::size_t repeats = characters < 1000 ? 40 : 1;
  const double units = static_cast<double>(characters * repeats);
  Floor floor({.key_bytes = 2 * sizeof(dynamics::TrackedArm),
               .frame_bytes = 2 * sizeof(dynamics::TrackedArm),
               .lane_ops = kLaneOps},
              characters);
  Comparison run;
  const auto repeated = [repeats](auto work) {
    return [repeats, work] {
      for (std::size_t i = 0; i < repeats; ++i) work();
    };
  };
  const std::size_t whole = run.add(
      "shown and followed", units, repeated([&] {
        ours.advance([&](std::size_t first, std::size_t count) { ours.follow(first, count); });
      }));
  const std::size_t shown =
      run.add("shown", units, repeated([&] {
                ours.advance([&](std::size_t first, std::size_t) { keep(ours.shown(first)); });
              }));
  const std::size_t plain = run.add("shown, and followed in Eigen", units, repeated([&] {
                                      eigens.advance([&](std::size_t first, std::size_t count) {
                                        for (std::size_t i = first; i < first + count; ++i)
                                          eigen->follow(i, eigens.shown(i));
                                      });
                                    }));
  const std::size_t fma =
      run.add("as many multiply-adds", units, repeated([&] { floor.multiply_add(); }));
  run.run(rounds);

  const auto print_row = [](const char* name, double least, double median) {
    std::printf("  %-44s %9.1f %9.1f\n", name, least, median);
  };
  std::printf("\nboth arms of %zu characters: ns a character       least    median\n", characters);
  print_row("trackers, arms and hands", run.least_ns(whole) - run.least_ns(shown),
            run.median_ns(whole) - run.median_ns(shown));
  for (const std::size_t row : {shown, fma, plain}) {
    print_row(run.name(row).c_str(), run.least_ns(row), run.median_ns(row));
  }
  const auto against = [&](auto ns) { return (ns(whole) - ns(shown)) / ns(fma); };
  const auto before = [&](auto ns) { return (ns(plain) - ns(shown)) / (ns(whole) - ns(shown)); };
  const auto least = [&](std::size_t row) { return run.least_ns(row); };
  const auto median = [&](std::size_t row) { return run.median_ns(row); };
  std::printf("  of the floor, which is the multiply-adds: %.2f, %.2f (to reach: 2.0)\n",
              against(least), against(median));
  std::printf("  faster than Eigen: %.1f, %.1f times (to reach: 8)\n", before(least),
              before(median));
}

void use(std::int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().DeInit();
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
  const std::size_t rounds = quick ? 15 : 60;
#if HWY_ARCH_X86
  use(HWY_AVX2);
#endif
  std::printf("with %s\n", hwy::TargetName(hwy::SupportedTargets() & -hwy::SupportedTargets()));
  for (const std::size_t characters : {16U, 1'000U, 10'000U}) print(characters, rounds);
  use(0);
  std::printf("\nwith %s\n", hwy::TargetName(hwy::SupportedTargets() & -hwy::SupportedTargets()));
  for (const std::size_t characters : {16U, 10'000U}) print(characters, rounds);
  return 0;
}
