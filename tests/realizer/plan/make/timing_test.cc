// Tests for realizer/plan/make/timing.h.
#include "realizer/plan/make/timing.h"

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::timing_test {
namespace {

using script::Dialect;

constexpr std::size_t kLeft = 0;
constexpr std::size_t kRight = 1;

struct Written {
  double time_s = 0;
  double hold_s = 0;
  std::vector<std::size_t> groups = {kLeft};
};

struct Settled {
  Result<Done> done = Done{};
  Seconds start{0};
  std::vector<Moment> moments;
  std::size_t warnings = 0;

  std::vector<double> times() const {
    std::vector<double> times;
    for (const Moment& moment : moments) times.push_back(moment.time.count());
    return times;
  }
};

Settled settled(double start_s, const std::vector<Written>& written, Dialect dialect) {
  static const script::Pose nowhere;
  Settled result;
  result.start = Seconds(start_s);
  for (const Written& each : written) {
    Moment moment;
    moment.written = &nowhere;
    moment.time = Seconds(each.time_s);
    moment.hold = Seconds(each.hold_s);
    for (const std::size_t group : each.groups)
      moment.goals.push_back({.group = group, .goal = {}});
    result.moments.push_back(std::move(moment));
  }
  Diagnostics diagnostics;
  Faults faults(dialect, diagnostics);
  result.done = settle_times(result.start, result.moments, faults);
  result.warnings = diagnostics.warnings().size();
  return result;
}

Settled ours(const std::vector<Written>& written) {
  return settled(0, written, Dialect::Kinesphere);
}

Settled classic(const std::vector<Written>& written, double start_s = 0) {
  return settled(start_s, written, Dialect::EmbrScript);
}

}  // namespace

TEST_CASE("our own dialect keeps times and holds as they are written", "[timing]") {
  const Settled result = ours({{0, 0.1}, {0.3, 0.2}, {0.6}});

  REQUIRE(result.done);
  CHECK(result.times() == std::vector<double>{0, 0.3, 0.6});
  CHECK(result.moments[1].goals[0].hold == Seconds(0.2));
}

TEST_CASE("our own dialect is refused where a pose does not come after the one before it",
          "[timing]") {
  CHECK_FALSE(ours({{0.5}, {0.4}}).done);
  CHECK_FALSE(ours({{0.5, 0, {kLeft}}, {0.5, 0, {kRight}}}).done);
  CHECK_FALSE(settled(1, {{0.9}}, Dialect::Kinesphere).done);
}

TEST_CASE("our own dialect is refused where a hold leaves no time for the next pose", "[timing]") {
  CHECK_FALSE(ours({{0.3, 0.3}, {0.5}}).done);
  CHECK_FALSE(ours({{0.3, 0.3, {kLeft}}, {0.5, 0, {kRight}}}).done);
  // The decimals of .1 + .2 and .3 differ in the last bit, so the hold ends where the next begins.
  CHECK_FALSE(ours({{0.1, 0.2}, {0.3}}).done);
  CHECK(ours({{0.1, 0.2, {kLeft}}, {0.3, 0, {kRight}}}).done);
  CHECK(ours({{0.1, 0.19}, {0.3}}).done);
}

TEST_CASE("a pose that asks for nothing may share its time with another, or lie in a hold",
          "[timing]") {
  CHECK(ours({{0.5}, {0.5, 0, {}}, {0.5, 0, {}}}).done);
  CHECK(ours({{0.5, 0, {}}, {0.5}}).done);
  CHECK(ours({{0.2, 0.2}, {0.3, 0, {}}, {0.5}}).done);
  CHECK_FALSE(ours({{0.5}, {0.4, 0, {}}}).done);
  CHECK_FALSE(ours({{0.5}, {0.5, 0, {}}, {0.5, 0, {kRight}}}).done);
  CHECK_FALSE(ours({{0.2, 0.4}, {0.3, 0, {}}, {0.5}}).done);
}

TEST_CASE("classic poses that run backwards are put in order", "[timing]") {
  const Settled result = classic({{0.9}, {0.3}, {0.6}});

  CHECK(result.times() == std::vector<double>{0.3, 0.6, 0.9});
  CHECK(result.warnings == 1);
}

TEST_CASE("classic poses of different groups may share a moment", "[timing]") {
  const Settled result = classic({{0.3, 0, {kLeft}}, {0.3, 0, {kRight}}});

  CHECK(result.times() == std::vector<double>{0.3, 0.3});
  CHECK(result.warnings == 0);
}

TEST_CASE("of classic poses of one group at one time each comes 40 ms later than the one before",
          "[timing]") {
  const Settled result = classic({{0.3}, {0.3}, {0.3}, {0.35}});

  REQUIRE(result.moments.size() == 4);
  CHECK(result.times()[0] == Approx(0.30));
  CHECK(result.times()[1] == Approx(0.34));
  CHECK(result.times()[2] == Approx(0.38));
  CHECK(result.times()[3] == Approx(0.42));
}

TEST_CASE("a classic pose at the start of its sequence is reached 40 ms later", "[timing]") {
  const Settled result = classic({{1}}, 1);

  CHECK(result.start == Seconds(1));
  CHECK(result.times()[0] == Approx(1.04));
}

TEST_CASE("a classic sequence starts earlier for poses before its start", "[timing]") {
  const Settled result = classic({{0.3}, {2.5}}, 2);

  CHECK(result.start.count() == Approx(0.26));
  CHECK(result.times() == std::vector<double>{0.3, 2.5});
  CHECK(result.warnings == 1);
}

TEST_CASE("a classic hold is cut short of the next pose of its group, and of no other",
          "[timing]") {
  const Settled result =
      classic({{0.3, 5, {kLeft, kRight}}, {0.8, 0, {kLeft}}, {0.82, 0.5, {kLeft}}});

  CHECK(result.moments[0].goals[0].hold.count() == Approx(0.46));
  CHECK(result.moments[0].goals[1].hold == Seconds(5));
  CHECK(result.moments[0].hold == Seconds(5));
  CHECK(result.moments[1].goals[0].hold == Seconds(0));
  CHECK(result.moments[2].goals[0].hold == Seconds(0.5));
  CHECK(result.warnings == 1);
}

TEST_CASE("a movement begins with its sequence, in classic scripts where the last pose ended",
          "[timing]") {
  Settled result = classic({{0.5, 0.2, {kLeft}}, {1, 0, {kRight}}, {1, 0, {kLeft}}});
  Diagnostics diagnostics;
  const Faults mending(Dialect::EmbrScript, diagnostics);
  const Faults refusing(Dialect::Kinesphere, diagnostics);

  CHECK(movement_start(result.start, result.moments, 0, mending) == Seconds(0));
  CHECK(movement_start(result.start, result.moments, 1, mending).count() == Approx(0.7));
  CHECK(movement_start(result.start, result.moments, 2, mending).count() == Approx(0.7));
  CHECK(movement_start(result.start, result.moments, 2, refusing) == Seconds(0));
}

}  // namespace kine::plan::timing_test
