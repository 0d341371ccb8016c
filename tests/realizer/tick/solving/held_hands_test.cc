// Tests for realizer/tick/solving/held_hands.h: kept hands in a running shard, judged by where its
// frames have them.
#include "realizer/tick/solving/held_hands.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::held_hands_test {
namespace {

using body::Joint;

constexpr CharacterId kAda{1};
constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr std::uint64_t kArrived = 60;  // ticks: the hand is in its place from here on
constexpr std::uint64_t kLast = 240;    // still held
const Vec3 kTarget{-0.2, 1.05, 0.28};

/// A trunk that bends, turns and comes back, higher in priority than any hand.
std::string trunk_pose(const std::string& time_and_hold, const std::string& direction) {
  return "<pose " + time_and_hold + R"(><orientation joint="upperChest" axis="z" direction=")" +
         direction + "\"/></pose>";
}
const std::string kTrunkMoves = R"(<sequence start="0.8" priority="3">)" +
                                trunk_pose(R"(time="0.8" hold="0.3")", "0.3 -0.3 1") +
                                trunk_pose(R"(time="1.7" hold="0.3")", "-0.2 0.1 1") +
                                trunk_pose(R"(time="2.6" hold="2")", "0 -0.35 1") + "</sequence>";

std::string hand_sequence(const std::string& constraints, const std::string& more = "") {
  return "<sequence " + more + R"(><pose time="0.8" hold="3.4">)" + constraints +
         "</pose></sequence>";
}

std::string position(const std::string& more, const std::string& target = "-0.2 1.05 0.28") {
  return R"(<position joint="rightHand" target=")" + target + "\" " + more + "/>";
}

const std::string kKept = position(R"(keep="yes")");
const std::string kCarried = position("");

struct Character {
  std::shared_ptr<const Cast> cast = test::cast_named("ada", test::ada());

  PlayBlock play(const std::string& sequences) const {
    const std::string text = "<script xmlns=\"urn:kinesphere:script:1\">" + sequences + "</script>";
    INFO(text);
    const std::array casts = {cast};
    Diagnostics diagnostics;
    const auto prepared = prepare(text, {.casts = casts, .script_id = "held"}, diagnostics);
    REQUIRE(prepared);
    return {.character = kAda, .id = {1}, .block = prepared->blocks.at(0)};
  }
};

/// Every frame of what a script makes ada do.
std::vector<Frame> frames_of(const std::string& sequences, const autonomy::LifeOptions& life = {}) {
  const Character ada;
  Shard shard{TickRate(60)};
  shard.add_character(kAda, ada.cast, life);
  std::vector<Frame> frames;
  for (std::uint64_t tick = 0; tick <= kLast; ++tick) {
    std::vector<Input> inputs;
    if (tick == 0) inputs.push_back(ada.play(sequences));
    shard.advance_to(Tick{tick}, inputs);
    frames.push_back(shard.frames()[0]);
  }
  return frames;
}

Quat turn_of(const Frame& frame, Joint joint) {
  Quat turn;
  for (std::optional<Joint> at = joint; at; at = body::parent_of(*at)) {
    const auto& q = frame.parent_from_joint[body::index_of(*at)];
    turn = Quat{q[0], q[1], q[2], q[3]} * turn;
  }
  return turn;
}

Vec3 place_of(const Frame& frame, Joint joint) { return find_in_world(frame, test::ada(), joint); }

/// The farthest that the right wrist is from its target once it has been there.
double farthest_m(const std::vector<Frame>& frames, Joint joint = Joint::RightHand,
                  const Vec3& target = kTarget) {
  double farthest = 0;
  for (std::uint64_t tick = kArrived; tick <= kLast; ++tick) {
    farthest = std::max(farthest, length(place_of(frames[tick], joint) - target));
  }
  return farthest;
}

