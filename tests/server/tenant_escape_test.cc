// Three tenants, each with a scene of its own, and every message by which one may reach for what is
// another's. No header of its own: the subject is server/played_scene.h and server/conversation.
#include <array>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "server/base/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::tenant_escape_test {
namespace {

using kinesphere::Envelope;
using test::WireClient;

const std::array<std::string, 3> kTenants = {"red", "green", "blue"};

// What a tenant has, by its name.
std::string token_of(const std::string& tenant) { return "token of " + tenant; }
std::string actor_of(const std::string& tenant) { return tenant + "_actor"; }
std::string script_of(const std::string& tenant) { return tenant + "_script"; }
std::string tape_of(const std::string& tenant) { return tenant + "_tape"; }

bool says_no(const Envelope& each) {
  return each.has_problem() || each.has_refused() ||
         (each.has_answer() && !each.answer().error().empty()) ||
         (each.has_recorded() && !each.recorded().error().empty()) ||
         (each.has_performed() && !each.performed().error().empty()) ||
         (each.has_checked() && each.checked().errors_size() > 0);
}

bool says_yes(const Envelope& each) {
  return !says_no(each) && (each.has_accepted() || each.has_answer() || each.has_recorded() ||
                            each.has_performed() || each.has_checked());
}

Envelope answer_to(WireClient& client, const Envelope& message) {
  client.send(message);
  return client.receive_until([](const Envelope& each) { return says_no(each) || says_yes(each); });
}

/// A message that reaches for what a tenant has.
using Reach = std::function<Envelope(const std::string& victim)>;

template <class Fill>
Reach reach(Fill fill) {
  return [fill](const std::string& victim) {
    Envelope envelope;
    fill(envelope, victim);
    return envelope;
  };
}

/// Those that name a character, and nothing else of the tenant's.
template <class Message>
Reach reach_actor(Message* (Envelope::*mutable_message)()) {
  return reach([=](Envelope& envelope, const std::string& victim) {
    (envelope.*mutable_message)()->set_character(actor_of(victim));
  });
}

const std::vector<Reach>& all_reaches() {
  static const std::vector<Reach> kAll = {
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_submit()->set_script(test::head_script(1));
        envelope.mutable_submit()->set_character(actor_of(victim));
      }),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_submit()->set_script(
            test::head_script(1, "character=\"" + actor_of(victim) + "\""));
      }),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_check()->set_script(test::head_script(1));
        envelope.mutable_check()->set_character(actor_of(victim));
      }),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_say()->set_text("hello");
        envelope.mutable_say()->set_character(actor_of(victim));
      }),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_interrupt()->add_ids(script_of(victim));
      }),
      reach_actor(&Envelope::mutable_interrupt),
      reach_actor(&Envelope::mutable_set_tension),
      reach_actor(&Envelope::mutable_set_manner),
      reach_actor(&Envelope::mutable_set_dynamics),
      reach_actor(&Envelope::mutable_push),
      reach_actor(&Envelope::mutable_set_load),
      reach_actor(&Envelope::mutable_leave),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_claim()->add_characters(actor_of(victim));
      }),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_record()->set_name(tape_of(victim));
        envelope.mutable_record()->set_stop(true);
      }),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_ask_performed()->add_ids(script_of(victim));
      }),
      reach_actor(&Envelope::mutable_ask_performed),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_say_more()->set_id(script_of(victim));
        envelope.mutable_say_more()->set_text("more");
      }),
      reach([](Envelope& envelope, const std::string& victim) {
        envelope.mutable_audio_in()->set_stream(9);
        envelope.mutable_audio_in()->set_character(actor_of(victim));
        envelope.mutable_audio_in()->set_rate_hz(16'000);
        envelope.mutable_audio_in()->set_samples(std::string(320, '\0'));
      }),
  };
  return kAll;
}

std::unique_ptr<Server> server_of_three(const std::string& recordings) {
  Options options = test::server_options();
  options.recordings = recordings;
  std::string lines;
  for (const std::string& tenant : kTenants) {
    options.scenes.push_back(tenant);
    lines += "sha256:" + sha256_of(token_of(tenant)) + ' ' + tenant + ' ' + tenant +
             " subscribe,perform,operate never\n";
  }
  options.tenants = *Tenants::parse(lines);
  return test::start_server(std::move(options));
}

