// Tests for server/server.h: the conversation, on real sockets.
#include "server/server.h"

#include <algorithm>
#include <map>
#include <thread>

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/source_files.h"

namespace kine::server::server_test {
namespace {

using test::head_script;
using test::start_server;
using test::WireClient;

/// The kinds and ids of the feedback up to the last word of a block.
std::vector<std::string> story_of(WireClient& client) {
  static const std::map<int, std::string> kWords = {
      {1, "started"}, {2, "sync"}, {3, "ended"}, {4, "interrupted"}, {5, "warning"}};
  std::vector<std::string> story;
  for (;;) {
    const auto feedback = client.next_feedback();
    story.push_back(kWords.at(feedback.kind()) + " " + feedback.id());
    if (feedback.kind() == kinesphere::Feedback::ENDED) return story;
    if (feedback.kind() == kinesphere::Feedback::INTERRUPTED) return story;
  }
}

/// Nods behind all that plays on ada.
const std::string kAppendedNod =
    R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="nod" characterId="ada")"
    R"( composition="APPEND"><head id="n" lexeme="NOD"/></bml>)";

/// A client that plays `script`, has the nod wait for its end, and leaves.
void play_and_leave(const Server& server, const std::string& script, bool keep_waiting) {
  WireClient client(server.port());
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_keep_waiting(keep_waiting);
  client.send(envelope);
  client.submit(script, "greet", "ada");
  REQUIRE(client.answer().has_accepted());
  client.submit(kAppendedNod);
  REQUIRE(client.answer().has_accepted());
}

WireClient listener_to(const Server& server) {
  WireClient listener(server.port());
  listener.say_hello();
  listener.subscribe({kinesphere::PART_EVENTS});
  listener.receive_until([](const auto& envelope) {
    return envelope.has_skeleton() && envelope.skeleton().character_id() == 2;
  });
  return listener;
}

/// Of ada's head: joint 5, the component about +Y.
float head_turn(const kinesphere::Frame& frame) { return frame.parent_from_joint(4 * 5 + 1); }

}  // namespace

TEST_CASE("a script that is sent moves the figure in the frames of a subscriber", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());

  const kinesphere::Hello hello = client.say_hello();
  REQUIRE(hello.characters_size() == 2);
  CHECK(hello.characters(0).name() == "ada");
  CHECK(hello.characters(1).name() == "ben");
  CHECK(hello.tick_rate_hz() == 60);
  CHECK(hello.version_major() == 1);

  client.subscribe();
  const auto first = client.receive();
  const auto second = client.receive();
  REQUIRE(first);
  REQUIRE(second);
  REQUIRE(first->has_skeleton());
  REQUIRE(second->has_skeleton());
  CHECK(first->skeleton().character() == "ada");
  CHECK(first->skeleton().joints_size() == 55);
  CHECK(head_turn(client.next_frame()) == Approx(0).margin(1e-6));

  client.submit(head_script(0.1), "greet", "ada");
  const auto answer = client.answer();
  REQUIRE(answer.has_accepted());
  CHECK(answer.accepted().id() == "greet");
  CHECK(answer.accepted().blocks_size() == 1);

  // Towards (1, 0, 1): 45 degrees to its left, of which neck and head may each do a share.
  client.receive_until([](const auto& envelope) {
    return envelope.has_frame() && envelope.frame().character_id() == 1 &&
           head_turn(envelope.frame()) > 0.05F;
  });
}

TEST_CASE("feedback tells a script's story in order, to its sender", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();

  client.submit(head_script(0.05), "greet", "ada");
  REQUIRE(client.answer().has_accepted());

  CHECK(story_of(client) == std::vector<std::string>{"started greet", "sync greet:s:start",
                                                     "sync greet:s:p", "sync greet:s:end",
                                                     "ended greet"});
}

