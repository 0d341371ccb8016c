// What a conversation keeps of its blocks: the sound that they hold, and when their points are.
#include "server/conversation/scripts.h"

#include <algorithm>
#include <atomic>

#include "server/conversation/conversation.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::scripts_test {
namespace {

using test::kClient;
using Stage = test::ConversationStage;

/// Says a second of sound, whatever it is asked.
class HummingVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "humming"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    ++asked;
    auto track = speech::silent_voice().say(utterance);
    track->audio = {.rate_hz = 8'000, .samples = std::vector<std::int16_t>(8'000)};
    track->length = std::max(track->length, track->audio.length());
    return track;
  }

  mutable std::atomic<int> asked{0};
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
  stage.greet();
  const auto held = [&] { return stage.services.memory.bytes(); };
  // Of the first it is seen what a script takes; of two more there is room for one.
  stage.hear(humming("b1"));
  stage.carrier->run_posted();
  REQUIRE(stage.last().has_accepted());
  const std::size_t one = held();
  CHECK(one >= kHumBytes);
  CHECK(one < 3 * kHumBytes);
  const auto rest = stage.all_memory_but(one + one / 2);
  stage.hear(humming("b2"));
  stage.carrier->run_posted();
  REQUIRE(stage.last().has_accepted());
  CHECK(stage.inputs().size() == 2);
  stage.hear(humming("b3"));
  stage.carrier->run_posted();
  REQUIRE(stage.last().has_refused());
  CHECK(stage.last().refused().error().starts_with(
      "busy: past memory_bytes_per_address_max of 268435456"));
  CHECK(stage.inputs().empty());
  stage.finish_jobs();
  CHECK(held() == rest.bytes() + 2 * one);
}

TEST_CASE("what is over holds its points and no sound, and what is foreseen is not said",
          "[conversation]") {
  Stage stage;
  const auto voice = std::make_shared<const HummingVoice>();
  stage.options.voice = voice;
  stage.greet();
  const auto held = [&] { return stage.services.memory.bytes(); };
  stage.hear(humming("b1"));
  stage.carrier->run_posted();
  stage.finish_jobs();
  auto inputs = stage.inputs();
  Feedback started;
  started.kind = FeedbackKind::Started;
  started.tick = Tick{1};
  started.character = std::get<PlayBlock>(inputs.at(0)).character;
  started.block = std::get<PlayBlock>(inputs.at(0)).id;
  started.client = kClient;
  Feedback ended = started;
  ended.kind = FeedbackKind::Ended;
  ended.tick = Tick{60};
  stage.scene.live_blocks.note(Tick{1}, inputs, {&started, 1});
  CHECK(held() >= kHumBytes);
  stage.scene.live_blocks.note(Tick{60}, {}, {&ended, 1});
  stage.conversation.note(ended);
  CHECK(held() >= kHumBytes);  // as long as somebody has it, be it in another block
  auto goes_on_as = std::make_shared<const motion::Block>(*std::get<PlayBlock>(inputs.at(0)).block);
  inputs.clear();
  CHECK(held() >= kHumBytes);
  goes_on_as.reset();
  CHECK(held() < kHumBytes / 4);

  const auto rest = stage.all_memory_but(kHumBytes);
  REQUIRE(voice->asked.load() == 1);
  auto envelope = humming("b2");
  std::string words;
  for (int i = 0; i < 1'000; ++i) words += "word ";
  std::string& script = *envelope.mutable_submit()->mutable_script();
  script.replace(script.find("words"), 5, words);
  stage.hear(envelope);
  stage.carrier->run_posted();
  CHECK(stage.last().refused().error().starts_with("busy: past memory_bytes_per_address_max"));
  CHECK(voice->asked.load() == 1);
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

TEST_CASE("a script's traceparent is in its answer, and what is none is a warning",
          "[conversation]") {
  const std::string trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  Stage stage(8);
  stage.greet();
  const auto answer_to = [&](const std::string& id, const std::string& script,
                             const std::string& traceparent) {
    kinesphere::Envelope envelope;
    envelope.mutable_submit()->set_id(id);
    envelope.mutable_submit()->set_script(script);
    envelope.mutable_submit()->set_character("ada");
    envelope.mutable_submit()->set_traceparent(traceparent);
    stage.hear(envelope);
    stage.carrier->run_posted();
    return stage.last();
  };
  const auto good = answer_to("a", test::head_script(1), trace).accepted();
  CHECK(good.traceparent() == trace);
  CHECK(good.warnings().empty());
  CHECK(stage.scene.traces.size() == 1);

  const auto broken = answer_to("b", test::head_script(1), trace + "1").accepted();
  CHECK(broken.traceparent().empty());
  REQUIRE(broken.warnings_size() == 1);
  CHECK(broken.warnings(0).message().find("W3C Trace Context: '00-0af7") != std::string::npos);
  CHECK(stage.scene.traces.size() == 1);

  CHECK(answer_to("c", "<script", trace).refused().traceparent() == trace);
  CHECK(answer_to("d", "<script", "x").refused().traceparent().empty());
}

TEST_CASE("limits that an operator changes count for a client that is there", "[conversation]") {
  Stage stage(8);
  stage.greet();
  stage.submit("a");
  stage.carrier->run_posted();
  REQUIRE(stage.last().has_accepted());
  Limits fewer;
  fewer.scripts_at_once_max = 1;
  stage.services.limits.replace(fewer);
  stage.submit("b");
  CHECK(stage.last().refused().error() == "busy: past scripts_at_once_max of 1");
  fewer.scripts_at_once_max = 9;
  fewer.scripts_per_second_max = 1;
  stage.services.limits.replace(fewer);
  stage.submit("c");
  stage.carrier->run_posted();
  CHECK(stage.last().has_accepted());
  stage.submit("d");
  CHECK(stage.last().refused().error() == "busy: past scripts_per_second_max of 1");
}

}  // namespace kine::server::scripts_test
