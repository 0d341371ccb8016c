// Tests for server/tls/signers.h.
#include "server/tls/signers.h"

#include <openssl/ssl.h>

#include <memory>

#include "server/tls/tls_context.h"
#include "tests/support/catch.h"
#include "tests/support/server/certificates.h"

namespace kine::server::signers_test {

TEST_CASE("signers know what they have signed, as long as it counts", "[signers]") {
  const test::TemporaryFolder folder;
  const test::Authority ours;
  const test::Authority theirs;  // of the same name, with another key
  const auto signers = Signers::read(folder.write("ours.pem", ours.certificate()));
  REQUIRE(signers);
  const auto have_signed = [&](const test::Issued& own) {
    const std::unique_ptr<ssl_ctx_st, SslCloser> context(SSL_CTX_new(TLS_server_method()));
    const std::string file = folder.write("own.pem", own.certificate);
    REQUIRE(SSL_CTX_use_certificate_chain_file(context.get(), file.c_str()) == 1);
    return signers->have_signed_own_of(*context);
  };
  CHECK(have_signed(ours.issue({.names = "DNS:a.lab"})));
  CHECK_FALSE(have_signed(theirs.issue({.names = "DNS:a.lab"})));
  CHECK_FALSE(have_signed(ours.issue({.names = "DNS:a.lab", .days_from = -3, .days_to = -1})));
  CHECK_FALSE(have_signed(ours.issue({.names = "DNS:a.lab", .days_from = 1, .days_to = 2})));
}

TEST_CASE("a file without a certificate has no signers", "[signers]") {
  const test::TemporaryFolder folder;
  CHECK_FALSE(Signers::read(folder.write("text", "no PEM\n")));
  CHECK_FALSE(Signers::read(folder.file("nowhere")));
}

}  // namespace kine::server::signers_test
