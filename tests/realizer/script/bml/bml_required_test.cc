// Tests for realizer/script/bml/bml_required.h. What is required is what the standard says of each
// element.
#include "realizer/script/bml/bml_required.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::script::bml_required_test {
namespace {

/// "gaze target=camera", its children behind it in parentheses.
std::string words_of(const WrittenElement& written) {
  std::string words = written.element;
  for (const auto& [name, value] : written.attributes) words += " " + name + "=" + value;
  for (const WrittenElement& child : written.children) words += " (" + words_of(child) + ")";
  return words;
}

/// Of the one behaviour of a block, whose id is x.
std::string required(const std::string& element) {
  const auto read = test::read_block(element);
  CAPTURE(element);
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  return words_of(required_of(read.behaviour("x")));
}

TEST_CASE("of each behaviour is told what BML requires of it", "[bml_required]") {
  CHECK(required("<head id='x' lexeme='NOD' amount='1'/>") == "head lexeme=NOD");
  CHECK(required("<headDirectionShift id='x' target='t'/>") == "headDirectionShift target=t");
  CHECK(required("<faceLexeme id='x' lexeme='RAISE_BROWS'/>") == "faceLexeme lexeme=RAISE_BROWS");
  CHECK(required("<ext:faceFacs id='x' au='04' side='LEFT'/>") == "faceFacs au=4");
  CHECK(required("<face id='x'><lexeme lexeme='SMILE'/><ext:facs au='12'/></face>") ==
        "face (lexeme lexeme=SMILE) (facs au=12)");
  CHECK(required("<faceShift id='x'><lexeme lexeme='SMILE'/></faceShift>") ==
        "faceShift (lexeme lexeme=SMILE)");
  CHECK(required("<gaze id='x' target='t'/>") == "gaze target=t");
  CHECK(required("<gazeShift id='x' target='t'/>") == "gazeShift target=t");
  CHECK(required("<gesture id='x' lexeme='BEAT'/>") == "gesture lexeme=BEAT");
  CHECK(required("<k:gesture id='x' meaning='greeting'/>") == "gesture lexeme=greeting");
  CHECK(required("<pointing id='x' target='t'/>") == "pointing target=t");
  CHECK(required("<locomotion id='x' target='t'/>") == "locomotion target=t");
  CHECK(required("<posture id='x'><stance type='SITTING'/>"
                 "<pose part='ARMS' lexeme='ARMS_OPEN'/></posture>") ==
        "posture (stance type=SITTING) (pose part=ARMS lexeme=ARMS_OPEN)");
  CHECK(required("<postureShift id='x'><pose part='HEAD' lexeme='L'/></postureShift>") ==
        "postureShift (pose part=HEAD lexeme=L)");
  CHECK(required("<speech id='x'><text>Hello</text></speech>") == "speech");
  CHECK(required("<wait id='x' duration='1'/>") == "wait");
  CHECK(required("<bmla:activate id='x' target='b0'/>") == "activate target=b0");
  CHECK(required("<bmla:interrupt id='x' target='b0' include='a'/>") == "interrupt target=b0");
  CHECK(required("<bmla:parametervaluechange id='x' target='b0:s' paramId='volume'>"
                 "<trajectory targetValue='0.5'/></bmla:parametervaluechange>") ==
        "parametervaluechange target=b0:s paramId=volume (trajectory type=linear targetValue=0.5)");
}

TEST_CASE("a gesture of ours is a gesture, and of a sequence BML has no element",
          "[bml_required]") {
  CHECK(required("<k:gesture id='x' lexeme='wave' hand='left'/>") == "gesture lexeme=wave");
  CHECK(required("<k:sequence id='x'><k:pose time='1'/></k:sequence>").empty());
}

TEST_CASE("BML has no element for an emitter or a sound of BMLT", "[bml_required]") {
  CHECK(required("<bmlt:blinkemitter id='x' avgwaitingtime='2'/>").empty());
  CHECK(required("<bmlt:audiofile id='x' fileName='laugh.wav'/>").empty());
}

TEST_CASE("of a description is told what is done", "[bml_required]") {
  const auto described = [](const std::string& inside) {
    return "<description priority='1' type='urn:kinesphere:script:1'>" + inside + "</description>";
  };
  CHECK(required("<gesture id='x' lexeme='BEAT'>" + described("<k:gesture lexeme='wave'/>") +
                 "</gesture>") == "gesture lexeme=wave");
  CHECK(required("<head id='x' lexeme='NOD'>" +
                 described("<k:sequence><k:pose time='1'/></k:sequence>") + "</head>")
            .empty());
}

}  // namespace
}  // namespace kine::script::bml_required_test
