// Characters that join and leave, as a conversation has it; what the ticks make of it stands with
// the shards.
#include "server/conversation/joining.h"

#include <limits>

#include "realizer/core/limits.h"
#include "server/conversation/conversation.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::joining_test {
namespace {

using Stage = test::ConversationStage;

kinesphere::Envelope join_of(const std::string& name, const std::string& body = {}) {
  kinesphere::Envelope envelope;
  envelope.mutable_join()->set_id("j");
  envelope.mutable_join()->set_name(name);
  envelope.mutable_join()->set_body(body);
  return envelope;
}

kinesphere::Answer answer_to(Stage& stage, const kinesphere::Envelope& envelope) {
  stage.hear(envelope);
  if (envelope.has_join() && !stage.last().has_answer()) stage.carrier->run_posted();
  const kinesphere::Answer answer = stage.last().answer();
  stage.carrier->sent.clear();
  stage.carrier->sent.emplace_back();
  return answer;
}

kinesphere::Answer leave(Stage& stage, const std::string& name) {
  kinesphere::Envelope envelope;
  envelope.mutable_leave()->set_id("l");
  envelope.mutable_leave()->set_character(name);
  return answer_to(stage, envelope);
}

}  // namespace

TEST_CASE("who joins is known at once, with its body and its place", "[company]") {
  Stage stage;
  stage.greet();
  stage.carrier->sent.emplace_back();
  kinesphere::Envelope envelope = join_of("eve", "ben");
  envelope.mutable_join()->add_place(1.5);
  envelope.mutable_join()->add_place(-2);
  envelope.mutable_join()->set_heading(0.5);
  const kinesphere::Answer answer = answer_to(stage, envelope);
  CHECK(answer.id() == "j");
  CHECK(answer.error().empty());
  CHECK(answer.character().id() == 3);
  CHECK(answer.character().name() == "eve");
  CHECK(answer.character().body() == "ben");
  const auto inputs = stage.inputs();
  REQUIRE(inputs.size() == 1);
  const Join& join = std::get<Join>(inputs[0]);
  CHECK(join.character == CharacterId{3});
  CHECK(join.cast->placement.position_m == Vec3{1.5, 0, -2});
  CHECK(join.cast->placement.heading_rad == 0.5);
  CHECK(join.cast->body == stage.scene.roster.find("ben")->cast->body);

  kinesphere::Envelope script;
  script.mutable_submit()->set_script(test::head_script(1));
  script.mutable_submit()->set_character("eve");
  stage.hear(script);
  stage.carrier->run_posted();
  CHECK(stage.last().has_accepted());
}

TEST_CASE("a body that nobody names is the one of the name, or ada's", "[company]") {
  Stage stage;
  stage.greet();
  stage.carrier->sent.emplace_back();
  REQUIRE(leave(stage, "ben").error().empty());
  stage.scene.roster.forget(CharacterId{2});
  CHECK(answer_to(stage, join_of("ben")).character().body() == "ben");
  stage.inputs();
  CHECK(answer_to(stage, join_of("zoe")).character().body() == "ada");
}

TEST_CASE("a join that cannot be says why, and changes nothing", "[company]") {
  Stage stage;
  stage.greet();
  stage.carrier->sent.emplace_back();
  const auto error = [&](const kinesphere::Envelope& envelope) {
    return answer_to(stage, envelope).error();
  };
  CHECK(error(join_of("ada")) == "a character has this name: 'ada'");
  CHECK(error(join_of("eve", "nobody")).starts_with("the bodies are ada, ben"));
  CHECK(error(join_of("")) == "a character's name has 1 to 128 bytes and no blanks, unlike ''");
  CHECK(error(join_of("a b")) ==
        "a character's name has 1 to 128 bytes and no blanks, unlike 'a b'");
  CHECK(error(join_of(std::string(kNameBytesMax + 1, 'x'))).starts_with("past name_bytes_max"));
  kinesphere::Envelope envelope = join_of("eve");
  envelope.mutable_join()->add_place(1);
  CHECK(error(envelope) == "a place is x and z, and not of the length '1'");
  envelope.mutable_join()->add_place(std::numeric_limits<double>::quiet_NaN());
  CHECK(error(envelope) == "a place lies within 100 m of the origin, not at 'nan'");
  envelope = join_of("eve");
  envelope.mutable_join()->set_heading(7);
  CHECK(error(envelope) == "a heading lies within a full turn, not at '7'");
  stage.options.limits.characters_max = 2;
  CHECK(error(join_of("eve")) == "past characters_max of 2: 'eve'");
  CHECK(stage.inputs().empty());
  CHECK(stage.scene.roster.names() == "ada, ben");
}

TEST_CASE("a join that finds no room among the inputs is taken back", "[company]") {
  Stage stage;
  stage.greet();
  stage.carrier->sent.emplace_back();
  REQUIRE(stage.scene.mailbox.push({Interrupt{CharacterId{1}, {}}, Interrupt{CharacterId{1}, {}}}));
  CHECK(answer_to(stage, join_of("eve")).error().starts_with("busy: past mailbox_inputs_max"));
  CHECK(leave(stage, "ben").error().starts_with("busy: past mailbox_inputs_max"));
  CHECK(stage.scene.roster.names() == "ada, ben");
}

TEST_CASE("who leaves is named by nobody any more", "[company]") {
  Stage stage;
  stage.greet();
  stage.carrier->sent.emplace_back();
  const kinesphere::Answer answer = leave(stage, "ben");
  CHECK(answer.error().empty());
  CHECK(answer.character().id() == 2);
  const auto inputs = stage.inputs();
  REQUIRE(inputs.size() == 1);
  CHECK(std::get<Leave>(inputs[0]).character == CharacterId{2});
  CHECK(leave(stage, "ben").error() == "of the characters ada none is 'ben'");
  CHECK(leave(stage, "ada").error() ==
        "the last character stays; let another one join first: 'ada'");
  kinesphere::Envelope tension;
  tension.mutable_set_tension()->set_character("ben");
  stage.hear(tension);
  CHECK(stage.last().problem().error() == "of the characters ada none is 'ben'");
}

TEST_CASE("a script whose character leaves while it is prepared is refused", "[company]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope script;
  script.mutable_submit()->set_script(test::head_script(1));
  script.mutable_submit()->set_character("ben");
  stage.hear(script);
  REQUIRE(stage.scene.roster.leave("ben"));
  stage.carrier->run_posted();
  CHECK(stage.last().refused().error() == "'ben' has left meanwhile");
  CHECK(stage.inputs().empty());
}

TEST_CASE("nobody sends away a character that another client has claimed", "[company]") {
  Stage stage;
  stage.greet();
  stage.carrier->sent.emplace_back();
  const CharacterId ben{2};
  REQUIRE_FALSE(stage.main.claims.claim(
      {&ben, 1}, {.client = ClientId{8}, .name = "other", .key = {}}, Claims::Time(0)));
  CHECK(leave(stage, "ben").error() ==
        "'ben' is claimed by 'other'; subscribe to it, or wait for its release");
  CHECK(stage.scene.roster.names() == "ada, ben");
}

TEST_CASE("who subscribes to no one in particular sees those who join", "[company]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  envelope.mutable_subscribe();
  stage.hear(envelope);
  CHECK(stage.carrier->stream->everybody);
  envelope.mutable_subscribe()->add_characters(1);
  stage.hear(envelope);
  CHECK_FALSE(stage.carrier->stream->everybody);
}

}  // namespace kine::server::joining_test
