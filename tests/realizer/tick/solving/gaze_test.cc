// Tests for realizer/tick/solving/gaze.h: looks in a running shard, judged by the geometry of its
// frames.
#include "realizer/tick/solving/gaze.h"

#include <cmath>

#include "realizer/motion/actuators/look.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::gaze_test {
namespace {

using namespace std::chrono_literals;
using body::Joint;
using solve::GazeChain;

constexpr CharacterId kAda{1};
constexpr CharacterId kBen{2};
constexpr double kDegree = 3.14159265358979323846 / 180;

std::shared_ptr<const Cast> cast_at(std::string name, const body::Body& body, const Vec3& spot,
                                    double heading_rad) {
  auto cast = std::make_shared<Cast>(*test::cast_named(std::move(name), body));
  cast->placement = {.position_m = spot, .heading_rad = heading_rad};
  return cast;
}

/// Side by side, each half turned to the other.
Shard stage_of_two() {
  Shard shard(TickRate(60));
  shard.add_character(kAda, cast_at("ada", test::ada(), {-0.7, 0, 0}, 0.5));
  shard.add_character(kBen, cast_at("ben", test::ben(), {0.7, 0, 0}, -0.5));
  return shard;
}

struct Stop {
  double time_s;
  double hold_s;
  pose::GazeTarget target;
};

std::shared_ptr<const motion::Block> look_block(GazeChain chain, const std::vector<Stop>& stops,
                                                Seconds fade_out = 300ms, int priority = 0) {
  const body::JointSet joints = solve::joints_of(chain);
  pose::GazeKeys keys{.joints = joints, .keys = {}};
  double from_s = 0;
  for (const Stop& stop : stops) {
    keys.keys.push_back(
        {.from_s = from_s, .time_s = stop.time_s, .joints = joints, .target = stop.target});
    from_s = stop.time_s + stop.hold_s;
  }
  auto block = std::make_shared<motion::Block>();
  block->id = "look";
  block->segments.push_back({.start = 0s,
                             .end = Seconds(from_s) + fade_out,
                             .fade_in = 0s,
                             .fade_out = fade_out,
                             .priority = priority,
                             .actuator = std::make_shared<motion::Look>(std::move(keys))});
  block->end = block->segments.back().end;
  return block;
}

pose::GazeTarget named(std::string name) { return {.name = std::move(name)}; }
pose::GazeTarget in_world(const Vec3& point) {
  return {.frame = pose::GazeFrame::World, .point_m = point, .name = {}};
}

Input play(CharacterId character, std::shared_ptr<const motion::Block> block) {
  static std::uint64_t id = 0;
  return PlayBlock{.character = character, .id = {++id}, .client = {7}, .block = std::move(block)};
}

void advance(Shard& shard, std::uint64_t from, std::uint64_t to, std::vector<Input> first = {}) {
  for (std::uint64_t tick = from; tick <= to; ++tick) {
    shard.advance_to(Tick{tick}, tick == from ? first : std::vector<Input>{});
  }
}

Quat turn_in_world(const Frame& frame, Joint joint) {
  Quat turn;
  for (std::optional<Joint> at = joint; at; at = body::parent_of(*at)) {
    const auto& q = frame.parent_from_joint[body::index_of(*at)];
    turn = Quat{q[0], q[1], q[2], q[3]} * turn;
  }
  return Quat{frame.root[3], frame.root[4], frame.root[5], frame.root[6]} * turn;
}

/// The angle by which the left eye looks past a point of the world.
double miss_of(const Frame& frame, const body::Body& body, const Vec3& point) {
  const Vec3 sight = turn_in_world(frame, Joint::LeftEye) * Vec3{0, 0, 1};
  const Vec3 way = point - find_in_world(frame, body, Joint::LeftEye);
  return std::atan2(length(cross(sight, way)), dot(sight, way));
}

double turned(const Frame& a, const Frame& b, Joint joint) {
  return angle_between(turn_in_world(a, joint), turn_in_world(b, joint));
}

}  // namespace

