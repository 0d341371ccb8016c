// Tests for server/bridges/bml_transport.h: when blocks that wait are predicted to begin.
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "realizer/xml/xml.h"
#include "server/bridges/bml_transport.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::bml_predictions_test {
namespace {

std::string block(const std::string& attributes, double wait_s) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" )"
         R"(xmlns:bmla="http://www.asap-project.org/bmla" )" +
         attributes + R"(><wait id="w" duration=")" + std::to_string(wait_s) + R"("/></bml>)";
}

xml::Element next_prediction(test::WireClient& client) {
  for (;;) {
    auto element = xml::parse(client.receive_up_to("\n"));
    if (!element) throw std::runtime_error("no element: " + element.error().message);
    if (element->name == "predictionFeedback") return *std::move(element);
  }
}

std::string id_of(const xml::Element& element) { return element.find_attribute("id")->value; }

double seconds(const xml::Element& bml, std::string_view attribute) {
  return std::stod(bml.find_attribute(attribute)->value);
}

}  // namespace

TEST_CASE("a block that waits is predicted for when it will begin, and one that is held without",
          "[bml_transport]") {
  Options options = test::server_options();
  options.bridges.bml.emplace_back();
  const auto server = test::start_server(options);
  test::WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="one")", 30) + block(R"(id="next" composition="APPEND")", 1) +
                    block(R"(id="held" bmla:preplan="true")", 1));

  std::map<std::string, std::vector<xml::Element>> predictions;  // what each holds first
  while (!predictions.contains("held:w")) {
    const xml::Element first = next_prediction(client).children.at(0);
    predictions[id_of(first)].push_back(first);
  }

  const double start_s = seconds(predictions.at("one").at(0), "globalStart");
  REQUIRE(predictions.at("next").size() == 2);
  for (const xml::Element& bml : predictions.at("next")) {
    CHECK(bml.name == "bml");
    CHECK(seconds(bml, "globalStart") > start_s + 29);
  }
  const xml::Element& planned = predictions.at("next").at(1);
  CHECK(seconds(planned, "globalEnd") == Approx(seconds(planned, "globalStart") + 1));
  CHECK_FALSE(predictions.contains("held"));  // nobody knows when it begins
  CHECK(predictions.at("held:w").at(0).name == "wait");
}

}  // namespace kine::server::bml_predictions_test
