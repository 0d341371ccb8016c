// Tests for server/base/log_event.h. What is JSON is read by libprotobuf.
#include "server/base/log_event.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <limits>
#include <random>

#include "realizer/core/utf8.h"
#include "tests/support/catch.h"

namespace kine::server::log_event_test {
namespace {

google::protobuf::Struct read(const LogEvent& event) {
  google::protobuf::Struct object;
  const std::string json = "{" + event.as_members() + "}";
  INFO(json);
  REQUIRE(json.find('\n') == std::string::npos);
  REQUIRE(google::protobuf::util::JsonStringToMessage(json, &object).ok());
  return object;
}

std::string random_bytes(std::mt19937& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& each : bytes) each = static_cast<char>(random() & 0xFF);
  return bytes;
}

}  // namespace

TEST_CASE("an event is a sentence with its values, in both forms", "[log_event]") {
  LogEvent event("it plays");
  event.of_kind("script accepted", LogLevel::Info)
      .number("client", 6)
      .text("id", "wave")
      .text("tenant", "a \"lab\"")
      .number("planning_ms", 2.5);
  CHECK(event.as_text() ==
        "script accepted: it plays [client=6 id=wave tenant=\"a \\\"lab\\\"\" planning_ms=2.5]");
  const auto object = read(event);
  CHECK(object.fields().at("event").string_value() == "script_accepted");
  CHECK(object.fields().at("msg").string_value() == "script accepted: it plays");
  CHECK(object.fields().at("client").number_value() == 6);
  CHECK(object.fields().at("tenant").string_value() == "a \"lab\"");
  CHECK(object.fields().at("planning_ms").number_value() == 2.5);
}

TEST_CASE("what has no value is left out", "[log_event]") {
  LogEvent event("it has left");
  event.of_kind("closed", LogLevel::Info).text("tenant", "");
  CHECK(event.as_text() == "closed: it has left");
  CHECK(read(event).fields().count("tenant") == 0);
}

TEST_CASE("a value has 256 bytes at most, and its cut is seen", "[log_event]") {
  LogEvent event(std::string(10'000, 'w'));
  event.text("exact", std::string(kLogValueBytesMax, 'a'))
      .text("longer", std::string(kLogValueBytesMax + 1, 'b'));
  const auto fields = read(event).fields();
  CHECK(fields.at("exact").string_value() == std::string(256, 'a'));
  CHECK(fields.at("longer").string_value() == std::string(253, 'b') + "…");
  CHECK(fields.at("msg").string_value() == std::string(253, 'w') + "…");
}

TEST_CASE("whatever bytes a name has, an event is one line that others read", "[log_event][fuzz]") {
  std::mt19937 random(22);
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = random_bytes(random, random() % 600);
    LogEvent event(random_bytes(random, random() % 600));
    event.of_kind("connected", LogLevel::Info).text("name", name).number("client", i);
    const std::string text = event.as_text();
    CHECK(text.find('\n') == std::string::npos);
    CHECK(is_utf8(text));
    const auto object = read(event);
    CHECK(object.fields().at("client").number_value() == i);
    CHECK(object.fields_size() == (name.empty() ? 3 : 4));
    if (!name.empty()) CHECK(object.fields().at("name").string_value().size() <= 256);
  }
}

TEST_CASE("a number that is none is no broken line", "[log_event]") {
  LogEvent event("late");
  event.number("took", std::numeric_limits<double>::infinity()).number("large", 1e300);
  const auto fields = read(event).fields();
  CHECK(fields.at("took").string_value() == "unknown");
  CHECK(fields.at("large").number_value() == 1e300);
}

}  // namespace kine::server::log_event_test
