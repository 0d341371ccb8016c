// Tests for realizer/script/kinesphere/kinesphere_sketch.h.
#include "realizer/script/kinesphere/kinesphere_sketch.h"

#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/composites.h"
#include "realizer/script/reader.h"
#include "realizer/script/writing/writer.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"

namespace kine::script::kinesphere_sketch_test {
namespace {

std::string in_script(const std::string& elements) {
  return "<script xmlns='urn:kinesphere:script:1'>\n" + elements + "</script>";
}

Document document_of(const std::string& elements) { return test::document_of(in_script(elements)); }

Error error_of(const std::string& elements) { return test::refusal_of(in_script(elements)); }

/// The one of the issue.
const std::string kWeary =
    "<sketch id='weary' style='tired' nucleus='calm' tension='loose'>"
    "<shape posture='-.6' line='.3' lean='.4' lean-to='apple' chest='-.4' abdomen='0' head='.3' "
    "raise='0' round='.4' tilt='0' com='0 .4' legs='-.7' extent='-.3' amplitude='0' elbows='-.2' "
    "width='0' toes='0' hold='.2' involvement='.6'/>"
    "<timing tempo='0' duration='0' pause='0' anticipation='0' reaction='0' repetition='.5' "
    "succession='40ms'/>"
    "<idle amount='1'/></sketch>";

TEST_CASE("a sketch has all that it says, in our units", "[kinesphere_sketch]") {
  const Sketch sketch = document_of(kWeary).sketches.at(0);
  CHECK(sketch.id.text == "weary");
  CHECK(sketch.style.text == "tired");
  CHECK(sketch.nucleus.text == "calm");
  CHECK(sketch.tension.text == "loose");
  CHECK(sketch.lean_to.text == "apple");
  CHECK(sketch.where == Where{2, 1});
  const Expressivity& said = sketch.parameters;
  CHECK(said.values().size() == 19 + 7 + 1);
  CHECK(said[kPosture] == -0.6);
  CHECK(said[kComSide] == 0);
  CHECK(said[kComAhead] == 0.4);
  CHECK(said[kHold] == 0.2);
  CHECK(said[kInvolvement] == 0.6);
  CHECK(said[kRepetition] == 0.5);
  CHECK(said[kSuccession] == 0.04);
  CHECK(said[kIdleAmount] == 1);
}

TEST_CASE("a sketch may say what moves its character", "[kinesphere_sketch]") {
  const Document document = document_of("<sketch id='a' dynamics='body'/><sketch id='b'/>");
  CHECK(document.sketches.at(0).dynamics == Dynamics::Body);
  CHECK_FALSE(document.sketches.at(1).dynamics);
  CHECK(test::without_places(test::document_of(write(document))) == test::without_places(document));
  CHECK(error_of("<sketch id='a' dynamics='legs'/>").message ==
        "dynamics of <sketch> must be none, torso or body, not 'legs'");
}

TEST_CASE("the faces of a sketch read back as they are written", "[kinesphere_sketch]") {
  const Document document =
      document_of("<sketch id='a'><face name='angry' amount='.5'/><face name='jawOpen'/></sketch>");
  const std::vector<SketchFace>& faces = document.sketches.at(0).faces;
  REQUIRE(faces.size() == 2);
  CHECK(faces[0].name.text == "angry");
  CHECK(faces[0].amount == 0.5);
  CHECK(faces[1].amount == 1);
  const Document again = test::document_of(write(document));
  REQUIRE(again.sketches.at(0).faces.size() == 2);
  CHECK(again.sketches[0].faces[0].amount == 0.5);
  CHECK(again.sketches[0].faces[1].name.text == "jawOpen");
}

TEST_CASE("a wrong face is refused with its place", "[kinesphere_sketch]") {
  CHECK(error_of("<sketch id='a'><face/></sketch>").where == Where{2, 16});
  CHECK(error_of("<sketch id='a'><face name='angry' amount='1.1'/></sketch>").where.line == 2);
  CHECK(error_of("<sketch id='a'><face name='angry'><face/></face></sketch>").where.line == 2);
  std::string faces;
  for (std::size_t i = 0; i < kSketchFacesMax; ++i) faces += "<face name='angry'/>";
  CHECK(document_of("<sketch id='a'>" + faces + "</sketch>").sketches.size() == 1);
  CHECK(error_of("<sketch id='a'>" + faces + "<face name='angry'/></sketch>").code ==
        ErrorCode::LimitExceeded);
}

TEST_CASE("a number that is written counts, also where it is the usual one",
          "[kinesphere_sketch]") {
  const Expressivity said =
      document_of("<sketch id='a'><shape posture='0'/></sketch>").sketches.at(0).parameters;
  CHECK(said.says(kPosture));
  CHECK_FALSE(said.says(kLine));
}

TEST_CASE("composites are kept as they are written, beside the numbers", "[kinesphere_sketch]") {
  const Sketch sketch =
      document_of(
          "<sketch id='a'><shape posture='1'/><effort weight='.5' space='-1' time='0' flow='.1'/>"
          "<shape-qualities rising='.2' spreading='.3' advancing='-.4'/>"
          "<expressivity overall-activation='.1' spatial-extent='.2' temporal-extent='.3' "
          "fluidity='.4' power='.5' repetition='.6'/></sketch>")
          .sketches.at(0);
  CHECK(sketch.parameters == Expressivity{{kPosture, 1}});
  CHECK(sketch.composites.values().size() == 4 + 3 + 6);
  CHECK(sketch.composites[kEffortWeight] == 0.5);
  CHECK(sketch.composites.says(kEffortTime));
  CHECK(sketch.composites[kAdvancing] == -0.4);
  CHECK(sketch.composites[kHpmPower] == 0.5);
  CHECK(sketch.composites[kHpmRepetition] == 0.6);
}

TEST_CASE("a composite out of its range or written twice is refused", "[kinesphere_sketch]") {
  CHECK(error_of("<sketch id='a'><effort weight='1.5'/></sketch>").message ==
        "weight of <effort> must be from -1 to 1, not '1.5'");
  CHECK(error_of("<sketch id='a'><effort/><effort/></sketch>").message == "duplicate <effort>");
  CHECK(error_of("<sketch id='a'><expressivity repetition='-.1'/></sketch>").message ==
        "repetition of <expressivity> must be from 0 to 1, not '-.1'");
  CHECK(error_of("<sketch id='a'><expressivity rhythm='1'/></sketch>").code ==
        ErrorCode::UnknownName);
}

TEST_CASE("characters, sequences, gestures and poses name a sketch", "[kinesphere_sketch]") {
  const Document document = document_of(
      "<character sketch='a'/><sequence sketch='b'><pose time='1' sketch='c'/></sequence>"
      "<gesture lexeme='beat' sketch='d'/>");
  CHECK(document.characters.at(0).sketch.text == "a");
  CHECK(document.sequences.at(0).sketch.text == "b");
  CHECK(document.sequences[0].poses.at(0).sketch.text == "c");
  CHECK(document.gestures.at(0).sketch.text == "d");
}

TEST_CASE("a sketch reads back as it was written", "[kinesphere_sketch]") {
  const Document document =
      document_of(kWeary +
                  "<sketch id='b'/><sketch id='c'><shape posture='0' com='0 0'/></sketch>"
                  "<character sketch='weary'/><sequence sketch='b'>"
                  "<pose time='1' sketch='c'/></sequence>"
                  "<gesture lexeme='beat' sketch='c'/>");
  const Document again = test::document_of(write(document));
  CHECK(test::without_places(again) == test::without_places(document));
}

TEST_CASE("a block of BML and its gestures name sketches as attributes of ours",
          "[kinesphere_sketch]") {
  Diagnostics diagnostics;
  const std::string opening =
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b' "
      "xmlns:k='urn:kinesphere:script:1' ";
  const auto document =
      bml_reader().read(opening +
                            "k:sketch='tired' k:tension='loose'><gesture id='g' lexeme='BEAT' "
                            "k:sketch='proud' k:nucleus='happy' k:dynamics='torso'/><head id='h' "
                            "lexeme='NOD' k:sketch='shy'/></bml>",
                        diagnostics);
  REQUIRE(document);
  REQUIRE(diagnostics.warnings().size() == 1);
  CHECK(diagnostics.warnings()[0].message ==
        "unknown attribute of <head> is ignored, for of ours <bml> and <gesture> take sketch, "
        "nucleus, tension and dynamics, and <locomotion> takes distance: 'sketch'");
  REQUIRE(document->characters.size() == 1);
  CHECK(document->characters[0].sketch.text == "tired");
  CHECK(document->characters[0].tension.text == "loose");
  const auto& gesture = std::get<Gesture>(document->behaviours->behaviours.at(0).kind);
  CHECK(gesture.sketch.text == "proud");
  CHECK(gesture.nucleus.text == "happy");
  CHECK(gesture.dynamics == Dynamics::Torso);
  const auto again = bml_reader().read(write(*document), diagnostics);
  REQUIRE(again);
  CHECK(test::without_places(*again) == test::without_places(*document));

  const auto twice = bml_reader().read(
      opening + "k:sketch='tired'><k:character sketch='proud'/></bml>", diagnostics);
  REQUIRE_FALSE(twice);
  CHECK(twice.error().message.find("duplicate <character>") != std::string::npos);
  CHECK(twice.error().message.find("was said at 1:1") != std::string::npos);
  CHECK_FALSE(bml_reader().read(
      opening + "characterId='ada' k:sketch='tired'><k:character name='ada'/></bml>", diagnostics));
}

TEST_CASE("a block of BML takes sketches, and is written back with them", "[kinesphere_sketch]") {
  Diagnostics diagnostics;
  const auto document = bml_reader().read(
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b' "
      "xmlns:k='urn:kinesphere:script:1'><k:sketch id='weary'><k:shape posture='-0.6'/></k:sketch>"
      "<k:edit target='g' sketch='weary'/><k:gesture id='g' lexeme='beat' sketch='weary'/>"
      "<k:sequence id='s' sketch='weary'><k:pose time='1' sketch='weary'/></k:sequence></bml>",
      diagnostics);
  REQUIRE(document);
  CHECK(diagnostics.warnings().empty());
  CHECK(document->sketches.at(0).parameters[kPosture] == -0.6);
  CHECK(document->edits.at(0).target.text == "g");
  const auto& behaviours = document->behaviours->behaviours;
  CHECK(std::get<Gesture>(behaviours.at(0).kind).sketch.text == "weary");
  const auto& sequence = std::get<Sequence>(behaviours.at(1).kind);
  CHECK(sequence.sketch.text == "weary");
  CHECK(sequence.poses.at(0).sketch.text == "weary");
  const auto again = bml_reader().read(write(*document), diagnostics);
  REQUIRE(again);
  CHECK(test::without_places(*again) == test::without_places(*document));
}

TEST_CASE("what lost its prefix in a block of BML is told where it stands", "[kinesphere_sketch]") {
  const std::string opening =
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b' "
      "xmlns:k='urn:kinesphere:script:1'>";
  Diagnostics diagnostics;
  const auto bare_child = bml_reader().read(
      opening + "\n<k:sketch id='a'><shape posture='1'/></k:sketch></bml>", diagnostics);
  REQUIRE_FALSE(bare_child);
  CHECK(bare_child.error().message.ends_with("not the element 'shape' of BML"));
  CHECK(bare_child.error().where == Where{2, 18});
  REQUIRE(bml_reader().read(opening + "<gesture id='g' lexeme='BEAT' sketch='proud'/></bml>",
                            diagnostics));
  CHECK(diagnostics.warnings().back().message ==
        "unknown attribute of <gesture> is ignored, for it needs the prefix of "
        "urn:kinesphere:script:1 (xmlns:k, k:sketch): 'sketch'");
}

TEST_CASE("what is out of range is refused at its place", "[kinesphere_sketch]") {
  const auto message_of = [](const std::string& parts) {
    return error_of("<sketch id='a'>" + parts + "</sketch>").message;
  };
  CHECK(message_of("<shape posture='1.1'/>") ==
        "posture of <shape> must be from -1 to 1, not '1.1'");
  CHECK(message_of("<shape hold='-0.1'/>") == "hold of <shape> must be from 0 to 1, not '-0.1'");
  CHECK(message_of("<timing succession='201ms'/>") ==
        "succession of <timing> must be from -0.2s to 0.2s, not '201ms'");
  CHECK(message_of("<idle amount='2'/>") == "amount of <idle> must be from 0 to 1, not '2'");
  for (const char* com : {"0", "0 2", "-1.5 0", "0 0 0", "", "a b"}) {
    CHECK(message_of(std::string("<shape com='") + com + "'/>").starts_with("com of <shape> must"));
  }
  CHECK(error_of("<sketch id='a'><shape posture='2'/></sketch>").where == Where{2, 32});
}

TEST_CASE("what a sketch does not know is refused", "[kinesphere_sketch]") {
  CHECK(error_of("<sketch/>").message == "<sketch> needs the attribute 'id'");
  CHECK(error_of("<sketch id='a'><shape com-side='0'/></sketch>").code == ErrorCode::UnknownName);
  CHECK(error_of("<sketch id='a'><shape tempo='0'/></sketch>").code == ErrorCode::UnknownName);
  CHECK(error_of("<sketch id='a' posture='0'/>").code == ErrorCode::UnknownName);
  CHECK(error_of("<sketch id='a'><shape/><shape/></sketch>").message == "duplicate <shape>");
  CHECK(error_of("<sketch id='a'><shape tempo='0'/></sketch>").message ==
        "it belongs to <timing>, not to <shape>: the attribute 'tempo'");
  CHECK(error_of("<sketch id='a' posture='0'/>").message ==
        "it belongs to <shape>, not to <sketch>: the attribute 'posture'");
  for (const char* element : {"edit", "rhythm"}) {
    CHECK(error_of("<sketch id='a'><" + std::string(element) + "/></sketch>").code ==
          ErrorCode::UnknownName);
  }
  CHECK(error_of("<sketch id='a'/><sketch id='a'/>").message.starts_with("id of <sketch> must be"));
}

TEST_CASE("a sketch has transitions, as many as it likes", "[kinesphere_sketch]") {
  const Document document = document_of(
      "<sketch id='a'><transition phase='stroke' group='rightArm' curve='slow-fast' touch='-.3' "
      "arc='0' flow='.1' tremble='1' waves='.5' accents='.4' spasms='.3' incomplete='.25' "
      "halt='pause'/>"
      "<transition curve=' 3 -6  0 1.5 ' halt='stop'/><transition/></sketch>");
  const std::vector<Transition>& read = document.sketches.at(0).transitions;
  REQUIRE(read.size() == 3);
  CHECK(read[0].phase == Phase::Stroke);
  CHECK(read[0].group.text == "rightArm");
  CHECK(read[0].curve == TransitionCurve{1, 0, 1, 2});
  CHECK(read[0].parameters.values().size() == 8);
  CHECK(read[0].parameters[kAccents] == 0.4);
  CHECK(read[0].parameters[kSpasms] == 0.3);
  CHECK(read[0].parameters[kTouch] == -0.3);
  CHECK(read[0].parameters[kIncomplete] == 0.25);
  CHECK(read[0].halt == Halt::Pause);
  CHECK(read[1].curve == TransitionCurve{3, -6, 0, 1.5});
  CHECK(read[1].halt == Halt::Stop);
  CHECK_FALSE(read[2].phase);
  CHECK_FALSE(read[2].curve);
  const Document again = test::document_of(write(document));
  CHECK(test::without_places(again) == test::without_places(document));
}

TEST_CASE("a transition that cannot be is refused with what can", "[kinesphere_sketch]") {
  const auto message_of = [](const std::string& said) {
    return error_of("<sketch id='a'><transition " + said + "/></sketch>").message;
  };
  CHECK(message_of("touch='1.1'") == "touch of <transition> must be from -1 to 1, not '1.1'");
  CHECK(message_of("tremble='-.1'") == "tremble of <transition> must be from 0 to 1, not '-.1'");
  CHECK(message_of("phase='swing'").find("stroke") != std::string::npos);
  CHECK(message_of("halt='wait'").find("pause") != std::string::npos);
  for (const char* curve : {"", "eased", "1 0 1", "1 0 1 0 1", "3.1 0 1 0", "1 0 -0.1 0", "1 7 1 0",
                            "1 0 1 nan", "1,0,1,0"}) {
    CAPTURE(curve);
    CHECK(message_of(std::string("curve='") + curve + "'")
              .starts_with("curve of <transition> must be "));
  }
  CHECK(message_of("speed='1'").find("speed") != std::string::npos);
}

TEST_CASE("a sketch has so many transitions and no more", "[kinesphere_sketch]") {
  std::string transitions;
  for (std::size_t i = 0; i < kTransitionsMax; ++i) transitions += "<transition/>";
  const auto in_sketch = [](const std::string& inside) {
    return "<sketch id='a'>" + inside + "</sketch>";
  };
  CHECK(document_of(in_sketch(transitions)).sketches.at(0).transitions.size() == kTransitionsMax);
  CHECK(error_of(in_sketch(transitions + "<transition/>")).code == ErrorCode::LimitExceeded);
}

TEST_CASE("a script has so many sketches and no more", "[kinesphere_sketch]") {
  std::string sketches;
  for (std::size_t i = 0; i < kSketchesMax; ++i) {
    sketches += "<sketch id='s" + std::to_string(i) + "'/>";
  }
  CHECK(document_of(sketches).sketches.size() == kSketchesMax);
  CHECK(error_of(sketches + "<sketch id='one-more'/>").code == ErrorCode::LimitExceeded);
}

TEST_CASE("a rhythm is a few shares above 0", "[kinesphere_sketch]") {
  const auto sketch_with = [](const std::string& rhythm) {
    return "<sketch id='a'><timing rhythm='" + rhythm + "'/></sketch>";
  };
  CHECK(document_of(sketch_with(" 2 2\n1 ")).sketches.at(0).rhythm == std::vector<double>{2, 2, 1});
  std::string many = "1";
  for (std::size_t i = 1; i < kRhythmMax; ++i) many += " 1";
  CHECK(document_of(sketch_with(many)).sketches.at(0).rhythm.size() == kRhythmMax);
  for (const std::string& rhythm :
       {std::string(), std::string(" "), std::string("2 0 1"), std::string("-1"),
        std::string("16.5"), std::string("2,1"), std::string("nan"), many + " 1"}) {
    CHECK(error_of(sketch_with(rhythm)).message ==
          "rhythm of <timing> must be 1 to 16 numbers above 0 and up to 16, as in 2 2 1, not " +
              quoted(rhythm));
  }
}

TEST_CASE("clarity has three numbers", "[kinesphere_sketch]") {
  const Expressivity said =
      document_of("<sketch id='a'><clarity simplify='0.5' exaggerate='1' depth='-1'/></sketch>")
          .sketches.at(0)
          .parameters;
  CHECK(said == Expressivity{{kSimplify, 0.5}, {kExaggerate, 1}, {kDepth, -1}});
  CHECK(error_of("<sketch id='a'><clarity simplify='-0.5'/></sketch>").message ==
        "simplify of <clarity> must be from 0 to 1, not '-0.5'");
}

TEST_CASE("an edit has all that it says, and reads back", "[kinesphere_sketch]") {
  const Document document = document_of(
      "<sketch id='weary'><timing rhythm='2 2 1'/><clarity depth='0'/></sketch>"
      "<edit target='g1' from='ready' to='relax' group='rightArm' sketch='weary' amount='.5'/>"
      "<edit target='g1' sketch='weary'/><gesture id='g1' lexeme='beat'/>");
  const Edit& edit = document.edits.at(0);
  CHECK(edit.target.text == "g1");
  CHECK(edit.from.text == "ready");
  CHECK(edit.to.text == "relax");
  CHECK(edit.group.text == "rightArm");
  CHECK(edit.sketch.text == "weary");
  CHECK(edit.amount == 0.5);
  CHECK(document.edits.at(1).amount == 1);
  CHECK(document.edits[1].from.empty());
  const Document again = test::document_of(write(document));
  CHECK(test::without_places(again) == test::without_places(document));
}

TEST_CASE("an edit needs a target and a sketch, and an amount in its range",
          "[kinesphere_sketch]") {
  CHECK(error_of("<edit sketch='a'/>").message == "<edit> needs the attribute 'target'");
  CHECK(error_of("<edit target='a'/>").message == "<edit> needs the attribute 'sketch'");
  CHECK(error_of("<edit target='a' sketch='a' amount='1.5'/>").message ==
        "amount of <edit> must be from 0 to 1, not '1.5'");
  CHECK(error_of("<edit target='a' sketch='a' phase='stroke'/>").code == ErrorCode::UnknownName);
}

TEST_CASE("a script has so many edits and no more", "[kinesphere_sketch]") {
  std::string edits;
  for (std::size_t i = 0; i < kEditsMax; ++i) edits += "<edit target='a' sketch='a'/>";
  CHECK(document_of(edits).edits.size() == kEditsMax);
  CHECK(error_of(edits + "<edit target='a' sketch='a'/>").code == ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace kine::script::kinesphere_sketch_test
