// Tests for realizer/prepare/prepare.h.
#include "realizer/prepare/prepare.h"

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/plan/behaviours.h"

namespace kine::prepare_test {
namespace {

constexpr const char* kNod = R"(<script xmlns="urn:kinesphere:script:1">
  <sequence><pose time="1"><orientation joint="head" axis="z" direction="0 -1 2"/></pose></sequence>
</script>)";

std::vector<std::shared_ptr<const Cast>> both_by(plan::Vocabulary words) {
  const auto vocabulary = std::make_shared<const plan::Vocabulary>(std::move(words));
  auto ada = std::make_shared<Cast>(*test::cast_named("ada", test::ada()));
  auto ben = std::make_shared<Cast>(*test::cast_named("ben", test::ben()));
  ada->vocabulary = vocabulary;
  ben->vocabulary = vocabulary;
  return {ada, ben};
}

std::vector<std::shared_ptr<const Cast>> both() {
  plan::Vocabulary vocabulary;
  vocabulary.characters = {{"Amber", "ada"}, {"Alfonse", "ben"}};
  vocabulary.groups = {{"headNeck", "headNeck"}};
  return both_by(std::move(vocabulary));
}

std::string in_script(const std::string& attributes) {
  std::string text = kNod;
  return text.insert(text.find('>'), " " + attributes);
}

TEST_CASE("a script becomes one block on the character that it names", "[prepare]") {
  const auto casts = both();
  Diagnostics diagnostics;
  const auto prepared =
      prepare(in_script(R"(id="yes" character="ben")"), {.casts = casts}, diagnostics);

  REQUIRE(prepared);
  CHECK(prepared->script_id == "yes");
  REQUIRE(prepared->blocks.size() == 1);
  CHECK(prepared->blocks[0]->id == "yes");
  CHECK(prepared->blocks[0]->character == "ben");
  CHECK(prepared->blocks[0]->segments.size() == 1);
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("a body that makes no model is not moved by muscles", "[prepare]") {
  const std::string text =
      "<script xmlns='urn:kinesphere:script:1' character='ada'>"
      "<character dynamics='torso'/><sequence><pose time='1'/></sequence></script>";
  const std::vector casts = {test::cast_named("ada", test::ada())};
  Diagnostics diagnostics;
  const auto prepared = prepare(text, {.casts = casts}, diagnostics);
  REQUIRE(prepared);
  CHECK(prepared->blocks.at(0)->muscles != nullptr);

  auto weightless = std::make_shared<body::Body>(test::ada());
  weightless->weight_kg = 0;
  auto cast = std::make_shared<Cast>(*casts[0]);
  cast->body = weightless;
  const std::vector<std::shared_ptr<const Cast>> light = {cast};
  const auto refused = prepare(text, {.casts = light}, diagnostics);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with(
      "the body makes no model for physics: there is no mass at "));
  CHECK(refused.error().message.ends_with(": 'torso'"));
  CHECK(refused.error().where == Where{1, 57});
}

TEST_CASE("a BML block says its sync points and no others", "[prepare]") {
  const std::vector casts = {test::cast_named("ada", test::ada())};
  const auto with_lexicon = std::make_shared<Cast>(*casts.front());
  with_lexicon->vocabulary = std::make_shared<plan::Vocabulary>(test::whole_vocabulary());
  Diagnostics diagnostics;
  const auto prepared = prepare(
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b1">
           <head id="n" lexeme="NOD" repetition="2" start="1"/>
           <gaze id="g" target="nobody"/>
         </bml>)",
      {.casts = std::vector<std::shared_ptr<const Cast>>{with_lexicon}}, diagnostics);
  REQUIRE(prepared);
  std::vector<std::string> ids;
  for (const motion::SyncPoint& point : prepared->blocks[0]->sync_points) ids.push_back(point.id);
  CHECK(ids == std::vector<std::string>{"b1:n:start", "b1:n:ready", "b1:n:strokeStart",
                                        "b1:n:stroke:1", "b1:n:stroke:2", "b1:n:strokeEnd",
                                        "b1:n:relax", "b1:n:end"});
  REQUIRE(prepared->blocks[0]->warnings.size() == 1);
  CHECK(prepared->blocks[0]->warnings[0].about == "b1:g");
  CHECK(prepared->blocks[0]->warnings[0].kind == WarningKind::NoSuchTarget);
  // Who hears the answer is told the same as who hears the block.
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0] == prepared->blocks[0]->warnings[0]);

  REQUIRE(prepared->behaviours.size() == 2);
  CHECK(prepared->behaviours[0].id == "n");
  CHECK(prepared->behaviours[0].required == script::WrittenElement{"head", {{"lexeme", "NOD"}}});
  CHECK(prepared->behaviours[1].required.element == "gaze");
}

