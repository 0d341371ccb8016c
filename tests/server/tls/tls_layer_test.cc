// Tests for server/tls/tls_layer.h, with a client of OpenSSL's own.
#include "server/tls/tls_layer.h"

#include <openssl/ssl.h>

#include <future>

#include "tests/support/catch.h"
#include "tests/support/server/tls_pair.h"

namespace kine::server::tls_layer_test {
namespace {

/// A server that asks for no certificate, and what a client needs for it.
struct Trusted {
  test::TemporaryFolder folder;
  test::Authority authority;
  TlsFiles files = test::write_tls(folder, test::issue_to_server(authority));
  test::TlsWish wish{.authority = authority.certificate()};
};

std::string numbers(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += std::to_string(i) + " ";
  return text;
}

}  // namespace

TEST_CASE("bytes go both ways in TLS 1.3 and 1.2, whatever was read before", "[tls_layer]") {
  const Trusted stage;
  for (const int version : {TLS1_3_VERSION, TLS1_2_VERSION}) {
    for (const std::size_t first : {0, 1, 9, 40}) {
      CAPTURE(version, first);
      test::TlsWish wish = stage.wish;
      wish.version_max = version;
      test::TlsPair pair(stage.files, wish, first);
      REQUIRE(pair.refusal().empty());
      CHECK(pair.client().version() == (version == TLS1_3_VERSION ? "TLSv1.3" : "TLSv1.2"));
      const std::string there = numbers(20'000);  // several records
      auto written = std::async(std::launch::async, [&] { return pair.client().write(there); });
      CHECK(pair.receive(there.size()) == there);
      CHECK(written.get());

      REQUIRE(pair.layer().seal("and back"));
      pair.flush();
      char bytes[64];
      CHECK(std::string(bytes, pair.client().read(bytes, sizeof bytes)) == "and back");
    }
  }
}

TEST_CASE("many records are sealed as one stretch of bytes", "[tls_layer]") {
  const Trusted stage;
  test::TlsPair pair(stage.files, stage.wish);
  REQUIRE(pair.refusal().empty());
  REQUIRE(pair.layer().sealed().empty());
  REQUIRE(pair.layer().seal(std::string(65'536, 'x')));
  // Four records of 16 KiB, each with a head of 5 bytes, a kind of 1 and a proof of 16 (RFC 8446).
  CHECK(pair.layer().sealed().size() == 65'536 + 4 * 22);
  const std::string all(pair.layer().sealed());
  CHECK(pair.layer().take_sealed() == all);
  CHECK(pair.layer().sealed().empty());
}

TEST_CASE("older versions of TLS are refused, and say why", "[tls_layer]") {
  const Trusted stage;
  test::TlsWish wish = stage.wish;
  wish.version_max = TLS1_1_VERSION;
  test::TlsPair pair(stage.files, wish);
  CHECK(pair.layer().fault() == "unsupported protocol");
  CHECK_FALSE(pair.layer().is_open());
  CHECK(pair.refusal().find("alert protocol version") != std::string::npos);
}

TEST_CASE("the end of a client is told, in order or not", "[tls_layer]") {
  const Trusted stage;
  test::TlsPair pair(stage.files, stage.wish);
  REQUIRE(pair.refusal().empty());
  pair.client().write("last");
  CHECK(pair.receive(4) == "last");
  char byte = 0;
  CHECK_FALSE(pair.layer().read(&byte, 1).has_ended);
  pair.cut_client();
  CHECK(pair.layer().read(&byte, 1).has_ended);
}

TEST_CASE("a client may change its keys, and each change is one look at what came", "[tls_layer]") {
  const Trusted stage;
  test::TlsPair pair(stage.files, stage.wish);
  REQUIRE(pair.refusal().empty());
  constexpr std::size_t kChanges = 40;
  for (std::size_t i = 0; i < kChanges; ++i) pair.client().change_keys();
  pair.client().write("after");
  std::string heard(16, '\0');
  std::size_t looks = 1;
  TlsLayer::Read read = pair.layer().read(heard.data(), heard.size());
  for (; read.size == 0 && !read.has_ended; ++looks) {
    read = pair.layer().read(heard.data(), heard.size());
  }
  CHECK(heard.substr(0, read.size) == "after");
  CHECK(looks > kChanges);  // all of it lies in the socket already
  REQUIRE(pair.layer().seal("and back"));
  pair.flush();
  char bytes[64];
  CHECK(std::string(bytes, pair.client().read(bytes, sizeof bytes)) == "and back");
}

TEST_CASE("the server's end is in order", "[tls_layer]") {
  const Trusted stage;
  test::TlsPair pair(stage.files, stage.wish);
  REQUIRE(pair.refusal().empty());
  REQUIRE(pair.layer().seal("last"));
  pair.layer().seal_end();
  pair.flush();
  char bytes[16];
  CHECK(std::string(bytes, pair.client().read(bytes, sizeof bytes)) == "last");
  CHECK(pair.client().read(bytes, sizeof bytes) == 0);
  CHECK(pair.client().has_ended_in_order());
}

TEST_CASE("what is no TLS breaks it, and nothing is sealed any more", "[tls_layer]") {
  const Trusted stage;
  const auto context = *TlsContext::read(stage.files);
  const std::string garbage =
      std::string("\x16\x03\x01\x00\x20\x01\x00\x00\x1C", 9) + std::string(28, '\xEE');
  TlsLayer layer(context->open(), -1, garbage);
  CHECK(layer.shake_hands() == TlsLayer::Handshake::Failed);
  CHECK_FALSE(layer.fault().empty());
  CHECK(layer.sealed().substr(0, 1) == "\x15");  // an alert
  CHECK_FALSE(layer.seal("x"));
  char byte = 0;
  CHECK(layer.read(&byte, 1).has_ended);
}

}  // namespace kine::server::tls_layer_test
