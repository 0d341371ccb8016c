// Tests for protocol/json.h. What canonical JSON is stands in the guide of proto3, "JSON Mapping".
#include "protocol/json.h"

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::protocol::json_test {
namespace {

kinesphere::Envelope envelope_of(std::string_view json) {
  auto envelope = envelope_of_json(json);
  REQUIRE(envelope);
  return *std::move(envelope);
}

}  // namespace

TEST_CASE("an envelope is written with names in lowerCamelCase and big numbers as text", "[json]") {
  kinesphere::Envelope envelope;
  envelope.mutable_ping()->set_client_time_us(9'007'199'254'740'993);
  CHECK(json_of_envelope(envelope.SerializeAsString()) ==
        R"({"ping":{"clientTimeUs":"9007199254740993"}})");
}

TEST_CASE("what a client types is read, in either spelling of a name", "[json]") {
  CHECK(envelope_of(R"({"hello": {"versionMajor": 1}})").hello().version_major() == 1);
  CHECK(envelope_of(R"({"hello": {"version_major": 1}})").hello().version_major() == 1);
  CHECK(envelope_of(R"({"submit": {"script": "<script\u002f>"}})").submit().script() ==
        "<script/>");
  CHECK(envelope_of(R"({"subscribe": {"parts": ["PART_BODY"]}})").subscribe().parts(0) ==
        kinesphere::PART_BODY);
}

TEST_CASE("a trace goes through as text", "[json]") {
  const std::string trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const std::string json = R"({"submit":{"id":"a","traceparent":")" + trace + "\"}}";
  CHECK(json_of_envelope(envelope_of(json).SerializeAsString()) == json);
}

TEST_CASE("names of a newer version are passed over", "[json]") {
  CHECK(envelope_of(R"({"hello": {"versionMajor": 1, "mood": [{}]}, "weather": 3})").has_hello());
  CHECK(envelope_of(R"({"weather": 3})").message_case() == kinesphere::Envelope::MESSAGE_NOT_SET);
}

TEST_CASE("text that is no envelope is an error of one line", "[json]") {
  for (const std::string json :
       {"", "hello", "{", "[1]", "{\"hello\": 1}", "{\"hello\": {\"versionMajor\": -1}}",
        "{\"hello\": {}, \"ping\": {}}", "{\"submit\": {\"script\": \"\n\n\xC3\xBC\"", "nul\x01"}) {
    CAPTURE(json);
    const auto envelope = envelope_of_json(json);
    REQUIRE_FALSE(envelope);
    CHECK(envelope.error().message.size() < 200);
    CHECK(envelope.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("nesting without end is an error", "[json]") {
  std::string json = R"({"weather": )";
  for (int i = 0; i < 100'000; ++i) json += '[';
  CHECK_FALSE(envelope_of_json(json));
}

TEST_CASE("what cannot be said in JSON is a problem", "[json]") {
  kinesphere::Envelope envelope;
  envelope.mutable_goodbye()->set_reason("\xFF");
  const Bytes bytes = encode(envelope);
  CHECK(json_of_envelope(std::string_view(*bytes).substr(kLengthBytes)) ==
        R"({"problem":{"error":"this message has no form in JSON"}})");
}

TEST_CASE("a frame says the same in JSON as in bytes", "[json]") {
  Frame frame;
  frame.character = CharacterId{2};
  frame.tick = Tick{77};
  frame.hips_m = {0.25F, 0.9F, -0.125F};
  const Bytes bytes = encode(frame, 1, FrameParts::All);
  const std::string_view envelope = std::string_view(*bytes).substr(kLengthBytes);
  CHECK(*read_frame(envelope_of(json_of_envelope(envelope)).frame()) == frame);
}

}  // namespace kine::protocol::json_test
