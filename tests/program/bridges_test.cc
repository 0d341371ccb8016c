// Whether the program serves those who speak otherwise: clients that are a socket and no more.
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "realizer/xml/xml.h"
#include "tests/support/catch.h"
#include "tests/support/server/serving_program.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/source_files.h"

namespace kine::bridges_test {
namespace {

std::string id_of(const xml::Element& element) {
  const xml::Attribute* const id = element.find_attribute("id");
  return id == nullptr ? std::string() : id->value;
}

}  // namespace

TEST_CASE("each sample of BML is played for a client that is a socket and no more",
          "[program][bridges]") {
  test::ServingProgram program("--bml-port 0 --voice silent");
  const std::uint16_t port = program.port_after("BML over plain TCP: ");
  std::map<std::string, test::WireClient> clients;  // by the id of what they sent, all at once
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_path("schemas/scripts"))) {
    const std::string id = file.path().stem().string();
    if (!id.starts_with("bml_") || file.path().extension() != ".xml") continue;
    test::WireClient& client = clients.emplace(id, port).first->second;
    client.send_bytes(test::text_of(file.path()));
    client.end_sending();
  }
  CHECK(clients.size() >= 6);

  for (auto& [name, client] : clients) {
    const std::string id = name;
    CAPTURE(id);
    std::set<std::string> told;
    std::string last;
    for (std::string line; !(line = client.receive_up_to("\n")).empty();) {
      const auto element = xml::parse(line);
      REQUIRE(element);
      if (element->name == "predictionFeedback") continue;
      last = id_of(*element);
      CAPTURE(last);
      CHECK((element->name == "warningFeedback" || told.insert(last).second));
    }
    CHECK(told.contains(id + ":start"));
    CHECK(last == id + ":end");
  }
}

TEST_CASE("the program takes EMBRScript from who writes it and closes", "[program][bridges]") {
  test::ServingProgram program("--embr-port 0");
  test::WireClient client(program.port_after("EMBRScript over plain TCP: "));
  client.send_bytes("<animl><");
  client.end_sending();
  CHECK(client.receive_all().empty());
  // Nobody is told but the operator of the program.
  CHECK(program.line_with("script refused: ").find(" id=embr-1 ") != std::string::npos);
}

}  // namespace kine::bridges_test
