// What weight shifts, balance and fidgets make of a character that stands: judged by the frames of
// a shard, against figures of people who stand for minutes (Duarte and Zatsiorsky).
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "realizer/body/centre_of_mass.h"
#include "realizer/prepare/live_posture.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"
#include "tests/support/movement/film.h"
#include "tests/support/movement/styles_seen.h"

namespace kine::autonomy::standing_test {
namespace {

using enum body::Joint;

constexpr std::uint32_t kHz = 60;
constexpr std::size_t kTenMinutes = 600 * kHz;
constexpr auto kFeet = test::movement::kAroundSupport;

/// What of a frame is looked at, in the character's space.
struct Moment {
  double hips_aside_m = 0;
  Vec3 mass_m;
  std::array<Vec3, kFeet.size()> feet_m;
};

Moment moment_of(const Frame& frame, const body::Body& body) {
  std::array<Quat, body::kJointCount> turns;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const auto& q = frame.parent_from_joint[i];
    turns[i] = {q[0], q[1], q[2], q[3]};
  }
  const body::Body::Model model = body.compute_model(turns);
  const Vec3 hips_m{frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
  const Vec3 way_m = hips_m - model.positions_m[body::index_of(Hips)];
  Moment moment{.hips_aside_m = hips_m.x, .mass_m = centre_of_mass_m(body, model) + way_m};
  for (std::size_t i = 0; i < kFeet.size(); ++i) {
    moment.feet_m[i] = model.positions_m[body::index_of(kFeet[i])] + way_m;
  }
  return moment;
}

std::vector<Moment> stand(const body::Body& body, Liveliness liveliness, std::size_t ticks,
                          const body::BodyOffsets& posture = {}) {
  Shard shard{TickRate(kHz)};
  shard.add_character({1}, test::cast_named("somebody", body),
                      {.liveliness = liveliness, .seed = 11});
  std::vector<Moment> moments;
  for (std::uint64_t tick = 0; tick < ticks; ++tick) {
    std::vector<Input> inputs;
    if (tick == 0 && posture != body::BodyOffsets{}) {
      inputs.emplace_back(SetPosture{.character = {1}, .change = {.offsets = posture}});
    }
    shard.advance_to(Tick{tick}, inputs);
    moments.push_back(moment_of(shard.frames()[0], body));
  }
  return moments;
}

/// The first moments of three seconds in which the hips go 20 mm or more aside.
std::vector<std::size_t> shifts_of(const std::vector<Moment>& moments) {
  constexpr std::size_t kShift = 3 * kHz;
  std::vector<std::size_t> shifts;
  for (std::size_t i = 0; i + kShift < moments.size(); ++i) {
    const double way_m = moments[i + kShift].hips_aside_m - moments[i].hips_aside_m;
    if (std::abs(way_m) < 0.02) continue;
    shifts.push_back(i);
    i += 2 * kShift;
  }
  return shifts;
}

/// Of the centre of mass about where it is in the mean, from one shift to the next.
double sway_rms_m(const std::vector<Moment>& moments, std::size_t from, std::size_t to) {
  const auto count = static_cast<double>(to - from);
  Vec3 mean_m;
  for (std::size_t i = from; i < to; ++i) mean_m = mean_m + (1 / count) * moments[i].mass_m;
  double sum_m2 = 0;
  for (std::size_t i = from; i < to; ++i) {
    const Vec3 off_m = moments[i].mass_m - mean_m;
    sum_m2 += off_m.x * off_m.x + off_m.z * off_m.z;
  }
  return std::sqrt(sum_m2 / count);
}

/// The farthest that a joint of a foot goes from where it was at first.
double slid_m(const std::vector<Moment>& moments) {
  double slid_m = 0;
  for (const Moment& moment : moments) {
    for (std::size_t i = 0; i < kFeet.size(); ++i) {
      slid_m = std::max(slid_m, length(moment.feet_m[i] - moments[0].feet_m[i]));
    }
  }
  return slid_m;
}

/// In how many moments the centre of mass is not over soles and heels.
std::size_t outside_support(const std::vector<Moment>& moments) {
  return static_cast<std::size_t>(std::ranges::count_if(moments, [&](const Moment& moment) {
    return test::movement::inside_support_cm(moment.mass_m, moments[0].feet_m) < 0;
  }));
}

double correlation_of(const std::vector<double>& a, const std::vector<double>& b) {
  const auto count = static_cast<double>(a.size());
  double sum_a = 0, sum_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum_a += a[i], sum_b += b[i];
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double off_a = a[i] - sum_a / count;
    const double off_b = b[i] - sum_b / count;
    ab += off_a * off_b;
    aa += off_a * off_a;
    bb += off_b * off_b;
  }
  return ab / std::sqrt(aa * bb);
}

}  // namespace

