// Tests for realizer/script/classic/animl_reader.cc.
#include "realizer/script/reader.h"

#include <string>
#include <string_view>

#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::script::animl_reader_test {
namespace {

Document read_well(const std::string& text, std::size_t warnings = 0) {
  Diagnostics diagnostics;
  const auto document = animl_reader().read(text, diagnostics);
  for (const Warning& warning : diagnostics.warnings()) UNSCOPED_INFO(warning.message);
  CHECK(diagnostics.warnings().size() == warnings);
  REQUIRE(document);
  return *document;
}

/// A document without the places, which differ between two forms of one script.
Document without_places(Document document) {
  for (Name& message : document.feedback_messages) message.where = {};
  for (Nucleus& nucleus : document.nuclei) nucleus.where = nucleus.id.where = {};
  for (Sequence& sequence : document.sequences) {
    sequence.where = sequence.character.where = sequence.start.where = {};
    if (sequence.warp) sequence.warp->where = {};
    for (Clip& clip : sequence.clips) {
      clip.where = clip.clip.where = clip.group.where = clip.time.where = {};
    }
    for (Pose& pose : sequence.poses) {
      pose.id = {};
      pose.where = pose.time.where = pose.nucleus.where = {};
      for (Name& id : pose.feedback_ids) id.where = {};
      for (Constraint& constraint : pose.constraints) {
        std::visit([](auto& any) { any.where = {}; }, constraint);
        if (auto* position = std::get_if<Position>(&constraint)) {
          position->joint.where = position->group.where = {};
        } else if (auto* orientation = std::get_if<Orientation>(&constraint)) {
          orientation->joint.where = orientation->group.where = {};
        } else if (auto* swivel = std::get_if<Swivel>(&constraint)) {
          swivel->group.where = {};
        } else if (auto* look_at = std::get_if<LookAt>(&constraint)) {
          look_at->with.where = {};
        } else if (auto* shape = std::get_if<Shape>(&constraint)) {
          shape->group.where = shape->shape.where = {};
        } else if (auto* morph = std::get_if<Morph>(&constraint)) {
          morph->name.where = {};
        } else if (auto* shader = std::get_if<Shader>(&constraint)) {
          shader->name.where = {};
        } else if (auto* autonomous = std::get_if<Autonomous>(&constraint)) {
          autonomous->behaviour.where = {};
        }
      }
    }
  }
  return document;
}

constexpr const char* kEverythingInXml = R"(<?xml version="1.0"?>
<animl time-reset="true" feedback-message="over">
  <nucleus id="1" spatial-extent="0.5" temporal-extent="-0.1" power="0.4" fluidity="0.2"/>
  <key-pose-sequence character-name="Amber" start-time="+100" fade-in="200" fade-out="0"
                     time-warp="EXP;3">
    <animation-clip time-point="+0" hold="500" body-group="all">
      <animation>idle2</animation>
    </animation-clip>
    <key-pose id="first" time-point="+300" hold="100" nucleus-ref="1">
      <position-constraint body-group="rarm" joint="rhand" feedback-id="ready">
        <target>-0.2;-0.4;0.25</target>
        <offset>0;0.1;0</offset>
      </position-constraint>
      <orientation-constraint body-group="rarm" joint="rhand">
        <direction> 0; -1; 0 </direction>
        <normal>Yaxis</normal>
      </orientation-constraint>
      <swivel-constraint body-group="rarm" joint="rhand"><angle>35</angle></swivel-constraint>
      <look-at-constraint body-group="headNeck"><target>1;-4;0.5</target></look-at-constraint>
      <pose-target body-group="rhand" key="hands_fist" influence="0.5"/>
      <morph-target key="PhonB,M,P" value="0.7"/>
      <shader-target key="blushing" value="0.3"/>
      <autonomous-behavior key="breathingFrequency" value="0.5"/>
    </key-pose>
  </key-pose-sequence>
</animl>
)";