/// With a character of its own, which it has claimed, a script that plays on it, and a recording.
WireClient settle(const Server& server, const std::string& tenant) {
  WireClient client(server.port());
  client.say_hello(token_of(tenant), tenant);
  Envelope join;
  join.mutable_join()->set_name(actor_of(tenant));
  join.mutable_join()->set_body("ada");
  REQUIRE(says_yes(answer_to(client, join)));
  Envelope claim;
  claim.mutable_claim()->add_characters(actor_of(tenant));
  REQUIRE(says_yes(answer_to(client, claim)));
  Envelope record;
  record.mutable_record()->set_name(tape_of(tenant));
  client.send(record);
  client.submit(test::head_script(60), script_of(tenant), actor_of(tenant));
  REQUIRE(client.answer().has_accepted());
  return client;
}

/// All that a tenant had is there: it plays, it is claimed, and it is written down.
bool is_untouched(const Server& server, WireClient& client, const std::string& tenant) {
  Envelope ask;
  ask.mutable_ask_performed()->add_ids(script_of(tenant));
  const bool plays = answer_to(client, ask).performed().blocks_size() == 1;
  Envelope stop;
  stop.mutable_record()->set_name(tape_of(tenant));
  stop.mutable_record()->set_stop(true);
  const bool is_recorded = says_yes(answer_to(client, stop));
  bool is_claimed = false;
  WireClient other(server.port());
  const auto hello = other.say_hello(token_of(tenant), tenant);
  for (const auto& character : hello.characters()) {
    is_claimed =
        is_claimed || (character.name() == actor_of(tenant) && !character.claimed_by().empty());
  }
  return plays && is_recorded && is_claimed && hello.characters_size() == 3;
}

std::string refusal_of(const Server& server, const std::string& token, const std::string& scene) {
  WireClient client(server.port());
  Envelope hello;
  hello.mutable_hello()->set_version_major(1);
  hello.mutable_hello()->set_token(token);
  hello.mutable_hello()->set_scene(scene);
  client.send(hello);
  return client.last_words();
}

std::set<std::string> names_streamed_to(WireClient& client) {
  client.subscribe();
  std::set<std::string> names;
  client.receive_until([&](const Envelope& each) {
    if (each.has_skeleton()) names.insert(each.skeleton().character());
    return names.size() == 3;
  });
  return names;
}

}  // namespace

TEST_CASE("of what three tenants have nothing is reached by another's messages", "[tenants]") {
  const test::TemporaryFolder recordings;
  const auto server = server_of_three(recordings.path().string());
  std::vector<WireClient> clients;
  for (const std::string& tenant : kTenants) clients.push_back(settle(*server, tenant));

  int tried = 0;
  int refused = 0;
  for (std::size_t i = 0; i < kTenants.size(); ++i) {
    for (const std::string& victim : kTenants) {
      if (victim == kTenants[i]) continue;
      CAPTURE(kTenants[i], victim);
      for (const Reach& each : all_reaches()) {
        const Envelope message = each(victim);
        const Envelope answer = answer_to(clients[i], message);
        CAPTURE(message.ShortDebugString(), answer.ShortDebugString());
        ++tried;
        refused += says_no(answer) ? 1 : 0;
        // It is refused as something that there is not, and not by chance.
        CHECK(answer.ShortDebugString().find(victim) != std::string::npos);
      }
      ++tried;
      const std::string words = refusal_of(*server, token_of(kTenants[i]), victim);
      refused +=
          words == "this client may join the scenes '" + kTenants[i] + "', and not '" + victim + "'"
              ? 1
              : 0;
    }
  }
  CHECK(tried == 6 * static_cast<int>(all_reaches().size() + 1));
  CHECK(refused == tried);
  for (std::size_t i = 0; i < kTenants.size(); ++i) {
    CAPTURE(kTenants[i]);
    CHECK(names_streamed_to(clients[i]) ==
          std::set<std::string>{"ada", "ben", actor_of(kTenants[i])});
    CHECK(is_untouched(*server, clients[i], kTenants[i]));
  }
}

TEST_CASE("every message that a client may send has its row in the matrix of tenants",
          "[tenants]") {
  // What names nothing but the scene that its client has joined.
  std::set<int> known = {Envelope::kHello, Envelope::kSubscribe, Envelope::kPing,
                         Envelope::kAck,   Envelope::kSetTarget, Envelope::kJoin};
  for (const Reach& each : all_reaches()) known.insert(each("red").message_case());
  const auto server = test::start_server();
  WireClient client(server->port());
  client.say_hello();
  const auto* const kinds = Envelope::descriptor()->oneof_decl(0);
  for (int i = 0; i < kinds->field_count(); ++i) {
    if (known.contains(kinds->field(i)->number())) continue;
    CAPTURE(kinds->field(i)->name());
    Envelope message;
    message.GetReflection()->MutableMessage(&message, kinds->field(i));
    CHECK(answer_to(client, message).problem().error() ==
          "a message that this server does not take");
  }
}

}  // namespace kine::server::tenant_escape_test
