// Tests for server/net/first_bytes.h.
#include "server/net/first_bytes.h"

#include <string>

#include "protocol/framing.h"
#include "tests/support/catch.h"

namespace kine::server::first_bytes_test {

TEST_CASE("a method of HTTP is known by its first four bytes", "[first_bytes]") {
  for (const char* text :
       {"GET / HTTP/1.1\r\n", "HEAD / HTTP/1.1\r\n", "POST", "OPTIONS * ", "PUT "}) {
    CAPTURE(text);
    CHECK(manner_of(text) == Manner::Http);
  }
}

TEST_CASE("every length that a client may announce is raw", "[first_bytes]") {
  for (std::uint32_t length = 0; length <= protocol::kEnvelopeBytesMax; length += 997) {
    char bytes[protocol::kLengthBytes];
    protocol::write_length(length, bytes);
    CHECK(manner_of({bytes, sizeof(bytes)}) == Manner::Raw);
  }
}

TEST_CASE("fewer than four bytes say nothing yet", "[first_bytes]") {
  CHECK(manner_of("") == Manner::Unknown);
  CHECK(manner_of("GET") == Manner::Unknown);
  CHECK(manner_of(std::string(3, '\0')) == Manner::Unknown);
}

TEST_CASE("what no HTTP begins with is raw", "[first_bytes]") {
  for (const char* text : {"get / HTTP/1.1", " GET", "SSH-2.0", "GE T"}) {
    CAPTURE(text);
    CHECK(manner_of(text) == Manner::Raw);
  }
}

TEST_CASE("a handshake of TLS is known by its record, and is no length of a first message",
          "[first_bytes]") {
  for (const std::string version : {"\x01", "\x02", "\x03"}) {
    const std::string head = "\x16\x03" + version;
    CHECK(manner_of(head + "\x02") == Manner::Tls);
    CHECK(manner_of(head + std::string(1, '\0')) == Manner::Tls);
  }
  CHECK(manner_of(std::string("\x16\x03\x00\x00", 4)) == Manner::Raw);
  for (std::uint32_t length = 0; length <= protocol::kEnvelopeBytesBeforeHelloMax; ++length) {
    char bytes[protocol::kLengthBytes];
    protocol::write_length(length, bytes);
    REQUIRE(manner_of({bytes, sizeof(bytes)}) == Manner::Raw);
  }
}

}  // namespace kine::server::first_bytes_test
