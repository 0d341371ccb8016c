// Tests for server/net/decoded_message.h: what is decoded, and what is refused without that.
#include "server/net/decoded_message.h"

#include <google/protobuf/descriptor.h>

#include <string>
#include <vector>

#include "protocol/json.h"
#include "protocol/outline.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::decoded_message_test {
namespace {

kinesphere::Envelope hello() {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  return envelope;
}

/// What a server says, with so many joints.
kinesphere::Envelope skeleton(int joints) {
  kinesphere::Envelope envelope;
  for (int i = 0; i < joints; ++i) envelope.mutable_skeleton()->add_joints()->set_name("joint");
  return envelope;
}

/// In each form that a message may have.
struct Written {
  std::string message;
  MessageForm form;
};
std::vector<Written> in_every_form(const kinesphere::Envelope& envelope) {
  const std::string bytes = envelope.SerializeAsString();
  return {{bytes, MessageForm::Protobuf}, {protocol::json_of_envelope(bytes), MessageForm::Json}};
}

}  // namespace

TEST_CASE("what a client says is decoded, in bytes and as JSON", "[decoding]") {
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->add_ids("greet");
  for (const Written& written : in_every_form(envelope)) {
    CAPTURE(written.message);
    const auto decoded = decode_message(written.message, written.form, Speaker::Client);
    REQUIRE(decoded.envelope);
    REQUIRE(*decoded.envelope);
    CHECK((*decoded.envelope)->interrupt().ids(0) == "greet");
    CHECK(decoded.bytes_decoded == written.message.size());
  }
}

TEST_CASE("what only a server says is not decoded, however long it is", "[decoding]") {
  for (const Written& written : in_every_form(skeleton(100'000))) {
    const auto decoded = decode_message(written.message, written.form, Speaker::Client);
    REQUIRE(decoded.envelope);
    CHECK_FALSE(*decoded.envelope);
    CHECK(decoded.bytes_decoded == 0);
  }
}

TEST_CASE("of a stranger nothing but Hello is decoded", "[decoding]") {
  kinesphere::Envelope submission;
  submission.mutable_submit()->set_script("<script/>");
  for (const Written& written : in_every_form(submission)) {
    const auto decoded = decode_message(written.message, written.form, Speaker::Stranger);
    REQUIRE(decoded.envelope);
    CHECK_FALSE(*decoded.envelope);
    CHECK(decoded.bytes_decoded == 0);
  }
  for (const Written& written : in_every_form(hello())) {
    const auto decoded = decode_message(written.message, written.form, Speaker::Stranger);
    REQUIRE(decoded.envelope);
    CHECK((*decoded.envelope)->has_hello());
  }
}

TEST_CASE("what holds too many values is an error, and not decoded", "[decoding]") {
  kinesphere::Envelope envelope;
  for (std::size_t i = 0; i < protocol::kMessageValuesMax + 1; ++i) {
    envelope.mutable_interrupt()->add_ids("");
  }
  for (const Written& written : in_every_form(envelope)) {
    const auto decoded = decode_message(written.message, written.form, Speaker::Client);
    REQUIRE_FALSE(decoded.envelope);
    CHECK(decoded.envelope.error().message ==
          "a message of more than 20000 values (message_values_max)");
    CHECK(decoded.bytes_decoded == 0);
  }
}

TEST_CASE("what breaks the form is an error of the form", "[decoding]") {
  CHECK(decode_message("\xFF", MessageForm::Protobuf, Speaker::Client).envelope.error().message ==
        "these bytes are no envelope of kinesphere.proto");
  for (const std::string text : {"hello", "{", "[1]", "{\"ping\": ", "{\"ping\": {}}}"}) {
    CAPTURE(text);
    const auto decoded = decode_message(text, MessageForm::Json, Speaker::Client);
    REQUIRE_FALSE(decoded.envelope);
    CHECK(decoded.envelope.error().message.starts_with("this text is no envelope in JSON"));
  }
}

TEST_CASE("of every message it is known beforehand whether the server takes it", "[decoding]") {
  const google::protobuf::Descriptor& type = *kinesphere::Envelope::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const google::protobuf::FieldDescriptor& field = *type.field(i);
    CAPTURE(field.name());
    test::ConversationStage stage;
    stage.greet();
    stage.services.leaving = true;  // nothing goes on behind this
    kinesphere::Envelope envelope;
    envelope.GetReflection()->MutableMessage(&envelope, &field);
    stage.hear(envelope);
    const auto& sent = stage.carrier->sent;
    const bool is_taken =
        sent.empty() || sent[0].problem().error() != "a message that this server does not take";
    CHECK(is_taken == protocol::is_said_by_clients(static_cast<std::uint32_t>(field.number())));
    if (envelope.has_check()) stage.carrier->run_posted();
  }
}

TEST_CASE("what was not decoded closes before Hello, and is a problem behind it", "[decoding]") {
  test::ConversationStage stage;
  SECTION("before") {
    stage.conversation.refuse_unread();
    CHECK(stage.carrier->closed);
    CHECK(stage.last().problem().error() == "the first message is no Hello");
  }
  SECTION("behind") {
    stage.greet();
    stage.conversation.refuse_unread();
    CHECK_FALSE(stage.carrier->closed);
    CHECK(stage.last().problem().error() == "a message that this server does not take");
  }
}

}  // namespace kine::server::decoded_message_test
