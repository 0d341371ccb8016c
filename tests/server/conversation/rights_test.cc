// Tests for server/conversation/rights.h.
#include "server/conversation/rights.h"

#include <string>

#include "server/base/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::rights_test {
namespace {

std::string line_of(const std::string& token, const std::string& rest) {
  return "sha256:" + sha256_of(token) + ' ' + rest + '\n';
}

std::unique_ptr<Server> server_of(const std::string& lines) {
  Options options = test::server_options();
  options.tenants = *Tenants::parse(lines);
  return test::start_server(std::move(options));
}

const std::string kScript = "<script xmlns=\"urn:kinesphere:script:1\"/>";

/// A message of every kind that a client may send.
std::vector<kinesphere::Envelope> all_messages() {
  std::vector<kinesphere::Envelope> all;
  const auto* const kinds = kinesphere::Envelope::descriptor()->oneof_decl(0);
  for (int i = 0; i < kinds->field_count(); ++i) {
    auto& message = all.emplace_back();
    message.GetReflection()->MutableMessage(&message, kinds->field(i));
  }
  return all;
}

}  // namespace

TEST_CASE("what a message takes is the most where nobody has said less", "[rights]") {
  std::size_t perform = 0;
  for (const kinesphere::Envelope& message : all_messages()) {
    if (message.has_join() || message.has_leave() || message.has_record()) {
      CHECK(right_for(message) == Right::Operate);
    }
    if (message.has_frame() || message.has_accepted()) CHECK(right_for(message) == Right::Operate);
    perform += right_for(message) == Right::Perform ? 1 : 0;
  }
  CHECK(right_for({}) == Right::Operate);
  CHECK(perform == 13);
}

TEST_CASE("a token without a right is told so by the answer that its client waits for",
          "[rights]") {
  const auto server = server_of(line_of("looks", "audience main subscribe never") +
                                line_of("plays", "lab main subscribe,perform never"));
  test::WireClient audience(server->port());
  audience.say_hello("looks");
  audience.submit(kScript, "mine");
  const auto refused = audience.answer();
  REQUIRE(refused.has_refused());
  CHECK(refused.refused().id() == "mine");
  CHECK(refused.refused().error() == "the token of tenant 'audience' has not the right to perform");
  audience.subscribe();
  CHECK(audience.next_frame().tick() > 0);
  kinesphere::Envelope push;
  push.mutable_push()->set_character("ada");
  audience.send(push);
  CHECK(audience.receive_until([](const auto& each) { return each.has_problem(); })
            .problem()
            .error() == "the token of tenant 'audience' has not the right to perform");

  test::WireClient lab(server->port());
  lab.say_hello("plays");
  lab.submit(kScript);
  CHECK(lab.answer().has_accepted());
  kinesphere::Envelope join;
  join.mutable_join()->set_id("j");
  lab.send(join);
  const auto answer = lab.receive_until([](const auto& each) { return each.has_answer(); });
  CHECK(answer.answer().id() == "j");
  CHECK(answer.answer().error() == "the token of tenant 'lab' has not the right to operate");
}

TEST_CASE("a token that is over, unknown or missing lets nobody in", "[rights]") {
  const auto server = server_of(line_of("old", "lab main perform 2020-01-01"));
  for (const auto& [token, reason] : {std::pair{"old", "the token is over"},
                                      {"other", "not the right token"},
                                      {"", "this server wants a token"}}) {
    test::WireClient client(server->port());
    kinesphere::Envelope hello;
    hello.mutable_hello()->set_version_major(protocol::kVersionMajor);
    hello.mutable_hello()->set_token(token);
    client.send(hello);
    CHECK(client.last_words() == reason);
  }
}

TEST_CASE("a token that is taken away ends with the next message of its client", "[rights]") {
  const auto server =
      server_of(line_of("a", "lab main perform never") + line_of("b", "lab main perform never"));
  test::WireClient a(server->port());
  a.say_hello("a");
  test::WireClient b(server->port());
  b.say_hello("b");
  server->replace_tenants(*Tenants::parse(line_of("b", "lab main perform never")));
  a.submit(kScript);
  CHECK(a.last_words() == "the token was taken away");
  b.submit(kScript);
  CHECK(b.answer().has_accepted());
}