TEST_CASE("a sketch of all characters lies under scripts, but for a character with a live manner",
          "[prepare][sketch]") {
  auto casts = both();
  auto vocabulary = std::make_shared<plan::Vocabulary>(*casts.front()->vocabulary);
  vocabulary->styles["tired"].expressivity = {{script::kPosture, -0.5}};
  for (auto& each : casts) {
    auto own = std::make_shared<Cast>(*each);
    own->vocabulary = vocabulary;
    each = own;
  }
  const GivenSketch tired{.character = {}, .style = "tired"};
  const plan::LiveManner live{
      .character = "ada", .from = {}, .to = {{script::kPosture, 1}}, .over = Seconds(0)};
  const auto explained = [&](std::string_view character, bool is_live) {
    const PrepareContext context{
        .casts = casts,
        .script_id = "s",
        .character = character,
        .sketches = {&tired, 1},
        .explains = true,
        .live = {.manners = {&live, static_cast<std::size_t>(is_live ? 1 : 0)}}};
    Diagnostics diagnostics;
    const auto prepared = prepare(kNod, context, diagnostics);
    REQUIRE(prepared);
    return prepared->explanation;
  };
  const std::string by_server = "posture -0.5, set by server 'tired' (style tired)";
  CHECK(explained("ada", false).find(by_server) != std::string::npos);
  CHECK(explained("ada", true).find("server") == std::string::npos);
  CHECK(explained("ben", true).find(by_server) != std::string::npos);
}

TEST_CASE("who wants to know hears of each block that is read, before it is planned", "[prepare]") {
  const auto casts = both();
  std::vector<std::string> heard;
  const PrepareContext context{
      .casts = casts, .script_id = "s", .live = {.on_planning = [&](const ReadBlock& block) {
                                          heard.push_back(std::string(block.id) + " " +
                                                          std::string(block.character));
                                          if (block.composition == plan::Composition::Append) {
                                            heard.push_back("after others");
                                          }
                                        }}};
  const auto of = [&](const std::string& text) {
    heard.clear();
    Diagnostics diagnostics;
    static_cast<void>(prepare(text, context, diagnostics));
    return heard;
  };
  const std::string open = R"(<script xmlns="urn:kinesphere:script:1")";
  const auto sequence = [](const std::string& name) {
    return "<sequence character=\"" + name + R"("><pose time="1"/></sequence>)";
  };
  CHECK(of(open + ">" + sequence("ben") + "</script>") == std::vector<std::string>{"s ben"});
  CHECK(of(open + " id=\"two\">" + sequence("ada") + sequence("ben") + "</script>") ==
        std::vector<std::string>{"two@ada ada", "two@ben ben"});
  const std::string bml = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b")";
  CHECK(of(bml + R"( composition="APPEND"/>)") ==
        std::vector<std::string>{"b ada", "after others"});
  CHECK(of(open + "><sequence></script>").empty());
  CHECK(of(open + ">" + sequence("zoe") + "</script>").empty());
}

