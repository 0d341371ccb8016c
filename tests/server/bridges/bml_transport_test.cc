// Tests for server/bridges/bml_transport.h: BML over plain TCP, with a real server.
#include "server/bridges/bml_transport.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "realizer/xml/xml.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/source_files.h"

namespace kine::server::bml_transport_test {
namespace {

using test::WireClient;

Options with_bml() {
  Options options = test::server_options();
  options.bridges.bml.emplace_back();
  return options;
}

std::string block(const std::string& attributes, const std::string& content) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" )" + attributes + ">" + content +
         "</bml>";
}

/// The next element, which is one of BML's.
xml::Element next(WireClient& client) {
  const std::string line = client.receive_up_to("\n");
  const auto element = xml::parse(line);
  if (!element) throw std::runtime_error("no element: " + line);
  CHECK(element->namespace_uri == "http://www.bml-initiative.org/bml/bml-1.0");
  return *element;
}

std::string value(const xml::Element& element, std::string_view name) {
  const xml::Attribute* const found = element.find_attribute(name);
  return found == nullptr ? std::string() : found->value;
}

/// "blockProgress bml1:start", one an element; of a warning its type as well.
std::string word(const xml::Element& element) {
  std::string id = value(element, "id");
  if (element.name == "predictionFeedback") id = value(element.children.at(0), "id");
  if (element.name == "warningFeedback") id += " " + value(element, "type");
  return element.name + " " + id;
}

/// All up to the end of `block`.
std::vector<xml::Element> up_to_end(WireClient& client, const std::string& block) {
  std::vector<xml::Element> all;
  do {
    all.push_back(next(client));
  } while (word(all.back()) != "blockProgress " + block + ":end");
  return all;
}

std::vector<std::string> words(const std::vector<xml::Element>& elements) {
  std::vector<std::string> result;
  for (const xml::Element& element : elements) result.push_back(word(element));
  return result;
}

/// Predicted times by "behaviour:point". Behaviours say what is required of them, too.
std::map<std::string, std::string> times_in(const xml::Element& prediction) {
  std::map<std::string, std::string> times;
  for (std::size_t i = 1; i < prediction.children.size(); ++i) {
    const xml::Element& behaviour = prediction.children[i];
    for (const xml::Attribute& attribute : behaviour.attributes) {
      if (attribute.name != "id" && attribute.name != "target" && attribute.name != "lexeme") {
        times[value(behaviour, "id") + ":" + attribute.name] = attribute.value;
      }
    }
  }
  return times;
}

/// The tick of a server's clock at a time as it is told, in seconds.
std::int64_t tick_of(const std::string& time) {
  return std::llround(std::stod(time) * test::server_options().tick_rate_hz);
}

const std::string kTwo =
    R"(<gaze id="g1" target="camera" start="0" ready="0.2" relax="0.5" end="0.7"/>)"
    R"(<faceLexeme id="f1" lexeme="RAISE_BROWS" start="0.1" attackPeak="0.3" relax="0.4")"
    R"( end="0.6"/>)";

}  // namespace

TEST_CASE("a block of two behaviours is told of once each and in order", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="bml1" characterId="ben")", kTwo));

  const auto told = up_to_end(client, "bml1");

  CHECK(words(told) == std::vector<std::string>{
                           "predictionFeedback bml1",
                           "predictionFeedback bml1",
                           "blockProgress bml1:start",
                           "predictionFeedback bml1",
                           "syncPointProgress bml1:g1:start",
                           "syncPointProgress bml1:f1:start",
                           "syncPointProgress bml1:g1:ready",
                           "syncPointProgress bml1:f1:attackPeak",
                           "syncPointProgress bml1:f1:relax",
                           "syncPointProgress bml1:g1:relax",
                           "syncPointProgress bml1:f1:end",
                           "syncPointProgress bml1:g1:end",
                           "blockProgress bml1:end",
                       });
  for (const xml::Element& element : told) CHECK(value(element, "characterId") == "ben");

  const xml::Element& before = told[0].children.at(0);
  CHECK_FALSE(value(before, "globalStart").empty());
  CHECK(value(before, "globalEnd").empty());
  const std::map<std::string, std::string> times = {
      {"bml1:g1:start", "0"},   {"bml1:g1:ready", "0.2"}, {"bml1:g1:relax", "0.5"},
      {"bml1:g1:end", "0.7"},   {"bml1:f1:start", "0.1"}, {"bml1:f1:attackPeak", "0.3"},
      {"bml1:f1:relax", "0.4"}, {"bml1:f1:end", "0.6"},
  };
  CHECK(times_in(told[1]) == times);
  CHECK(times_in(told[3]) == times);
  for (const xml::Element& element : told) {
    if (element.name != "syncPointProgress") continue;
    CHECK(value(element, "time") == times.at(value(element, "id")));
  }
  // At the start it is known where on the clock it stands. A tick that a busy machine leaves out
  // is no tick of the clock: what ends in it is told in the next one.
  const xml::Element& playing = told[3].children.at(0);
  CHECK(value(playing, "globalStart") == value(told[2], "globalTime"));
  const std::int64_t late =
      tick_of(value(told.back(), "globalTime")) - tick_of(value(playing, "globalEnd"));
  CHECK(late >= 0);
  CHECK(late <= static_cast<std::int64_t>(server->status().ticks_skipped.load()));
}