TEST_CASE("all that is told of a script has its traceparent, for others too", "[server]") {
  const std::string trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const auto server = start_server();
  WireClient watcher = listener_to(*server);
  WireClient client(server->port());
  client.say_hello();
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_id("greet");
  envelope.mutable_submit()->set_script(head_script(0.05));
  envelope.mutable_submit()->set_character("ada");
  envelope.mutable_submit()->set_traceparent(trace);
  client.send(envelope);
  CHECK(client.answer().accepted().traceparent() == trace);
  std::size_t told = 0;
  for (auto kind = kinesphere::Feedback::STARTED; kind != kinesphere::Feedback::ENDED; ++told) {
    const auto feedback = client.next_feedback();
    CHECK(feedback.traceparent() == trace);
    CHECK(watcher.next_feedback().traceparent() == trace);
    kind = feedback.kind();
  }
  CHECK(told >= 3);

  // The next one of no trace has none.
  client.submit(head_script(0.05), "greet", "ada");
  CHECK(client.answer().accepted().traceparent().empty());
  CHECK(client.next_feedback().traceparent().empty());
}

TEST_CASE("who subscribed to events hears of others' scripts", "[server]") {
  const auto server = start_server();
  WireClient sender(server->port());
  WireClient listener(server->port());
  sender.say_hello();
  listener.say_hello();
  listener.subscribe({kinesphere::PART_EVENTS});
  listener.receive_until([](const auto& envelope) {
    return envelope.has_skeleton() && envelope.skeleton().character_id() == 2;
  });

  sender.submit(head_script(0.05), "greet", "ada");

  CHECK(story_of(listener).back() == "ended greet");
}

TEST_CASE("ticks of a character strictly increase, also over a new subscription", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.subscribe();
  std::uint64_t last = 0;
  for (int i = 0; i < 30; ++i) {
    kinesphere::Frame frame = client.next_frame();
    if (frame.character_id() != 1) continue;
    CHECK(frame.tick() > last);
    last = frame.tick();
  }
}

TEST_CASE("only the parts that were asked for come", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_FACE});

  const kinesphere::Frame frame = client.next_frame();

  CHECK(frame.parent_from_joint_size() == 0);
  CHECK(frame.channels_size() > 0);
}

TEST_CASE("a lower rate leaves out ticks", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  kinesphere::Envelope envelope;
  envelope.mutable_subscribe()->add_characters(1);
  envelope.mutable_subscribe()->set_max_rate_hz(20);
  client.send(envelope);

  client.next_frame();  // the present one
  const std::uint64_t first = client.next_frame().tick();
  std::uint64_t last = first;
  for (int i = 0; i < 8; ++i) last = client.next_frame().tick();
  // Every third tick; a machine that stumbles may have left out more.
  CHECK(last - first >= 24);
}

TEST_CASE("a refused script says where and what, and nothing else is harmed", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();

  client.submit("<script xmlns=\"urn:kinesphere:script:1\">\n  <nonsense/>\n</script>", "bad");
  const auto refused = client.answer();
  REQUIRE(refused.has_refused());
  CHECK(refused.refused().id() == "bad");
  CHECK(refused.refused().place().line() == 2);
  CHECK(refused.refused().error().find("nonsense") != std::string::npos);

  client.submit(head_script(0.05), "good", "ada");
  CHECK(client.answer().has_accepted());
}

TEST_CASE("a script for an unknown character is refused with those that there are", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.submit(head_script(0.05), "x", "zoe");
  const auto answer = client.answer();
  REQUIRE(answer.has_refused());
  CHECK(answer.refused().error().find("zoe") != std::string::npos);
  CHECK(answer.refused().error().find("ada") != std::string::npos);
}

