// Tests for server/conversation/conversation.h, without a socket: a carrier that keeps what it was
// given.
#include "server/conversation/conversation.h"

#include <limits>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::conversation_test {
namespace {

using test::kClient;
using Stage = test::ConversationStage;

}  // namespace

TEST_CASE("Hello is answered with the characters there are", "[conversation]") {
  Stage stage;
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);

  stage.hear(envelope);

  REQUIRE(stage.carrier->sent.size() == 1);
  CHECK(stage.last().hello().characters_size() == 2);
  CHECK(stage.carrier->knows);
}

TEST_CASE("nothing is heard after the last word", "[conversation]") {
  Stage stage;
  stage.conversation.close_with("these bytes are no envelope of kinesphere.proto");
  REQUIRE(stage.carrier->closed);
  CHECK(stage.last().problem().closing());

  stage.greet();

  CHECK(stage.carrier->sent.empty());
  CHECK_FALSE(stage.carrier->knows);
}

TEST_CASE("an accepted script is in the mailbox when its sender hears of it", "[conversation]") {
  Stage stage;
  stage.greet();
  stage.submit("greet");
  stage.carrier->run_posted();

  CHECK(stage.last().accepted().id() == "greet");
  const auto inputs = stage.inputs();
  REQUIRE(inputs.size() == 1);
  const auto& play = std::get<PlayBlock>(inputs[0]);
  CHECK(play.character == CharacterId{1});
  CHECK(play.client == kClient);
}

TEST_CASE("a script that is interrupted while it is prepared starts and ends at one tick",
          "[conversation]") {
  Stage stage;
  stage.greet();
  stage.submit("greet");
  stage.interrupt("greet");
  stage.carrier->run_posted();

  const auto inputs = stage.inputs();
  REQUIRE(inputs.size() == 2);
  CHECK(std::get<Interrupt>(inputs[1]).block == std::get<PlayBlock>(inputs[0]).id);
}

TEST_CASE("where the mailbox is full a script is refused as busy and leaves nothing behind",
          "[conversation]") {
  Stage stage;
  stage.greet();
  for (const char* id : {"a", "b", "c"}) {
    stage.submit(id);
    stage.carrier->run_posted();
  }
  CHECK(stage.last().refused().error() == "busy: past mailbox_inputs_max of 65536");
  CHECK(stage.inputs().size() == 2);
  CHECK(stage.status.scripts_accepted == 2);
  CHECK(stage.status.scripts_refused == 1);

  stage.submit("c");
  stage.carrier->run_posted();
  CHECK(stage.last().has_accepted());
}

TEST_CASE("a character that can take no more segments refuses", "[conversation]") {
  Stage stage;
  stage.greet();
  REQUIRE_FALSE(stage.scene.budget.take(CharacterId{1}, kSegmentsPerCharacterMax));
  stage.submit("greet");
  stage.carrier->run_posted();
  CHECK(stage.last().refused().error() == "busy: past segments_per_character_max of 4096 on 'ada'");
}

TEST_CASE("a server that leaves takes no script", "[conversation]") {
  Stage stage;
  stage.greet();
  SECTION("that comes") {
    stage.services.leaving = true;
    stage.submit("greet");
  }
  SECTION("that is being prepared") {
    stage.submit("greet");
    stage.services.leaving = true;
    stage.carrier->run_posted();
  }
  CHECK(stage.last().refused().error() == "the server is leaving");
  CHECK(stage.inputs().empty());
}

TEST_CASE("an interrupt of what does not play is a problem that closes nothing", "[conversation]") {
  Stage stage;
  stage.greet();
  stage.interrupt("greet");
  CHECK(stage.last().problem().error() == "no script of yours with this id is playing: 'greet'");
  CHECK_FALSE(stage.carrier->closed);
}

TEST_CASE("a fade must be a time", "[conversation]") {
  const float fade = GENERATE(-1.0F, 601.0F, std::numeric_limits<float>::quiet_NaN(),
                              std::numeric_limits<float>::infinity());
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->set_character("ada");
  envelope.mutable_interrupt()->set_fade(fade);
  stage.hear(envelope);
  CHECK(stage.last().has_problem());
  CHECK(stage.inputs().empty());
}

