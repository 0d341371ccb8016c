// Properties of the whole tick, over random scripts: what the scheduler and the blend promise
// together, whatever is asked of them. No header of its own: the subject is realizer/tick/shard.h
// with all that stands before it.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/motion/stage.h"

namespace kine::smoothness_test {
namespace {

using namespace std::chrono_literals;
using test::RandomRotations;

constexpr CharacterId kAda{1};
constexpr std::uint32_t kTicksASecond = 600;

std::string number(double value) { return std::to_string(value); }

/// One pose of a hand somewhere before the body, kept there or not, or of the fingers, or a turn of
/// the head or of the chest.
std::string random_constraint(RandomRotations& random, bool left) {
  const std::string side = left ? "left" : "right";
  const double kind = random.number(0, 1);
  if (kind < 0.6) {
    const double x = random.number(0.05, 0.4) * (left ? 1 : -1);
    const double y = random.number(0.9, 1.5);
    const double z = random.number(0.2, 0.45);
    const bool kept = random.number(0, 1) < 0.5;
    return "<position joint=\"" + side + "Hand\" target=\"" + number(x) + " " + number(y) + " " +
           number(z) + (kept ? "\" keep=\"yes\"/>" : "\"/>");
  }
  if (kind < 0.85) return "<hand side=\"" + side + "\" shape=\"fist\"/>";
  const double x = random.number(-0.5, 0.5);
  const double y = random.number(-0.3, 0.3);
  return "<orientation joint=\"" + std::string(kind < 0.92 ? "head" : "upperChest") +
         "\" axis=\"z\" direction=\"" + number(x) + " " + number(y) + " 1\"/>";
}

/// A sequence whose poses leave time to reach them, with fades of a quarter second and more: what
/// jumps by order of the script, as a fade of nothing does, is not meant here.
std::string random_sequence(RandomRotations& random, double start_s) {
  const bool left = random.number(0, 1) < 0.5;
  const double fade_in_s = random.number(0, 1) < 0.5 ? 0 : random.number(0.25, 0.5);
  const double fade_out_s = random.number(0.3, 0.8);
  const int priority = static_cast<int>(random.number(-2, 3));
  std::string text = "<sequence start=\"" + number(start_s) + "\" fade-in=\"" + number(fade_in_s) +
                     "\" fade-out=\"" + number(fade_out_s) + "\" priority=\"" +
                     std::to_string(priority) + "\">";
  double time_s = 0;
  const std::string what = random_constraint(random, left);
  for (int pose = 0; pose < 3; ++pose) {
    time_s += random.number(0.35, 0.8);
    const double hold_s = random.number(0, 1) < 0.5 ? 0 : random.number(0.05, 0.3);
    const std::string constraint = pose == 0 ? what : random_constraint(random, left);
    text += "<pose time=\"" + number(time_s) + "\" hold=\"" + number(hold_s) + "\">" + constraint +
            "</pose>";
    time_s += hold_s;
  }
  return text + "</sequence>";
}

std::string random_script(RandomRotations& random, const std::string& tension = "") {
  std::string text = "<script xmlns=\"urn:kinesphere:script:1\">";
  if (!tension.empty()) text += "<character tension=\"" + tension + "\"/>";
  for (int i = 0; i < 5; ++i) text += random_sequence(random, random.number(0, 2.5));
  return text + "</script>";
}

std::shared_ptr<const motion::Block> block_of(const std::string& text,
                                              std::shared_ptr<const Cast> cast) {
  const std::array casts = {std::move(cast)};
  Diagnostics diagnostics;
  const auto prepared = prepare(text, {.casts = casts, .script_id = "random"}, diagnostics);
  REQUIRE(prepared);
  return prepared->blocks.at(0);
}

/// A cast of ada whose hands have their shapes.
std::shared_ptr<const Cast> ada() { return test::cast_named("ada", test::ada()); }

Quat rotation_of(const Frame& frame, std::size_t joint) {
  const std::array<float, 4>& q = frame.parent_from_joint[joint];
  return {q[0], q[1], q[2], q[3]};
}

TEST_CASE("no joint's velocity jumps, whatever takes over, fades, is held or interrupted",
          "[smoothness]") {
  // 300 rad/s^2 is what a hand does at the start of a quick stroke; a velocity of 2 rad/s that
  // vanished within one tick would be 1,200.
  constexpr double kJumpMax_rad_s = 300.0 / kTicksASecond;
  RandomRotations random(20);
  const auto cast = ada();
  for (int round = 0; round < 60; ++round) {
    Shard shard{TickRate(kTicksASecond)};
    shard.add_character(kAda, cast);
    const std::string text = random_script(random);
    INFO(text);
    const PlayBlock play{.character = kAda, .id = {1}, .block = block_of(text, cast)};
    const auto interrupt_tick = static_cast<std::uint64_t>(random.number(0.5, 6) * kTicksASecond);
    std::vector<Frame> last(2);
    double worst = 0;
    std::size_t worst_joint = 0;
    std::uint64_t worst_tick = 0;
    for (std::uint64_t tick = 0; tick < 7 * kTicksASecond; ++tick) {
      std::vector<Input> inputs;
      if (tick == 1) inputs.push_back(play);
      if (tick == interrupt_tick) inputs.push_back(Interrupt{.character = kAda, .fade = 400ms});
      shard.advance_to(Tick{tick}, inputs);
      const Frame& now = shard.frames()[0];
      for (std::size_t joint = 0; tick > 1 && joint < body::kJointCount; ++joint) {
        const Quat a = rotation_of(last[0], joint);
        const Quat b = rotation_of(last[1], joint);
        const Quat c = rotation_of(now, joint);
        const Vec3 jump = rotation_vector(conjugate(b) * c) - rotation_vector(conjugate(a) * b);
        const double size = length(jump) * kTicksASecond;
        if (size <= worst) continue;
        worst = size;
        worst_joint = joint;
        worst_tick = tick;
      }
      last = {last[1], now};
    }
    INFO(body::name_of(body::joint_at(worst_joint)) << " at tick " << worst_tick);
    CHECK(worst < kJumpMax_rad_s);
  }
}

TEST_CASE("no tracked wrist's velocity jumps, though its clock gains and loses",
          "[smoothness][sweep]") {
  // A mass is asked for no more than wn^2 of what it is away: with 10 mm and 0.3 m, 300 m/s^2. An
  // arm that is flung straight is slowed down by less than that, up to 2 m/s. A jump of an arm's
  // time would be far more: a hand at 2 m/s, by 10 ms in a tick, is twelve.
  constexpr double kJumpMax_m_s = 300.0 / kTicksASecond;
  RandomRotations random(22);
  const auto cast = ada();
  double most_ahead_s = 0;
  for (int round = 0; round < 12; ++round) {
    Shard shard{TickRate(kTicksASecond)};
    shard.add_character(kAda, cast);
    const std::string text = random_script(random, round % 2 == 0 ? "loose" : "neutral");
    INFO(text);
    const PlayBlock play{.character = kAda, .id = {1}, .block = block_of(text, cast)};
    const PlayBlock second{.character = kAda, .id = {2}, .block = play.block};
    const auto interrupt_tick = static_cast<std::uint64_t>(random.number(0.5, 6) * kTicksASecond);
    std::array<std::array<Vec3, 2>, 2> last;  // of both wrists
    double worst = 0;
    std::array<double, 2> arm_time_s = {-1, -1};
    for (std::uint64_t tick = 0; tick < 7 * kTicksASecond; ++tick) {
      std::vector<Input> inputs;
      if (tick == 1) inputs.push_back(play);
      if (tick == interrupt_tick) {
        inputs.push_back(Interrupt{.character = kAda, .fade = 400ms});
        inputs.push_back(second);
      }
      shard.advance_to(Tick{tick}, inputs);
      std::array<Quat, body::kJointCount> turns;
      for (std::size_t i = 0; i < turns.size(); ++i) turns[i] = rotation_of(shard.frames()[0], i);
      const body::Body::Model model = cast->body->compute_model(turns);
      const std::array hands = {model.positions_m[body::index_of(body::Joint::LeftHand)],
                                model.positions_m[body::index_of(body::Joint::RightHand)]};
      const CharacterState state = shard.snapshot().characters[0];
      for (std::size_t i = 0; i < hands.size(); ++i) {
        if (tick > 1) {
          const Vec3 jump = (hands[i] - last[1][i]) - (last[1][i] - last[0][i]);
          worst = std::max(worst, length(jump) * kTicksASecond);
        }
        const double ahead_s =
            ahead_at(Tick{tick}, static_cast<body::Side>(i), state.tension).count();
        const double now_s = static_cast<double>(tick) / kTicksASecond + ahead_s;
        REQUIRE(now_s > arm_time_s[i]);
        arm_time_s[i] = now_s;
        most_ahead_s = std::max(most_ahead_s, ahead_s);
      }
      last = {last[1], hands};
    }
    CHECK(worst < kJumpMax_m_s);
  }
  CHECK(most_ahead_s > 0.05);
}

TEST_CASE("every joint of every frame is a unit quaternion, every channel in range",
          "[smoothness]") {
  RandomRotations random(21);
  const auto cast = ada();
  for (int round = 0; round < 20; ++round) {
    Shard shard{TickRate(60)};
    shard.add_character(kAda, cast);
    const PlayBlock play{
        .character = kAda, .id = {1}, .block = block_of(random_script(random), cast)};
    for (std::uint64_t tick = 0; tick < 300; ++tick) {
      shard.advance_to(Tick{tick}, std::vector<Input>(tick == 0 ? 1 : 0, play));
      const Frame& frame = shard.frames()[0];
      for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
        const Quat q = rotation_of(frame, joint);
        REQUIRE(std::abs(dot(q, q) - 1) < 1e-6);
      }
      REQUIRE(std::ranges::all_of(frame.channels, [](float v) { return v >= 0 && v <= 1.5F; }));
    }
  }
}

TEST_CASE("scripts on different groups move the same, whichever came first", "[smoothness]") {
  const auto cast = ada();
  const std::string one = R"(<script xmlns="urn:kinesphere:script:1" id="one"><sequence>
    <pose time="0.5" hold="0.2"><position joint="leftHand" target="0.3 1.2 0.3"/></pose>
    </sequence></script>)";
  const std::string other = R"(<script xmlns="urn:kinesphere:script:1" id="two"><sequence>
    <pose time="0.7"><position joint="rightHand" target="-0.3 1.4 0.2"/></pose>
    </sequence></script>)";
  const PlayBlock first{.character = kAda, .id = {1}, .block = block_of(one, cast)};
  const PlayBlock second{.character = kAda, .id = {2}, .block = block_of(other, cast)};
  Shard forwards{TickRate(60)};
  Shard backwards{TickRate(60)};
  forwards.add_character(kAda, cast);
  backwards.add_character(kAda, cast);
  for (std::uint64_t tick = 0; tick < 90; ++tick) {
    const bool start = tick == 0;
    forwards.advance_to(Tick{tick},
                        start ? std::vector<Input>{first, second} : std::vector<Input>{});
    backwards.advance_to(Tick{tick},
                         start ? std::vector<Input>{second, first} : std::vector<Input>{});
    REQUIRE(forwards.frames()[0] == backwards.frames()[0]);
  }
}

}  // namespace
}  // namespace kine::smoothness_test