TEST_CASE("two characters draw their meanings each by the seed and by who they are", "[prepare]") {
  const auto casts = both_by(test::whole_vocabulary());
  const auto explained = [&](std::uint64_t seed, std::span<const GivenSketch> styles) {
    Diagnostics diagnostics;
    const auto prepared = prepare(
        R"(<script xmlns="urn:kinesphere:script:1"><gesture character="ada" meaning="greeting"/>
           <gesture character="ben" meaning="greeting"/></script>)",
        {.casts = casts,
         .script_id = "s",
         .explains = true,
         .meanings = {.seed = seed, .styles = styles}},
        diagnostics);
    REQUIRE(prepared);
    CHECK(prepared->has_meanings);
    REQUIRE(prepared->blocks.size() == 2);
    return prepared->explanation;
  };
  std::set<std::string> seen;
  int alike = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::string text = explained(seed, {});
    CHECK(explained(seed, {}) == text);
    const auto line = [&](const char* id) {
      const std::size_t at = text.find(std::string(id) + ": greeting is ") + 4 + 12;
      return text.substr(at, text.find(',', at) - at);
    };
    seen.insert(line("g1"));
    alike += line("g1") == line("g2") ? 1 : 0;
  }
  // By the weights of schemas/meanings.xml they are alike in 21.5 of 64 cases.
  CHECK(seen.size() > 1);
  CHECK(alike > 0);
  CHECK(alike < 30);
  const std::vector<GivenSketch> shy = {{.character = "ben", .style = "shy"}};
  const std::string text = explained(3, shy);
  CHECK(text.find("by everybody's dictionary") != std::string::npos);
  CHECK(text.find("of 4 by style shy") != std::string::npos);
}

TEST_CASE("a behaviour of BML has a meaning, and without one it is left out", "[prepare]") {
  const auto casts = both_by(test::whole_vocabulary());
  const auto prepared_by = [&](const std::string& name, Diagnostics& diagnostics) {
    const std::string text =
        R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b"
                xmlns:k="urn:kinesphere:script:1">
             <k:sketch id="me"><k:dictionary><k:meaning name="agreement">
               <k:choice lexeme="ok"/></k:meaning></k:dictionary></k:sketch>
             <k:gesture id="g" meaning=")" +
        name + R"(" sketch="me"/></bml>)";
    return prepare(text, {.casts = casts, .script_id = "s", .explains = true}, diagnostics);
  };
  Diagnostics none;
  const auto prepared = prepared_by("agreement", none);
  REQUIRE(prepared);
  CHECK(none.warnings().empty());
  CHECK(prepared->explanation.find("g: agreement is ok, 1 of 1 by sequence") != std::string::npos);
  CHECK(prepared->blocks.at(0)->sync_points.size() == 7);
  Diagnostics diagnostics;
  CHECK(prepared_by("agrement", diagnostics));
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message.find("unknown meaning, near to it are agreement") !=
        std::string::npos);
}

TEST_CASE("a gesture of BML has the sketch of a style that the block does not define",
          "[prepare]") {
  const auto casts = both_by(test::whole_vocabulary());
  for (const char* const gesture : {R"(<gesture id="g" lexeme="BEAT" k:sketch="tired"/>)",
                                    R"(<k:gesture id="g" lexeme="beat" sketch="tired"/>)"}) {
    Diagnostics diagnostics;
    const auto prepared = prepare(
        R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b"
                xmlns:k="urn:kinesphere:script:1">)" +
            std::string(gesture) + "</bml>",
        {.casts = casts, .script_id = "s", .explains = true}, diagnostics);
    REQUIRE(prepared);
    CHECK(prepared->explanation.find("'tired' (style tired)") != std::string::npos);
    for (const Warning& warning : diagnostics.warnings()) {
      CHECK(warning.message.find("no sketch") == std::string::npos);
    }
  }
}

TEST_CASE("a manner for a character that is not there is refused at its place", "[prepare]") {
  const auto casts = both();
  Diagnostics diagnostics;
  const auto with = [](const std::string& character) {
    return R"(<script xmlns="urn:kinesphere:script:1"><nucleus id="n" power="1"/>)" + character +
           "</script>";
  };
  CHECK(prepare(with(R"(<character name="Alfonse" nucleus="n"/>)"), {.casts = casts}, diagnostics));
  const auto refused =
      prepare(with(R"(<character name="eve" nucleus="n"/>)"), {.casts = casts}, diagnostics);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "the characters are ada, ben, but no 'eve'");
  CHECK(refused.error().where == Where{1, 85});
}

