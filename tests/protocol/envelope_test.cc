// Tests for protocol/envelope.h.
#include "protocol/envelope.h"

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::protocol::envelope_test {

TEST_CASE("an envelope comes back as it went, its length in front", "[envelope]") {
  kinesphere::Envelope envelope;
  envelope.mutable_ping()->set_client_time_us(42);
  const Bytes bytes = encode(envelope);
  CHECK(read_length(bytes->data()) == bytes->size() - kLengthBytes);
  const auto back = decode(bytes->substr(kLengthBytes));
  REQUIRE(back);
  CHECK(back->ping().client_time_us() == 42);
}

TEST_CASE("bytes that are no envelope are an error", "[envelope]") {
  CHECK_FALSE(decode("\xFF\xFF\xFF"));
  CHECK_FALSE(decode(std::string_view("\x0A\x7F", 2)));  // a Hello of 127 bytes, of which none came
}

TEST_CASE("an envelope of a newer version holds no message, but is one", "[envelope]") {
  // Field 100, a length-delimited message of no bytes.
  const auto envelope = decode(std::string_view("\xA2\x06\x00", 3));
  REQUIRE(envelope);
  CHECK(envelope->message_case() == kinesphere::Envelope::MESSAGE_NOT_SET);
}

}  // namespace kine::protocol::envelope_test