TEST_CASE("a client's scripts are accepted and started in the order in which it sent them",
          "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  // The first ones take long to prepare: their order must hold all the same.
  std::string slow = R"(<script xmlns="urn:kinesphere:script:1"><sequence fade-out="0">)";
  for (int i = 1; i <= 300; ++i) {
    slow += "<pose time=\"" + std::to_string(i * 10) +
            "ms\"><position joint=\"rightHand\" target=\"-0.2 1.2 0.3\"/></pose>";
  }
  slow += "</sequence></script>";
  for (int i = 0; i < 20; ++i) {
    client.submit(i < 2 ? slow : head_script(0.01), "s" + std::to_string(i), "ada");
  }

  std::vector<std::string> accepted;
  std::vector<std::string> started;
  while (started.size() < 20) {
    const auto envelope = client.receive();
    REQUIRE(envelope);
    REQUIRE_FALSE(envelope->has_refused());
    if (envelope->has_accepted()) accepted.push_back(envelope->accepted().id());
    if (envelope->feedback().kind() == kinesphere::Feedback::STARTED) {
      started.push_back(envelope->feedback().id());
    }
  }

  std::vector<std::string> sent;
  for (int i = 0; i < 20; ++i) sent.push_back("s" + std::to_string(i));
  CHECK(accepted == sent);
  CHECK(started == sent);
}

TEST_CASE("an id is free again when its script has ended, and not before", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.submit(head_script(10), "greet", "ada");
  REQUIRE(client.answer().has_accepted());

  client.submit(head_script(10), "greet", "ben");
  const auto again = client.answer();
  REQUIRE(again.has_refused());
  CHECK(again.refused().error().find("'greet'") != std::string::npos);

  client.interrupt("greet");
  CHECK(story_of(client).back() == "interrupted greet");
  client.submit(head_script(0.01), "greet", "ada");
  CHECK(client.answer().has_accepted());
}

TEST_CASE("two scripts that give themselves one id do not play at once", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.submit(head_script(10, R"(id="same")"), "first", "ada");
  REQUIRE(client.answer().has_accepted());

  client.submit(head_script(10, R"(id="same")"), "second", "ben");
  const auto again = client.answer();
  REQUIRE(again.has_refused());
  CHECK(again.refused().id() == "second");
  CHECK(again.refused().error().find("'same'") != std::string::npos);
}

TEST_CASE("ids of two clients do not meet", "[server]") {
  const auto server = start_server();
  WireClient ann(server->port());
  WireClient bob(server->port());
  ann.say_hello();
  bob.say_hello();
  ann.submit(head_script(10), "greet", "ada");
  bob.submit(head_script(10), "greet", "ben");
  REQUIRE(ann.answer().has_accepted());
  REQUIRE(bob.answer().has_accepted());

  ann.interrupt("greet");

  CHECK(story_of(ann).back() == "interrupted greet");
  bob.interrupt("greet");
  CHECK(story_of(bob).back() == "interrupted greet");
}

TEST_CASE("scripts without an id are counted for each client", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.submit(head_script(0.01), {}, "ada");
  CHECK(client.answer().accepted().id() == "script1");
  client.submit(head_script(0.01), {}, "ada");
  CHECK(client.answer().accepted().id() == "script2");
  client.submit(head_script(0.01, "id=\"own\""), {}, "ada");
  CHECK(client.answer().accepted().id() == "own");
}

TEST_CASE("an interrupt right behind its script finds it, prepared or not", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  for (int i = 0; i < 10; ++i) {
    client.submit(head_script(30), "greet", "ada");
    client.interrupt("greet");
    CHECK(story_of(client).back() == "interrupted greet");
  }
}

TEST_CASE("an interrupt of a character ends what anybody plays on it", "[server]") {
  const auto server = start_server();
  WireClient ann(server->port());
  WireClient bob(server->port());
  ann.say_hello();
  bob.say_hello();
  ann.submit(head_script(30), "greet", "ada");
  REQUIRE(ann.answer().has_accepted());
  CHECK(ann.next_feedback().kind() == kinesphere::Feedback::STARTED);

  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->set_character("ada");
  bob.send(envelope);

  CHECK(story_of(ann).back() == "interrupted greet");
}

TEST_CASE("a client's scripts go on when it has gone", "[server]") {
  const auto server = start_server();
  WireClient listener(server->port());
  listener.say_hello();
  listener.subscribe({kinesphere::PART_EVENTS});
  {
    WireClient client(server->port());
    client.say_hello();
    client.submit(head_script(0.3), "greet", "ada");
    REQUIRE(client.answer().has_accepted());
  }
  CHECK(story_of(listener).back() == "ended greet");
}

