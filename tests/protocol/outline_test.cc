// Tests for protocol/outline.h. What a decoder makes of the same bytes is libprotobuf's word; how
// they are written stands in the guide of protobuf, "Encoding".
#include "protocol/outline.h"

#include <string>
#include <vector>

#include "protocol/json.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::protocol::outline_test {
namespace {

using kinesphere::Envelope;

Outline outline(std::string_view bytes) {
  const auto result = outline_of(bytes);
  REQUIRE(result);
  return *result;
}

Outline outline_json(std::string_view json) {
  const auto result = outline_of_json(json);
  REQUIRE(result);
  return *result;
}

Envelope interrupt_of(std::size_t ids) {
  Envelope envelope;
  envelope.mutable_interrupt();
  for (std::size_t i = 0; i < ids; ++i) envelope.mutable_interrupt()->add_ids("");
  return envelope;
}

Envelope subscription_to(std::size_t characters) {
  Envelope envelope;
  envelope.mutable_subscribe();
  // 300 takes two bytes, of which one says that another follows.
  for (std::size_t i = 0; i < characters; ++i) envelope.mutable_subscribe()->add_characters(300);
  return envelope;
}

}  // namespace

TEST_CASE("the outline of an envelope is its message and its values", "[outline]") {
  // The field of the message is a value itself, and so is the one of what is repeated in one piece.
  CHECK(outline(interrupt_of(5).SerializeAsString()).message == Envelope::kInterrupt);
  CHECK(outline(interrupt_of(5).SerializeAsString()).values == 1 + 5);
  CHECK(outline(subscription_to(5).SerializeAsString()).values == 1 + 1 + 5);
  CHECK(outline("").message == 0U);
  CHECK(outline("").values == 0);

  Envelope nested;
  auto& face = *nested.mutable_set_manner()->mutable_face();
  for (int i = 0; i < 3; ++i) face.add_shapes()->set_name("jaw");
  CHECK(outline(nested.SerializeAsString()).values == 1 + 1 + 3 + 3);

  Envelope target;
  for (const float each : {1.0F, 2.0F, 3.0F}) target.mutable_set_target()->add_point(each);
  CHECK(outline(target.SerializeAsString()).values == 1 + 1 + 3);
}

TEST_CASE("so many values are looked at and no more", "[outline]") {
  CHECK(outline_of(interrupt_of(kMessageValuesMax - 1).SerializeAsString()));
  CHECK_FALSE(outline_of(interrupt_of(kMessageValuesMax).SerializeAsString()));
  CHECK(outline_of(subscription_to(kMessageValuesMax - 2).SerializeAsString()));
  CHECK_FALSE(outline_of(subscription_to(kMessageValuesMax - 1).SerializeAsString()));
  // Fields that nobody knows, within a message and beside it: 15 of a number, and 100 of none.
  const std::string unknown(2 * kMessageValuesMax + 2, '\x78');
  CHECK_FALSE(outline_of(unknown));
  Envelope ping;
  auto& fields = *ping.GetReflection()->MutableUnknownFields(ping.mutable_ping());
  for (std::size_t i = 0; i < kMessageValuesMax; ++i) fields.AddVarint(100, 1);
  const auto refused = outline_of(ping.SerializeAsString());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "a message of more than 20000 values (message_values_max)");
}

