// How motions of BML join: what one gesture leaves to the next, and that nothing jumps, through the
// whole line from text to frames. No header of its own: the subject is realizer/prepare.h and
// realizer/shard.h together.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/bml_stage.h"
#include "tests/support/bodies.h"
#include "tests/support/catch.h"
#include "tests/support/random_rotations.h"
#include "tests/support/source_files.h"

namespace kine {
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

/// 300 rad/s^2 is what a hand does at the start of a quick stroke; a velocity of 2 rad/s that
/// vanished within one tick would be 1,200.
constexpr double kJumpMax_rad_s = 300.0 / kQuickTicks;

/// Watches how much the angular velocity of any joint changes within a tick.
class JumpWatch {
 public:
  void look_at(const BmlStage& stage) {
    const auto& now = stage.frame().parent_from_joint;
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const Quat turned = {now[joint][0], now[joint][1], now[joint][2], now[joint][3]};
      const Vec3 step = rotation_vector(conjugate(turns_[joint]) * turned);
      const bool eye =
          body::joint_at(joint) == Joint::LeftEye || body::joint_at(joint) == Joint::RightEye;
      const double jump = length(step - steps_[joint]) * kQuickTicks / (eye ? kEyes : 1);
      turns_[joint] = turned;
      steps_[joint] = step;
      if (seen_ < 2 || jump <= worst_) continue;
      worst_ = jump;
      where_ = std::string(body::name_of(body::joint_at(joint))) + " at " +
               std::to_string(stage.now().count()) + " s";
    }
    ++seen_;
  }

  double worst() const { return worst_; }
  const std::string& where() const { return where_; }

 private:
  std::array<Quat, body::kJointCount> turns_;
  std::array<Vec3, body::kJointCount> steps_;
  /// An eye that stops at its limit while the head is shaken does so ten times as quickly as a
  /// hand: what it makes up for is the head's speed.
  static constexpr double kEyes = 10;

  int seen_ = 0;
  double worst_ = 0;
  std::string where_ = {};
};

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
                                            "circle", "big"};
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
  // But for bml_two_gestures, whose beat has power: that is a stroke that breaks out of rest.
  for (const char* name : {"bml_nod", "bml_order", "bml_required", "bml_sequence", "bml_speech"}) {
    for (const body::Body* body : {&test::ada(), &test::ben()}) {
      const std::string path = std::string("schemas/scripts/") + name + ".xml";
      std::string text = test::text_of(test::source_path(path));
      const std::string other = body == &test::ada() ? "\"ben\"" : "\"ada\"";
      for (std::size_t at = text.find(other); at != std::string::npos; at = text.find(other)) {
        text.replace(at, other.size(), "\"" + body->name + "\"");
      }
      BmlStage stage(*body, kQuickTicks);
      stage.play(text);
      JumpWatch watch;
      while (stage.now() < stage.block().end + 0.5s) {
        stage.advance();
        watch.look_at(stage);
      }
      INFO(name << ": " << watch.where());
      CHECK(watch.worst() < kJumpMax_rad_s);
    }
  }
}

TEST_CASE(
    "no joint's velocity jumps where random blocks of BML merge, follow, replace or are "
    "interrupted",
    "[joins][smoothness]") {
  static const char* const kCompositions[] = {"MERGE", "APPEND", "REPLACE", "MERGE"};
  RandomBlocks random(7);
  double worst = 0;
  for (int round = 0; round < 40; ++round) {
    BmlStage stage(round % 2 == 0 ? test::ada() : test::ben(), kQuickTicks);
    const Vec3 place = random.place();
    stage.set("ball", place);
    const std::string first =
        bml_block("one", random.inside(static_cast<int>(random.number(2, 7))));
    const std::string second =
        bml_block("two", random.inside(static_cast<int>(random.number(2, 5))),
                  "composition=\"" + random.one_of(kCompositions) + "\"");
    const auto tick_at = [&](double low, double high) {
      return static_cast<int>(random.number(low, high) * kQuickTicks);
    };
    const int second_tick = tick_at(0.5, 5);
    const int set_tick = tick_at(0.5, 5);
    const int interrupt_tick = tick_at(2, 14);
    INFO(first << " then at " << second_tick << " " << second << " interrupted at "
               << interrupt_tick << " set at " << set_tick);
    JumpWatch watch;
    stage.play(first);
    for (int tick = 0; tick < 9 * static_cast<int>(kQuickTicks); ++tick) {
      if (tick == second_tick) stage.play(second);
      if (tick == set_tick) stage.set("ball", place + Vec3{0.3, -0.2, 0.2});
      if (tick == interrupt_tick) stage.interrupt(400ms);
      stage.advance();
      watch.look_at(stage);
    }
    INFO(round << ": " << watch.where());
    worst = std::max(worst, watch.worst());
    CHECK(watch.worst() < kJumpMax_rad_s);
  }
  CAPTURE(worst);
  CHECK(worst > 0);
}

}  // namespace kine