TEST_CASE("who collects errors is told all of them, and the first is the answer", "[prepare]") {
  constexpr const char* kWrong = R"(<script xmlns="urn:kinesphere:script:1">
  <gesture lexeme="wafe"/>
  <sequence nucleus="calm">
    <pose time="1"><orientation joint="tail" axis="z" direction="0 -1 2"/></pose>
    <pose time="2"><orientation joint="head" axis="z" direction="0 -1 2"/></pose>
    <pose time="1.5"><orientation joint="head" axis="z" direction="0 -1 2"/></pose>
  </sequence>
  <sequence character="eve"><pose time="1"/></sequence>
  <sequence>
    <pose time="1"><look-at target="ben.tail"/></pose>
  </sequence>
</script>)";
  const auto casts = both();
  Diagnostics stops;
  const auto refused = prepare(kWrong, {.casts = casts}, stops);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where.line == 2);
  CHECK(stops.errors().empty());

  Diagnostics collects(Diagnostics::OnError::Collect);
  const auto prepared = prepare(kWrong, {.casts = casts}, collects);
  REQUIRE_FALSE(prepared);
  CHECK(prepared.error() == refused.error());
  std::vector<std::uint32_t> lines;
  for (const Error& error : collects.errors()) lines.push_back(error.where.line);
  CHECK(lines == std::vector<std::uint32_t>{2, 3, 4, 6, 10, 8});
}

TEST_CASE("who collects errors of a sound script has its blocks, and none", "[prepare]") {
  const auto casts = both();
  Diagnostics collects(Diagnostics::OnError::Collect);
  const auto prepared = prepare(kNod, {.casts = casts}, collects);
  REQUIRE(prepared);
  CHECK(prepared->blocks.size() == 1);
  CHECK(collects.errors().empty());
}

TEST_CASE("a script without an id or a character gets those it was submitted with", "[prepare]") {
  const auto casts = both();
  Diagnostics diagnostics;
  const auto prepared =
      prepare(kNod, {.casts = casts, .script_id = "script1", .character = "ben"}, diagnostics);
  REQUIRE(prepared);
  CHECK(prepared->blocks[0]->id == "script1");
  CHECK(prepared->blocks[0]->character == "ben");
  CHECK(prepared->blocks[0]->sync_points.front().id == "script1:s1:start");
}

TEST_CASE("a script to nobody in particular is for the first character", "[prepare]") {
  const auto casts = both();
  Diagnostics diagnostics;
  const auto prepared = prepare(kNod, {.casts = casts}, diagnostics);
  REQUIRE(prepared);
  CHECK(prepared->blocks[0]->character == "ada");
}

TEST_CASE("an unknown character is an error that lists those there are", "[prepare]") {
  const auto casts = both();
  Diagnostics diagnostics;
  const auto prepared = prepare(in_script(R"(character="eve")"), {.casts = casts}, diagnostics);
  REQUIRE_FALSE(prepared);
  CHECK(prepared.error().code == ErrorCode::UnknownName);
  CHECK(prepared.error().message == "the characters are ada, ben, but no 'eve'");
  CHECK(prepared.error().where.line == 1);
}

TEST_CASE("a script that names its character goes there, whomever it was submitted to",
          "[prepare]") {
  const auto casts = both();
  const std::string bml = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b"
                              characterId="ada"><head id="h" lexeme="NOD"/></bml>)";
  for (const std::string& text : {in_script(R"(character="ada")"), bml}) {
    Diagnostics diagnostics;
    const auto prepared = prepare(text, {.casts = casts, .character = "ben"}, diagnostics);
    REQUIRE(prepared);
    REQUIRE(prepared->blocks.size() == 1);
    CHECK(prepared->blocks.front()->character == "ada");
  }
}

TEST_CASE("a classic script may speak to two characters at once", "[prepare]") {
  const auto casts = both();
  const std::string sequence = R"(
BEGIN K_POSE_SEQUENCE
  CHARACTER:NAME
  START:asap
  BEGIN K_POSE
    TIME_POINT:+500
    BEGIN MORPH_TARGET
      MORPH_KEY:mouthSmileLeft
      MORPH_VALUE:0.5
    END
  END
END
)";
  std::string text;
  for (const std::string name : {"Amber", "Alfonse"}) {
    text += std::string(sequence).replace(sequence.find("NAME"), 4, name);
  }
  Diagnostics diagnostics;
  const auto prepared = prepare(text, {.casts = casts, .script_id = "both"}, diagnostics);
  REQUIRE(prepared);
  REQUIRE(prepared->blocks.size() == 2);
  CHECK(prepared->blocks[0]->id == "both@ada");
  CHECK(prepared->blocks[1]->id == "both@ben");
}

