// Tests for server/conversation/returning.h, with a real server whose clients lose their
// connections.
#include "server/conversation/returning.h"

#include <map>
#include <optional>
#include <thread>

#include "realizer/core/limits.h"
#include "server/base/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::returning_test {
namespace {

using test::head_script;
using test::start_server;
using test::WireClient;

/// Nods behind all that plays on ada.
const std::string kNod =
    R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="nod" characterId="ada")"
    R"( composition="APPEND"><head id="n" lexeme="NOD"/></bml>)";

kinesphere::Envelope hello(const std::string& resume, std::uint64_t heard_tick = 0) {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_name("a client");
  envelope.mutable_hello()->set_resume(resume);
  envelope.mutable_hello()->set_heard_tick(heard_tick);
  return envelope;
}

WireClient come(const Server& server, const std::string& resume, std::uint64_t heard_tick = 0) {
  WireClient client(server.port());
  client.send(hello(resume, heard_tick));
  client.receive_until([](const auto& envelope) { return envelope.has_hello(); });
  return client;
}

WireClient listener_to(const Server& server) {
  WireClient listener(server.port());
  listener.say_hello();
  listener.subscribe({kinesphere::PART_EVENTS});
  return listener;
}

kinesphere::Feedback last_word_of(WireClient& client, const std::string& id) {
  for (;;) {
    auto feedback = client.next_feedback();
    const bool is_last = feedback.kind() == kinesphere::Feedback::ENDED ||
                         feedback.kind() == kinesphere::Feedback::INTERRUPTED;
    if (is_last && feedback.id() == id) return feedback;
  }
}

/// Until the server has noticed that so many are left.
void wait_for_connections(const Server& server, std::uint64_t count) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (server.status().connections != count) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::yield();
  }
}

kinesphere::Answer claim(WireClient& client, const std::string& character) {
  kinesphere::Envelope envelope;
  envelope.mutable_claim()->add_characters(character);
  client.send(envelope);
  return client.receive_until([](const auto& each) { return each.has_answer(); }).answer();
}

Options waiting_for(std::chrono::milliseconds wait) {
  Options options = test::server_options();
  options.limits.resume_wait_max = wait;
  return options;
}

}  // namespace

TEST_CASE("what waits is there when its client comes back, and its feedback goes to it",
          "[resume]") {
  const auto server = start_server();
  {
    WireClient client = come(*server, "dm-1");
    client.submit(head_script(0.5), "first", "ada");
    REQUIRE(client.answer().has_accepted());
    client.submit(kNod, "nod");
    REQUIRE(client.answer().has_accepted());
    CHECK(claim(client, "ben").error().empty());
  }
  wait_for_connections(*server, 0);
  WireClient other(server->port());
  other.say_hello();
  CHECK(claim(other, "ben").error().starts_with("one of these characters is claimed"));
  WireClient again = come(*server, "dm-1");
  CHECK(last_word_of(again, "first").kind() == kinesphere::Feedback::ENDED);
  CHECK(last_word_of(again, "nod").kind() == kinesphere::Feedback::ENDED);
  CHECK(claim(again, "ben").error().empty());
}

TEST_CASE("a script that waits can be interrupted by the next connection of its client",
          "[resume]") {
  const auto server = start_server();
  {
    WireClient client = come(*server, "dm-1");
    client.submit(head_script(30), "long", "ada");
    REQUIRE(client.answer().has_accepted());
    client.submit(kNod, "nod");
    REQUIRE(client.answer().has_accepted());
  }
  wait_for_connections(*server, 0);
  WireClient again = come(*server, "dm-1");
  again.interrupt("nod");
  CHECK(last_word_of(again, "nod").kind() == kinesphere::Feedback::INTERRUPTED);
  again.interrupt("long");
  CHECK(last_word_of(again, "long").kind() == kinesphere::Feedback::INTERRUPTED);
}

TEST_CASE("who does not come back in time has nothing waiting, and no claim", "[resume]") {
  const auto server = start_server(waiting_for(std::chrono::milliseconds(200)));
  WireClient listener = listener_to(*server);
  {
    WireClient client = come(*server, "dm-1");
    CHECK(claim(client, "ben").error().empty());
    client.submit(head_script(30), "long", "ada");
    REQUIRE(client.answer().has_accepted());
    client.submit(kNod, "nod");
    REQUIRE(client.answer().has_accepted());
  }
  CHECK(last_word_of(listener, "nod").kind() == kinesphere::Feedback::INTERRUPTED);
  CHECK(claim(listener, "ben").error().empty());
  WireClient again = come(*server, "dm-1");
  CHECK(last_word_of(again, "nod").kind() == kinesphere::Feedback::INTERRUPTED);
  again.interrupt("long");
  CHECK(last_word_of(again, "long").kind() == kinesphere::Feedback::INTERRUPTED);
}

