// Claims in conversations: what their holder may do, and what others may not.
#include "server/conversation/caller.h"

#include "realizer/core/limits.h"
#include "server/conversation/conversation.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::caller_test {
namespace {

/// Two clients of one server.
struct TwoClients {
  test::ConversationStage stage;
  std::shared_ptr<test::KeepingCarrier> other_carrier = std::make_shared<test::KeepingCarrier>();
  Conversation other{stage.services, ClientId{8}, *other_carrier};

  TwoClients() {
    kinesphere::Envelope hello;
    hello.mutable_hello()->set_version_major(1);
    hello.mutable_hello()->set_name("a manager");
    stage.hear(hello);
    stage.carrier->sent.clear();
    other_hears(hello);
    other_carrier->sent.clear();
  }

  void other_hears(const kinesphere::Envelope& envelope) { other.take_in(envelope); }
  const kinesphere::Answer& claim(const std::vector<std::string>& names, bool release = false) {
    kinesphere::Envelope envelope;
    envelope.mutable_claim()->set_id("c1");
    envelope.mutable_claim()->set_release(release);
    for (const std::string& name : names) envelope.mutable_claim()->add_characters(name);
    stage.hear(envelope);
    return stage.last().answer();
  }
  const kinesphere::Envelope& told() const { return other_carrier->sent.back(); }
};

const std::string kKeptOff =
    "'ada' is claimed by 'a manager'; subscribe to it, or wait for its release";

kinesphere::Envelope script_for(const std::string& character) {
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_id("s_" + character);
  envelope.mutable_submit()->set_script(test::head_script(1));
  envelope.mutable_submit()->set_character(character);
  return envelope;
}

std::vector<std::string> claimed(const kinesphere::Answer& answer) {
  return {answer.claimed().begin(), answer.claimed().end()};
}

}  // namespace

TEST_CASE("a claim is answered with all that the client has", "[claims]") {
  TwoClients two;
  const kinesphere::Answer ada = two.claim({"ada"});
  CHECK(ada.id() == "c1");
  CHECK(ada.error().empty());
  CHECK(claimed(ada) == std::vector<std::string>{"ada"});
  CHECK(claimed(two.claim({"ben"})) == std::vector<std::string>{"ada", "ben"});
  CHECK(claimed(two.claim({"ada"}, true)) == std::vector<std::string>{"ben"});
  CHECK(claimed(two.claim({}, true)).empty());
  CHECK(claimed(two.claim({})) == std::vector<std::string>{"ada", "ben"});
}

TEST_CASE("a claim that cannot be says why, and claims nobody", "[claims]") {
  TwoClients two;
  CHECK(two.claim({"ada", "eve"}).error() == "of the characters ada, ben none is 'eve'");
  CHECK(claimed(two.claim({"ben"})) == std::vector<std::string>{"ben"});
  kinesphere::Envelope envelope;
  envelope.mutable_claim()->add_characters("ada");
  envelope.mutable_claim()->add_characters("ben");
  two.other_hears(envelope);
  CHECK(two.told().answer().error() ==
        "one of these characters is claimed by 'a manager'; none was claimed");
  CHECK(two.told().answer().claimed().empty());
  envelope.mutable_claim()->set_grace(61);
  two.other_hears(envelope);
  CHECK(two.told().answer().error() == "a grace must be from 0 to 60 s, not '61'");
  envelope.mutable_claim()->set_id(std::string(kNameBytesMax + 1, 'x'));
  two.other_hears(envelope);
  CHECK(two.told().problem().error().starts_with("past name_bytes_max of 128"));
}

TEST_CASE("nobody else plays on a character that is claimed, and its holder does", "[claims]") {
  TwoClients two;
  two.claim({"ada"});
  two.other_hears(script_for("ada"));
  two.other_carrier->run_posted();
  CHECK(two.told().refused().error() == kKeptOff);
  CHECK(two.stage.inputs().empty());

  two.other_hears(script_for("ben"));
  two.other_carrier->run_posted();
  CHECK(two.told().has_accepted());
  two.stage.hear(script_for("ada"));
  two.stage.carrier->run_posted();
  CHECK(two.stage.last().has_accepted());
  CHECK(two.stage.inputs().size() == 2);

  two.claim({"ada"}, true);
  two.other_hears(script_for("ada"));
  two.other_carrier->run_posted();
  CHECK(two.told().has_accepted());
}

TEST_CASE("a script that is being prepared is refused where its character is claimed meanwhile",
          "[claims]") {
  TwoClients two;
  two.other_hears(script_for("ada"));
  two.claim({"ada"});
  two.other_carrier->run_posted();
  CHECK(two.told().refused().error() == kKeptOff);
}

TEST_CASE("nobody else interrupts a character that is claimed, or changes how it is", "[claims]") {
  TwoClients two;
  two.claim({"ada"});
  kinesphere::Envelope envelope;
  SECTION("an interruption") { envelope.mutable_interrupt()->set_character("ada"); }
  SECTION("a tension") {
    envelope.mutable_set_tension()->set_character("ada");
    envelope.mutable_set_tension()->set_manner("loose");
  }
  SECTION("a manner") {
    envelope.mutable_set_manner()->set_character("ada");
    envelope.mutable_set_manner()->mutable_face()->set_name("happy");
  }
  SECTION("dynamics") { envelope.mutable_set_dynamics()->set_character("ada"); }
  SECTION("a load") {
    envelope.mutable_set_load()->set_character("ada");
    envelope.mutable_set_load()->set_hand(kinesphere::SetLoad::LEFT);
  }
  two.other_hears(envelope);
  CHECK(two.told().problem().error() == kKeptOff);
  CHECK_FALSE(two.other_carrier->closed);
  CHECK(two.stage.inputs().empty());
  two.stage.hear(envelope);
  CHECK(two.stage.inputs().size() == 1);
}

TEST_CASE("who had a script there before may still end it", "[claims]") {
  TwoClients two;
  two.other_hears(script_for("ada"));
  two.other_carrier->run_posted();
  two.claim({"ada"});
  CHECK(two.stage.inputs().size() == 1);
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->add_ids("s_ada");
  two.other_hears(envelope);
  const auto inputs = two.stage.inputs();
  REQUIRE(inputs.size() == 1);
  CHECK(std::holds_alternative<Interrupt>(inputs[0]));
}

TEST_CASE("others may look at a character that is claimed, and are told whose it is", "[claims]") {
  TwoClients two;
  two.claim({"ada"});
  kinesphere::Envelope envelope;
  envelope.mutable_subscribe()->add_characters(1);
  two.other_hears(envelope);
  CHECK(two.other_carrier->stream);

  const auto carrier = std::make_shared<test::KeepingCarrier>();
  Conversation third(two.stage.services, ClientId{9}, *carrier);
  kinesphere::Envelope hello;
  hello.mutable_hello()->set_version_major(1);
  third.take_in(hello);
  CHECK(carrier->sent.back().hello().characters(0).claimed_by() == "a manager");
  CHECK(carrier->sent.back().hello().characters(1).claimed_by().empty());
}

}  // namespace kine::server::caller_test
