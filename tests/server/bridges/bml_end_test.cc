// Tests for how a conversation in BML ends, with a real server.
#include <cstdint>
#include <string>

#include "server/bridges/bml_transport.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::bml_end_test {

TEST_CASE("whoever ends within a block is told so, and hears of the blocks before",
          "[bml_transport]") {
  Options options = test::server_options();
  options.bridges.bml.emplace_back();
  const auto server = test::start_server(options);
  test::WireClient client(server->bml_port());
  client.send_bytes(R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="bml1"/>)"
                    "<bml id='bml2'><head id='h1' lexeme='NOD'");
  client.end_sending();
  const std::string all = client.receive_all();
  CHECK(all.find("the connection ended within a block") != std::string::npos);
  CHECK(all.find("bml1:end") != std::string::npos);
  CHECK(test::is_well(*server));
}

}  // namespace kine::server::bml_end_test
