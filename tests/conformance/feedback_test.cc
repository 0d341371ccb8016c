// What is told of a block, in the words of the standard: as a client that is a socket hears it.
#include <map>
#include <set>
#include <string>

#include "realizer/xml/xml.h"
#include "tests/conformance/found.h"
#include "tests/support/catch.h"
#include "tests/support/running_server.h"
#include "tests/support/wire_client.h"

namespace kine::conformance {
namespace {

using Words = std::set<std::string>;

/// A fault of each type, and a behaviour that plays.
constexpr const char* kBlocks = R"(<bml/>
<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b1" characterId="ada"
     xmlns:x="urn:example:x">
  <head id="h1" lexeme="NOD" start="0" end="2"/>
  <gaze id="lost" target="nowhere"/>
  <head id="late" lexeme="NOD" start="2" end="1"/>
  <juggle id="j1"/>
  <x:dance id="d1"/>
  <wait id="w1" duration="0.1" mood="fine"/>
  <head id="much" lexeme="NOD" amount="3"/>
</bml>)";

/// The attributes of each element that was told, of its children by "PARENT/CHILD", and the types
/// of warnings by "type".
std::map<std::string, Words> told() {
  server::Options options = test::server_options();
  options.bridges.bml = std::uint16_t{0};
  const auto server = test::start_server(options);
  test::WireClient client(server->bml_port());
  client.send_bytes(kBlocks);
  client.end_sending();
  std::map<std::string, Words> told;
  const auto note = [&](const std::string& name, const xml::Element& element) {
    for (const xml::Attribute& attribute : element.attributes) told[name].insert(attribute.name);
  };
  for (std::string line; !(line = client.receive_up_to("\n")).empty();) {
    const auto element = xml::parse(line);
    REQUIRE(element);
    note(element->name, *element);
    if (!element->text.empty()) told[element->name].insert("text");
    if (const auto* const type = element->find_attribute("type")) told["type"].insert(type->value);
    for (const xml::Element& child : element->children) {
      note(element->name + "/" + child.name, child);
    }
  }
  return told;
}

}  // namespace

TEST_CASE("feedback is told in the elements of the standard", "[feedback]") {
  covers({"predictionFeedback", "predictionFeedback@characterId", "predictionFeedback/bml@id",
          "predictionFeedback/bml@globalStart", "predictionFeedback/bml@globalEnd",
          "predictionFeedback/behaviour"});
  covers({"blockProgress", "blockProgress@id", "blockProgress@globalTime",
          "blockProgress@characterId"});
  covers({"syncPointProgress", "syncPointProgress@id", "syncPointProgress@time",
          "syncPointProgress@globalTime", "syncPointProgress@characterId"});
  covers({"warningFeedback", "warningFeedback@id", "warningFeedback@characterId",
          "warningFeedback/text", "warningFeedback@type", "warningFeedback@type=PARSING_FAILURE",
          "warningFeedback@type=NO_SUCH_TARGET", "warningFeedback@type=IMPOSSIBLE_TO_SCHEDULE",
          "warningFeedback@type=BEHAVIOR_TYPE_NOT_SUPPORTED",
          "warningFeedback@type=CUSTOM_BEHAVIOUR_NOT_SUPPORTED",
          "warningFeedback@type=CUSTOM_ATTRIBUTE_NOT_SUPPORTED",
          "warningFeedback@type=CANNOT_CREATE_BEHAVIOR"});
  auto heard = told();

  CHECK(heard["predictionFeedback"] == Words{"characterId"});
  CHECK(heard["predictionFeedback/bml"] == Words{"id", "globalStart", "globalEnd"});
  CHECK(heard["predictionFeedback/head"].contains("strokeStart"));
  CHECK(heard["blockProgress"] == Words{"id", "globalTime", "characterId", "status"});
  CHECK(heard["syncPointProgress"] == Words{"id", "time", "globalTime", "characterId"});
  CHECK(heard["warningFeedback"] == Words{"id", "type", "characterId", "text"});
  CHECK(heard["type"] == Words{"PARSING_FAILURE", "NO_SUCH_TARGET", "IMPOSSIBLE_TO_SCHEDULE",
                               "BEHAVIOR_TYPE_NOT_SUPPORTED", "CUSTOM_BEHAVIOUR_NOT_SUPPORTED",
                               "CUSTOM_ATTRIBUTE_NOT_SUPPORTED", "CANNOT_CREATE_BEHAVIOR"});
}

}  // namespace kine::conformance