TEST_CASE("from its pose on the eyes are on the target, and back where they were after the fade",
          "[gaze]") {
  Shard shard = stage_of_two();
  const Vec3 target{1, 1.2, 2};
  advance(shard, 0, 0);
  const Frame rest = shard.frames()[0];
  advance(shard, 1, 31,
          {play(kAda, look_block(GazeChain::HeadNeck, {{0.5, 1, in_world(target)}}))});
  CHECK(miss_of(shard.frames()[0], test::ada(), target) < 1e-3);
  advance(shard, 32, 90);
  CHECK(miss_of(shard.frames()[0], test::ada(), target) < 1e-3);
  CHECK(turned(rest, shard.frames()[0], Joint::Head) > 10 * kDegree);
  advance(shard, 91, 130);
  CHECK(shard.frames()[0].parent_from_joint == rest.parent_from_joint);
}

TEST_CASE("the eyes are there before the head", "[gaze]") {
  Shard shard = stage_of_two();
  const Vec3 target{-0.7, 1.3, 2};  // half a radian to her right: within what eyes can do
  advance(shard, 0, 17, {play(kAda, look_block(GazeChain::Head, {{0.5, 1, in_world(target)}}))});
  const Frame half_way = shard.frames()[0];
  advance(shard, 18, 40);
  CHECK(miss_of(half_way, test::ada(), target) < 0.5 * kDegree);
  CHECK(turned(half_way, shard.frames()[0], Joint::Head) > 5 * kDegree);
}

TEST_CASE("two who look at each other see each other's eyes", "[gaze]") {
  Shard shard = stage_of_two();
  advance(shard, 0, 60,
          {play(kAda, look_block(GazeChain::HeadNeck, {{0.5, 2, named("ben")}})),
           play(kBen, look_block(GazeChain::HeadThorax, {{0.4, 2, named("ada")}}))});
  const Vec3 bens = find_in_world(shard.frames()[1], test::ben(), {});
  const Vec3 adas = find_in_world(shard.frames()[0], test::ada(), {});
  CHECK(miss_of(shard.frames()[0], test::ada(), bens) < 1e-3);
  CHECK(miss_of(shard.frames()[1], test::ben(), adas) < 1e-3);
}

TEST_CASE("a head that is moved by others nods, and its eyes stay on their target", "[gaze]") {
  Shard shard = stage_of_two();
  const Vec3 target{-0.2, 1.5, 2};
  advance(shard, 0, 39, {play(kAda, look_block(GazeChain::Head, {{0.4, 5, in_world(target)}}))});
  advance(shard, 40, 50,
          {play(kAda, test::spin_block({.speed_rad_s = 0.6, .length = 2s, .priority = 1}))});
  const Frame before = shard.frames()[0];
  advance(shard, 51, 60);
  // A tenth of a turn of a radian a second, and no more.
  CHECK(turned(before, shard.frames()[0], Joint::Head) == Approx(0.6 * 10 / 60).epsilon(1e-3));
  CHECK(miss_of(shard.frames()[0], test::ada(), target) < 1e-3);
}

TEST_CASE("of two looks the higher is seen, and the other where it has ended", "[gaze]") {
  Shard shard = stage_of_two();
  const Vec3 left{1, 1.5, 2};
  const Vec3 right{-2, 1.5, 2};
  advance(shard, 0, 60,
          {play(kAda, look_block(GazeChain::Head, {{0.5, 1, in_world(left)}}, 300ms, 1)),
           play(kAda, look_block(GazeChain::Head, {{0.5, 4, in_world(right)}}, 300ms, 0))});
  CHECK(miss_of(shard.frames()[0], test::ada(), left) < 1e-3);
  advance(shard, 61, 120);
  CHECK(miss_of(shard.frames()[0], test::ada(), right) < 1e-3);
}

