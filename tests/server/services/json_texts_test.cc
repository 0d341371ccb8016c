// Tests for server/services/json_texts.h.
#include "server/services/json_texts.h"

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::json_texts_test {
namespace {

protocol::Bytes goodbye(const std::string& reason) {
  kinesphere::Envelope envelope;
  envelope.mutable_goodbye()->set_reason(reason);
  return protocol::encode(envelope);
}

}  // namespace

TEST_CASE("what many are sent is converted once", "[json_texts]") {
  JsonTexts texts;
  const protocol::Bytes message = goodbye("rain");
  const protocol::Bytes same = message;
  const auto text = texts.of(message);
  CHECK(*text == R"({"goodbye":{"reason":"rain"}})");
  CHECK(texts.of(same) == text);

  const protocol::Bytes other = goodbye("snow");
  const protocol::Bytes of_another = other;
  CHECK(*texts.of(other) == R"({"goodbye":{"reason":"snow"}})");
  CHECK(texts.of(message) == text);
}

TEST_CASE("what one alone is sent is not kept", "[json_texts]") {
  JsonTexts texts;
  const protocol::Bytes message = goodbye("rain");
  texts.of(message);
  CHECK(message.use_count() == 1);
}

TEST_CASE("the last texts are kept, and no more", "[json_texts]") {
  JsonTexts texts;
  const protocol::Bytes first = goodbye("first");
  protocol::Bytes shared = first;
  texts.of(first);
  CHECK(first.use_count() == 3);
  for (std::size_t i = 0; i < kJsonTextsKept; ++i) {
    const protocol::Bytes another = goodbye(std::to_string(i));
    const protocol::Bytes also = another;
    CHECK(*texts.of(also) == R"({"goodbye":{"reason":")" + std::to_string(i) + R"("}})");
  }
  shared.reset();
  CHECK(first.use_count() == 1);
}

}  // namespace kine::server::json_texts_test
