// Tests for realizer/script/classic/embrscript_reader.cc. Files of the original engine are not
// mended by anybody: nearly all of these texts are read, with so many warnings.
#include "realizer/script/reader.h"

#include <string>
#include <string_view>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::script::embrscript_reader_test {
namespace {

Document read_well(const std::string& text, std::size_t warnings = 0) {
  Diagnostics diagnostics;
  const auto document = embrscript_reader().read(text, diagnostics);
  for (const Warning& warning : diagnostics.warnings()) UNSCOPED_INFO(warning.message);
  CHECK(diagnostics.warnings().size() == warnings);
  REQUIRE(document);
  return *document;
}

Error refused(const std::string& text) {
  Diagnostics diagnostics;
  const auto document = embrscript_reader().read(text, diagnostics);
  REQUIRE_FALSE(document);
  return document.error();
}

/// A sequence of one pose with `inside` in it.
std::string in_a_pose(const std::string& inside) {
  return "BEGIN K_POSE_SEQUENCE\nCHARACTER:Amber\nBEGIN K_POSE\nTIME_POINT:+300\n" + inside +
         "\nEND\nEND\n";
}

const Pose& only_pose(const Document& document) { return document.sequences.at(0).poses.at(0); }

constexpr const char* kMorph = "BEGIN MORPH_TARGET MORPH_KEY:PhonK MORPH_VALUE:1 END";

bool accepts(std::string_view text) { return embrscript_reader().accepts("", text); }

TEST_CASE("EMBRScript is known by its first words, behind comments", "[embrscript_reader]") {
  CHECK(accepts("BEGIN K_POSE_SEQUENCE"));
  CHECK(accepts("TIME_RESET"));
  CHECK(accepts("FEEDBACK_MESSAGE:x"));
  CHECK(accepts("\xEF\xBB\xBF# a comment: BEGIN\r\n\r\n\tTIME_RESET\r\n"));
  CHECK(accepts("CHARACTER:Amber"));
  CHECK(accepts("stray TIME_RESET"));
  CHECK_FALSE(accepts(""));
  CHECK_FALSE(accepts("# BEGIN K_POSE_SEQUENCE"));
  CHECK_FALSE(accepts("hello: world"));
  CHECK_FALSE(accepts("the END"));
  CHECK_FALSE(accepts("<BEGIN TIME_RESET"));
  CHECK_FALSE(embrscript_reader().accepts("{urn:kinesphere:script:1}script", "TIME_RESET"));
}

TEST_CASE("a script of the original engine is read as it was meant", "[embrscript_reader]") {
  const Document document = read_well(R"(TIME_RESET
BEGIN NUCLEUS
  NUCLEUS_ID:1
  POWER:0.4
END
BEGIN K_POSE_SEQUENCE            # LEXEME:example
  CHARACTER:Amber
  START:asap
  FADE_IN:200
  BEGIN K_POSE                   # SYNC:ready
    TIME_POINT:+300
    HOLD:100
    NUCLEUS:1
    BEGIN POSITION_CONSTRAINT
      BODY_GROUP:rarm
      JOINT:rhand
      TARGET:-0.20;-0.40;0.25
      FEEDBACK_ID:g1_ready
    END
  END
  BEGIN K_POSE
    TIME_POINT:700
  END
END
FEEDBACK_MESSAGE:that was it
)");
  CHECK(document.dialect == Dialect::EmbrScript);
  CHECK(document.time_reset);
  REQUIRE(document.nuclei.size() == 1);
  CHECK(document.nuclei[0].id == Name{"1", {3, 3}});
  REQUIRE(document.sequences.size() == 1);
  const Sequence& sequence = document.sequences[0];
  CHECK(sequence.where == Where{6, 1});
  CHECK(sequence.character == Name{"Amber", {7, 3}});
  CHECK_FALSE(sequence.fade_out.has_value());  // it takes what going back takes
  REQUIRE(sequence.poses.size() == 2);
  CHECK(sequence.poses[0].where == Where{10, 3});
  CHECK(sequence.poses[0].nucleus == Name{"1", {13, 5}});
  REQUIRE(sequence.poses[0].constraints.size() == 1);
  const auto& position = std::get<Position>(sequence.poses[0].constraints[0]);
  CHECK(position.target_m == Vec3{-0.2, 0.25, 0.4});
  CHECK(position.where == Where{14, 5});
  CHECK(sequence.poses[0].feedback_ids == std::vector<Name>{{"g1_ready", {18, 7}}});
  CHECK(sequence.poses[1].time == Time{Seconds(0.7), Time::From::Block, {22, 5}});
  CHECK(document.feedback_messages == std::vector<Name>{{"that was it", {25, 1}}});
}

TEST_CASE("several words may share a line, and every END counts", "[embrscript_reader]") {
  const Document document = read_well(
      "BEGIN K_POSE_SEQUENCE CHARACTER:Amber BEGIN K_POSE TIME_POINT:5 "
      "BEGIN MORPH_TARGET MORPH_KEY:PhonK MORPH_VALUE:1 END END END "
      "BEGIN K_POSE_SEQUENCE CHARACTER:Alfonse BEGIN K_POSE TIME_POINT:5 END END");
  CHECK(document.sequences.size() == 2);
  CHECK(only_pose(document).constraints.size() == 1);
}

TEST_CASE("lines end with LF, CR or both", "[embrscript_reader]") {
  const std::string end = GENERATE("\n", "\r", "\r\n");
  const Document document =
      read_well("# a comment" + end + "BEGIN K_POSE_SEQUENCE" + end + "CHARACTER:Amber" + end +
                "BEGIN K_POSE TIME_POINT:0 END#comment" + end + "END");
  CHECK(document.sequences.at(0).character.where == Where{3, 1});
}

TEST_CASE("an unknown element is a level of its own", "[embrscript_reader]") {
  const Document document =
      read_well(in_a_pose(std::string("BEGIN GLOW TARGET:1;2;3 END ") + kMorph), 1);
  CHECK(only_pose(document).constraints.size() == 1);
}

TEST_CASE("what stands in an unknown element belongs to what is around it", "[embrscript_reader]") {
  const Document document = read_well(in_a_pose(std::string("BEGIN GLOW ") + kMorph + " END"), 1);
  CHECK(only_pose(document).constraints.size() == 1);
}

TEST_CASE("unknown words and keys are passed over", "[embrscript_reader]") {
  const Document document = read_well(in_a_pose(std::string("SPEED:3\nquickly\n") + kMorph), 2);
  CHECK(only_pose(document).constraints.size() == 1);
}

TEST_CASE("a key outside of any element is passed over", "[embrscript_reader]") {
  CHECK(read_well("TARGET:1;2;3\nTIME_RESET\n", 1).time_reset);
}

TEST_CASE("a forgotten END is put where the next element cannot stand", "[embrscript_reader]") {
  SECTION("of a constraint") {
    const Document document = read_well(
        in_a_pose(std::string("BEGIN POSE_TARGET BODY_GROUP:rhand POSE_KEY:hands_fist\n") + kMorph),
        1);
    CHECK(only_pose(document).constraints.size() == 2);
  }
  SECTION("of a pose") {
    const Document document = read_well(
        "BEGIN K_POSE_SEQUENCE CHARACTER:Amber\nBEGIN K_POSE TIME_POINT:1\n"
        "BEGIN K_POSE TIME_POINT:2 END\nEND\n",
        1);
    CHECK(document.sequences.at(0).poses.size() == 2);
  }
  SECTION("of a sequence") {
    const Document document = read_well(
        "BEGIN K_POSE_SEQUENCE CHARACTER:Amber\nBEGIN K_POSE TIME_POINT:1 END\n"
        "BEGIN K_POSE_SEQUENCE CHARACTER:Amber\nBEGIN K_POSE TIME_POINT:1 END END\n",
        1);
    CHECK(document.sequences.size() == 2);
  }
  SECTION("at the end of the text") {
    const Document document =
        read_well("BEGIN K_POSE_SEQUENCE CHARACTER:Amber\nBEGIN K_POSE TIME_POINT:1", 2);
    CHECK(document.sequences.at(0).poses.size() == 1);
  }
}

TEST_CASE("an END too many costs nothing", "[embrscript_reader]") {
  SECTION("behind a sequence") {
    CHECK(read_well(in_a_pose(kMorph) + "END", 1).sequences.size() == 1);
  }
  SECTION("behind a constraint: the rest of the pose is still its own") {
    const Document document = read_well(in_a_pose(std::string(kMorph) + "\nEND\n" + kMorph), 2);
    REQUIRE(document.sequences.size() == 1);
    CHECK(only_pose(document).constraints.size() == 2);
  }
}

TEST_CASE("a second TIME_RESET drops what was read before it", "[embrscript_reader]") {
  const Document document =
      read_well("TIME_RESET BEGIN NUCLEUS NUCLEUS_ID:1 END\n" + in_a_pose("") + "TIME_RESET\n" +
                    "BEGIN K_POSE_SEQUENCE CHARACTER:Alfonse "
                    "BEGIN K_POSE TIME_POINT:9 END END",
                1);
  CHECK(document.time_reset);
  CHECK(document.nuclei.empty());
  REQUIRE(document.sequences.size() == 1);
  CHECK(document.sequences[0].character.text == "Alfonse");
}

TEST_CASE("a script without TIME_RESET drops nothing", "[embrscript_reader]") {
  CHECK_FALSE(read_well(in_a_pose("")).time_reset);
}

TEST_CASE("blanks in a vector or behind the colon do not end it", "[embrscript_reader]") {
  const Document document =
      read_well(in_a_pose("BEGIN POSITION_CONSTRAINT JOINT:rhand\nTARGET: 0.1; -0.2 ;0.3\nEND"), 1);
  CHECK(std::get<Position>(only_pose(document).constraints.at(0)).target_m == Vec3{0.1, 0.3, 0.2});
}

TEST_CASE("the old dialect is read with a warning a habit", "[embrscript_reader]") {
  const Document document = read_well(in_a_pose(R"(
    BEGIN POSITION_CONSTRAINT JOINT:rhand TARGET:0;0;0 TIME_WARP:EXP;3 END
    BEGIN ORIENTATION_CONSTRAINT JOINT:rhand DIRECTION:0;0;1 NORMAL:0;0;1 END
    BEGIN SWIVEL_CONSTRAINT BODY_GROUP:rarm TARGET:30 END)"),
                                      3);
  REQUIRE(document.sequences.at(0).warp);
  CHECK(document.sequences[0].warp->symmetry == 3);
  const Pose& pose = only_pose(document);
  REQUIRE(pose.constraints.size() == 3);
  CHECK(std::get<Orientation>(pose.constraints[1]).axis == Vec3{0, 1, 0});
  CHECK(std::get<Swivel>(pose.constraints[2]).angle_rad == Approx(0.52359877559));
}

TEST_CASE("one bad constraint does not cost the others", "[embrscript_reader]") {
  const Document document = read_well(
      in_a_pose("BEGIN POSITION_CONSTRAINT JOINT:rhand TARGET:nan;0;0 END " + std::string(kMorph)),
      1);
  CHECK(only_pose(document).constraints.size() == 1);
}

TEST_CASE("bytes that are no UTF-8 are taken as Latin-1", "[embrscript_reader]") {
  const Document document =
      read_well("# gr\xFC\xDF\nFEEDBACK_MESSAGE:gr\xFC\xDF\nFEEDBACK_MESSAGE:gr\xC3\xBC\xC3\x9F");
  REQUIRE(document.feedback_messages.size() == 2);
  CHECK(document.feedback_messages[0].text == "gr\xC3\xBC\xC3\x9F");
  CHECK(document.feedback_messages[1].text == "gr\xC3\xBC\xC3\x9F");
}

TEST_CASE("what is no script is refused", "[embrscript_reader]") {
  CHECK(refused("") == Error{ErrorCode::Syntax, "the text holds no EMBRScript", {1, 1}});
  CHECK(refused("\n  good morning").where == Where{2, 3});
  CHECK(refused("BEGIN").code == ErrorCode::Syntax);
  CHECK(refused("BEGIN the beguine END").code == ErrorCode::Syntax);
  const Error zero = refused(std::string("TIME_RESET\nBE\0GIN", 17));
  CHECK(zero.code == ErrorCode::Syntax);
  CHECK(zero.where == Where{2, 3});
}

TEST_CASE("limits are refused with their place", "[embrscript_reader]") {
  SECTION("bytes") {
    const std::string comment = "TIME_RESET #";
    CHECK(read_well(comment + std::string(kScriptBytesMax - comment.size(), 'x')).time_reset);
    CHECK(refused(comment + std::string(kScriptBytesMax + 1 - comment.size(), 'x')).code ==
          ErrorCode::LimitExceeded);
  }
  SECTION("nesting, whatever it is made of") {
    std::string deep = "TIME_RESET\n";
    for (std::size_t i = 0; i < kNestingMax; ++i) deep += "BEGIN LEVEL\n";
    CHECK(read_well(deep, kNestingMax).time_reset);
    const Error error = refused(deep + "BEGIN LEVEL");
    CHECK(error.code == ErrorCode::LimitExceeded);
    CHECK(error.where == Where{kNestingMax + 2, 1});
    for (std::size_t i = 0; i < 10'000; ++i) deep += "BEGIN K_POSE ";
    CHECK(refused(deep).code == ErrorCode::LimitExceeded);
  }
  SECTION("poses") {
    const auto with_poses = [](std::size_t count) {
      std::string text = "BEGIN K_POSE_SEQUENCE CHARACTER:Amber\n";
      for (std::size_t i = 0; i < count; ++i) text += "BEGIN K_POSE TIME_POINT:1 END\n";
      return text + "END";
    };
    CHECK(read_well(with_poses(kPosesMax)).sequences.at(0).poses.size() == kPosesMax);
    CHECK(refused(with_poses(kPosesMax + 1)).code == ErrorCode::LimitExceeded);
    CHECK(refused(with_poses(30'000)).code == ErrorCode::LimitExceeded);
  }
  SECTION("times") {
    CHECK(refused("BEGIN K_POSE_SEQUENCE START:1e308 END").where == Where{1, 23});
  }
}

}  // namespace
}  // namespace kine::script::embrscript_reader_test