TEST_CASE("no joint jumps where looks begin, change, end or are interrupted", "[gaze]") {
  Shard shard = stage_of_two();
  const auto look_about = look_block(GazeChain::HeadAbdomen, {{0.5, 0.2, in_world({3, 1, 0})},
                                                              {1.4, 0.2, in_world({-3, 1.8, 0.5})},
                                                              {2, 0, named("ben")}});
  const auto glance = look_block(GazeChain::Eyes, {{0.2, 0.3, named("camera")}});
  // The longest way is some 120 degrees in 0.4 s; least jerk is at most 15/8 as fast as its mean,
  // and eyes are twice as fast.
  const double turn_max = 120 * kDegree / (0.4 * 60) * (15.0 / 8) * 2;
  std::vector<Frame> seen;
  for (std::uint64_t tick = 0; tick <= 240; ++tick) {
    std::vector<Input> inputs;
    if (tick == 10 || tick == 180) inputs.push_back(play(kAda, look_about));
    if (tick == 50 || tick == 58) inputs.push_back(play(kAda, glance));
    if (tick == 200) inputs.push_back(Interrupt{kAda, {}, 200ms});
    shard.advance_to(Tick{tick}, inputs);
    seen.push_back(shard.frames()[0]);
  }
  for (std::size_t i = 1; i < seen.size(); ++i) {
    CAPTURE(i);
    CHECK(turned(seen[i - 1], seen[i], Joint::Head) < turn_max);
    for (const Joint joint : {Joint::LeftEye, Joint::Neck, Joint::Chest}) {
      const auto& a = seen[i - 1].parent_from_joint[body::index_of(joint)];
      const auto& b = seen[i].parent_from_joint[body::index_of(joint)];
      CHECK(angle_between(Quat{a[0], a[1], a[2], a[3]}, Quat{b[0], b[1], b[2], b[3]}) < turn_max);
    }
  }
}

TEST_CASE("a target that a client sets is looked at from then on, wherever it goes", "[gaze]") {
  Shard shard = stage_of_two();
  advance(shard, 0, 40, {play(kAda, look_block(GazeChain::Head, {{0.2, 10, named("cup")}}))});
  CHECK(turned(shard.frames()[0], shard.frames()[0], Joint::Head) == 0);
  const Frame rest = shard.frames()[0];
  const Vec3 table{0, 0.9, 1};
  advance(shard, 41, 41, {SetTarget{"cup", table}});
  CHECK(turned(rest, shard.frames()[0], Joint::Head) < 1 * kDegree);
  advance(shard, 42, 80);
  CHECK(miss_of(shard.frames()[0], test::ada(), table) < 1e-3);
  const Vec3 lifted{0, 1.4, 1};
  advance(shard, 81, 160, {SetTarget{"cup", lifted}});
  CHECK(miss_of(shard.frames()[0], test::ada(), lifted) < 1e-3);
}

TEST_CASE("points of chest and hips go with them", "[gaze]") {
  Shard shard = stage_of_two();
  advance(
      shard, 0, 60,
      {play(kAda, look_block(
                      GazeChain::Eyes,
                      {{0.2,
                        10,
                        {.frame = pose::GazeFrame::Chest, .point_m = {0.3, 0.3, 1}, .name = {}}}})),
       play(kAda, test::spin_block({.joint = Joint::Spine, .speed_rad_s = 0.3, .length = 5s}))});
  const Frame& frame = shard.frames()[0];
  const Vec3 point = find_in_world(frame, test::ada(), Joint::UpperChest) +
                     turn_in_world(frame, Joint::UpperChest) * Vec3{0.3, 0.3, 1};
  CHECK(miss_of(frame, test::ada(), point) < 1e-3);
}

TEST_CASE("a snapshot has all that is looked at", "[gaze]") {
  Shard shard = stage_of_two();
  advance(shard, 0, 30,
          {SetTarget{"cup", {0, 1, 1}},
           play(kAda, look_block(GazeChain::Head, {{0.5, 10, named("cup")}})),
           play(kBen, look_block(GazeChain::Head, {{0.5, 10, named("ada.leftHand")}}))});
  const ShardSnapshot snapshot = shard.snapshot();
  advance(shard, 31, 60, {SetTarget{"cup", {1, 1, 1}}});
  const ShardSnapshot end = shard.snapshot();
  shard.restore(snapshot);
  CHECK(shard.snapshot() == snapshot);
  advance(shard, 31, 60, {SetTarget{"cup", {1, 1, 1}}});
  CHECK(shard.snapshot() == end);
}

}  // namespace kine::gaze_test
