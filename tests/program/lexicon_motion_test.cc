// The lexicon as it moves: each gesture, on each body, with each hand that it takes.
//
// What a person sees on a contact sheet is asked here of every frame: joints that can bend so, a
// left hand that does what the right one does. What goes through what: overlaps_test.cc.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "realizer/body/mirror.h"
#include "realizer/core/number.h"
#include "realizer/prepare/prepare.h"
#include "schemas/embedded.h"
#include "server/commands/lexicon_ranges.h"
#include "server/offline/offline_stage.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/plan/ten_gestures.h"
#include "tests/support/source_files.h"

namespace kine::lexicon_motion_test {

using namespace kine;
using body::Joint;
using script::Lexeme;
using script::LexemeHands;

namespace {

using Casts = std::vector<std::shared_ptr<const Cast>>;

/// ada and ben, both at the origin.
const Casts& casts() {
  static const Casts casts = [] {
    std::vector<server::CharacterSpec> specs = server::default_characters();
    for (server::CharacterSpec& spec : specs) spec.placement = {};
    return *server::make_casts(specs);
  }();
  return casts;
}

const std::map<std::string, Lexeme, std::less<>>& lexemes() {
  return casts().front()->vocabulary->lexemes;
}

std::vector<std::string> hands_of(const Lexeme& lexeme) {
  if (lexeme.hands == LexemeHands::Both) return {"both"};
  if (lexeme.hands == LexemeHands::One) return {"right", "left"};
  return {"right", "left", "both"};
}

struct Moved {
  std::vector<std::string> warnings;
  std::vector<Frame> frames;
  std::vector<std::string> points;  // in the order in which they were reached
  std::size_t stroke_end = 0;       // the frame at or after it
};

/// One gesture from its start to its end.
Moved moved(const Cast& cast, const std::string& lexeme, const std::string& hand) {
  const std::string text = "<script xmlns='urn:kinesphere:script:1' character='" + cast.name +
                           "'><gesture lexeme='" + lexeme + "' hand='" + hand + "'/></script>";
  Diagnostics diagnostics;
  const auto prepared =
      prepare(text, {.casts = casts(), .script_id = "x", .character = {}}, diagnostics);
  if (!prepared) UNSCOPED_INFO(prepared.error().message);
  REQUIRE(prepared);

  Moved moved;
  for (const Warning& warning : diagnostics.warnings()) moved.warnings.push_back(warning.message);
  server::OfflineStage stage(casts(), TickRate(60));
  REQUIRE(stage.play(prepared->blocks.front()));
  const std::size_t row = cast.name == "ada" ? 0 : 1;
  do {
    stage.advance();
    moved.frames.push_back(stage.frames()[row]);
    for (const Feedback& feedback : stage.feedback()) {
      if (feedback.kind != FeedbackKind::SyncPoint) continue;
      moved.points.push_back(feedback.id.substr(feedback.id.rfind(':') + 1));
      if (moved.points.back() == "stroke-end") moved.stroke_end = moved.frames.size() - 1;
    }
  } while (!stage.idle());
  return moved;
}

using Rotations = std::array<Quat, body::kJointCount>;

Rotations rotations_of(const Frame& frame) {
  Rotations rotations;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const auto& q = frame.parent_from_joint[i];
    rotations[i] = {q[0], q[1], q[2], q[3]};
  }
  return rotations;
}

/// How far a joint is beyond its limits, in degrees.
double beyond_limits_deg(const body::Body& body, const Rotations& rotations, Joint joint) {
  const Quat& rotation = rotations[index_of(joint)];
  const Quat within = body::within_limits(body.limits[index_of(joint)], rotation);
  return angle_between(rotation, within) * 180 / std::numbers::pi;
}

/// The same of the bend of an elbow alone.
double beyond_bend_deg(const body::Body& body, const Rotations& rotations, Joint elbow) {
  const body::JointLimits& limits = body.limits[index_of(elbow)];
  const double bend_rad = body::turns_of(limits.bone, rotations[index_of(elbow)]).y;
  const double beyond_rad = std::max(limits.min_rad.y - bend_rad, bend_rad - limits.max_rad.y);
  return std::max(beyond_rad, 0.0) * 180 / std::numbers::pi;
}

struct Beyond {
  double most_deg = 0;
  Joint joint = Joint::LeftHand;
  double time_s = 0;

