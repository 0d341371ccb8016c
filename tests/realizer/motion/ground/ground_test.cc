// Tests for realizer/motion/ground/ground.h.
#include "realizer/motion/ground/ground.h"

#include <algorithm>
#include <cmath>

#include "realizer/motion/ground/footing.h"
#include "realizer/motion/ground/stance.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"

using namespace std::chrono_literals;

namespace kine::motion::ground_test {
namespace {

plan::Track track_of(std::vector<plan::Key> keys) {
  return {.group = test::group_index(test::example_body(), "lowerBody"),
          .start = 0s,
          .keys = std::move(keys)};
}

plan::Key key_at(Seconds time, Seconds hold, plan::Goal goal) {
  return {.pose = 0, .time = time, .hold = hold, .goals = {std::move(goal)}, .tcb = {}};
}

pose::GroundKeys bound(std::vector<GroundMove> moves, const GroundEntry& ground,
                       Seconds time = 0s) {
  const pose::Pose pose;
  const Entry entry{.pose = &pose,
                    .pose_before = &pose,
                    .step = Seconds(1.0 / 60),
                    .time = time,
                    .ground = &ground};
  return *Ground(std::move(moves)).compile(entry, test::ada()).find<pose::GroundKeys>();
}

}  // namespace

TEST_CASE("a stance goes back at the end of its sequence, unless it lasts", "[ground]") {
  plan::Sequence sequence{.id = "s", .fade_out = 500ms, .frame = {}};
  sequence.poses = {{.id = "ready", .time = 1s, .hold = 2s}};
  const plan::Track track =
      track_of({key_at(1s, 2s, plan::Stance{.kind = script::StanceKind::Sitting})});
  const auto moves = make_ground_moves(track, sequence);
  REQUIRE(moves.size() == 2);
  CHECK(moves[0].to == 1s);
  CHECK(*moves[0].bends[0] == 1);
  CHECK(moves[1].back);
  CHECK(moves[1].from == 3s);
  CHECK(moves[1].to == 3.5s);
  sequence.lasting = true;
  CHECK(make_ground_moves(track, sequence).size() == 1);
}

TEST_CASE("a walk is bound from where one stands", "[ground]") {
  const GroundEntry stands{.root = {.position_m = {1, 0, 0}, .heading_rad = 0}};
  const auto keys = bound({{.from = 0s, .to = 3s, .walks_to = Vec3{1, 0, 2}}}, stands);
  REQUIRE(keys.gaits.size() == 1);
  CHECK(length(last_place(keys).position_m - Vec3{1, 0, 2}) < 1e-9);
  CHECK(keys.end_s == Approx(3));
  CHECK(last_bends(keys) == pose::Bends{});
}

TEST_CASE("who goes back later stays bent for longer", "[ground]") {
  GroundMove sit{.from = 0s, .to = 1s};
  sit.bends[static_cast<std::size_t>(pose::Bend::Sit)] = 1;
  const GroundEntry stands{.root = {}};
  const auto keys = bound({sit, {.from = 3s, .to = 4s, .back = true}}, stands);
  const auto later = with_last_move_later(keys, 2, 1.5);
  REQUIRE(later);
  CHECK(bends_at(*later, 4.5)[0] == 1);
  CHECK(bends_at(*later, 5.5)[0] == 0);
  CHECK(later->end_s == Approx(5.5));
  CHECK(bends_at(*with_last_move_later(keys, 2, -0.5), 3.5)[0] == 0);
  CHECK_FALSE(with_last_move_later(keys, 3.5, 1));
  const auto now = with_last_move_later(keys, 2, -1.5);
  REQUIRE(now);
  CHECK(bends_at(*now, 3)[0] == 0);
}

TEST_CASE("what walks already comes to stand before it goes elsewhere", "[ground]") {
  const GroundEntry stands{.root = {}};
  const auto first = bound({{.from = 0s, .to = 5s, .walks_to = Vec3{0, 0, 6}}}, stands);
  // A second later than the first, whose time is two seconds more.
  const GroundEntry goes{.root = {}, .keys = &first, .behind = 2s};
  const auto second = bound({{.from = 0s, .to = 6s, .walks_to = Vec3{3, 0, 1}}}, goes);
  REQUIRE(second.gaits.size() == 2);
  CHECK(second.gaits[1].start_s == Approx(second.gaits[0].start_s + second.gaits[0].length_s()));
  CHECK(length(last_place(second).position_m - Vec3{3, 0, 1}) < 1e-9);
  const Footing a = footing_at(first, 2);
  const Footing b = footing_at(second, 0);
  CHECK(length(a.root.position_m - b.root.position_m) < 1e-9);
  CHECK(length(a.feet[0].ankle_m - b.feet[0].ankle_m) < 1e-9);
  CHECK(length(a.hips_m - b.hips_m) < 1e-9);
}

TEST_CASE("who sits gets up to walk, and who is stopped goes back", "[ground]") {
  GroundMove sit{.from = 0s, .to = 1500ms};
  sit.bends[static_cast<std::size_t>(pose::Bend::Sit)] = 1;
  const GroundEntry stands{.root = {}};
  const auto seated = bound({sit}, stands);
  CHECK(bends_at(seated, 2)[0] == 1);
  CHECK(last_bends(seated)[0] == 1);
  const GroundEntry sits{.root = {}, .keys = &seated, .behind = 2s, .base = last_bends(seated)};
  const auto walks = bound({{.from = 0s, .to = 5s, .walks_to = Vec3{0, 0, 2}}}, sits);
  CHECK(bends_at(walks, 0)[0] == Approx(1));
  CHECK(walks.gaits.front().start_s > 1);
  CHECK(bends_at(walks, walks.gaits.front().start_s)[0] == 0);
  const auto halfway = stopped(seated, 0.7, {});
  CHECK(bends_at(halfway, 0.7)[0] == Approx(bends_at(seated, 0.7)[0]));
  CHECK(bends_at(halfway, halfway.end_s)[0] == 0);
  CHECK(halfway.end_s > 1);
}

TEST_CASE("who waits for a step has the time that was meant", "[ground]") {
  const GroundEntry stands{.root = {}};
  const auto walks = bound({{.from = 0s, .to = 5s, .walks_to = Vec3{0, 0, 6}}}, stands);
  GroundMove sit{.from = 0s, .to = 1s};
  sit.bends[static_cast<std::size_t>(pose::Bend::Sit)] = 1;
  const GroundEntry goes{.root = {}, .keys = &walks, .behind = 2s};
  const auto sits = bound({sit}, goes);
  REQUIRE(sits.gaits.size() == 1);
  const double stands_s = sits.gaits[0].start_s + sits.gaits[0].length_s();
  REQUIRE(stands_s > 0.5);
  CHECK(bends_at(sits, stands_s)[0] == 0);
  CHECK(bends_at(sits, stands_s + 0.5)[0] == Approx(0.5));
  CHECK(sits.end_s == Approx(stands_s + 1));
}

TEST_CASE("what a stance does not name goes on to where it was going", "[ground]") {
  constexpr auto kSit = static_cast<std::size_t>(pose::Bend::Sit);
  constexpr auto kCross = static_cast<std::size_t>(pose::Bend::CrossLeft);
  GroundMove sit{.from = 0s, .to = 1500ms};
  sit.bends[kSit] = 1;
  GroundMove cross{.from = 0s, .to = 1s};
  cross.bends[kCross] = 1;
  const GroundEntry stands{.root = {}};
  const auto sits = bound({sit}, stands);
  for (const Seconds behind : {Seconds(0), Seconds(0.75)}) {
    CAPTURE(behind.count());
    const GroundEntry goes{.root = {}, .keys = &sits, .behind = behind, .base = last_bends(sits)};
    const auto crossed = bound({cross}, goes);
    CHECK(last_bends(crossed)[kSit] == 1);
    CHECK(bends_at(crossed, crossed.end_s)[kCross] == 1);
    CHECK(bends_at(crossed, 1)[kCross] == 1);
    // Nobody sits down faster for it: no more than twice the average of a sit of 1.5 s.
    for (double time_s = 0; time_s < 1.5; time_s += 0.01) {
      REQUIRE(bends_at(crossed, time_s + 0.01)[kSit] - bends_at(crossed, time_s)[kSit] < 0.0134);
    }
  }
  // Of who sits for a while, what stays is what comes after; what does not, is over it.
  const auto for_a_while = bound({sit, {.from = 8s, .to = 9s, .back = true}}, stands);
  const GroundEntry goes{.root = {}, .keys = &for_a_while, .behind = 3s};
  CHECK(last_bends(bound({cross}, goes))[kSit] == 0);
  const auto both = bound({cross, {.from = 2s, .to = 3s, .back = true}}, goes);
  CHECK(bends_at(both, 1.5)[kSit] == 1);
  CHECK(last_bends(both) == pose::Bends{});
}

TEST_CASE("who was sitting down halts before getting up slowly", "[ground]") {
  GroundMove sit{.from = 0s, .to = 1500ms};
  sit.bends[static_cast<std::size_t>(pose::Bend::Sit)] = 1;
  GroundMove rise{.from = 0s, .to = 10s};
  rise.bends[static_cast<std::size_t>(pose::Bend::Sit)] = 0;
  const GroundEntry stands{.root = {}};
  const auto sits = bound({sit}, stands);
  constexpr double kStep_s = 1.0 / 600;
  for (const double begins_s : {0.3, 0.6, 0.75, 1.0, 1.2, 1.45}) {
    CAPTURE(begins_s);
    const GroundEntry goes{.root = {}, .keys = &sits, .behind = Seconds(begins_s)};
    const auto rises = bound({rise}, goes);
    const double entered = bends_at(sits, begins_s)[0];
    CHECK(bends_at(rises, 0)[0] == Approx(entered));
    double speed = (entered - bends_at(sits, begins_s - kStep_s)[0]) / kStep_s;
    // In three tenths of a second at the most half of the way that it would have gone.
    const double farthest = std::min(1.0, entered + 0.5 * 0.3 * speed) + 0.01;
    for (double time_s = 0; time_s < 10.2; time_s += kStep_s) {
      const double now = bends_at(rises, time_s)[0];
      const double then = bends_at(rises, time_s + kStep_s)[0];
      REQUIRE(then < farthest);
      const double next = (then - now) / kStep_s;
      // The whole way in 1.5 s has 1.25 a second at the most: gone in 0.3 s by least jerk.
      REQUIRE(std::abs(next - speed) < 1.1 * kStep_s * 1.5 * 1.25 / 0.3);
      speed = next;
    }
    CHECK(bends_at(rises, 10)[0] == 0);
  }
}

TEST_CASE("who is to go back earlier than it can goes back at once", "[ground]") {
  constexpr auto kCross = static_cast<std::size_t>(pose::Bend::CrossLeft);
  GroundMove cross{.from = 0s, .to = 1s};
  cross.bends[kCross] = 1;
  pose::Bends seated{};
  seated[static_cast<std::size_t>(pose::Bend::Sit)] = 1;
  GroundMove sit{.from = 0s, .to = 1s};
  sit.bends[static_cast<std::size_t>(pose::Bend::Sit)] = 1;
  const GroundEntry stands{.root = {}};
  const auto sits = bound({sit}, stands);
  const GroundEntry on_seat{.root = {}, .keys = &sits, .behind = 5s, .base = seated};
  for (const GroundEntry* where : {&stands, &on_seat}) {
    const auto keys = bound({cross, {.from = 8s, .to = 9s, .back = true}}, *where);
    const auto at_once = with_last_move_later(keys, 2, -6.5);
    REQUIRE(at_once);
    CHECK(bends_at(*at_once, 2)[kCross] == 1);
    CHECK(bends_at(*at_once, 2.5)[kCross] == Approx(0.5));
    CHECK(at_once->end_s == Approx(3));
    CHECK(last_bends(*at_once) == where->base);
    // Not before it is there.
    const auto soon = with_last_move_later(keys, 0.5, -8);
    REQUIRE(soon);
    CHECK(bends_at(*soon, 1)[kCross] == 1);
    CHECK(bends_at(*soon, 2)[kCross] == 0);
    const auto later = with_last_move_later(keys, 2, 3);
    REQUIRE(later);
    CHECK(bends_at(*later, 11)[kCross] == 1);
    CHECK(later->end_s == Approx(12));
    CHECK_FALSE(with_last_move_later(keys, 8.5, 3));
  }
}

}  // namespace kine::motion::ground_test