TEST_CASE("a target is set where its name is nobody's and its point is one", "[conversation]") {
  Stage stage;
  stage.greet();
  const auto set = [&](const std::string& name, std::vector<float> point) {
    kinesphere::Envelope envelope;
    envelope.mutable_set_target()->set_name(name);
    for (const float each : point) envelope.mutable_set_target()->add_point(each);
    stage.hear(envelope);
  };
  set("cup", {1, 2, 3});
  const auto inputs = stage.inputs();
  REQUIRE(inputs.size() == 1);
  CHECK(std::get<SetTarget>(inputs[0]).name == "cup");
  CHECK(std::get<SetTarget>(inputs[0]).point_m == Vec3{1, 2, 3});

  set("ada", {1, 2, 3});
  CHECK(stage.last().problem().error() == "a character has this name: 'ada'");
  const std::string misplaced = "a target needs three coordinates of at most 100 m: 'cup'";
  const float infinity = std::numeric_limits<float>::infinity();
  for (const std::vector<float>& point :
       {std::vector<float>{1, 2}, {1, 2, 3, 4}, {101, 0, 0}, {0, infinity, 0}}) {
    set("cup", point);
    CHECK(stage.last().problem().error() == misplaced);
  }
  CHECK(stage.inputs().empty());
}

TEST_CASE("the tension of a character is set by a manner or by its numbers", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  kinesphere::SetTension& set = *envelope.mutable_set_tension();
  set.set_character("ben");
  set.set_manner("loose");
  set.set_over(0.3);
  stage.hear(envelope);
  set.clear_manner();
  set.set_rest_error(0.02);
  set.set_zeta(0.6);
  set.clear_over();
  set.set_arms(kinesphere::SetTension::LEFT);
  set.set_lag(kinesphere::SetTension::KEEP);
  set.set_moves_in(kinesphere::SetTension::WORLD);
  stage.hear(envelope);

  const auto inputs = stage.inputs();
  REQUIRE(inputs.size() == 2);
  const CharacterId ben = stage.scene.roster.find("ben")->id;
  CHECK(std::get<SetTension>(inputs[0]).character == ben);
  const plan::TensionChange loose{.tension = Tension{0.1, 0.5}, .over = Seconds(0.3)};
  CHECK(std::get<SetTension>(inputs[0]).change == loose);
  const plan::TensionChange left{.arms = plan::ArmSet::Left,
                                 .tension = Tension{0.02, 0.6},
                                 .lag = plan::Lag::Keep,
                                 .frame = plan::TensionFrame::World};
  CHECK(std::get<SetTension>(inputs[1]).change == left);
}

TEST_CASE("a tension that cannot be set is a problem that closes nothing", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  kinesphere::SetTension& set = *envelope.mutable_set_tension();
  const auto problem = [&] {
    stage.hear(envelope);
    CHECK_FALSE(stage.carrier->closed);
    return stage.last().problem().error();
  };
  set.set_manner("loose");
  set.set_character("eve");
  CHECK(problem() == "of the characters ada, ben none is 'eve'");
  set.set_character("ada");
  set.set_manner("losse");
  CHECK(problem() == "there is no manner of tension, near to it are loose: 'losse'");
  set.set_manner(std::string(kNameBytesMax + 1, 'l'));
  CHECK(problem().starts_with("past name_bytes_max of 128: 'lll"));
  set.set_manner("");
  set.set_zeta(0.3);
  set.set_rest_error(std::numeric_limits<double>::quiet_NaN());
  CHECK(problem() == "a rest error in m must be from 0.5 mm to 1 m, not 'nan'");
  set.set_rest_error(0.01);
  set.set_arms(static_cast<kinesphere::SetTension::Arms>(7));
  CHECK(problem() == "arms, a lag or a frame of tension that this server does not know");
  CHECK(stage.inputs().empty());
}

TEST_CASE("a style, a nucleus and a face are set by one message", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  kinesphere::SetManner& set = *envelope.mutable_set_manner();
  set.set_character("ben");
  set.set_over(0);
  set.mutable_nucleus()->set_style("tired");
  set.mutable_nucleus()->set_power(0.6);
  set.mutable_face()->set_name("SMILE");
  set.mutable_face()->set_amount(0.5);
  stage.hear(envelope);

  const auto inputs = stage.inputs();
  REQUIRE(inputs.size() == 1);
  CHECK(std::get<SetFace>(inputs[0]).character == stage.scene.roster.find("ben")->id);
  const FaceChange& face = std::get<SetFace>(inputs[0]).change;
  CHECK(face.channels[body::find_channel("mouthSmileLeft")->index] == 0.5F);
  CHECK(face.over == Seconds(0));
  const auto manners = stage.scene.live_blocks.manners().all;
  REQUIRE(manners.size() == 1);
  CHECK(manners[0].character == "ben");
  // schemas/styles/tired.xml, and 0.6 on its power
  CHECK(manners[0].to == script::Expressivity{{script::kSpatialExtent, -0.4},
                                              {script::kTemporalExtent, 0.5},
                                              {script::kFluidity, 0.2}});
}