TEST_CASE("what only a server says is known by its first bytes", "[outline]") {
  Envelope skeleton;
  for (int i = 0; i < 100'000; ++i) skeleton.mutable_skeleton()->add_joints();
  const Outline seen = outline(skeleton.SerializeAsString());
  CHECK(seen.message == Envelope::kSkeleton);
  CHECK(seen.values == 1);
  CHECK_FALSE(is_said_by_clients(*seen.message));
  CHECK_FALSE(is_said_by_clients(0));
  CHECK_FALSE(is_said_by_clients(100));

  const Outline json = outline_json(json_of_envelope(skeleton.SerializeAsString()));
  CHECK(json.message == Envelope::kSkeleton);
  CHECK(json.values == 1);
}

TEST_CASE("of several messages the last holds, unless one of them is a server's", "[outline]") {
  const auto bytes_of = [](auto set) {
    Envelope envelope;
    set(envelope);
    return envelope.SerializeAsString();
  };
  const std::string ping = bytes_of([](Envelope& e) { e.mutable_ping(); });
  const std::string ack = bytes_of([](Envelope& e) { e.mutable_ack(); });
  const std::string pong = bytes_of([](Envelope& e) { e.mutable_pong(); });
  Envelope decoded;
  REQUIRE(decoded.ParseFromString(ping + ack));
  CHECK(decoded.has_ack());
  CHECK(outline(ping + ack).message == Envelope::kAck);
  CHECK(outline(ack + ping).message == Envelope::kPing);
  CHECK(outline(ping + pong).message == Envelope::kPong);
  CHECK(outline(pong + ping).message == Envelope::kPong);
}

TEST_CASE("what is no message is passed over, and what cannot be counted is an error",
          "[outline]") {
  // A number where a message should stand; a number of 8 and of 4 bytes; field 100 of no bytes.
  CHECK(outline(std::string("\x28\x01")).message == 0U);
  CHECK(outline("\x29" + std::string(8, '\0')).message == 0U);
  CHECK(outline("\x2D" + std::string(4, '\0')).message == 0U);
  CHECK(outline(std::string_view("\xA2\x06\x00", 3)).message == 0U);
  // A tag that does not end, a length past the end, numbers that are cut, a group, an end of one.
  for (const std::string& fault :
       {std::string("\xFF"), std::string(11, '\xFF'), std::string("\x2A\x7F"), std::string("\x28"),
        std::string("\x29\x01"), std::string("\x2D\x01"), std::string("\x2B\x2C"),
        std::string("\x2C")}) {
    CHECK(outline_of(fault).error() == no_envelope());
    // And within an Interrupt, whose ids behind it would not be counted.
    const std::string within = fault + interrupt_of(3).interrupt().SerializeAsString();
    const auto size = static_cast<char>(within.size());
    CHECK(outline_of(std::string("\x22") + size + within).error() == no_envelope());
  }
}

TEST_CASE("JSON has the same outline, in either spelling of a name", "[outline]") {
  CHECK(outline_json(R"({"setTarget": {"name": "cup", "point": [1, 2, 3]}})").message ==
        Envelope::kSetTarget);
  CHECK(outline_json(R"( { "set_target" : {} } )").message == Envelope::kSetTarget);
  CHECK(outline_json(R"({"weather": 3, "ping": {}})").message == Envelope::kPing);
  CHECK(outline_json(R"({"weather": {"submit": 1}})").message == 0U);
  CHECK(outline_json("{}").message == 0U);
  // An object, another one in it, and three commas.
  CHECK(outline_json(R"({"a": {"b": 1, "c": 2}, "d": "x,y", "e": "\","})").values == 2 + 3);
}

TEST_CASE("JSON of too many values is seen before it is read", "[outline]") {
  std::string array = R"({"interrupt": {"ids": [)";
  for (std::size_t i = 0; i < kMessageValuesMax; ++i) array += "0,";
  CHECK_FALSE(outline_of_json(array));
  CHECK_FALSE(outline_of_json(R"({"weather": )" + std::string(100'000, '[')));
  // Quotation marks of the other kind hide nothing: protobuf takes both.
  CHECK_FALSE(outline_of_json(R"({'a"': )" + array.substr(1)));
  CHECK_FALSE(outline_of_json(R"({"a'": )" + array.substr(1)));
  // Commas within a text are no values.
  CHECK(outline_json(R"({"submit": {"script": ")" + std::string(1'000'000, ',') + "\"}}").message ==
        Envelope::kSubmit);
}

TEST_CASE("what is unusual in JSON is left to the decoder", "[outline]") {
  for (const std::string json :
       {"", "hello", "\"hello\"", "[1]", "[\"a\", \"ping\"]", "{", "{\"ping\": {}", "{\"ping",
        "{}}", "{} {}", "{ping: {}}", "{\"p\\u0069ng\": {}}", "{\"ping\": {}, x}", "1"}) {
    CAPTURE(json);
    CHECK_FALSE(outline_json(json).message);
  }
}

}  // namespace kine::protocol::outline_test
