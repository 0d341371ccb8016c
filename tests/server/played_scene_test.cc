// Tests for server/played_scene.h: servers with several scenes, on real sockets.
#include "server/played_scene.h"

#include <filesystem>

#include "server/base/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::played_scene_test {
namespace {

using test::WireClient;

Options with_scenes(std::vector<std::string> names) {
  Options options = test::server_options();
  options.scenes = std::move(names);
  return options;
}

WireClient client_in(const Server& server, const std::string& scene,
                     const std::string& token = {}) {
  WireClient client(server.port());
  const auto hello = client.say_hello(token, scene);
  REQUIRE(hello.scene() == (scene.empty() ? "main" : scene));
  return client;
}

std::string refusal_of(const Server& server, const std::string& scene, const std::string& token) {
  WireClient client(server.port());
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_scene(scene);
  envelope.mutable_hello()->set_token(token);
  client.send(envelope);
  return client.last_words();
}

kinesphere::Answer claim(WireClient& client, const std::string& character) {
  kinesphere::Envelope envelope;
  envelope.mutable_claim()->set_id("claim");
  envelope.mutable_claim()->add_characters(character);
  client.send(envelope);
  return client.receive_until([](const auto& each) { return each.has_answer(); }).answer();
}

void set_target(WireClient& client, const std::string& name) {
  kinesphere::Envelope envelope;
  envelope.mutable_set_target()->set_name(name);
  for (const float coordinate : {1.0F, 1.5F, 2.0F}) {
    envelope.mutable_set_target()->mutable_point()->Add(coordinate);
  }
  client.send(envelope);
}

const std::string kLookAtBall =
    R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="look" characterId="ada">)"
    R"(<gaze id="g" target="ball"/></bml>)";

bool is_over(const kinesphere::Envelope& each) {
  return each.has_feedback() && each.feedback().kind() == kinesphere::Feedback::ENDED;
}

}  // namespace

TEST_CASE("a client joins one scene, and nothing of another reaches it", "[scenes]") {
  const auto server = test::start_server(with_scenes({"lab", "hall"}));
  WireClient in_main = client_in(*server, "");
  WireClient in_lab = client_in(*server, "lab");
  WireClient also_in_lab = client_in(*server, "lab");
  for (WireClient* each : {&in_main, &in_lab, &also_in_lab}) {
    each->subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  }

  // The same character, and the same id, in both: neither is in the way of the other.
  in_lab.submit(test::head_script(0.4), "turn", "ada");
  CHECK(in_lab.answer().has_accepted());
  CHECK(also_in_lab.receive_until(is_over).feedback().id() == "turn");

  in_main.submit(test::head_script(0.1), "mine", "ada");
  CHECK(in_main.answer().has_accepted());
  bool heard_of_lab = false;
  in_main.receive_until([&](const auto& each) {
    heard_of_lab = heard_of_lab || (each.has_feedback() && each.feedback().id() == "turn");
    return is_over(each);
  });
  CHECK_FALSE(heard_of_lab);

  // A head that is turned there looks straight ahead here.
  in_lab.submit(test::head_script(5), "hold", "ada");
  const auto turn_of = [](const kinesphere::Frame& frame) {
    return std::abs(frame.parent_from_joint(4 * 5 + 1));
  };
  const auto has_turned = [&](const auto& each) {
    return each.has_frame() && each.frame().character_id() == 1 && turn_of(each.frame()) > 0.1;
  };
  const auto tick = also_in_lab.receive_until(has_turned).frame().tick();
  const auto meanwhile = in_main.receive_until([&](const auto& each) {
    return each.has_frame() && each.frame().character_id() == 1 && each.frame().tick() >= tick;
  });
  CHECK(turn_of(meanwhile.frame()) < 0.05);
}

TEST_CASE("what clients set and claim stays within their scene", "[scenes]") {
  const auto server = test::start_server(with_scenes({"lab"}));
  WireClient in_main = client_in(*server, "main");
  WireClient in_lab = client_in(*server, "lab");

  set_target(in_lab, "ball");
  in_lab.submit(kLookAtBall);
  CHECK(in_lab.answer().accepted().warnings_size() == 0);
  in_main.submit(kLookAtBall);
  const auto without = in_main.answer();
  const bool misses_it = without.has_refused() || without.accepted().warnings_size() > 0;
  CHECK(misses_it);

  CHECK(claim(in_lab, "ada").error().empty());
  CHECK(claim(in_main, "ada").error().empty());
  WireClient second = client_in(*server, "lab");
  CHECK_FALSE(claim(second, "ada").error().empty());
}