TEST_CASE("the example of the page on BML is answered as the page says", "[bml_transport]") {
  const std::string page = test::text_of(test::source_path("schemas/bml.md"));
  const std::string section = page.substr(page.find("\n## Feedback\n"));
  const auto fenced = [&](const std::string& kind) {
    const std::size_t begin = section.find("\n```" + kind + "\n") + kind.size() + 5;
    return section.substr(begin, section.find("\n```\n", begin) + 1 - begin);
  };
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(fenced("xml"));
  std::string told;
  while (told.find("bml9:end\"") == std::string::npos) told += client.receive_up_to("\n");

  // On the page the block starts when it likes.
  const std::regex namespaces(R"( xmlns(:bmla)?="[^"]*")");
  const std::regex clock(R"((global\w+)="[0-9.]+")");
  CHECK(std::regex_replace(std::regex_replace(told, namespaces, ""), clock, "$1") ==
        std::regex_replace(fenced("feedback"), clock, "$1"));
}

TEST_CASE("a block that is refused is one warning about it", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="bml1")", R"(<gesture id="g1" lexeme="BEAT" start="h1:end"/>)"));
  client.send_bytes("<bml id='bml2'><head></bml>");
  client.send_bytes(block(R"(id="bml3")", ""));

  const auto told = words(up_to_end(client, "bml3"));

  REQUIRE(told.size() == 7);
  CHECK(told[0] == "warningFeedback bml1 PARSING_FAILURE");
  CHECK(told[1] == "warningFeedback bml2 PARSING_FAILURE");
  CHECK(told[2] == "predictionFeedback bml3");
}

TEST_CASE("what is required and cannot be planned refuses its block after the first prediction",
          "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(
      R"(id="bml1")", R"(<required><head id="h1" lexeme="NOD" start="2" end="1"/></required>)"));
  CHECK(word(next(client)) == "predictionFeedback bml1");
  CHECK(word(next(client)) == "warningFeedback bml1 IMPOSSIBLE_TO_SCHEDULE");
}

TEST_CASE("a block that another replaces ends as interrupted", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="bml1" characterId="ada")",
                          R"(<gaze id="g1" target="camera" start="0" end="500"/>)"));
  while (word(next(client)) != "syncPointProgress bml1:g1:start") {
  }
  client.send_bytes(block(R"(id="bml2" characterId="ada" composition="REPLACE")", kTwo));

  const auto told = up_to_end(client, "bml2");

  std::vector<std::string> of_first;
  for (const xml::Element& element : told) {
    CHECK(element.name != "warningFeedback");
    if (value(element, "id").starts_with("bml1:end")) of_first.push_back(element.name);
    if (value(element, "id") != "bml1:end") continue;
    for (const xml::Attribute& attribute : element.attributes) {
      if (attribute.name != "status") continue;
      CHECK(attribute.namespace_uri == "http://www.asap-project.org/bmla");
      CHECK(attribute.value == "INTERRUPTED");
    }
  }
  CHECK(of_first == std::vector<std::string>{"blockProgress"});
}

TEST_CASE("an id is used again by the block that replaces its block", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  const std::string first =
      block(R"(id="b1")", R"(<gaze id="g1" target="camera" start="0" end="9"/>)");
  SECTION("while it plays") {
    client.send_bytes(first);
    while (word(next(client)) != "syncPointProgress b1:g1:start") {
    }
    client.send_bytes(block(R"(id="b1" composition="REPLACE")", kTwo));
  }
  SECTION("sent in one") {
    client.send_bytes(first + block(R"(id="b1" composition="REPLACE")", kTwo));
  }
  client.end_sending();
  std::vector<std::string> progress;
  for (std::string line; !(line = client.receive_up_to("\n")).empty();) {
    CHECK(line.find("warningFeedback") == std::string::npos);
    const std::size_t status = line.find("bmla:status=");
    if (status != std::string::npos) progress.push_back(line.substr(line.find("id=\"b1:"), 40));
  }
  const auto says = [&](std::size_t i, const std::string& what) {
    CHECK(progress.at(i).starts_with(what));
  };
  says(progress.size() - 3, R"(id="b1:end" bmla:status="INTERRUPTED")");
  says(progress.size() - 2, R"(id="b1:start" bmla:status="IN_EXEC")");
  says(progress.size() - 1, R"(id="b1:end" bmla:status="DONE")");
}

