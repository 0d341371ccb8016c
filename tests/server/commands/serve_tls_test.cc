// Tests for server/commands/serve_tls.h, and with the program what SIGHUP does.
#include "server/commands/serve_tls.h"

#include <filesystem>

#include "server/commands/serve.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/server/serving_program.h"
#include "tests/support/server/tls_server.h"

namespace kine::server::serve_tls_test {
namespace {

std::string typed(const TlsFiles& files) {
  return "--voice silent --tls-certificate " + files.certificate + " --tls-key " + files.key;
}

/// Whether a client that trusts this authority is let in.
bool is_let_in(std::uint16_t port, const test::Authority& authority) {
  try {
    test::WireClient client(port, test::TlsWish{.authority = authority.certificate()});
    client.say_hello();
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace

TEST_CASE("options for TLS that lack another are errors that name it", "[serve][tls]") {
  const auto fault_of = [](const TlsFiles& files) {
    Options options;
    const auto given = give_tls(files, options);
    return given ? std::string() : given.error().message;
  };
  CHECK(fault_of({}).empty());
  CHECK(fault_of({.certificate = "a"}) == "--tls-certificate needs --tls-key: 'a'");
  CHECK(fault_of({.key = "b"}) == "--tls-key needs --tls-certificate: 'b'");
  CHECK(fault_of({.clients = "c"}) == "--tls-clients needs --tls-certificate: 'c'");
  CHECK(fault_of({.nodes = "d"}) == "--tls-nodes needs --tls-certificate: 'd'");
  CHECK(fault_of({.certificate = "a", .key = "b", .clients = "c"}) ==
        "--tls-clients needs --tenants, whose lines say what a client with a certificate may do: "
        "'c'");
  CHECK(fault_of({.certificate = "a", .key = "b"}) == "there is no such file: 'a'");
}

TEST_CASE("files of TLS are read with the options, and the greeting says https", "[serve][tls]") {
  const test::TemporaryFolder folder;
  const test::Authority authority;
  const TlsFiles files = test::write_tls(folder, test::issue_to_server(authority));
  Diagnostics left_out;
  const auto options = server_options({.tls = files, .model = test::small_model()}, left_out);
  REQUIRE(options);
  REQUIRE(options->tls);
  const std::string words = greeting("127.0.0.1:7730", *options);
  CHECK(words.find("See them: https://127.0.0.1:7730/\n") != std::string::npos);
  CHECK(words.find("Clients in Python and JavaScript: wss://127.0.0.1:7730\n") !=
        std::string::npos);
  const auto wrong =
      server_options({.tls = {.certificate = files.key, .key = files.key}}, left_out);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message.find("--tls-certificate") != std::string::npos);
}

TEST_CASE("SIGHUP reads a certificate again, and one that is wrong changes nothing",
          "[program][tls]") {
  const test::TemporaryFolder folder;
  const test::Authority first;
  const test::Authority second;
  const TlsFiles files = test::write_tls(folder, test::issue_to_server(first));
  test::ServingProgram program(typed(files));
  const std::uint16_t port = program.port_after("kinesphere serves ada, ben on ");
  CHECK(is_let_in(port, first));

  test::write_tls(folder, test::issue_to_server(second));
  program.hang_up();
  program.line_with("the certificate was read: ");
  CHECK(is_let_in(port, second));
  CHECK_FALSE(is_let_in(port, first));

  folder.write("server.key", "no key\n");
  program.hang_up();
  program.line_with("the certificate stays as it was: no key in PEM");
  CHECK(is_let_in(port, second));
  std::filesystem::remove(files.certificate);
  program.hang_up();
  program.line_with("the certificate stays as it was: there is no such file");
  CHECK(is_let_in(port, second));
}

}  // namespace kine::server::serve_tls_test