TEST_CASE("what a reader mended is said in the block's feedback, once", "[prepare]") {
  const auto casts = both();
  Diagnostics diagnostics;
  const auto prepared = prepare(R"(BEGIN K_POSE_SEQUENCE
CHARACTER:Amber
BEGIN K_POSE
TIME_POINT:+500
HOLD:-100
BEGIN MORPH_TARGET
MORPH_KEY:jawOpen
MORPH_VALUE:0.5
END
END
END
)",
                                {.casts = casts}, diagnostics);
  REQUIRE(prepared);
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].where.line == 5);
  CHECK(prepared->blocks.front()->warnings ==
        std::vector<Warning>(diagnostics.warnings().begin(), diagnostics.warnings().end()));
}

TEST_CASE("warnings go to the caller, and into the block for its feedback", "[prepare]") {
  const auto casts = both();
  Diagnostics diagnostics;
  const auto prepared = prepare(R"(<script xmlns="urn:kinesphere:script:1">
  <sequence><pose time="1"><position joint="rightHand" target="-0.3 1.2 5"/></pose></sequence>
</script>)",
                                {.casts = casts}, diagnostics);
  REQUIRE(prepared);
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].where.line == 2);
  CHECK(prepared->blocks[0]->warnings.size() == 1);
}

TEST_CASE("sequences are told that they hide each other by the times that properties have made",
          "[prepare]") {
  // A second becomes 1 -+ 1.5 log10(2), which is 0.55 s or 1.45 s (D17).
  const auto warnings_of = [](const std::string& extent, const std::string& second_start,
                              const std::string& attributes = "") {
    const std::string nod =
        R"(<pose time="1"><orientation joint="head" axis="z" direction="0 -1 2"/></pose>)";
    Diagnostics diagnostics;
    const auto prepared = prepare(R"(<script xmlns="urn:kinesphere:script:1")" + attributes +
                                      R"(><nucleus id="n" temporal-extent=")" + extent +
                                      R"("/><sequence id="a" nucleus="n">)" + nod +
                                      R"(</sequence><sequence id="b" start=")" + second_start +
                                      R"(">)" + nod + "</sequence></script>",
                                  {.casts = both()}, diagnostics);
    REQUIRE(prepared);
    return diagnostics.warnings().size();
  };
  CHECK(warnings_of("0", "0.8") == 2);
  CHECK(warnings_of("-1", "0.8") == 0);
  CHECK(warnings_of("0", "1.2") == 0);
  CHECK(warnings_of("1", "1.2") == 2);
  // Who wrote a classic script cannot be told.
  CHECK(warnings_of("0", "0.8", R"( converted-from="embrscript")") == 0);
}

TEST_CASE("a tension from outside is as if the script had given it to its characters",
          "[prepare]") {
  const auto casts = both();
  const auto tensions_of = [&](const std::string& before, std::string_view tension) {
    Diagnostics diagnostics;
    const auto prepared = prepare("<script xmlns=\"urn:kinesphere:script:1\">" + before + R"(
  <sequence>
    <pose time="0.4" phase="preparation"><position joint="rightHand" target="-0.2 1.2 0.3"/></pose>
    <pose time="0.6" phase="stroke"><position joint="rightHand" target="-0.2 1 0.3"/></pose>
  </sequence>
</script>)",
                                  {.casts = casts, .live = {.tension = tension}}, diagnostics);
    REQUIRE(prepared);
    return prepared->blocks.front()->tensions;
  };
  CHECK(tensions_of("", "").empty());
  CHECK(tensions_of("", "tense").size() >= 3);  // its phases differ
  CHECK(tensions_of("", "tense") == tensions_of("<character tension='tense'/>", ""));
  CHECK(tensions_of("<character tension='loose'/>", "tense") ==
        tensions_of("<character tension='loose'/>", ""));
}

}  // namespace
}  // namespace kine::prepare_test
