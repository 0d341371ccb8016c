// What a conversation keeps of its blocks: the sound that they hold, and when their points are.
#include <algorithm>

#include "server/conversation.h"
#include "tests/support/catch.h"
#include "tests/support/conversation_stage.h"

namespace kine::server::conversation_blocks_test {
namespace {

using test::kClient;
using Stage = test::ConversationStage;

/// Says a second of sound, whatever it is asked.
class HummingVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "humming"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    auto track = speech::silent_voice().say(utterance);
    track->audio = {.rate_hz = 8'000, .samples = std::vector<std::int16_t>(8'000)};
    track->length = std::max(track->length, track->audio.length());
    return track;
  }
};

constexpr std::size_t kHumBytes = 16'000;

kinesphere::Envelope humming(const std::string& id) {
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_id(id);
  envelope.mutable_submit()->set_character("ada");
  envelope.mutable_submit()->set_script(
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='" + id +
      "'><speech id='s'><text>words</text></speech></bml>");
  return envelope;
}

}  // namespace

TEST_CASE("a client's scripts hold so much sound and no more", "[conversation]") {
  Stage stage;
  stage.options.voice = std::make_shared<const HummingVoice>();
  stage.options.limits.sound_bytes_max = 2 * kHumBytes;
  stage.greet();
  std::vector<BlockId> blocks;
  for (const char* id : {"b1", "b2"}) {
    stage.hear(humming(id));
    stage.carrier->run_posted();
    REQUIRE(stage.last().has_accepted());
    blocks.push_back(std::get<PlayBlock>(stage.inputs().at(0)).id);
  }
  stage.hear(humming("b3"));
  stage.carrier->run_posted();
  REQUIRE(stage.last().has_refused());
  CHECK(stage.last().refused().error() == "busy: past sound_bytes_max of 32000");
  CHECK(stage.inputs().empty());

  // What is over holds nothing.
  Feedback ended;
  ended.kind = FeedbackKind::Ended;
  ended.block = blocks[0];
  ended.client = kClient;
  stage.conversation.note(ended);
  stage.hear(humming("b3"));
  stage.carrier->run_posted();
  CHECK(stage.last().has_accepted());
}

TEST_CASE("who asked how a block will go hears once of each time that it is retimed",
          "[conversation]") {
  Stage stage;
  stage.greet();
  auto envelope = humming("b1");
  envelope.mutable_submit()->set_predictions(true);
  stage.hear(envelope);
  stage.carrier->run_posted();
  stage.carrier->run_posted();
  const auto play = std::get<PlayBlock>(stage.inputs().at(0));
  stage.carrier->sent.clear();

  auto later = std::make_shared<motion::Block>(*play.block);
  later->sync_points.back().time += Seconds{1};
  later->end += Seconds{1};
  const Replanned retimed{play.character, play.id, Tick{70}, later, Tick{60}, true};
  stage.conversation.note(retimed);
  REQUIRE(stage.carrier->sent.size() == 1);
  const auto& prediction = stage.last().prediction();
  CHECK(prediction.id() == "b1");
  CHECK(prediction.stage() == kinesphere::Prediction::PLAYING);
  CHECK(prediction.start_tick() == 60);
  CHECK(prediction.end_tick() == TickRate(60).first_at_or_after(Tick{60}, later->end).index);
  const auto& syncs = prediction.behaviours(0).syncs();
  CHECK(syncs[syncs.size() - 1].time_s() == Approx(later->sync_points.back().time.count()));

  // Times that are the same, a part that was interrupted, and somebody else's block.
  stage.conversation.note(retimed);
  stage.conversation.note(Replanned{play.character, play.id, Tick{71}, play.block, Tick{60}});
  stage.conversation.note(Replanned{play.character, BlockId{99}, Tick{71}, later, Tick{60}, true});
  CHECK(stage.carrier->sent.size() == 1);
}

TEST_CASE("who did not ask hears nothing of a block that is retimed", "[conversation]") {
  Stage stage;
  stage.greet();
  stage.hear(humming("b1"));
  stage.carrier->run_posted();
  const auto play = std::get<PlayBlock>(stage.inputs().at(0));
  stage.carrier->sent.clear();
  auto later = std::make_shared<motion::Block>(*play.block);
  later->sync_points.back().time += Seconds{1};
  stage.conversation.note(Replanned{play.character, play.id, Tick{70}, later, Tick{60}, true});
  CHECK(stage.carrier->sent.empty());
}

}  // namespace kine::server::conversation_blocks_test