TEST_CASE("a manner that cannot be set changes nothing", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  kinesphere::SetManner& set = *envelope.mutable_set_manner();
  const auto problem = [&] {
    stage.hear(envelope);
    CHECK_FALSE(stage.carrier->closed);
    return stage.last().problem().error();
  };
  set.set_character("eve");
  CHECK(problem() == "of the characters ada, ben none is 'eve'");
  set.set_character("ada");
  CHECK(problem() == "a manner has a nucleus, a sketch or a face, but there is none");
  set.mutable_face()->set_name("SMILE");
  set.mutable_nucleus()->set_style("tird");
  CHECK(problem() == "there is no style, near to it are tired: 'tird'");
  set.mutable_nucleus()->set_style(std::string(1 << 16, 'x'));
  CHECK(problem().starts_with("there is no style, there are afraid"));
  set.mutable_nucleus()->set_style("tired");
  set.set_over(std::numeric_limits<double>::quiet_NaN());
  CHECK(problem().starts_with("the time that a change takes, in s, must be from 0 to 600"));
  CHECK(stage.inputs().empty());
  CHECK(stage.scene.live_blocks.manners().all.empty());
}

TEST_CASE("a flood of manners is told that it is one", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  envelope.mutable_set_manner()->set_character("ada");
  envelope.mutable_set_manner()->mutable_nucleus();
  std::size_t problems = 0;
  for (int i = 0; i < 2'000; ++i) stage.hear(envelope);
  for (const kinesphere::Envelope& said : stage.carrier->sent) {
    if (said.problem().error() == "busy: past manners_per_second_max of 100") ++problems;
  }
  CHECK(problems > 0);
}

TEST_CASE("a subscription names each character once, in order", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  for (const std::uint32_t id : {2U, 1U, 2U}) envelope.mutable_subscribe()->add_characters(id);
  stage.hear(envelope);
  REQUIRE(stage.carrier->stream);
  CHECK(stage.carrier->stream->characters ==
        std::vector<CharacterId>{CharacterId{1}, CharacterId{2}});
  CHECK(stage.carrier->described == 2);
}

TEST_CASE("a subscription to nobody, or in no known encoding, changes nothing", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  SECTION("an unknown character") { envelope.mutable_subscribe()->add_characters(3); }
  SECTION("an unknown encoding") {
    envelope.mutable_subscribe()->set_encoding(static_cast<kinesphere::Encoding>(9));
  }
  stage.hear(envelope);
  CHECK(stage.last().has_problem());
  CHECK_FALSE(stage.carrier->stream);
}

TEST_CASE("a check plays nothing and answers with what is wrong and where", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  envelope.mutable_check()->set_id("draft");
  envelope.mutable_check()->set_character("ada");
  SECTION("a faulty script") {
    envelope.mutable_check()->set_script(
        "<script xmlns=\"urn:kinesphere:script:1\">\n <oops/></script>");
    stage.hear(envelope);
    stage.carrier->run_posted();
    REQUIRE(stage.last().checked().errors_size() == 1);
    CHECK(stage.last().checked().errors(0).place().line() == 2);
  }
  SECTION("a script with two faults") {
    envelope.mutable_check()->set_script(
        "<script xmlns=\"urn:kinesphere:script:1\">\n <gesture lexeme=\"wafe\"/>\n"
        " <gesture lexeme=\"beet\"/></script>");
    stage.hear(envelope);
    stage.carrier->run_posted();
    REQUIRE(stage.last().checked().errors_size() == 2);
    CHECK(stage.last().checked().errors(0).place().line() == 2);
    CHECK(stage.last().checked().errors(1).place().line() == 3);
  }
  SECTION("a good one") {
    envelope.mutable_check()->set_script(test::head_script(1));
    stage.hear(envelope);
    stage.carrier->run_posted();
    CHECK(stage.last().checked().errors_size() == 0);
  }
  CHECK(stage.last().checked().id() == "draft");
  CHECK(stage.inputs().empty());
  CHECK(stage.status.scripts_accepted + stage.status.scripts_refused == 0);
}

TEST_CASE("checks count as scripts where there are too many a second", "[conversation]") {
  Stage stage;
  stage.options.limits.scripts_per_second_max = 2;
  Conversation conversation(stage.services, ClientId{8}, *stage.carrier);
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  conversation.take_in(envelope);
  envelope.mutable_check()->set_script("<script/>");
  for (int i = 0; i < 2; ++i) conversation.take_in(envelope);
  stage.carrier->sent.clear();
  conversation.take_in(envelope);
  REQUIRE(stage.carrier->sent.size() == 1);
  CHECK(stage.last().checked().errors(0).message() == "busy: past scripts_per_second_max of 2");
  for (int i = 0; i < 2; ++i) stage.carrier->run_posted();
}

TEST_CASE("an accepted script tells when its sync points are due", "[conversation]") {
  Stage stage;
  stage.greet();
  stage.submit("greet");
  stage.carrier->run_posted();
  const auto& timeline = stage.last().accepted().timeline();
  REQUIRE(timeline.size() == 3);  // its start, its pose, its end
  CHECK(timeline[0].id() == "greet:s:start");
  CHECK(timeline[1].id() == "greet:s:p");
  CHECK(timeline[1].time_s() == Approx(0.05));
}

TEST_CASE("an acknowledgement goes to who carries the frames", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  envelope.mutable_ack()->set_tick(600);
  stage.hear(envelope);
  CHECK(stage.carrier->acknowledged == Tick{600});
  CHECK(stage.carrier->sent.empty());
}

TEST_CASE("a pong maps ticks to the server's clock, once there are ticks", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  envelope.mutable_ping();
  stage.hear(envelope);
  CHECK(stage.last().pong().server_tick_time_us() == 0);

  stage.main.tick_zero = std::chrono::microseconds(stage.last().pong().server_time_us());
  stage.hear(envelope);
  const auto& pong = stage.last().pong();
  CHECK(pong.server_time_us() ==
        pong.server_tick_time_us() +
            static_cast<std::uint64_t>(stage.main.tick_zero.load().count()));
}

TEST_CASE("rotations come as the client wants them, and an unknown encoding is a problem",
          "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  envelope.mutable_subscribe()->set_encoding(kinesphere::ENCODING_SMALLEST_THREE_48);
  stage.hear(envelope);
  REQUIRE(stage.carrier->stream);
  CHECK(stage.carrier->stream->parts ==
        protocol::FrameVariant(protocol::FrameParts::All, protocol::Rotations::SmallestThree48));

  envelope.mutable_subscribe()->set_encoding(static_cast<kinesphere::Encoding>(77));
  stage.hear(envelope);
  CHECK(stage.last().problem().error() == "an unknown encoding: '77'");
}

TEST_CASE("who asks how a block will go hears it at each of three stages", "[conversation]") {
  Stage stage;
  stage.greet();
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_id("greet");
  envelope.mutable_submit()->set_script(test::head_script(1));
  envelope.mutable_submit()->set_character("ben");
  envelope.mutable_submit()->set_predictions(true);
  stage.hear(envelope);
  stage.carrier->run_posted();  // when it is read
  stage.carrier->run_posted();  // when it is planned
  REQUIRE(stage.carrier->sent.size() == 3);
  const auto& planning = stage.carrier->sent[0].prediction();
  CHECK(planning.stage() == kinesphere::Prediction::PLANNING);
  CHECK(planning.id() == "greet");
  CHECK(planning.character_id() == 2);
  CHECK_FALSE(planning.has_end_tick());
  CHECK(stage.carrier->sent[1].accepted().timeline_size() == 0);
  CHECK(stage.carrier->sent[2].prediction().stage() == kinesphere::Prediction::PLANNED);
  CHECK(stage.carrier->sent[2].prediction().behaviours_size() == 1);

  Feedback started;
  started.kind = FeedbackKind::Started;
  started.tick = Tick{60};
  started.block = std::get<PlayBlock>(stage.inputs().at(0)).id;
  started.client = kClient;
  stage.conversation.note(started);
  const auto& playing = stage.last().prediction();
  CHECK(playing.stage() == kinesphere::Prediction::PLAYING);
  CHECK(playing.start_tick() == 60);
  CHECK(playing.end_tick() == 60 + 63);  // 0.05 s to the pose and a second there
}

TEST_CASE("who does not ask how a block will go hears nothing of it", "[conversation]") {
  Stage stage;
  stage.greet();
  stage.submit("greet");
  stage.carrier->run_posted();
  CHECK(stage.carrier->sent.size() == 1);
  CHECK(stage.last().accepted().timeline_size() > 0);
}

}  // namespace kine::server::conversation_test