TEST_CASE("an id that is taken is one warning, also where another character's block is replaced",
          "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="b1")", R"(<gaze id="g1" target="camera" start="0" end="9"/>)"));
  while (word(next(client)) != "syncPointProgress b1:g1:start") {
  }
  const std::string attributes =
      GENERATE(R"(id="b1")", R"(id="b1" characterId="ben" composition="REPLACE")");
  client.send_bytes(block(attributes, "") + block(R"(id="b2")", ""));
  std::vector<std::string> warnings;
  for (const xml::Element& element : up_to_end(client, "b2")) {
    if (element.name == "warningFeedback") warnings.push_back(element.text);
    CHECK(value(element, "id") != "b1:end");
  }
  CHECK(warnings == std::vector<std::string>{"a script with this id is still playing: 'b1'"});
}

TEST_CASE("a block without an id is one warning, and is not played", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block("", kTwo) + block(R"(id="bml1")", ""));
  std::vector<std::string> told = words(up_to_end(client, "bml1"));
  std::erase_if(told, [](const auto& each) { return each.find(" bml1") != std::string::npos; });
  CHECK(told == std::vector<std::string>{"warningFeedback <no id> PARSING_FAILURE"});
}

TEST_CASE("a warning about a behaviour names it and its kind, once", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="bml1")", R"(<gaze id="g1" target="nowhere"/><juggle id="j1"/>)"));
  std::vector<std::string> warnings;
  for (const xml::Element& element : up_to_end(client, "bml1")) {
    if (element.name == "warningFeedback") warnings.push_back(word(element));
  }
  CHECK(warnings == std::vector<std::string>{"warningFeedback bml1:j1 BEHAVIOR_TYPE_NOT_SUPPORTED",
                                             "warningFeedback bml1:g1 NO_SUCH_TARGET"});
}

TEST_CASE("feedback of a block goes to who sent it", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient first(server->bml_port());
  WireClient second(server->bml_port());
  first.send_bytes(block(R"(id="bml1")", ""));
  up_to_end(first, "bml1");
  second.send_bytes(block(R"(id="bml2")", ""));
  for (const std::string& each : words(up_to_end(second, "bml2"))) {
    CHECK(each.find("bml2") != std::string::npos);
  }
}

TEST_CASE("whoever sends anything but BML is told so and let go", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  const std::string bytes =
      GENERATE(as<std::string>(), "GET / HTTP/1.1\r\n\r\n", "hello", "<script/>",
               "<!DOCTYPE bml [<!ENTITY a 'a'>]><bml/>", std::string("\0\0\0\0", 4), "\xFF\xFE<");
  WireClient client(server->bml_port());
  client.send_bytes(bytes);
  CHECK(word(next(client)) == "warningFeedback <no id> PARSING_FAILURE");
  CHECK(client.receive_all().empty());
  CHECK(test::is_well(*server));
}

TEST_CASE("a block past the limit ends the connection", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes("<bml id='b'>" + std::string(std::size_t{1} << 20, ' '));
  const xml::Element last = next(client);
  CHECK(last.text == "past script_bytes_max of 1048576");
  CHECK(client.receive_all().empty());
}

TEST_CASE("a block that is no UTF-8 is a warning, and the next one plays", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes("<bml id='\xFC'/>" + block(R"(id="bml1")", ""));
  CHECK(word(next(client)) == "warningFeedback <no id> PARSING_FAILURE");
  up_to_end(client, "bml1");
}

TEST_CASE("half a block is waited for so long and no longer", "[bml_transport]") {
  Options options = with_bml();
  options.limits.message_wait_max = std::chrono::milliseconds(200);
  options.limits.hello_wait_max = std::chrono::milliseconds(200);
  const auto server = test::start_server(options);
  WireClient silent(server->bml_port());
  WireClient client(server->bml_port());
  client.send_bytes("<bml id='bml1'>");
  CHECK(next(client).text == "the rest of a message did not come");
  CHECK(client.receive_all().empty());
  // A client that has begun nothing may take its time.
  silent.send_bytes(block(R"(id="bml2")", ""));
  up_to_end(silent, "bml2");
}

