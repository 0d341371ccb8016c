// Tests for protocol/framing.h.
#include "protocol/framing.h"

#include <vector>

#include "tests/support/catch.h"

namespace kine::protocol::framing_test {
namespace {

std::string framed(const std::string& message) {
  std::string bytes(kLengthBytes, '\0');
  write_length(static_cast<std::uint32_t>(message.size()), bytes.data());
  return bytes + message;
}

std::vector<std::string> pop_all(EnvelopeSplitter& splitter) {
  std::vector<std::string> messages;
  for (;;) {
    const auto message = splitter.pop();
    REQUIRE(message);
    if (!*message) return messages;
    messages.emplace_back(**message);
  }
}

}  // namespace

TEST_CASE("a length is four bytes, the lowest first", "[framing]") {
  char bytes[kLengthBytes];

  write_length(0x01020304, bytes);

  CHECK(std::string(bytes, kLengthBytes) == "\x04\x03\x02\x01");
  CHECK(read_length(bytes) == 0x01020304);
}

TEST_CASE("a stream is cut into its messages wherever its bytes are split", "[framing]") {
  const std::vector<std::string> messages = {"first", "", std::string(300, 'x'), "last"};
  std::string stream;
  for (const std::string& message : messages) stream += framed(message);

  for (std::size_t split = 0; split <= stream.size(); ++split) {
    CAPTURE(split);
    EnvelopeSplitter splitter(1000);
    splitter.push(std::string_view(stream).substr(0, split));
    std::vector<std::string> popped = pop_all(splitter);
    splitter.push(std::string_view(stream).substr(split));
    for (std::string& message : pop_all(splitter)) popped.push_back(std::move(message));

    CHECK(popped == messages);
    CHECK_FALSE(splitter.waits_for_rest());
  }
}

TEST_CASE("a stream may come a byte at a time", "[framing]") {
  const std::string stream = framed("one") + framed("two");
  EnvelopeSplitter splitter(1000);
  std::vector<std::string> popped;

  for (const char byte : stream) {
    splitter.push({&byte, 1});
    for (std::string& message : pop_all(splitter)) popped.push_back(std::move(message));
  }

  CHECK(popped == std::vector<std::string>{"one", "two"});
}

TEST_CASE("a message of the greatest length passes, one of a byte more is an error", "[framing]") {
  EnvelopeSplitter splitter(10);
  splitter.push(framed(std::string(10, 'x')));
  CHECK(pop_all(splitter).size() == 1);

  splitter.push(framed(std::string(11, 'x')));

  const auto message = splitter.pop();
  REQUIRE_FALSE(message);
  CHECK(message.error().code == ErrorCode::LimitExceeded);
  CHECK(message.error().message == "a message of more than 10 bytes: '11'");
}

TEST_CASE("a length of 4 GiB is refused before any memory is asked for it", "[framing]") {
  EnvelopeSplitter splitter(kEnvelopeBytesMax);
  splitter.push("\xFF\xFF\xFF\xFF");

  CHECK_FALSE(splitter.pop());
  CHECK(splitter.capacity() < 1000);
}

TEST_CASE("memory grows with what came, not with what was announced", "[framing]") {
  EnvelopeSplitter splitter(kEnvelopeBytesMax);
  std::string announced(kLengthBytes, '\0');
  write_length(kEnvelopeBytesMax, announced.data());

  splitter.push(announced + std::string(1000, 'x'));

  CHECK_FALSE(*splitter.pop());
  CHECK(splitter.waits_for_rest());
  CHECK(splitter.capacity() < 4000);
}

TEST_CASE("memory of a great message is given back", "[framing]") {
  EnvelopeSplitter splitter(kEnvelopeBytesMax);
  splitter.push(framed(std::string(1'000'000, 'x')));
  REQUIRE(pop_all(splitter).size() == 1);

  splitter.push(framed("small"));

  CHECK(pop_all(splitter).size() == 1);
  CHECK(splitter.capacity() < 10'000);
}

TEST_CASE("a greeting of HTTP is over every limit when taken as a length", "[framing]") {
  EnvelopeSplitter splitter(kEnvelopeBytesMax);
  splitter.push("GET / HTTP/1.1\r\n");
  CHECK_FALSE(splitter.pop());
}

}  // namespace kine::protocol::framing_test
