// How motions of BML join: what one gesture leaves to the next, and that nothing jumps, through the
// whole line from text to frames. No header of its own: the subject is realizer/prepare/prepare.h
// and realizer/tick/shard.h together.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"
#include "tests/support/sanitized.h"
#include "tests/support/server/bml_stage.h"
#include "tests/support/source_files.h"

namespace kine::joins_test {
namespace {

using namespace std::chrono_literals;
using body::Joint;
using test::bml_block;
using test::BmlStage;

/// How high a hand is, from tick to tick, until the block has ended.
std::vector<double> heights_of(const std::string& inside, Joint hand, Seconds until) {
  BmlStage stage(test::ada(), 60);
  stage.play(bml_block("b", inside));
  std::vector<double> heights;
  while (stage.now() < until || heights.empty()) {
    stage.advance();
    heights.push_back(stage.position_m(hand).y);
  }
  return heights;
}

/// The least height between two times.
double least_between(const std::vector<double>& heights, double from_s, double to_s) {
  const auto at = [&](double time_s) {
    return heights.begin() + static_cast<std::ptrdiff_t>(std::lround(time_s * 60));
  };
  return *std::min_element(at(from_s), at(to_s));
}

}  // namespace

TEST_CASE("a hand does not fall towards rest between two gestures that follow each other",
          "[joins]") {
  // The first relaxes at 1.4 s and would be back at 1.8 s; the second leaves at 1.9 s.
  const std::string two =
      R"(<gesture id="g1" lexeme="BEAT" mode="RIGHT_HAND" start="0.2"
            strokeEnd="1.2" relax="1.4" end="1.8"/>
         <gesture id="g2" lexeme="BEAT" mode="RIGHT_HAND" start="1.9"
            ready="2.3" relax="3.2" end="3.7"/>)";
  const auto heights = heights_of(two, Joint::RightHand, 4.2s);
  const double rest = heights.front();
  const double up = heights[72];
  REQUIRE(up > rest + 0.1);
  CHECK(least_between(heights, 1.2, 2.9) > rest + 0.75 * (up - rest));
  CHECK(heights.back() < rest + 0.03);
}

TEST_CASE("where there is time a hand rests between two gestures", "[joins]") {
  const std::string two =
      R"(<gesture id="g1" lexeme="BEAT" mode="RIGHT_HAND" start="0.2" relax="1.4" end="1.8"/>
         <gesture id="g2" lexeme="BEAT" mode="RIGHT_HAND" start="2.8"/>)";
  const auto heights = heights_of(two, Joint::RightHand, 4s);
  CHECK(least_between(heights, 1.8, 2.8) < heights.front() + 0.03);
}

TEST_CASE("of both hands one stays for the next gesture, and the other goes back", "[joins]") {
  const std::string two =
      R"(<gesture id="g1" lexeme="BEAT" mode="BOTH_HANDS" start="0.2"
            strokeEnd="1.2" relax="1.4" end="1.8"/>
         <gesture id="g2" lexeme="BEAT" mode="LEFT_HAND" start="1.9"
            ready="2.3" relax="3.2" end="3.7"/>)";
  const auto left = heights_of(two, Joint::LeftHand, 4s);
  const auto right = heights_of(two, Joint::RightHand, 4s);
  CHECK(least_between(left, 1.2, 2.9) > left.front() + 0.75 * (left[72] - left.front()));
  CHECK(least_between(right, 1.8, 2.3) < right.front() + 0.03);
}