TEST_CASE("connections to the bridge are bounded", "[bml_transport]") {
  Options options = with_bml();
  options.limits.bridge_connections_max = 1;
  const auto server = test::start_server(options);
  WireClient first(server->bml_port());
  first.send_bytes(block(R"(id="bml1")", ""));
  up_to_end(first, "bml1");
  WireClient second(server->bml_port());
  CHECK(next(second).text == "past bridge_connections_max of 1");
  CHECK(second.receive_all().empty());
  CHECK(test::is_well(*server));
}

TEST_CASE("a server with a token lets its own machine speak BML", "[bml_transport]") {
  Options options = with_bml();
  options.token = "secret";
  const auto server = test::start_server(options);
  CHECK(server->bml_address().starts_with("127.0.0.1:"));
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="bml1")", ""));
  up_to_end(client, "bml1");
}

TEST_CASE("who ends its side hears of its blocks until the last is over", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="bml1")", kTwo) + block(R"(id="bml2" composition="APPEND")", ""));
  client.end_sending();
  const std::string told = client.receive_all();
  CHECK(told.find(R"(id="bml1:end" bmla:status="DONE")") < told.find(R"(id="bml2:start")"));
  CHECK(told.find(R"(id="bml2:end" bmla:status="DONE")") != std::string::npos);
}

TEST_CASE("who is gone leaves nothing behind, and its block plays on", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient watcher(server->port());
  watcher.say_hello();
  watcher.subscribe({kinesphere::PART_EVENTS});
  {
    WireClient client(server->bml_port());
    client.send_bytes(block(R"(id="bml1" characterId="ada")", kTwo));
  }
  while (watcher.next_feedback().kind() != kinesphere::Feedback::ENDED) {
  }
  const auto alone = [&] { return server->status().connections == 1; };
  while (!alone()) watcher.say_ping();
  CHECK(alone());
}

TEST_CASE("who sends and does not read is let go", "[bml_transport]") {
  Options options = with_bml();
  options.limits.control_bytes_max = std::size_t{32} << 10;
  options.limits.write_wait_max = std::chrono::milliseconds(500);
  const auto server = test::start_server(options);
  WireClient client(server->bml_port(), 4096);
  WireClient watcher(server->port());
  watcher.say_hello();
  for (int i = 0; i < 2'000; ++i) {
    client.send_bytes(block("id='b" + std::to_string(i) + "'", "<juggle id='j'/>"));
  }
  while (server->status().connections > 1) watcher.say_ping();
  CHECK(test::is_well(*server));
}

TEST_CASE("a server that leaves closes the bridge as well", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="bml1")", R"(<gaze id="g1" target="camera" start="0" end="9"/>)"));
  while (word(next(client)) != "syncPointProgress bml1:g1:start") {
  }
  server->leave("it is over");
  const std::string rest = client.receive_all();
  CHECK(rest.find(R"(id="bml1:end" bmla:status="INTERRUPTED")") != std::string::npos);
}

TEST_CASE("without being asked there is no port for BML", "[bml_transport]") {
  const auto server = test::start_server();
  CHECK(server->bml_port() == 0);
  CHECK(server->bml_address().empty());
}

TEST_CASE("a block that is retimed while it plays is predicted once more", "[bml_transport]") {
  const auto server = test::start_server(with_bml());
  WireClient client(server->bml_port());
  client.send_bytes(block(R"(id="long" characterId="ada")", R"(<wait id="w" duration="60"/>)"));
  client.send_bytes(block(R"(id="next" characterId="ada" composition="APPEND")",
                          R"(<head id="n" lexeme="NOD" start="0.2" end="0.7"/>)"));
  client.send_bytes(block(R"(id="b" characterId="ada")",
                          R"(<head id="h" lexeme="NOD" start="next:n:end" end="h:start+0.5"/>)"));
  std::vector<xml::Element> told;
  do {
    told.push_back(next(client));
  } while (word(told.back()) != "blockProgress b:start");
  client.send_bytes(block(R"(id="by" characterId="ada" xmlns:a="http://www.asap-project.org/bmla")",
                          R"(<a:interrupt id="i" target="long"/>)"));
  const std::vector<xml::Element> more = up_to_end(client, "b");
  told.insert(told.end(), more.begin(), more.end());

  std::vector<double> starts;
  for (const xml::Element& element : told) {
    if (word(element) != "predictionFeedback b" || times_in(element).empty()) continue;
    starts.push_back(std::stod(times_in(element).at("b:h:start")));
  }
  // When it was planned, when it began, and when what it waits for came early.
  REQUIRE(starts.size() == 3);
  CHECK(starts[0] > 50);
  CHECK(starts[1] > 50);
  CHECK(starts[2] < 50);
}

}  // namespace kine::server::bml_transport_test