TEST_CASE("a script that is sent again is answered, and not played again", "[resume]") {
  const auto server = start_server();
  WireClient listener = listener_to(*server);
  std::string first;
  {
    WireClient client = come(*server, "dm-1");
    client.submit(head_script(0.1), "a", "ada");
    first = client.answer().SerializeAsString();
    client.submit(head_script(0.1), "b", "nobody");
    REQUIRE(client.answer().has_refused());
    last_word_of(client, "a");
  }
  WireClient again = come(*server, "dm-1", 1'000'000);
  again.submit(head_script(0.1), "a", "ada");
  CHECK(again.answer().SerializeAsString() == first);
  CHECK(last_word_of(again, "a").kind() == kinesphere::Feedback::ENDED);
  again.submit(head_script(0.1), "b", "nobody");
  CHECK(again.answer().refused().id() == "b");
  again.submit(head_script(0.1), "c", "ada");
  REQUIRE(again.answer().has_accepted());
  int starts = 0;
  for (;;) {
    const auto feedback = listener.next_feedback();
    if (feedback.kind() == kinesphere::Feedback::STARTED && feedback.id() == "a") ++starts;
    if (feedback.kind() == kinesphere::Feedback::ENDED && feedback.id() == "c") break;
  }
  CHECK(starts == 1);
  CHECK(server->status().scripts_accepted == 2);
}

TEST_CASE("who comes back hears what it has not heard, and not more", "[resume]") {
  const auto server = start_server();
  WireClient listener = listener_to(*server);
  {
    WireClient client = come(*server, "dm-1");
    client.submit(head_script(0.1), "a", "ada");
    REQUIRE(client.answer().has_accepted());
  }
  last_word_of(listener, "a");
  {
    WireClient again = come(*server, "dm-1");
    CHECK(again.next_feedback().kind() == kinesphere::Feedback::STARTED);
    CHECK(last_word_of(again, "a").kind() == kinesphere::Feedback::ENDED);
  }
  WireClient third = come(*server, "dm-1", 1'000'000);
  third.submit(head_script(0.1), "b", "ada");
  CHECK(third.next_feedback().id() == "b");
}

TEST_CASE("a client hears in the server's Hello whether it was known", "[resume]") {
  const auto server = start_server();
  const auto answer_to = [&](const char* word) {
    WireClient client(server->port());
    client.send(hello(word));
    return client.receive()->hello().resume();
  };
  CHECK(answer_to("dm-1").empty());
  CHECK(answer_to("dm-1") == "dm-1");
  CHECK(answer_to("").empty());
}

TEST_CASE("a connection that stands gives way to the next one of its client", "[resume]") {
  const auto server = start_server();
  WireClient client = come(*server, "dm-1");
  client.submit(head_script(0.5), "a", "ada");
  REQUIRE(client.answer().has_accepted());
  WireClient next = come(*server, "dm-1", 1'000'000);
  CHECK(client.last_words() == kGivesWay);
  CHECK(last_word_of(next, "a").kind() == kinesphere::Feedback::ENDED);
  next.submit(head_script(0.1), "b", "ada");
  CHECK(next.answer().has_accepted());
}

TEST_CASE("another word is another client, and a word that is too long is refused", "[resume]") {
  const auto server = start_server();
  WireClient one = come(*server, "one");
  one.submit(head_script(0.1), "a", "ada");
  REQUIRE(one.answer().has_accepted());
  last_word_of(one, "a");
  WireClient two = come(*server, "two");
  two.submit(head_script(0.1), "a", "ada");
  REQUIRE(two.answer().has_accepted());
  last_word_of(two, "a");
  CHECK(server->status().scripts_accepted == 2);
  WireClient stranger(server->port());
  stranger.send(hello(std::string(kNameBytesMax + 1, 'x')));
  CHECK(stranger.last_words() == "past name_bytes_max of 128: resume");
}

TEST_CASE("the word of another tenant opens nothing", "[resume]") {
  Options options = test::server_options();
  options.tenants =
      *Tenants::parse("sha256:" + sha256_of("one") + " lab main subscribe,perform never\n" +
                      "sha256:" + sha256_of("two") + " hall main subscribe,perform never\n");
  const auto server = start_server(std::move(options));
  const auto come_as = [&](const char* token) {
    WireClient client(server->port());
    auto envelope = hello("dm-1");
    envelope.mutable_hello()->set_token(token);
    client.send(envelope);
    client.receive_until([](const auto& each) { return each.has_hello(); });
    return client;
  };
  WireClient one = come_as("one");
  one.submit(head_script(0.2), "a", "ada");
  REQUIRE(one.answer().has_accepted());
  WireClient two = come_as("two");
  two.submit(head_script(0.1), "a", "ben");
  REQUIRE(two.answer().has_accepted());
  CHECK(last_word_of(two, "a").character_id() == 2);
  CHECK(last_word_of(one, "a").character_id() == 1);  // it was not sent away
  CHECK(server->status().scripts_accepted == 2);
}

TEST_CASE("clients past the limit are refused by its name", "[resume]") {
  Options options = test::server_options();
  options.limits.resume_clients_max = 1;
  const auto server = start_server(std::move(options));
  WireClient one = come(*server, "one");
  WireClient two(server->port());
  two.send(hello("two"));
  CHECK(two.last_words() == "busy: past resume_clients_max of 1");
  CHECK(test::is_well(*server));
}

}  // namespace kine::server::returning_test