TEST_CASE("who stands for ten minutes shifts its weight, on feet that stay under it",
          "[standing][life][sweep]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    const auto moments = stand(*body, Liveliness::Alive, kTenMinutes);
    const auto shifts = shifts_of(moments);
    CAPTURE(body == &test::ada(), shifts.size());
    CHECK(shifts.size() >= 3);
    CHECK(shifts.size() <= 10);

    CHECK(slid_m(moments) < 0.002);
    CHECK(outside_support(moments) == 0);

    for (std::size_t i = 1; i < shifts.size(); ++i) {
      const double rms_m = sway_rms_m(moments, shifts[i - 1] + 4 * kHz, shifts[i]);
      CAPTURE(shifts[i - 1], shifts[i]);
      CHECK(rms_m > 0.002);
      CHECK(rms_m < 0.006);
    }
  }
}

TEST_CASE("a character of every style shifts its weight, on feet that stay under it",
          "[standing][life][sweep]") {
  const auto& casts = test::movement::two_casts();
  const auto& styles = casts.front()->vocabulary->styles;
  std::size_t which = 0;
  for (const std::string_view style : test::movement::kThirteenStyles) {
    const body::Body& body = *casts[++which % casts.size()]->body;
    const auto manner = styles.find(style);
    const auto posture = manner == styles.end()
                             ? body::BodyOffsets{}
                             : posture_of(manner->second.expressivity, body, Seconds(0)).offsets;
    const auto moments = stand(body, Liveliness::Alive, kTenMinutes, posture);
    CAPTURE(style, body.name);
    CHECK(shifts_of(moments).size() >= 3);
    CHECK(slid_m(moments) < 0.002);
    CHECK(outside_support(moments) == 0);
  }
}

TEST_CASE("no hip of who is still ever moves", "[standing][life]") {
  const auto moments = stand(test::ada(), Liveliness::Still, kTenMinutes);
  CHECK(std::ranges::all_of(moments,
                            [&](const Moment& each) { return each.mass_m == moments[0].mass_m; }));
}

TEST_CASE("nobody shifts because another one does", "[standing][life][sweep]") {
  constexpr std::uint64_t kTicksOfAnHour = 36'000;
  Shard shard{TickRate(10)};
  const LifeOptions life{.liveliness = Liveliness::Alive, .seed = 11};
  shard.add_character({1}, test::cast_named("ada", test::ada()), life);
  shard.add_character({2}, test::cast_named("ben", test::ben()), life);
  std::array<std::vector<double>, 2> aside_m;
  for (std::uint64_t tick = 0; tick < kTicksOfAnHour; ++tick) {
    shard.advance_to(Tick{tick}, {});
    for (std::size_t i = 0; i < 2; ++i) aside_m[i].push_back(shard.frames()[i].hips_m[0]);
  }
  CHECK(std::abs(correlation_of(aside_m[0], aside_m[1])) < 0.3);
}

TEST_CASE("weight shifts are the same beside others, and from a snapshot on", "[standing][life]") {
  const LifeOptions life{.liveliness = Liveliness::Alive, .seed = 5};
  const auto ben = test::cast_named("ben", test::ben());
  Shard both{TickRate(10)};
  both.add_character({1}, test::cast_named("ada", test::ada()), life);
  both.add_character({2}, ben, life);
  Shard alone{TickRate(10)};
  alone.add_character({2}, ben, life);
  ShardSnapshot snapshot;
  std::vector<decltype(Frame::hips_m)> second_half_m;
  for (std::uint64_t tick = 0; tick < 4000; ++tick) {
    if (tick == 2000) snapshot = alone.snapshot();
    both.advance_to(Tick{tick}, {});
    alone.advance_to(Tick{tick}, {});
    REQUIRE(both.frames()[1] == alone.frames()[0]);
    if (tick >= 2000) second_half_m.push_back(alone.frames()[0].hips_m);
  }
  const auto [least, most] =
      std::ranges::minmax(second_half_m, {}, [](auto& each) { return each[0]; });
  CHECK(most[0] - least[0] > 0.02F);
  alone.restore(snapshot);
  for (std::uint64_t tick = 2000; tick < 4000; ++tick) {
    alone.advance_to(Tick{tick}, {});
    REQUIRE(alone.frames()[0].hips_m == second_half_m[tick - 2000]);
  }
}

TEST_CASE("who sits is moved by no weight shift, and who stands again is", "[standing][life]") {
  const test::Submitted sits{.tick = 60, .text = R"(<script xmlns="urn:kinesphere:script:1">
      <sequence><pose time="1.5" hold="6"><stance type="sitting"/></pose></sequence></script>)"};
  test::Performance performance{
      .casts = {test::cast_named("ada", test::ada())}, .scripts = {sits}, .ticks = 900};
  const auto still = test::perform(performance).frames;
  performance.alive = true;
  const auto alive = test::perform(performance).frames;
  CHECK_FALSE(alive[59].hips_m == still[59].hips_m);
  for (std::size_t i = 120; i < 420; ++i) REQUIRE(alive[i].hips_m == still[i].hips_m);
  CHECK_FALSE(alive[899].hips_m == still[899].hips_m);
  CHECK(test::velocity_jump_m_s(alive, test::ada()) <
        1.2 * test::velocity_jump_m_s(still, test::ada()) + 0.01);
}

}  // namespace kine::autonomy::standing_test