/// The largest turn between the joints of two films.
double difference_rad(const std::vector<Frame>& a, const std::vector<Frame>& b) {
  double largest = 0;
  for (std::size_t tick = 0; tick < a.size(); ++tick) {
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const auto& p = a[tick].parent_from_joint[joint];
      const auto& q = b[tick].parent_from_joint[joint];
      largest =
          std::max(largest, angle_between({p[0], p[1], p[2], p[3]}, {q[0], q[1], q[2], q[3]}));
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("a kept hand stays on its spot while the trunk moves; another is carried along",
          "[held_hands]") {
  CHECK(farthest_m(frames_of(hand_sequence(kKept) + kTrunkMoves)) < 0.001);
  CHECK(farthest_m(frames_of(hand_sequence(kCarried) + kTrunkMoves)) > 0.08);
}

TEST_CASE("a kept hand moves as any other where nobody else moves the trunk", "[held_hands]") {
  const std::string also = R"(<pose time="4"><position joint="rightHand" target="-0.3 1.3 0.3"/>
    </pose>)";
  const auto film = [&](const std::string& hand) {
    return frames_of(R"(<sequence><pose time="0.8" hold="1">)" + hand + "</pose>" + also +
                     "</sequence>");
  };
  CHECK(difference_rad(film(kKept), film(kCarried)) < 1e-4);

  // The trunk that leans for the hand is as it was meant, too.
  const auto leaning = [&](const std::string& keep) {
    return film(position(R"(chain="arm-spine" )" + keep, "-0.1 0.95 0.6"));
  };
  CHECK(difference_rad(leaning(R"(keep="yes")"), leaning("")) < 1e-4);
}

TEST_CASE("a hand is held from the frame that its place was counted from", "[held_hands]") {
  // In the chest's frame to be carried along is to stay; in that of the hips, which nobody moves
  // here, it is not.
  const auto film = [](const std::string& frame, const std::string& hand) {
    return frames_of(hand_sequence(hand, "frame=\"" + frame + "\"") + kTrunkMoves);
  };
  const std::string by_chest = position(R"(keep="yes")", "-0.2 -0.1 0.3");
  CHECK(difference_rad(film("chest", by_chest), film("chest", position("", "-0.2 -0.1 0.3"))) <
        1e-4);

  const Vec3 hips = test::ada().offsets_m[body::index_of(Joint::Hips)];
  const auto by_hips = film("hips", position(R"(keep="yes")", "-0.2 0.15 0.28"));
  CHECK(farthest_m(by_hips, Joint::RightHand, hips + Vec3{-0.2, 0.15, 0.28}) < 0.001);
}

TEST_CASE("hips that others turn carry a hand whose place was counted from them", "[held_hands]") {
  const auto film = [](const std::string& hand, const std::string& more) {
    const Character ada;
    Shard shard{TickRate(60)};
    shard.add_character(kAda, ada.cast);
    const auto spin = test::spin_block(
        {.joint = Joint::Hips, .speed_rad_s = 0.1, .length = Seconds(5), .priority = 5});
    std::vector<Frame> frames;
    for (std::uint64_t tick = 0; tick <= kLast; ++tick) {
      std::vector<Input> inputs;
      if (tick == 0) inputs.push_back(ada.play(hand_sequence(hand, more) + kTrunkMoves));
      if (tick == 0) inputs.push_back(PlayBlock{.character = kAda, .id = {2}, .block = spin});
      shard.advance_to(Tick{tick}, inputs);
      frames.push_back(shard.frames()[0]);
    }
    return frames;
  };
  const Vec3 by_hips{-0.2, 0.15, 0.28};
  const auto along = film(position(R"(keep="yes")", "-0.2 0.15 0.28"), R"(frame="hips")");
  for (std::uint64_t tick = kArrived; tick <= kLast; ++tick) {
    const Vec3 way = place_of(along[tick], Joint::RightHand) - place_of(along[tick], Joint::Hips);
    REQUIRE(length(conjugate(turn_of(along[tick], Joint::Hips)) * way - by_hips) < 0.001);
  }
  CHECK(angle_between(turn_of(along[kLast], Joint::Hips), {}) > 10 * kDegree);
  CHECK(farthest_m(film(kKept, "")) < 0.001);
}

TEST_CASE("the hand's turn is held where the pose gives it a direction", "[held_hands]") {
  const std::string palm_down = R"(<orientation joint="rightHand" axis="-y" direction="0 -1 0"/>)";
  const auto tilt = [](const std::vector<Frame>& frames) {
    double largest = 0;
    for (std::uint64_t tick = kArrived; tick <= kLast; ++tick) {
      const Vec3 up = turn_of(frames[tick], Joint::RightHand) * Vec3{0, 1, 0};
      largest = std::max(largest, std::acos(std::min(1.0, up.y)));
    }
    return largest;
  };
  CHECK(tilt(frames_of(hand_sequence(kKept + palm_down) + kTrunkMoves)) < 3 * kDegree);
  CHECK(tilt(frames_of(hand_sequence(kCarried + palm_down) + kTrunkMoves)) > 15 * kDegree);
}

TEST_CASE("the tip of a finger is kept as a wrist is", "[held_hands]") {
  const std::string tip =
      R"(<position joint="rightIndexDistal" target="-0.15 1.1 0.38" keep="yes"/>)";
  const Vec3 target{-0.15, 1.1, 0.38};
  CHECK(farthest_m(frames_of(hand_sequence(tip) + kTrunkMoves), Joint::RightIndexDistal, target) <
        0.004);
}

TEST_CASE("what hides an arm holds it as itself asks", "[held_hands]") {
  const std::string over = hand_sequence(position("", "-0.25 1.2 0.25"), R"(priority="2")");
  CHECK(frames_of(hand_sequence(kKept) + over + kTrunkMoves) ==
        frames_of(hand_sequence(kCarried) + over + kTrunkMoves));
}

TEST_CASE("a kept hand does not breathe and sway with the trunk", "[held_hands]") {
  const autonomy::LifeOptions alive{.liveliness = autonomy::Liveliness::Alive, .seed = 3};
  CHECK(farthest_m(frames_of(hand_sequence(kKept), alive)) < 0.001);
  CHECK(farthest_m(frames_of(hand_sequence(kCarried), alive)) > 0.002);
}

TEST_CASE("a hand that is held goes on equally from a snapshot", "[held_hands]") {
  const Character ada;
  Shard shard{TickRate(60)};
  shard.add_character(kAda, ada.cast);
  const std::vector<Input> start = {ada.play(hand_sequence(kKept) + kTrunkMoves)};
  for (std::uint64_t tick = 0; tick <= 100; ++tick) {
    shard.advance_to(Tick{tick}, tick == 0 ? start : std::vector<Input>{});
  }
  const ShardSnapshot snapshot = shard.snapshot();
  const auto rest = [&] {
    std::vector<Frame> frames;
    for (std::uint64_t tick = 101; tick <= kLast; ++tick) {
      shard.advance_to(Tick{tick}, {});
      frames.push_back(shard.frames()[0]);
    }
    return frames;
  };
  const std::vector<Frame> first = rest();
  shard.restore(snapshot);
  CHECK(shard.snapshot() == snapshot);
  CHECK(rest() == first);
}

TEST_CASE("who else is in the shard changes nothing of a held hand", "[held_hands]") {
  const std::string script = hand_sequence(kKept) + kTrunkMoves;
  const std::vector<Frame> alone = frames_of(script);
  const Character ada;
  Shard shard{TickRate(60)};
  shard.add_character(CharacterId{7}, test::cast_named("ben", test::ben()));
  shard.add_character(kAda, ada.cast);
  PlayBlock other = ada.play(hand_sequence(kKept));
  other.character = CharacterId{7};
  for (std::uint64_t tick = 0; tick <= kLast; ++tick) {
    std::vector<Input> inputs;
    if (tick == 0) inputs = {other, ada.play(script)};
    shard.advance_to(Tick{tick}, inputs);
    REQUIRE(shard.frames()[1].parent_from_joint == alone[tick].parent_from_joint);
  }
}

}  // namespace kine::held_hands_test