TEST_CASE("a hand goes from a gesture straight to pointing, and on to the next gesture",
          "[joins]") {
  BmlStage stage(test::ada(), 60);
  stage.set("ball", {-1, 1.3, 2});
  stage.play(bml_block("b",
                       R"(<gesture id="g1" lexeme="BEAT" mode="RIGHT_HAND" start="0"
            strokeEnd="1" relax="1.2" end="1.6"/>
         <pointing id="p1" target="ball" mode="RIGHT_HAND" start="1.7"
            ready="2.2" relax="3" end="3.4"/>
         <gesture id="g2" lexeme="BEAT" mode="RIGHT_HAND" start="3.5"
            ready="3.9"/>)"));
  stage.advance();
  const double rest = stage.position_m(Joint::RightHand).y;
  stage.advance_to(1s);
  const double up = stage.position_m(Joint::RightHand).y;
  double least = up;
  while (stage.now() < 4s) {
    stage.advance();
    least = std::min(least, stage.position_m(Joint::RightHand).y);
  }
  CHECK(least > rest + 0.7 * (up - rest));
}

TEST_CASE("a gesture that is held for the next has each of its sync points once, in order",
          "[joins]") {
  BmlStage stage(test::ada(), 60);
  stage.play(bml_block(
      "b",
      R"(<gesture id="g1" lexeme="BEAT" mode="RIGHT_HAND" start="0" relax="1.2" end="1.6"/>
         <gesture id="g2" lexeme="BEAT" mode="RIGHT_HAND" start="1.7"/>)"));
  stage.advance_to(6s);
  std::vector<std::string> firsts;
  for (const std::string& id : stage.sync_points()) {
    if (id.starts_with("b:g1:")) firsts.push_back(id.substr(5));
  }
  CHECK(firsts == std::vector<std::string>{"start", "ready", "strokeStart", "stroke", "strokeEnd",
                                           "relax", "end"});
}

namespace {

constexpr std::uint32_t kQuickTicks = 600;

/// Where a motion is so quick that velocities change by more than kJumpMax_rad_s from tick to tick,
/// shorter ticks tell: what is smooth then changes by less, and a jump stays what it is.
constexpr std::uint32_t kQuickestTicks = 16 * kQuickTicks;

constexpr double kJumpMax_rad_s = 0.5;

/// Watches how much the angular velocity of any joint changes within a tick.
class JumpWatch {
 public:
  explicit JumpWatch(std::uint32_t ticks_a_second) : ticks_a_second_(ticks_a_second) {}

  void look_at(const BmlStage& stage) {
    const auto& now = stage.frame().parent_from_joint;
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const Quat turned = {now[joint][0], now[joint][1], now[joint][2], now[joint][3]};
      const Vec3 step = rotation_vector(conjugate(turns_[joint]) * turned);
      const double jump = length(step - steps_[joint]) * ticks_a_second_;
      turns_[joint] = turned;
      steps_[joint] = step;
      if (seen_ < 2 || jump <= worst_rad_s_) continue;
      worst_rad_s_ = jump;
      where_ = std::string(body::name_of(body::joint_at(joint))) + " by " + std::to_string(jump) +
               " rad/s at " + std::to_string(stage.now().count()) + " s";
    }
    ++seen_;
  }

  bool jumped() const { return worst_rad_s_ >= kJumpMax_rad_s; }
  const std::string& where() const { return where_; }

 private:
  double ticks_a_second_;
  std::array<Quat, body::kJointCount> turns_;
  std::array<Vec3, body::kJointCount> steps_;
  int seen_ = 0;
  double worst_rad_s_ = 0;
  std::string where_ = {};
};

/// What `play` does with a watch at so many ticks a second.
template <class Play>
JumpWatch watched(Play play) {
  JumpWatch quick(kQuickTicks);
  play(kQuickTicks, quick);
  if (!quick.jumped()) return quick;
  JumpWatch quickest(kQuickestTicks);
  play(kQuickestTicks, quickest);
  return quickest;
}

class RandomBlocks {
 public:
  explicit RandomBlocks(std::uint32_t seed) : random_(seed) {}

  double number(double low, double high) { return random_.number(low, high); }
  template <std::size_t kCount>
  std::string one_of(const char* const (&words)[kCount]) {
    return words[static_cast<std::size_t>(random_.number(0, kCount - 1e-9))];
  }

  /// A ball about as far from the eyes, in front or beside or somewhat behind.
  Vec3 place() {
    const double around = number(-2.2, 2.2);
    const double distance = number(1.2, 4);
    return {distance * std::sin(around), number(0.2, 2.2), distance * std::cos(around)};
  }

  /// Behaviours that begin within four seconds, each with time enough.
  std::string inside(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += behaviour("x" + std::to_string(i));
    return text;
  }

 private:
  std::string target() { return number(0, 1) < 0.7 ? "ball" : "camera"; }

  std::string behaviour(const std::string& id) {
    static const char* const kGestures[] = {"BEAT",   "OFFER", "wave",  "chop",
                                            "stop",   "fling", "shrug", "point-self",
                                            "circle", "big",   "think"};
    static const char* const kHands[] = {"LEFT_HAND", "RIGHT_HAND", "BOTH_HANDS"};
    static const char* const kOneHand[] = {"LEFT_HAND", "RIGHT_HAND"};
    static const char* const kMoves[] = {"NOD", "SHAKE", "TILT"};
    static const char* const kGazes[] = {"EYES", "HEAD", "SHOULDER", "WAIST", "WHOLE"};
    static const char* const kSides[] = {"LEFT", "UP", "DOWNRIGHT"};
    static const char* const kPoses[] = {"ARMS_AKIMBO", "ARMS_CROSSED"};
    const double start_s = number(0, 4);
    const std::string common = " id=\"" + id + "\" start=\"" + std::to_string(start_s) + "\"";
    const std::string end = number(0, 1) < 0.5
                                ? " end=\"" + std::to_string(start_s + number(2.5, 4)) + "\""
                                : std::string();
    const double kind = number(0, 1);
    if (kind < 0.35) {
      return "<gesture" + common + end + " lexeme=\"" + one_of(kGestures) + "\" mode=\"" +
             one_of(kHands) + "\"/>";
    }
    if (kind < 0.5) {
      return "<head" + common + " lexeme=\"" + one_of(kMoves) + "\" repetition=\"" +
             std::to_string(static_cast<int>(number(1, 3.9))) + "\" amount=\"" +
             std::to_string(number(0, 0.6)) + "\"/>";
    }
    if (kind < 0.7) {
      const bool shift = number(0, 1) < 0.3;
      return (shift ? "<gazeShift" + common : "<gaze" + common + end) + " target=\"" + target() +
             "\" influence=\"" + one_of(kGazes) + "\" offsetAngle=\"" +
             std::to_string(number(0, 15)) + "\" offsetDirection=\"" + one_of(kSides) + "\"/>";
    }
    if (kind < 0.88) {
      return "<pointing" + common + end + " target=\"" + target() + "\" mode=\"" +
             one_of(kOneHand) + "\"/>";
    }
    if (kind < 0.94) {
      const bool shift = number(0, 1) < 0.5;
      const std::string name = shift ? "postureShift" : "posture";
      return "<" + name + common + "><pose part=\"ARMS\" lexeme=\"" + one_of(kPoses) + "\"/></" +
             name + ">";
    }
    return "<headDirectionShift" + common + " target=\"" + target() + "\"/>";
  }

  test::RandomRotations random_;
};

}  // namespace

TEST_CASE("no joint's velocity jumps in the samples of BML", "[joins][smoothness]") {
  for (const char* name :
       {"bml_nod", "bml_order", "bml_required", "bml_sequence", "bml_speech", "bml_two_gestures"}) {
    for (const body::Body* body : {&test::ada(), &test::ben()}) {
      const std::string path = std::string("schemas/scripts/") + name + ".xml";
      std::string text = test::text_of(test::source_path(path));
      const std::string other = body == &test::ada() ? "\"ben\"" : "\"ada\"";
      for (std::size_t at = text.find(other); at != std::string::npos; at = text.find(other)) {
        text.replace(at, other.size(), "\"" + body->name + "\"");
      }
      const JumpWatch watch = watched([&](std::uint32_t ticks_a_second, JumpWatch& seen) {
        BmlStage stage(*body, ticks_a_second);
        stage.play(text);
        while (stage.now() < stage.block().end + 0.5s) {
          stage.advance();
          seen.look_at(stage);
        }
      });
      INFO(name << ": " << watch.where());
      CHECK_FALSE(watch.jumped());
    }
  }
}

namespace {

/// Two blocks of which the second comes into the first, a target that is moved, an interruption.
struct Encounter {
  std::string first;
  std::string second;
  Vec3 place;
  Seconds second_at;
  Seconds moved_at;
  Seconds interrupted_at;
};

Encounter random_encounter(RandomBlocks& random) {
  static const char* const kCompositions[] = {"MERGE", "APPEND", "REPLACE", "MERGE"};
  Encounter met;
  met.place = random.place();
  met.first = bml_block("one", random.inside(static_cast<int>(random.number(2, 7))));
  met.second = bml_block("two", random.inside(static_cast<int>(random.number(2, 5))),
                         "composition=\"" + random.one_of(kCompositions) + "\"");
  met.second_at = Seconds(random.number(0.5, 5));
  met.moved_at = Seconds(random.number(0.5, 5));
  met.interrupted_at = Seconds(random.number(2, 14));
  return met;
}

void play(const Encounter& met, const body::Body& body, std::uint32_t ticks_a_second,
          JumpWatch& seen) {
  constexpr Seconds kUntil{9};
  BmlStage stage(body, ticks_a_second);
  const auto tick_of = [&](Seconds time) {
    return static_cast<int>(time.count() * ticks_a_second);
  };
  stage.set("ball", met.place);
  stage.play(met.first);
  for (int tick = 0; tick < tick_of(kUntil); ++tick) {
    if (tick == tick_of(met.second_at)) stage.play(met.second);
    if (tick == tick_of(met.moved_at)) stage.set("ball", met.place + Vec3{0.3, -0.2, 0.2});
    if (tick == tick_of(met.interrupted_at)) stage.interrupt(400ms);
    stage.advance();
    seen.look_at(stage);
  }
}

}  // namespace

TEST_CASE(
    "no joint's velocity jumps where random blocks of BML merge, follow, replace or are "
    "interrupted",
    "[joins][smoothness]") {
  // The second seed is one that has found something that the first did not.
  struct Seed {
    std::uint32_t seed;
    int rounds;
  };
  constexpr int kFew = 4;
  for (const auto& [seed, all] : {Seed{7, 40}, Seed{9, 16}}) {
    const int rounds = test::kSanitized ? kFew : all;
    RandomBlocks random(seed);
    for (int round = 0; round < rounds; ++round) {
      const Encounter met = random_encounter(random);
      const body::Body& body = round % 2 == 0 ? test::ada() : test::ben();
      const JumpWatch watch = watched([&met, &body](std::uint32_t ticks_a_second, JumpWatch& seen) {
        play(met, body, ticks_a_second, seen);
      });
      INFO(met.first << " then at " << met.second_at.count() << " " << met.second
                     << " interrupted at " << met.interrupted_at.count() << " moved at "
                     << met.moved_at.count());
      INFO(seed << ", " << round << ": " << watch.where());
      CHECK_FALSE(watch.jumped());
    }
  }
}

}  // namespace kine::joins_test
