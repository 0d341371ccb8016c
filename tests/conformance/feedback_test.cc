// What a dialogue manager hears: BML over plain TCP to a real server, and each
// message of feedback as the standard has it, once.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "realizer/xml/xml.h"
#include "tests/conformance/counted_line.h"
#include "tests/conformance/found.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::conformance::feedback_test {
namespace {

constexpr double kTickRate = 60;
constexpr std::string_view kCore = "http://www.bml-initiative.org/bml/bml-1.0";

/// All that a server says to a client that sends this and hears it out.
std::vector<xml::Element> answers_to(const std::string& text) {
  server::Options options = test::server_options();
  options.bridges.bml.emplace_back();
  const auto server = test::start_server(std::move(options));
  test::WireClient client(server->bml_port());
  client.send_bytes(text);
  client.end_sending();
  std::vector<xml::Element> answers;
  for (std::string line; !(line = client.receive_up_to("\n")).empty();) {
    auto element = xml::parse(line);
    CAPTURE(line);
    REQUIRE(element);
    CHECK(element->namespace_uri == kCore);
    answers.push_back(*std::move(element));
  }
  return answers;
}

std::string value(const xml::Element& element, std::string_view attribute) {
  const xml::Attribute* found = element.find_attribute(attribute);
  return found == nullptr ? std::string() : found->value;
}

double number(const xml::Element& element, std::string_view attribute) {
  CAPTURE(element.name, attribute);
  REQUIRE(element.find_attribute(attribute) != nullptr);
  return std::stod(value(element, attribute));
}

std::vector<xml::Element> named(std::string_view name, const std::vector<xml::Element>& all) {
  std::vector<xml::Element> found;
  for (const xml::Element& element : all) {
    if (element.name == name) found.push_back(element);
  }
  return found;
}

TEST_CASE(
    "a client hears of a block's start, its points and its end, each "
    "once and in order",
    "[feedback]") {
  covers({"blockProgress", "blockProgress@id", "blockProgress@globalTime",
          "blockProgress@characterId", "syncPointProgress", "syncPointProgress@id",
          "syncPointProgress@time", "syncPointProgress@globalTime",
          "syncPointProgress@characterId"});
  const auto answers = answers_to(block("<head id='h' lexeme='NOD' start='0.2' end='0.9'/>"));
  const auto progress = named("blockProgress", answers);
  REQUIRE(progress.size() == 2);
  CHECK(value(progress[0], "id") == "b1:start");
  CHECK(value(progress[1], "id") == "b1:end");
  const double start_s = number(progress[0], "globalTime");
  CHECK(number(progress[1], "globalTime") == Approx(start_s + 0.9).margin(1.5 / kTickRate));

  const auto points = named("syncPointProgress", answers);
  std::string said;
  for (const xml::Element& point : points) {
    said += value(point, "id") + " ";
    // Planned, and the first tick that is not before it.
    const double late = number(point, "globalTime") - start_s - number(point, "time");
    CHECK(late > -1e-6);
    CHECK(late < 1 / kTickRate);
  }
  CHECK(said ==
        "b1:h:start b1:h:ready b1:h:strokeStart b1:h:stroke "
        "b1:h:strokeEnd b1:h:relax b1:h:end ");
  CHECK(number(points.front(), "time") == Approx(0.2));
  CHECK(number(points.back(), "time") == Approx(0.9));
  for (const xml::Element& element : answers) CHECK(value(element, "characterId") == "ada");
  CHECK(value(answers.back(), "id") == "b1:end");
  CHECK(named("warningFeedback", answers).empty());
}

TEST_CASE(
    "a client is told what is expected, before planning, after it and at "
    "the start",
    "[feedback]") {
  covers({"predictionFeedback", "predictionFeedback@characterId", "predictionFeedback/bml@id",
          "predictionFeedback/bml@globalStart", "predictionFeedback/bml@globalEnd",
          "predictionFeedback/behaviour"});
  const auto answers =
      answers_to(block("<head id='h' lexeme='NOD' start='0.2' end='0.9'/>"
                       "<gaze id='g' target='camera' start='h:start' end='1.1'/>"));
  const auto predictions = named("predictionFeedback", answers);
  REQUIRE(predictions.size() == 3);
  std::vector<xml::Element> blocks;
  for (const xml::Element& prediction : predictions) {
    CHECK(value(prediction, "characterId") == "ada");
    const auto told = named("bml", prediction.children);
    REQUIRE(told.size() == 1);
    CHECK(value(told[0], "id") == "b1");
    blocks.push_back(told[0]);
  }
  // Before planning nobody knows the end, nor when what is.
  CHECK(predictions[0].children.size() == 1);
  CHECK(blocks[0].find_attribute("globalEnd") == nullptr);
  for (const std::size_t later : {1, 2}) {
    const double start_s = number(blocks[later], "globalStart");
    CHECK(number(blocks[later], "globalEnd") == Approx(start_s + 1.1).margin(1.5 / kTickRate));
    const auto heads = named("head", predictions[later].children);
    REQUIRE(heads.size() == 1);
    CHECK(value(heads[0], "id") == "b1:h");
    CHECK(number(heads[0], "start") == Approx(0.2));
    CHECK(number(heads[0], "end") == Approx(0.9));
    const auto gazes = named("gaze", predictions[later].children);
    REQUIRE(gazes.size() == 1);
    CHECK(number(gazes[0], "end") == Approx(1.1));
  }
  const auto progress = named("blockProgress", answers);
  REQUIRE(progress.size() == 2);
  CHECK(number(blocks[2], "globalStart") == Approx(number(progress[0], "globalTime")));
}

struct Fault {
  std::string type;
  std::string block;
  std::string about;
};

TEST_CASE("each fault is one warning of its type, with the id of what it is about", "[feedback]") {
  covers({"warningFeedback", "warningFeedback@id", "warningFeedback@type", "warningFeedback/text",
          "warningFeedback@characterId", "warningFeedback@type=PARSING_FAILURE",
          "warningFeedback@type=NO_SUCH_TARGET", "warningFeedback@type=IMPOSSIBLE_TO_SCHEDULE",
          "warningFeedback@type=BEHAVIOR_TYPE_NOT_SUPPORTED",
          "warningFeedback@type=CUSTOM_BEHAVIOUR_NOT_SUPPORTED",
          "warningFeedback@type=CUSTOM_ATTRIBUTE_NOT_SUPPORTED",
          "warningFeedback@type=CANNOT_CREATE_BEHAVIOR"});
  const auto fault = GENERATE(values<Fault>({
      {"PARSING_FAILURE", block("words"), "b1"},
      {"NO_SUCH_TARGET", block("<gaze id='x' target='nobody'/>"), "b1:x"},
      {"IMPOSSIBLE_TO_SCHEDULE", block("<head id='x' lexeme='NOD' start='2' end='0'/>"), "b1:x"},
      {"BEHAVIOR_TYPE_NOT_SUPPORTED", block("<dance id='x'/>"), "b1:x"},
      {"CUSTOM_BEHAVIOUR_NOT_SUPPORTED", block("<o:dance id='x' xmlns:o='urn:other'/>"), "b1:x"},
      {"CUSTOM_ATTRIBUTE_NOT_SUPPORTED", block("<wait id='x' duration='0.1' mood='fine'/>"),
       "b1:x"},
      {"CANNOT_CREATE_BEHAVIOR", block("<head id='x'/>"), "b1:x"},
  }));
  CAPTURE(fault.block);
  const auto answers = answers_to(fault.block);
  const auto warnings = named("warningFeedback", answers);
  REQUIRE(warnings.size() == 1);
  CHECK(value(warnings[0], "type") == fault.type);
  CHECK(value(warnings[0], "id") == fault.about);
  CHECK(value(warnings[0], "characterId") == "ada");
  CHECK_FALSE(warnings[0].text.empty());
  CHECK(named("blockProgress", answers).size() == 2);
}

TEST_CASE("a block that is refused is one warning and nothing else", "[feedback]") {
  const auto answers = answers_to(block("<head id='x' lexeme='NOD' start='nobody:end'/>"));
  const auto warnings = named("warningFeedback", answers);
  REQUIRE(warnings.size() == 1);
  CHECK(value(warnings[0], "id") == "b1");
  CHECK(named("blockProgress", answers).empty());
  CHECK(named("syncPointProgress", answers).empty());

  const auto nameless = named("warningFeedback", answers_to(block("", "")));
  REQUIRE(nameless.size() == 1);
  CHECK(value(nameless[0], "id") == "<no id>");
  CHECK(value(nameless[0], "type") == "PARSING_FAILURE");
}

TEST_CASE("a block that replaces begins when the one before it has ended, and may have its id",
          "[feedback]") {
  const std::string next = GENERATE("b1", "b2");
  const auto answers = answers_to(
      block("<head id='h' lexeme='NOD' start='0' end='9'/>", "id='b1'") +
      block("<head id='h' lexeme='NOD' end='0.5'/>", "id='" + next + "' composition='REPLACE'"));
  const auto progress = named("blockProgress", answers);
  REQUIRE(progress.size() == 4);
  const std::vector<std::string> order = {"b1:start", "b1:end", next + ":start", next + ":end"};
  for (std::size_t i = 0; i < order.size(); ++i) {
    CHECK(value(progress[i], "id") == order[i]);
    if (i == 0) continue;
    CHECK(number(progress[i], "globalTime") >= number(progress[i - 1], "globalTime"));
  }
  CHECK(std::ranges::any_of(progress[1].attributes, [](const xml::Attribute& attribute) {
    return attribute.name == "status" && attribute.value == "INTERRUPTED";
  }));
  CHECK(number(progress[2], "globalTime") == Approx(number(progress[1], "globalTime")));
  CHECK(named("warningFeedback", answers).empty());
}

TEST_CASE("a block that ends early says which text was said and which is left", "[feedback]") {
  const auto answers = answers_to(
      block("<speech id='s'><text>no <sync id='m'/>no &amp; no</text></speech>", "id='b1'") +
      block("<head id='h' lexeme='NOD' end='0.5'/>", "id='b2' composition='REPLACE'"));
  const auto progress = named("blockProgress", answers);
  const auto end = std::ranges::find_if(
      progress, [](const xml::Element& each) { return value(each, "id") == "b1:end"; });
  REQUIRE(end != progress.end());
  std::map<std::string, std::string> ours;
  for (const xml::Attribute& attribute : end->attributes) {
    if (attribute.namespace_uri == "urn:kinesphere:script:1") {
      ours[attribute.name] = attribute.value;
    }
  }
  CHECK(ours["textDone"] + ours["textLeft"] == "no no & no");
  CHECK(ours.contains("soundMs"));
}

using Words = std::set<std::string>;

/// The attributes of each element that was said, of its children by "PARENT/CHILD".
std::map<std::string, Words> attributes_of(const std::vector<xml::Element>& said) {
  std::map<std::string, Words> attributes;
  const auto note = [&](const std::string& name, const xml::Element& element) {
    for (const xml::Attribute& attribute : element.attributes) {
      attributes[name].insert(attribute.name);
    }
  };
  for (const xml::Element& element : said) {
    note(element.name, element);
    for (const xml::Element& child : element.children) {
      note(element.name + "/" + child.name, child);
    }
  }
  return attributes;
}

TEST_CASE("feedback has the attributes of the standard, and the status that BMLA adds",
          "[feedback]") {
  auto said = attributes_of(answers_to(
      block("<head id='h' lexeme='NOD' end='0.5'/><dance id='d'/>", "id='b1' characterId='ada'")));
  CHECK(said["predictionFeedback"] == Words{"characterId"});
  CHECK(said["predictionFeedback/bml"] == Words{"id", "globalStart", "globalEnd"});
  CHECK(said["predictionFeedback/head"] == Words{"id", "lexeme", "start", "ready", "strokeStart",
                                                 "stroke", "strokeEnd", "relax", "end"});
  CHECK(said["blockProgress"] == Words{"id", "globalTime", "characterId", "status"});
  CHECK(said["syncPointProgress"] == Words{"id", "time", "globalTime", "characterId"});
  CHECK(said["warningFeedback"] == Words{"id", "type", "characterId"});
}

}  // namespace
}  // namespace kine::conformance::feedback_test