TEST_CASE("a certificate that is over, or whose line is taken away, ends its conversation",
          "[rights]") {
  test::ConversationStage stage;
  const std::string line = "tls:hall.lab lab main subscribe,perform never\n";
  stage.services.tenants.replace(*Tenants::parse(line));
  stage.carrier->shown = ClientCertificate{.name = "hall.lab", .expires = {}};
  Caller caller{.services = stage.services,
                .id = test::kClient,
                .carrier = *stage.carrier,
                .shown = {.certificate = certificate_word("hall.lab")},
                .grant = stage.services.tenants.find(certificate_word("hall.lab")),
                .grant_version = stage.services.tenants.version()};
  CHECK(reason_to_leave(caller) == "the certificate is over");
  stage.carrier->shown->expires = std::chrono::sys_seconds::max();
  CHECK(reason_to_leave(caller) == "");

  stage.services.tenants.replace(*Tenants::parse("tls:hall.lab lab main subscribe never\n"));
  CHECK(reason_to_leave(caller) == "");
  CHECK_FALSE(caller.grant->may(Right::Perform));
  kinesphere::Envelope submit;
  submit.mutable_submit()->set_id("mine");
  CHECK_FALSE(is_allowed(caller, submit));
  CHECK(stage.last().refused().error() ==
        "the certificate of tenant 'lab' has not the right to perform");
  stage.services.tenants.replace(*Tenants::parse("tls:hall.lab lab main subscribe 2020-01-01\n"));
  CHECK(reason_to_leave(caller) == "the line of this certificate is over");
  stage.services.tenants.replace(*Tenants::parse("tls:other lab main subscribe never\n"));
  CHECK(reason_to_leave(caller) == "the line of the certificate was taken away");
}

TEST_CASE("a client that only listens hears no more when its token is taken away", "[rights]") {
  const auto server = server_of(line_of("a", "lab main subscribe never") +
                                line_of("b", "lab main subscribe never"));
  test::WireClient a(server->port());
  a.say_hello("a");
  a.subscribe();
  a.next_frame();
  server->replace_tenants(*Tenants::parse(line_of("b", "lab main subscribe never")));
  CHECK(a.last_words() == "the token was taken away");  // it says nothing meanwhile
}

TEST_CASE("what is refused is told by the answer that its client waits for", "[rights]") {
  const auto server = server_of(line_of("plays", "lab main perform never"));
  test::WireClient client(server->port());
  client.say_hello("plays");
  kinesphere::Envelope ask;
  ask.mutable_ask_performed()->set_id("how far");
  client.send(ask);
  const auto performed =
      client.receive_until([](const auto& each) { return each.has_performed(); });
  CHECK(performed.performed().id() == "how far");
  CHECK(performed.performed().error() != "");
  kinesphere::Envelope record;
  record.mutable_record()->set_name("r");
  client.send(record);
  CHECK(client.receive_until([](const auto& each) { return each.has_recorded(); })
            .recorded()
            .error() != "");
}

TEST_CASE("a tenant that submits too often is told its limit", "[rights]") {
  const auto server = server_of(line_of("a", "lab main perform never scripts/s=1"));
  test::WireClient client(server->port());
  client.say_hello("a");
  constexpr int kAll = 20;
  for (int i = 0; i < kAll; ++i) client.submit(kScript);
  // What is refused is answered at once, and what is accepted when it is planned.
  int refused = 0;
  for (int i = 0; i < kAll; ++i) {
    const auto answer = client.answer();
    if (answer.has_accepted()) continue;
    ++refused;
    CHECK(answer.refused().error() == "busy: tenant 'lab' begins at most 1 scripts a second");
  }
  CHECK(refused > 0);
  CHECK(refused < kAll);
}

}  // namespace kine::server::rights_test
