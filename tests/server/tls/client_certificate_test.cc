// Tests for server/tls/client_certificate.h, with certificates that OpenSSL makes and proves.
#include "server/tls/client_certificate.h"

#include <chrono>

#include "tests/support/catch.h"
#include "tests/support/server/tls_pair.h"

namespace kine::server::client_certificate_test {

using namespace std::chrono_literals;

TEST_CASE("a client is the first DNS name of its certificate, and no other name",
          "[client_certificate]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  const TlsFiles files =
      test::write_tls(folder, test::issue_to_server(authority), authority.certificate());
  struct Row {
    const char* names;
    const char* name;
  };
  for (const Row& row :
       {Row{"DNS:hall.lab,DNS:other.lab", "hall.lab"}, Row{"URI:urn:a,IP:192.0.2.1,DNS:lab", "lab"},
        Row{"DNS:*.lab", "*.lab"}, Row{"URI:urn:lab", ""}, Row{"", ""}}) {
    CAPTURE(row.names);
    test::TlsPair pair(files, {.authority = authority.certificate(),
                               .own = authority.issue({.names = row.names, .days_to = 3})});
    REQUIRE(pair.refusal().empty());
    const auto certificate = pair.peer().certificate;
    REQUIRE(certificate);
    CHECK(certificate->name == row.name);
    const auto left = certificate->expires - std::chrono::system_clock::now();
    CHECK(left > 3 * 24h - 1h);
    CHECK(left <= 3 * 24h);
    CHECK_FALSE(certificate->is_over(certificate->expires - 1s));
    CHECK(certificate->is_over(certificate->expires));
  }
}

TEST_CASE("a client that is not asked shows no certificate", "[client_certificate]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  test::TlsPair pair(
      test::write_tls(folder, test::issue_to_server(authority)),
      {.authority = authority.certificate(), .own = authority.issue({.names = "DNS:hall.lab"})});
  REQUIRE(pair.refusal().empty());
  CHECK_FALSE(pair.peer().certificate);
}

}  // namespace kine::server::client_certificate_test