constexpr const char* kEverythingInText = R"(
TIME_RESET
FEEDBACK_MESSAGE:over
BEGIN NUCLEUS NUCLEUS_ID:1 SPATIAL_EXT:0.5 TEMPORAL_EXT:-0.1 POWER:0.4 FLUIDITY:0.2 END
BEGIN K_POSE_SEQUENCE CHARACTER:Amber START:+100 FADE_IN:200 FADE_OUT:0 TIME_WARP:EXP;3
  BEGIN ANIMATION TIME_POINT:+0 HOLD:500 ANIMATION_CLIP:idle2 BODY_GROUP:all END
  BEGIN K_POSE TIME_POINT:+300 HOLD:100 NUCLEUS:1
    BEGIN POSITION_CONSTRAINT BODY_GROUP:rarm JOINT:rhand TARGET:-0.2;-0.4;0.25 OFFSET:0;0.1;0
      FEEDBACK_ID:ready
    END
    BEGIN ORIENTATION_CONSTRAINT BODY_GROUP:rarm JOINT:rhand DIRECTION:0;-1;0 NORMAL:Yaxis END
    BEGIN SWIVEL_CONSTRAINT BODY_GROUP:rarm JOINT:rhand SWIVEL_ANGLE:35 END
    BEGIN LOOK_AT_CONSTRAINT BODY_GROUP:headNeck TARGET:1;-4;0.5 END
    BEGIN POSE_TARGET BODY_GROUP:rhand POSE_KEY:hands_fist INFLUENCE:0.5 END
    BEGIN MORPH_TARGET MORPH_KEY:PhonB,M,P MORPH_VALUE:0.7 END
    BEGIN SHADER SHADER_KEY:blushing SHADER_VALUE:0.3 END
    BEGIN AUTONOMOUS_BEHAVIOR BEHAVIOR_KEY:breathingFrequency BEHAVIOR_VALUE:0.5 END
  END
END
)";

TEST_CASE("animl is known by its root, in any namespace", "[animl_reader]") {
  CHECK(animl_reader().accepts("animl", "<animl/>"));
  CHECK(animl_reader().accepts("{http://embots.dfki.de/x}animl", ""));
  CHECK_FALSE(animl_reader().accepts("{urn:kinesphere:script:1}script", ""));
  CHECK_FALSE(animl_reader().accepts("", "BEGIN K_POSE_SEQUENCE"));
  CHECK_FALSE(animl_reader().accepts("notaniml", ""));
}

TEST_CASE("both forms of a script are one document", "[animl_reader]") {
  Document from_xml = without_places(read_well(kEverythingInXml));
  Diagnostics diagnostics;
  const auto from_text = embrscript_reader().read(kEverythingInText, diagnostics);
  REQUIRE(from_text);
  CHECK(diagnostics.warnings().empty());
  Document expected = without_places(*from_text);
  CHECK(expected.sequences.at(0).poses.at(0).constraints.size() == 8);

  CHECK(from_xml.dialect == Dialect::Animl);
  from_xml.dialect = Dialect::EmbrScript;
  CHECK(from_xml == expected);
}

TEST_CASE("a key pose keeps its id", "[animl_reader]") {
  CHECK(read_well(kEverythingInXml).sequences.at(0).poses.at(0).id.text == "first");
}

TEST_CASE("places are those of the attribute's value and of the element", "[animl_reader]") {
  const Document document = read_well(
      "<animl><key-pose-sequence character-name='Amber'>\n"
      "  <key-pose time-point='+5'/>\n"
      "</key-pose-sequence></animl>");
  CHECK(document.sequences.at(0).where == Where{1, 8});
  CHECK(document.sequences[0].character.where == Where{1, 43});
  CHECK(document.sequences[0].poses.at(0).where == Where{2, 3});
}

TEST_CASE("unknown elements and attributes are warned about", "[animl_reader]") {
  const Document document = read_well(
      "<animl mood='good'><wrapper><key-pose-sequence character-name='Amber' loudness='3'>"
      "<key-pose time-point='+5'/></key-pose-sequence></wrapper><target>0;0;0</target></animl>",
      4);
  CHECK(document.sequences.size() == 1);
}

TEST_CASE("time-reset is true or false", "[animl_reader]") {
  CHECK(read_well("<animl time-reset='true'/>").time_reset);
  CHECK_FALSE(read_well("<animl time-reset='false'/>").time_reset);
  CHECK_FALSE(read_well("<animl/>").time_reset);
  CHECK_FALSE(read_well("<animl time-reset='maybe'/>", 1).time_reset);
}

TEST_CASE("what is no XML is refused with its place", "[animl_reader]") {
  Diagnostics diagnostics;
  const auto document = animl_reader().read("<animl>\n<key-pose-sequence></animl>", diagnostics);
  REQUIRE_FALSE(document);
  CHECK(document.error().code == ErrorCode::Syntax);
  CHECK(document.error().where.line == 2);
}

TEST_CASE("the sample reads without a warning, and each of its prefixes without a crash",
          "[animl_reader]") {
  const std::string text = test::text_of(test::source_path("schemas/scripts/wave.animl.xml"));
  const Document document = read_well(text);
  CHECK(document.sequences.size() == 1);
  CHECK(document.sequences.at(0).poses.size() == 5);

  const std::size_t end = text.rfind('>');
  for (std::size_t size = 0; size < end; ++size) {
    Diagnostics diagnostics;
    const auto prefix = animl_reader().read(std::string_view(text).substr(0, size), diagnostics);
    if (prefix) FAIL("a cut XML text was read, after " << size << " bytes");
  }
}

}  // namespace
}  // namespace kine::script::animl_reader_test