  void take(double deg, Joint of, const Frame& frame) {
    if (deg > most_deg) *this = {deg, of, static_cast<double>(frame.tick.index) / 60};
  }
};

/// Calls `ask` with each gesture as each body makes it with each of its hands.
template <class Ask>
void for_each_gesture(Ask ask) {
  for (const auto& cast : casts()) {
    for (const auto& [name, lexeme] : lexemes()) {
      for (const std::string& hand : hands_of(lexeme)) {
        CAPTURE(cast->name, name, hand);
        ask(*cast, lexeme, hand);
      }
    }
  }
}

}  // namespace

TEST_CASE("every gesture of the lexicon plans on every body without a warning",
          "[lexicon_motion]") {
  for_each_gesture([&](const Cast& cast, const Lexeme& lexeme, const std::string& hand) {
    CHECK(moved(cast, lexeme.name, hand).warnings == std::vector<std::string>{});
  });
}

TEST_CASE("no gesture bends a joint of an arm beyond its limits", "[lexicon_motion]") {
  // Key poses are within; the way between two of them may round a corner of the limits. A forearm
  // that turns while its elbow bends takes the short way of both together, off the plane of the
  // elbow: there, only the bend is asked for.
  constexpr double kRound_deg = 5;
  for_each_gesture([&](const Cast& cast, const Lexeme& lexeme, const std::string& hand) {
    Beyond beyond;
    for (const Frame& frame : moved(cast, lexeme.name, hand).frames) {
      const Rotations rotations = rotations_of(frame);
      for (const body::Side side : {body::Side::Left, body::Side::Right}) {
        const body::ArmChain arm = body::arm_chain(side);
        for (const Joint joint : {arm.shoulder, arm.upper_arm, arm.hand}) {
          beyond.take(beyond_limits_deg(*cast.body, rotations, joint), joint, frame);
        }
        beyond.take(beyond_bend_deg(*cast.body, rotations, arm.lower_arm), arm.lower_arm, frame);
      }
    }
    CAPTURE(body::name_of(beyond.joint), beyond.time_s);
    CHECK(beyond.most_deg < kRound_deg);
  });
}

TEST_CASE("every gesture is within all limits where its stroke ends", "[lexicon_motion]") {
  constexpr double kRounding_deg = 0.1;
  for_each_gesture([&](const Cast& cast, const Lexeme& lexeme, const std::string& hand) {
    const Moved motion = moved(cast, lexeme.name, hand);
    REQUIRE(motion.stroke_end < motion.frames.size());
    const Frame& frame = motion.frames[motion.stroke_end];
    Beyond beyond;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const Joint joint = body::joint_at(i);
      beyond.take(beyond_limits_deg(*cast.body, rotations_of(frame), joint), joint, frame);
    }
    CAPTURE(body::name_of(beyond.joint));
    CHECK(beyond.most_deg < kRounding_deg);
  });
}

TEST_CASE("no gesture bends a joint farther than is comfortable", "[lexicon_motion]") {
  for_each_gesture([&](const Cast& cast, const Lexeme& lexeme, const std::string& hand) {
    const server::LargestShares shares =
        server::largest_shares(*cast.body, moved(cast, lexeme.name, hand).frames);
    CAPTURE(server::line_of_shares(lexeme.name, shares, TickRate(60)));
    // To touch ear, brow or chin takes nearly all of an elbow's bend, and more of a wrist's.
    CHECK(shares.of_wrists.share < (lexeme.contact ? 1.02 : server::kComfortOfWrists));
    CHECK(shares.of_others.share < (lexeme.contact ? 1.02 : server::kComfortOfOthers));
  });
}

TEST_CASE("the left hand makes the mirror image of what the right one makes", "[lexicon_motion]") {
  constexpr double kRounding_rad = 1e-3;  // of floats, twice an arc cosine near 1
  for (const auto& cast : casts()) {
    for (const auto& [name, lexeme] : lexemes()) {
      if (lexeme.hands == LexemeHands::Both) continue;
      CAPTURE(cast->name, name);
      const Moved left = moved(*cast, name, "left");
      const Moved right = moved(*cast, lexeme.twin.empty() ? name : lexeme.twin.text, "right");
      REQUIRE(left.frames.size() == right.frames.size());
      double most_rad = 0;
      for (std::size_t i = 0; i < left.frames.size(); ++i) {
        const Rotations of_left = rotations_of(left.frames[i]);
        const Rotations of_right = rotations_of(right.frames[i]);
        for (std::size_t j = 0; j < body::kJointCount; ++j) {
          const Quat other = of_right[index_of(body::mirrored(body::joint_at(j)))];
          most_rad = std::max(most_rad, angle_between(of_left[j], body::mirrored(other)));
        }
      }
      CHECK(most_rad < kRounding_rad);
    }
  }
}

