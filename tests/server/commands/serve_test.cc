// Tests for server/commands/serve.h.
#include "server/commands/serve.h"

#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::serve_test {
namespace {

Result<Options> options_of(ServeOptions options) {
  options.model = test::small_model();
  Diagnostics left_out;
  auto result = server_options(options, left_out);
  CHECK(left_out.warnings().empty());
  return result;
}

}  // namespace

TEST_CASE("a server that is told nothing has ada and ben on this machine alone", "[serve]") {
  const auto options = options_of({});
  REQUIRE(options);
  CHECK(options->host == "127.0.0.1");
  CHECK(options->port == 7730);
  CHECK(options->strangers == Strangers::Refused);
  REQUIRE(options->casts.size() == 2);
  CHECK(options->casts[0]->name == "ada");
  CHECK(options->casts[0]->placement.position_m.x == Approx(-0.5));
  CHECK(options->casts[1]->name == "ben");
}

TEST_CASE("characters are what the operator says", "[serve]") {
  const auto options = options_of({.characters = {"eve=ben@1,2,90"}});
  REQUIRE(options);
  REQUIRE(options->casts.size() == 1);
  CHECK(options->casts[0]->name == "eve");
  CHECK(options->casts[0]->body->name == "ben");
}

TEST_CASE("characters have the tension that the operator names, or none", "[serve]") {
  CHECK_FALSE(options_of({})->tension);
  const auto options = options_of({.tension = "loose"});
  REQUIRE(options);
  const plan::TensionChange loose{.tension = Tension{0.1, 0.5}};
  CHECK(options->tension == loose);
}

TEST_CASE("a server has the targets that the operator names", "[serve]") {
  const auto options = options_of({.targets = {"door=0,1.2,-3", "cup=0.5,1,0.5"}});
  REQUIRE(options);
  REQUIRE(options->targets.size() == 2);
  CHECK(options->targets[0].name == "door");
  CHECK(options->targets[1].point_m == Vec3{0.5, 1, 0.5});
  const auto taken = options_of({.targets = {"ben.head=0,1,0"}});
  REQUIRE_FALSE(taken);
  CHECK(taken.error().message == "a character has this name: 'ben.head'");
}

TEST_CASE("who speaks is whom the operator calls for, and always somebody", "[serve]") {
  REQUIRE(options_of({}));
  const auto by_default = options_of({});
  REQUIRE(by_default->voice);
  CHECK(by_default->voice_remark.empty() == (by_default->voice->name() == "espeak"));
  const auto options = options_of({.voice = {.voice = "silent"}});
  REQUIRE(options);
  CHECK(options->voice->name() == "silent");
}

TEST_CASE("what cannot be served is an error that quotes it", "[serve]") {
  const auto message = [](const ServeOptions& options) {
    const auto result = options_of(options);
    REQUIRE_FALSE(result);
    return result.error().message;
  };
  CHECK(message({.listen = "here:now"}).find("'here:now'") != std::string::npos);
  CHECK(message({.characters = {"eve=zoe"}}).find("zoe") != std::string::npos);
  CHECK(message({.tension = "losse"}).find("loose: 'losse'") != std::string::npos);
  CHECK(message({.voice = {.voice = "caruso"}}).find("silent: 'caruso'") != std::string::npos);
  CHECK(message({.token_file = "no/such/file"}).find("no/such/file") != std::string::npos);
}

TEST_CASE("the greeting says the address and a line that can be typed", "[serve]") {
  const auto options = options_of({});
  REQUIRE(options);

  const std::string usual = greeting("127.0.0.1:7730", *options);
  CHECK(usual.find("ada, ben on 127.0.0.1:7730\n") != std::string::npos);
  CHECK(usual.find("See them: http://127.0.0.1:7730/\n") != std::string::npos);
  CHECK(usual.find("  kinesphere play SCRIPT    ") != std::string::npos);

  const std::string elsewhere = greeting("127.0.0.1:4000", *options);
  CHECK(elsewhere.find("  kinesphere play SCRIPT --server 127.0.0.1:4000") != std::string::npos);
}

TEST_CASE("a server has what the operator has of their own, and remarks on what it replaces",
          "[serve][stock]") {
  const test::TemporaryFolder styles;
  const std::string file = styles.write(
      "tired.xml", "<style xmlns=\"urn:kinesphere:style:1\" name=\"tired\" power=\"-1\"/>");
  const auto options = options_of({.stock = {.styles = styles.path().string()}});
  REQUIRE(options);
  CHECK(options->casts.front()->vocabulary->styles.at("tired").expressivity[script::kPower] == -1);
  CHECK(options->stock->words().styles.at("tired").expressivity[script::kPower] == -1);
  CHECK(options->remarks ==
        std::vector<std::string>{file + ": note: this style takes the place of ours: 'tired'"});

  const std::string bad = styles.write("bad.xml", "<style");
  Diagnostics left_out;
  const auto refused = server_options({.stock = {.styles = styles.path().string()}}, left_out);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with(bad + ":1:"));
}

TEST_CASE("a server says of each clip at its start what it maps", "[serve]") {
  const test::TemporaryFolder clips;
  const std::string file =
      clips.write("wave.bvh",
                  "HIERARCHY ROOT head { OFFSET 0 0 0 CHANNELS 1 Xrotation JOINT tail { OFFSET "
                  "0 0 1 CHANNELS 1 Xrotation } } MOTION Frames: 1 Frame Time: 0.5 0 9");
  const auto options = options_of({.clips = clips.path().string()});
  REQUIRE(options);
  REQUIRE(options->remarks.size() == 2);
  CHECK(options->remarks[0] == file + ": maps 1 of 55 joints and 0 channels; 1 thing is left out");
  CHECK(options->remarks[1].ends_with("unknown joint, its turns are left out: 'tail'"));
}

}  // namespace kine::server::serve_test