TEST_CASE("who joins a scene is there alone", "[scenes]") {
  const auto server = test::start_server(with_scenes({"lab"}));
  WireClient in_lab = client_in(*server, "lab");
  kinesphere::Envelope join;
  join.mutable_join()->set_id("join");
  join.mutable_join()->set_name("cleo");
  join.mutable_join()->set_body("ada");
  in_lab.send(join);
  const auto answer = in_lab.receive_until([](const auto& each) { return each.has_answer(); });
  CHECK(answer.answer().error().empty());
  CHECK(WireClient(server->port()).say_hello({}, "lab").characters_size() == 3);
  CHECK(WireClient(server->port()).say_hello({}, "main").characters_size() == 2);
}

TEST_CASE("a scene that there is not, or that a token does not give, is refused", "[scenes]") {
  Options options = with_scenes({"lab", "secret"});
  const auto tenants =
      Tenants::parse("sha256:" + sha256_of("visitor") + " guests main,lab subscribe never\n");
  REQUIRE(tenants);
  options.tenants = *tenants;
  options.token = "operator";
  const auto server = test::start_server(std::move(options));

  client_in(*server, "lab", "visitor");
  client_in(*server, "secret", "operator");
  CHECK(refusal_of(*server, "secret", "visitor") ==
        "this client may join the scenes 'main', 'lab', and not 'secret'");
  CHECK(refusal_of(*server, "nowhere", "operator") ==
        "this client may join the scenes 'main', 'lab', 'secret', and not 'nowhere'");
  // A stranger does not learn which there are.
  const std::string to_stranger = refusal_of(*server, "secret", "a guess");
  CHECK(to_stranger.find("lab") == std::string::npos);

  // It leaves when its token gives another scene alone.
  WireClient visitor = client_in(*server, "lab", "visitor");
  server->replace_tenants(
      *Tenants::parse("sha256:" + sha256_of("visitor") + " guests main subscribe never\n"));
  visitor.send([] {
    kinesphere::Envelope ping;
    ping.mutable_ping();
    return ping;
  }());
  CHECK(visitor.last_words() == "this scene was taken away");
}

TEST_CASE("each scene has a journal of its own, and goes on from it", "[scenes][journal]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  const auto keeping_in = [](const std::string& path) {
    Options options = with_scenes({"lab"});
    options.journal = path;
    return options;
  };
  const auto is_kept = [](const auto& each) { return each.has_kept(); };
  {
    const auto server = test::start_server(keeping_in(folder.path()));
    WireClient in_lab = client_in(*server, "lab");
    in_lab.submit(test::head_script(30), "long", "ada");
    in_lab.receive_until(is_kept);
    WireClient in_main = client_in(*server, "main");
    in_main.submit(test::head_script(30), "first", "ada");
    in_main.submit(test::head_script(30), "second", "ben");
    in_main.receive_until(is_kept);
    in_main.receive_until(is_kept);
    std::filesystem::copy(folder.path(), after_kill.path(),
                          std::filesystem::copy_options::recursive);
  }
  const auto server = test::start_server(keeping_in(after_kill.path()));
  const auto plays = [&](const std::string& scene) {
    WireClient client = client_in(*server, scene);
    client.subscribe({kinesphere::PART_BODY});
    bool ada = false;
    bool ben = false;
    const auto turned = [](const kinesphere::Frame& frame) {
      return std::abs(frame.parent_from_joint(4 * 5 + 1)) > 0.1;
    };
    for (int i = 0; i < 4; ++i) {
      const auto frame = client.next_frame();
      ada = ada || (frame.character_id() == 1 && turned(frame));
      ben = ben || (frame.character_id() == 2 && turned(frame));
    }
    return std::pair(ada, ben);
  };
  CHECK(plays("main") == std::pair(true, true));
  CHECK(plays("lab") == std::pair(true, false));
}

}  // namespace kine::server::played_scene_test
