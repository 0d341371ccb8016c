// What a conversation answers to a client that asks how far blocks have come.
#include "server/conversation/performed_answers.h"

#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::performed_answers_test {
namespace {

kinesphere::Envelope asking(const std::vector<std::string>& ids, const std::string& character) {
  kinesphere::Envelope envelope;
  auto& ask = *envelope.mutable_ask_performed();
  ask.set_id("q");
  for (const std::string& id : ids) ask.add_ids(id);
  ask.set_character(character);
  return envelope;
}

/// A conversation that has been greeted, and ticks that are counted by the test.
struct Stage : test::ConversationStage {
  Stage() { greet(); }

  const kinesphere::Performed& ask(const std::vector<std::string>& ids,
                                   const std::string& character = {}) {
    hear(asking(ids, character));
    REQUIRE(last().has_performed());
    CHECK(last().performed().id() == "q");
    return last().performed();
  }

  /// Of a word in a fifth of a second. No tick has taken it in.
  void send(const std::string& id, const std::string& composition = {}) {
    kinesphere::Envelope envelope;
    envelope.mutable_submit()->set_id(id);
    envelope.mutable_submit()->set_script(
        "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"" + id + "\" " +
        composition + "><speech id=\"s\"><text>no no no</text></speech></bml>");
    hear(envelope);
    carrier->run_posted();
    REQUIRE(last().has_accepted());
  }

  /// The same, and a tick has.
  PlayBlock accept(const std::string& id, const std::string& composition = {}) {
    send(id, composition);
    const auto all = inputs();
    REQUIRE(all.size() == 1);
    scene.live_blocks.note(Tick{1}, all, {});
    return std::get<PlayBlock>(all.front());
  }

  void start(const PlayBlock& play, Tick tick) {
    const Feedback started{.kind = FeedbackKind::Started,
                           .tick = tick,
                           .character = play.character,
                           .block = play.id,
                           .client = test::kClient,
                           .id = play.block->id};
    scene.live_blocks.note(tick, {}, {&started, 1});
    conversation.note(started);
  }
};

}  // namespace

TEST_CASE("who asks about a script is told what was performed of it", "[performed_answers]") {
  Stage stage;
  stage.start(stage.accept("b"), Tick{10});
  stage.scene.live_blocks.note(Tick{10 + 18}, {}, {});  // 0.3 s

  const kinesphere::Performed& answer = stage.ask({"b"});
  CHECK(answer.error().empty());
  CHECK(answer.tick() == 28);
  REQUIRE(answer.blocks_size() == 1);
  const auto& block = answer.blocks(0);
  CHECK(block.id() == "b");
  CHECK(block.character_id() == 1);
  CHECK(block.start_tick() == 10);
  REQUIRE(block.performed().speeches_size() == 1);
  const auto& speech = block.performed().speeches(0);
  CHECK(speech.words() == 3);
  CHECK(speech.words_done() == 2);
  CHECK(speech.text_done() == "no no ");
  CHECK(speech.text_left() == "no");
  CHECK(speech.sound_ms() == Approx(300));
  REQUIRE(block.performed().behaviours_size() == 1);
  CHECK(block.performed().behaviours(0).fraction() == Approx(0.5));
}

TEST_CASE("who asks about a character is told of what plays and of what waits",
          "[performed_answers]") {
  Stage stage;
  CHECK(stage.ask({}, "ada").blocks().empty());
  stage.start(stage.accept("b"), Tick{10});
  stage.accept("c", "composition=\"APPEND\"");

  const kinesphere::Performed& answer = stage.ask({}, "ada");
  REQUIRE(answer.blocks_size() == 2);
  CHECK(answer.blocks(0).id() == "b");
  CHECK(answer.blocks(1).id() == "c");
  CHECK_FALSE(answer.blocks(1).has_start_tick());
  CHECK(answer.blocks(1).performed().speeches(0).text_left() == "no no no");
  CHECK(answer.blocks(1).performed().behaviours().empty());
  CHECK(stage.ask({}, "ben").blocks().empty());
}

TEST_CASE("of a block that no tick has taken in yet all is left", "[performed_answers]") {
  Stage stage;
  stage.send("b");
  const kinesphere::Performed& answer = stage.ask({"b"});
  REQUIRE(answer.blocks_size() == 1);
  CHECK_FALSE(answer.blocks(0).has_start_tick());
  CHECK(answer.blocks(0).performed().speeches(0).text_left() == "no no no");
}

TEST_CASE("what nobody can tell is an error in the answer", "[performed_answers]") {
  Stage stage;
  CHECK(stage.ask({"b"}).error() == "no script of yours with this id plays or waits: 'b'");
  CHECK(stage.ask({}, "eve").error().find("'eve'") != std::string::npos);
  const std::vector<std::string> many(stage.options.limits.performed_ids_max + 1, "b");
  CHECK(stage.ask(many).error() == "past performed_ids_max of 64: '65'");
}

TEST_CASE("questions without end are refused", "[performed_answers]") {
  Stage stage;
  const std::size_t most = stage.options.limits.performed_asks_per_second_max;
  for (std::size_t i = 0; i < 4 * most; ++i) stage.ask({}, "ada");
  CHECK(stage.ask({}, "ada").error() == "busy: past performed_asks_per_second_max of 60");
  stage.hear(asking({}, "ada"));

  kinesphere::Envelope nameless = asking({}, "ada");
  nameless.mutable_ask_performed()->set_id(std::string(129, 'x'));
  stage.hear(nameless);
  CHECK(stage.last().problem().error().starts_with("past name_bytes_max of 128: "));
}

}  // namespace kine::server::performed_answers_test