TEST_CASE("every gesture reaches its points in their order", "[lexicon_motion]") {
  const std::vector<std::string> expected = {"start",      "ready", "stroke-start", "stroke",
                                             "stroke-end", "relax", "end"};
  for (const auto& [name, lexeme] : lexemes()) {
    CAPTURE(name);
    std::vector<std::string> points;
    for (const std::string& point :
         moved(*casts().front(), name, hands_of(lexeme).front()).points) {
      if (std::ranges::find(expected, point) != expected.end()) points.push_back(point);
    }
    CHECK(points == expected);
  }
}

TEST_CASE("the phases of every gesture come in their order", "[lexicon_motion]") {
  for (const auto& [name, lexeme] : lexemes()) {
    CAPTURE(name);
    script::Phase before = script::Phase::Preparation;
    for (const script::Pose& pose : lexeme.poses) {
      REQUIRE(pose.phase);
      CHECK(*pose.phase >= before);
      before = *pose.phase;
    }
    CHECK(before == script::Phase::Stroke);
  }
}

TEST_CASE("gestures take the time that people take", "[lexicon_motion]") {
  for (const auto& [name, lexeme] : lexemes()) {
    CAPTURE(name);
    const bool of_head = std::ranges::find(lexeme.tags, "head") != lexeme.tags.end();
    const Seconds first = lexeme.poses.front().time.seconds;
    CHECK(first >= Seconds(of_head ? 0.1 : 0.3));  // a head is where it begins
    CHECK(first <= Seconds(0.7));
    CHECK(lexeme.fade_out.has_value() == of_head);  // arms go back in a time of their own
    if (lexeme.fade_out) CHECK(*lexeme.fade_out >= Seconds(0.25));
    if (lexeme.fade_out) CHECK(*lexeme.fade_out <= Seconds(0.6));
    Seconds before = first;
    for (const script::Pose& pose : lexeme.poses) {
      const Seconds movement = pose.time.seconds - before;
      if (&pose != &lexeme.poses.front()) CHECK(movement >= Seconds(0.11));
      before = pose.time.seconds + pose.hold;
    }
  }
}

TEST_CASE("the ten gestures of Pohl's appendix are there, and many more", "[lexicon_motion]") {
  for (const char* name : test::kTenGestures) {
    CAPTURE(name);
    CHECK(lexemes().contains(name));
  }
  CHECK(lexemes().size() >= 40);
}

TEST_CASE("twins are each other's", "[lexicon_motion]") {
  for (const auto& [name, lexeme] : lexemes()) {
    if (lexeme.twin.empty()) continue;
    CAPTURE(name);
    CHECK(lexemes().at(lexeme.twin.text).twin.text == name);
  }
}

TEST_CASE("the page of the lexicon has a row for each gesture", "[lexicon_motion]") {
  std::string rows;
  std::istringstream page(test::text_of(test::source_path("schemas/lexicon/README.md")));
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| `") && line.ends_with(". |")) rows += line + "\n";
  }
  std::string expected;
  for (const auto& [name, lexeme] : lexemes()) {
    std::string tags;
    for (const std::string& tag : lexeme.tags) tags += (tags.empty() ? "" : " ") + tag;
    expected += "| `" + name + "` | " + std::string(script::word_of(lexeme.hands)) + " | " + tags +
                " | " + lexeme.description + " |\n";
  }
  CHECK(rows == expected);
}

// xmllint is in Debian's libxml2-utils; without it this test says that it did nothing.
TEST_CASE("the files of the lexicon keep to their schema", "[lexicon_motion]") {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) {
    WARN("xmllint is not installed: the schema is not checked");
    return;
  }
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (!file.path.starts_with("lexicon/")) continue;
    CAPTURE(file.path);
    const auto path = [](std::string_view name) {
      return "'" + (test::source_path("schemas") / name).string() + "'";
    };
    const std::string command = "xmllint --noout --nonet --schema " + path("lexicon.xsd") + " " +
                                path(file.path) + " >/dev/null 2>&1";
    CHECK(std::system(command.c_str()) == 0);
  }
}

}  // namespace kine::lexicon_motion_test
