// Tests for server/commands/serve_bridges.h.
#include "server/commands/serve_bridges.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/server/serving_program.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::serve_bridges_test {
namespace {

Options of_two_tenants() {
  Options options;
  options.scenes = {"hall"};
  options.tenants = *Tenants::parse(
      "port:bml lab * perform never\nport:embr lab main perform never\n"
      "port:bml club main perform never\nport:embr club main perform never\n");
  return options;
}

std::string fault_of(const BridgeWords& words, Options options = {}) {
  const auto given = give_bridges(words, options);
  return given ? std::string() : given.error().message;
}

}  // namespace

TEST_CASE("a port of a bridge is a number, or a tenant's and its scene's", "[serve_bridges]") {
  Options options;
  REQUIRE(give_bridges({.bml = {"7500"}, .bml_feedback = {"7501"}, .embr = {"5555"}}, options));
  REQUIRE(options.bridges.bml.size() == 1);
  CHECK(options.bridges.bml[0].port == 7500);
  CHECK(options.bridges.bml[0].feedback == 7501);
  CHECK(options.bridges.bml[0].tenant.empty());
  REQUIRE(options.bridges.embr.size() == 1);
  REQUIRE(options.bridges.embr[0].feedback);
  CHECK(client::to_string(*options.bridges.embr[0].feedback) == "127.0.0.1:5556");

  options = of_two_tenants();
  REQUIRE(give_bridges({.bml = {"lab/hall=7500", "lab=7502", "club=0"},
                        .bml_feedback = {"lab=7501"},
                        .embr = {"lab=5555", "club=5557"},
                        .embr_feedback = {"club=127.0.0.1:5558"}},
                       options));
  const BridgePorts& bridges = options.bridges;
  CHECK(bridges.bml[0].scene == "hall");
  CHECK(bridges.bml[1].scene.empty());
  CHECK(bridges.bml[1].feedback == 7501);
  CHECK(bridges.bml[2].tenant == "club");
  CHECK(bridges.bml[2].feedback == 0);  // what lab hears goes nowhere else
  CHECK_FALSE(bridges.embr[0].feedback);
  CHECK(bridges.embr[1].feedback->port == 5558);
}

TEST_CASE("a port of a bridge that is wrong is told", "[serve_bridges]") {
  for (const std::string text :
       {"", "x", "-1", "65536", "=1", "lab=", "lab/=1", "/hall=1", "lab"}) {
    CAPTURE(text);
    CHECK(fault_of({.bml = {text}}) ==
          "--bml-port is PORT, TENANT=PORT or TENANT/SCENE=PORT: '" + text + "'");
    CHECK(fault_of({.embr = {text}}).starts_with("--embr-port is PORT"));
  }
  CHECK(fault_of({.bml_feedback = {"x"}}) == "--bml-feedback-port is PORT or TENANT=PORT: 'x'");
  CHECK(fault_of({.embr_feedback = {"7"}}).starts_with("no address of the form HOST:PORT"));
  CHECK(fault_of({.bml = {"7500"}}, of_two_tenants()).find("needs the name of a tenant") !=
        std::string::npos);
  CHECK(fault_of({.bml = {"lab=7500"}, .bml_feedback = {"7501"}}, of_two_tenants()) ==
        "--bml-feedback-port names no tenant that has a port for it, as TENANT=…: '7501'");
  CHECK(fault_of({.embr = {"lab=1"}, .embr_feedback = {"club=h:1"}}, of_two_tenants())
            .starts_with("--embr-feedback names no tenant"));
  CHECK(fault_of({.bml_feedback = {"7501"}, .embr_feedback = {"h:1"}}).empty());
}

TEST_CASE("the program says whose its ports are, by its file of options", "[serve_bridges]") {
  const test::TemporaryFolder folder;
  folder.write("tenants", "port:bml lab hall perform never\nport:bml club main perform never\n");
  folder.write("kinesphere.toml",
               "scene = \"hall\"\nbml-port = [\"lab/hall=0\", \"club=0\"]\n"
               "tenants = \"" +
                   folder.file("tenants") + "\"\n");
  test::ServingProgram program("--voice silent --config " + folder.file("kinesphere.toml"));
  CHECK(program.line_with("BML over plain TCP for lab in hall: 127.0.0.1:").size() > 0);
  CHECK(program.line_with("BML over plain TCP for club: 127.0.0.1:").size() > 0);
}

}  // namespace kine::server::serve_bridges_test