TEST_CASE("what waits leaves with its client, and what plays goes on", "[server]") {
  const auto server = start_server();
  WireClient listener = listener_to(*server);
  play_and_leave(*server, head_script(300), false);
  const std::vector<std::string> story = story_of(listener);
  CHECK(std::ranges::count(story, "started greet") == 1);
  CHECK(std::ranges::count(story, "started nod") == 0);
  CHECK(story.back() == "interrupted nod");

  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->set_character("ada");
  listener.send(envelope);
  CHECK(story_of(listener).back() == "interrupted greet");
}

TEST_CASE("what waits goes on to wait where its client's Hello says so", "[server]") {
  const auto server = start_server();
  WireClient listener = listener_to(*server);
  play_and_leave(*server, head_script(0.5), true);
  CHECK(story_of(listener).back() == "ended greet");
  CHECK(story_of(listener).back() == "ended nod");
}

TEST_CASE("blocks past the limit of a character or of a client are refused by its name",
          "[server]") {
  auto options = test::server_options();
  options.limits.blocks_per_character_max = 3;
  options.limits.blocks_at_once_max = 5;
  const auto server = start_server(options);
  WireClient client(server->port());
  client.say_hello();
  const auto refusal = [&](const std::string& character) {
    client.submit(head_script(300), {}, character);
    return client.answer().refused().error();
  };
  for (int i = 0; i < 3; ++i) CHECK(refusal("ada").empty());
  CHECK(refusal("ada") == "busy: past blocks_per_character_max of 3 on 'ada'");
  for (int i = 0; i < 2; ++i) CHECK(refusal("ben").empty());
  CHECK(refusal("ben") == "busy: past blocks_at_once_max of 5");

  WireClient other(server->port());
  other.say_hello();
  other.submit(head_script(300), {}, "ben");
  CHECK(other.answer().has_accepted());
}

TEST_CASE("a ping is answered with its own time", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  kinesphere::Envelope envelope;
  envelope.mutable_ping()->set_client_time_us(1234);
  client.send(envelope);
  const auto pong =
      client.receive_until([](const auto& answer) { return answer.has_pong(); }).pong();
  CHECK(pong.client_time_us() == 1234);
  CHECK(pong.server_time_us() > 0);
}

TEST_CASE("a server that leaves fades out, says goodbye and closes", "[server]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.submit(head_script(30), "greet", "ada");
  REQUIRE(client.answer().has_accepted());

  std::thread leaving([&server] { server->leave("maintenance"); });
  const std::vector<std::string> story = story_of(client);
  const std::string words = client.last_words();
  leaving.join();

  CHECK(story.back() == "interrupted greet");
  CHECK(words == "maintenance");
  CHECK_THROWS(WireClient(server->port()));
}

TEST_CASE("a port that is taken is an error that names it", "[server]") {
  const auto server = start_server();
  Options options = test::server_options();
  options.port = server->port();
  const auto second = Server::start(options);
  REQUIRE_FALSE(second);
  CHECK(second.error().message.find(std::to_string(server->port())) != std::string::npos);
}

TEST_CASE("beyond this machine it takes a token or an open door", "[server]") {
  Options options = test::server_options();
  options.host = "0.0.0.0";
  CHECK_FALSE(Server::start(options));
  SECTION("with a token") {
    options.token = "sesame";
    CHECK(Server::start(options));
  }
  SECTION("with an open door") {
    options.strangers = Strangers::Welcome;
    CHECK(Server::start(options));
  }
}

TEST_CASE("a server whose characters are tense from the start streams them", "[server]") {
  Options options = test::server_options();
  options.tension = plan::TensionChange{.tension = Tension{0.1, 0.5}};
  const auto server = start_server(options);
  WireClient client(server->port());
  client.say_hello();
  client.subscribe();
  CHECK(client.next_frame().parent_from_joint_size() > 0);
}

}  // namespace kine::server::server_test
