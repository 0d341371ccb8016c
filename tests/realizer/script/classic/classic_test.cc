// Tests for realizer/script/classic/classic.h.
#include "realizer/script/classic/classic.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/catch.h"

namespace kine::script::classic::classic_test {
namespace {

using Settings = std::initializer_list<std::pair<const char*, const char*>>;

Element element(Kind kind, Settings settings, std::vector<Element> elements = {}) {
  Element element;
  element.kind = kind;
  element.where = {1, 1};
  for (const auto& [key, value] : settings) element.settings.push_back({key, value, {2, 1}});
  element.elements = std::move(elements);
  return element;
}

Element pose(Settings settings, std::vector<Element> elements = {}) {
  return element(Kind::Pose, settings, std::move(elements));
}

Element morph(const char* name) {
  return element(Kind::Morph, {{"MORPH_KEY", name}, {"MORPH_VALUE", "1"}});
}

Document built(std::vector<Element> elements, std::size_t warnings = 0) {
  Script script;
  script.elements = std::move(elements);
  Diagnostics diagnostics;
  const auto document = build(script, Dialect::EmbrScript, diagnostics);
  CHECK(diagnostics.warnings().size() == warnings);
  REQUIRE(document);
  return *document;
}

TEST_CASE("every kind is known by its keyword", "[classic]") {
  for (const std::string_view keyword :
       {"NUCLEUS", "K_POSE_SEQUENCE", "K_POSE", "ANIMATION", "POSITION_CONSTRAINT",
        "ORIENTATION_CONSTRAINT", "SWIVEL_CONSTRAINT", "LOOK_AT_CONSTRAINT", "POSE_TARGET",
        "MORPH_TARGET", "SHADER", "AUTONOMOUS_BEHAVIOR"}) {
    CAPTURE(keyword);
    const auto kind = find_kind(keyword);
    REQUIRE(kind);
    CHECK(keyword_of(*kind) == keyword);
  }
  CHECK_FALSE(find_kind("k_pose"));
  CHECK_FALSE(find_kind(""));
  CHECK(level_of(Kind::Nucleus) == Level::Script);
  CHECK(level_of(Kind::Clip) == Level::Sequence);
  CHECK(level_of(Kind::Autonomous) == Level::Pose);
}

TEST_CASE("every key of the language is known", "[classic]") {
  for (const std::string_view key :
       {"NUCLEUS_ID",   "SPATIAL_EXT",  "TEMPORAL_EXT", "POWER",          "FLUIDITY",
        "CHARACTER",    "START",        "FADE_IN",      "FADE_OUT",       "TIME_WARP",
        "TIME_POINT",   "HOLD",         "NUCLEUS",      "BODY_GROUP",     "JOINT",
        "FEEDBACK_ID",  "TARGET",       "OFFSET",       "DIRECTION",      "NORMAL",
        "SWIVEL_ANGLE", "POSE_KEY",     "INFLUENCE",    "MORPH_KEY",      "MORPH_VALUE",
        "SHADER_KEY",   "SHADER_VALUE", "BEHAVIOR_KEY", "BEHAVIOR_VALUE", "ANIMATION_CLIP"}) {
    CAPTURE(key);
    CHECK(is_key(key));
  }
  CHECK_FALSE(is_key("SPEED"));
  CHECK_FALSE(is_key("joint"));
  CHECK_FALSE(is_key(""));
}

TEST_CASE("a sequence says who, when and how it fades", "[classic]") {
  const Document document = built({element(Kind::Sequence,
                                           {{"CHARACTER", "Amber"},
                                            {"START", "+100"},
                                            {"FADE_IN", "200"},
                                            {"FADE_OUT", "400"},
                                            {"TIME_WARP", "EXP;3"}},
                                           {pose({{"TIME_POINT", "+300"}})})});
  REQUIRE(document.sequences.size() == 1);
  const Sequence& sequence = document.sequences[0];
  CHECK(document.dialect == Dialect::EmbrScript);
  CHECK(sequence.id.empty());
  CHECK(sequence.character == Name{"Amber", {2, 1}});
  CHECK(sequence.start == Time{Seconds(0.1), Time::From::Block, {2, 1}});
  CHECK(sequence.fade_in == Seconds(0.2));
  CHECK(sequence.fade_out == Seconds(0.4));
  CHECK(sequence.frame == Space::HipsAtRest);
  REQUIRE(sequence.warp);
  CHECK(sequence.warp->symmetry == 3);
}

TEST_CASE("a sequence that fades out in no time gives back as softly as a silent one",
          "[classic]") {
  const Document document =
      built({element(Kind::Sequence, {{"CHARACTER", "Amber"}, {"FADE_OUT", "0"}},
                     {pose({{"TIME_POINT", "+1"}})})});
  CHECK_FALSE(document.sequences.at(0).fade_out);
}

TEST_CASE("a silent sequence starts at once and goes back in its own time", "[classic]") {
  const Document document =
      built({element(Kind::Sequence, {{"CHARACTER", "Amber"}}, {pose({{"TIME_POINT", "+1"}})})});
  const Sequence& sequence = document.sequences.at(0);
  CHECK(sequence.start.seconds == Seconds(0));
  CHECK(sequence.start.from == Time::From::Block);
  CHECK(sequence.fade_in == Seconds(0));
  CHECK_FALSE(sequence.fade_out);
  CHECK_FALSE(sequence.warp);
}

TEST_CASE("poses stay in the order in which they are written", "[classic]") {
  const Document document = built(
      {element(Kind::Sequence, {{"CHARACTER", "Amber"}},
               {pose({{"TIME_POINT", "900"}, {"HOLD", "100"}, {"NUCLEUS", "1"}}, {morph("Phonoh")}),
                pose({{"TIME_POINT", "+400"}}, {morph("PhonK"), morph("PhonW")})})});
  const Sequence& sequence = document.sequences.at(0);
  REQUIRE(sequence.poses.size() == 2);
  CHECK(sequence.poses[0].time.seconds == Seconds(0.9));
  CHECK(sequence.poses[0].time.from == Time::From::Block);
  CHECK(sequence.poses[0].hold == Seconds(0.1));
  CHECK(sequence.poses[0].nucleus.text == "1");
  CHECK(sequence.poses[1].time.seconds == Seconds(0.4));
  CHECK(sequence.poses[1].time.from == Time::From::Sequence);
  CHECK(sequence.poses[1].constraints.size() == 2);
}

TEST_CASE("feedback ids go to their pose", "[classic]") {
  Element labelled = morph("Phonoh");
  labelled.settings.push_back({"FEEDBACK_ID", "said_oh", {5, 7}});
  Element unlabelled = morph("PhonK");
  unlabelled.settings.push_back({"FEEDBACK_ID", "unlabelled", {6, 7}});
  const Document document = built({element(Kind::Sequence, {{"CHARACTER", "Amber"}},
                                           {pose({{"TIME_POINT", "0"}}, {labelled, unlabelled})})});
  CHECK(document.sequences.at(0).poses.at(0).feedback_ids ==
        std::vector<Name>{{"said_oh", {5, 7}}});
}

TEST_CASE("a clip plays on a group", "[classic]") {
  const Document document = built({element(Kind::Sequence, {{"CHARACTER", "Amber"}},
                                           {element(Kind::Clip, {{"TIME_POINT", "+0"},
                                                                 {"HOLD", "2000"},
                                                                 {"ANIMATION_CLIP", "idle2"},
                                                                 {"BODY_GROUP", "all"}})})});
  const Clip& clip = document.sequences.at(0).clips.at(0);
  CHECK(clip.clip.text == "idle2");
  CHECK(clip.group.text == "all");
  CHECK(clip.hold == Seconds(2));
}

TEST_CASE("a nucleus keeps its parameters within [-1, 1]", "[classic]") {
  const Document document = built(
      {element(
          Kind::Nucleus,
          {{"NUCLEUS_ID", "1"}, {"SPATIAL_EXT", "0.5"}, {"TEMPORAL_EXT", "-1.5"}, {"POWER", "7"}})},
      2);
  REQUIRE(document.nuclei.size() == 1);
  CHECK(document.nuclei[0].id.text == "1");
  CHECK(document.nuclei[0].parameters[kSpatialExtent] == 0.5);
  CHECK(document.nuclei[0].parameters[kTemporalExtent] == -1);
  CHECK(document.nuclei[0].parameters[kPower] == 1);
  CHECK(document.nuclei[0].parameters[kFluidity] == 0);
}

TEST_CASE("a nucleus replaces the one with its id, and needs an id", "[classic]") {
  const Document document = built({element(Kind::Nucleus, {{"NUCLEUS_ID", "1"}, {"POWER", "0.2"}}),
                                   element(Kind::Nucleus, {{"NUCLEUS_ID", "1"}, {"POWER", "0.4"}}),
                                   element(Kind::Nucleus, {{"POWER", "0.6"}})},
                                  2);
  REQUIRE(document.nuclei.size() == 1);
  CHECK(document.nuclei[0].parameters[kPower] == 0.4);
}

TEST_CASE("a time warp of a pose or a constraint counts for the sequence", "[classic]") {
  Element constraint = morph("Phonoh");
  constraint.settings.push_back({"TIME_WARP", "TAN;2", {9, 9}});
  const Document document = built({element(Kind::Sequence, {{"CHARACTER", "Amber"}},
                                           {pose({{"TIME_POINT", "0"}}, {constraint})})},
                                  1);
  REQUIRE(document.sequences.at(0).warp);
  CHECK(document.sequences[0].warp->kind == TimeWarp::Kind::Tan);
}

TEST_CASE("an element at a wrong place is left out or taken for the last that fits", "[classic]") {
  SECTION("a pose behind its sequence") {
    const Document document =
        built({element(Kind::Sequence, {{"CHARACTER", "Amber"}}, {pose({{"TIME_POINT", "0"}})}),
               pose({{"TIME_POINT", "100"}})},
              1);
    CHECK(document.sequences.at(0).poses.size() == 2);
  }
  SECTION("a constraint behind its pose") {
    const Document document = built({element(Kind::Sequence, {{"CHARACTER", "Amber"}},
                                             {pose({{"TIME_POINT", "0"}}), morph("Phonoh")})},
                                    1);
    CHECK(document.sequences.at(0).poses.at(0).constraints.size() == 1);
  }
  SECTION("with nothing before it") {
    CHECK(built({pose({{"TIME_POINT", "0"}}), morph("Phonoh")}, 2).sequences.empty());
  }
}

TEST_CASE("a sequence without poses is left out", "[classic]") {
  CHECK(built({element(Kind::Sequence, {{"CHARACTER", "Amber"}})}, 1).sequences.empty());
}

TEST_CASE("what is silent about who and when is warned about", "[classic]") {
  const Document document = built({element(Kind::Sequence, {}, {pose({})})}, 2);
  CHECK(document.sequences.at(0).character.empty());
  CHECK(document.sequences[0].poses.at(0).time.seconds == Seconds(0));
}

TEST_CASE("a pose whose time cannot be read is left out", "[classic]") {
  const Document document =
      built({element(Kind::Sequence, {{"CHARACTER", "Amber"}},
                     {pose({{"TIME_POINT", "x"}}), pose({{"TIME_POINT", "5"}})})},
            2);
  CHECK(document.sequences.at(0).poses.size() == 1);
}

TEST_CASE("a key of another element is warned about, and the last of a key holds", "[classic]") {
  const Document document =
      built({element(Kind::Sequence,
                     {{"CHARACTER", "Amber"}, {"POSE_KEY", "x"}, {"START", "5"}, {"START", "7"}},
                     {pose({{"TIME_POINT", "5"}})})},
            2);
  CHECK(document.sequences.at(0).start.seconds == Seconds(0.007));
}

TEST_CASE("past a limit a script is refused", "[classic]") {
  Script script;
  script.elements.push_back(element(Kind::Sequence, {{"START", "600001"}}));
  Diagnostics diagnostics;
  const auto document = build(script, Dialect::Animl, diagnostics);
  REQUIRE_FALSE(document);
  CHECK(document.error().code == ErrorCode::LimitExceeded);
}

TEST_CASE("reset and messages are passed on", "[classic]") {
  Script script;
  script.time_reset = true;
  script.feedback_messages = {{"done", {8, 1}}};
  Diagnostics diagnostics;
  const auto document = build(script, Dialect::Animl, diagnostics);
  REQUIRE(document);
  CHECK(document->dialect == Dialect::Animl);
  CHECK(document->time_reset);
  CHECK(document->feedback_messages == script.feedback_messages);
}

}  // namespace
}  // namespace kine::script::classic::classic_test
