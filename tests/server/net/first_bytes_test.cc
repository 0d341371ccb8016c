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

TEST_CASE("a hello of TLS is one by its heads, and of 16 KiB at most", "[first_bytes]") {
  const auto heads = [](std::size_t record, char kind, std::size_t hello) {
    std::string bytes("\x16\x03\x01", 3);
    bytes += {static_cast<char>(record >> 8), static_cast<char>(record & 0xFF), kind};
    return bytes + std::string{static_cast<char>(hello >> 16), static_cast<char>(hello >> 8 & 0xFF),
                               static_cast<char>(hello & 0xFF)};
  };
  CHECK(begins_tls_hello(heads(512, 1, 508)));
  CHECK(begins_tls_hello(heads(16'384, 1, 16'384)));
  CHECK(begins_tls_hello(heads(300, 1, 1'700)));  // in several records
  CHECK_FALSE(begins_tls_hello(heads(512, 1, 16'385)));
  CHECK_FALSE(begins_tls_hello(heads(512, 1, 131'000)));  // what OpenSSL would make room for
  CHECK_FALSE(begins_tls_hello(heads(512, 2, 508)));
  CHECK_FALSE(begins_tls_hello(heads(4, 1, 508)));
  CHECK_FALSE(begins_tls_hello(heads(16'385, 1, 508)));
}

}  // namespace kine::server::first_bytes_test
