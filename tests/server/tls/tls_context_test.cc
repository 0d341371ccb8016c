// Tests for server/tls/tls_context.h.
#include "server/tls/tls_context.h"

#include "realizer/core/number.h"
#include "tests/support/catch.h"
#include "tests/support/server/certificates.h"

namespace kine::server::tls_context_test {
namespace {

std::string tls_fault_of(const TlsFiles& files) {
  const auto context = TlsContext::read(files);
  return context ? "" : context.error().message;
}

}  // namespace

TEST_CASE("a certificate, its key and who signs clients are read", "[tls_context]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  const TlsFiles files = test::write_tls(folder, test::issue_to_server(authority));
  const auto context = TlsContext::read(files);
  REQUIRE(context);
  CHECK_FALSE((*context)->asks_for_certificates());
  CHECK((*context)->open() != nullptr);
  const auto mutual = TlsContext::read(
      test::write_tls(folder, test::issue_to_server(authority), authority.certificate()));
  REQUIRE(mutual);
  CHECK((*mutual)->asks_for_certificates());
}

TEST_CASE("a file of TLS that is wrong is named with what is wrong", "[tls_context]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  const test::Issued own = test::issue_to_server(authority);
  const TlsFiles good = test::write_tls(folder, own, authority.certificate());
  const auto with = [&](std::string TlsFiles::*member, const std::string& path) {
    TlsFiles files = good;
    files.*member = path;
    return tls_fault_of(files);
  };
  const std::string nowhere = folder.file("nowhere");
  const std::string text = folder.write("text", "no PEM\n");
  for (const auto member : {&TlsFiles::certificate, &TlsFiles::key, &TlsFiles::clients}) {
    CHECK(with(member, nowhere) == "there is no such file: " + quoted(nowhere));
  }
  CHECK(with(&TlsFiles::certificate, text) ==
        "no certificate in PEM can be read from the file of --tls-certificate: " + quoted(text));
  CHECK(with(&TlsFiles::key, text) ==
        "no key in PEM, without a passphrase, can be read from the file of --tls-key: " +
            quoted(text));
  CHECK(with(&TlsFiles::clients, text) ==
        "no certificate in PEM can be read from the file of --tls-clients: " + quoted(text));

  const std::string other = folder.write("other.key", test::issue_to_server(authority).key);
  CHECK(with(&TlsFiles::key, other) ==
        "the key of --tls-key is not that of the certificate: " + quoted(other));
  const test::Issued old =
      authority.issue({.names = "DNS:localhost", .days_from = -3, .days_to = -1});
  const std::string old_file = folder.write("old.pem", old.certificate);
  CHECK(with(&TlsFiles::certificate, old_file) ==
        "the server's certificate is over: " + quoted(old_file));
}

TEST_CASE("what is replaced holds for whoever asks from then on", "[tls_context]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  PresentTls present;
  CHECK(present.context() == nullptr);
  const auto first = *TlsContext::read(test::write_tls(folder, test::issue_to_server(authority)));
  present.replace(first);
  CHECK(present.context() == first);
  const auto second = *TlsContext::read(test::write_tls(folder, test::issue_to_server(authority)));
  present.replace(second);
  CHECK(present.context() == second);
}

}  // namespace kine::server::tls_context_test
