// What a conversation makes of speeches that its client gives with their sound.
#include "server/conversation/script.h"

#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::script_test {
namespace {

constexpr std::uint32_t kRate = 8'000;

std::string pcm(double length_s) {
  const std::vector<std::int16_t> samples(static_cast<std::size_t>(length_s * kRate), 100);
  return test::pcm16_of(samples);
}

kinesphere::Envelope saying(const std::string& id, double length_s, const std::string& words) {
  kinesphere::Envelope envelope;
  kinesphere::Say& say = *envelope.mutable_say();
  say.set_id(id);
  say.set_text("Hello <you> & all");
  say.set_audio(pcm(length_s));
  say.set_rate_hz(kRate);
  say.set_words(words);
  return envelope;
}

const std::string kWords = R"([{"text": "Hello", "start": 0.25, "end": 0.5},
    {"text": "you", "start": 0.5, "end": 0.75}, {"text": "all", "start": 0.75, "end": 1}])";

kinesphere::Envelope more(const std::string& id, double length_s, bool last) {
  kinesphere::Envelope envelope;
  envelope.mutable_say_more()->set_id(id);
  envelope.mutable_say_more()->set_audio(pcm(length_s));
  envelope.mutable_say_more()->set_last(last);
  return envelope;
}

/// A conversation that has been greeted, and what it answers to a speech.
struct Stage : test::ConversationStage {
  Stage() { greet(); }

  const kinesphere::Accepted& accepted() {
    carrier->run_posted();
    INFO(last().ShortDebugString());
    REQUIRE(last().has_accepted());
    return last().accepted();
  }
  std::string refused(const kinesphere::Envelope& say) {
    hear(say);
    if (carrier->sent.empty()) carrier->run_posted();
    REQUIRE(last().has_refused());
    return last().refused().error();
  }
  std::shared_ptr<const speech::SpeechTrack> track() {
    const auto all = inputs();
    REQUIRE(all.size() == 1);
    const auto* const play = std::get_if<PlayBlock>(&all.front());
    REQUIRE(play != nullptr);
    REQUIRE(play->block->utterances.size() == 1);
    return play->block->utterances.front().track;
  }
};

}  // namespace

TEST_CASE("a speech that its client gives plays with its sound and times, and its class is said",
          "[conversation_speeches]") {
  Stage stage;
  stage.hear(saying("hi", 1, kWords));
  const auto& accepted = stage.accepted();
  CHECK(accepted.id() == "hi");
  CHECK(accepted.blocks(0) == "hi");
  REQUIRE(accepted.speeches_size() == 1);
  CHECK(accepted.speeches(0).id() == "hi:s");
  CHECK(accepted.speeches(0).timing() == kinesphere::MEASURED);
  const auto track = stage.track();
  CHECK(track->text == "Hello <you> & all");
  CHECK(track->audio.samples.size() == kRate);
  CHECK(track->audio.rate_hz == kRate);
  CHECK(track->words[1].start.count() == Approx(0.5));
}

TEST_CASE("a speech has the trace that its client gives", "[conversation_speeches]") {
  const std::string trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  Stage stage;
  kinesphere::Envelope say = saying("s", 1, kWords);
  say.mutable_say()->set_traceparent(trace);
  stage.hear(say);
  CHECK(stage.accepted().traceparent() == trace);
  say.mutable_say()->set_id("t");
  say.mutable_say()->set_words("{");
  stage.carrier->sent.clear();
  stage.refused(say);
  CHECK(stage.last().refused().traceparent() == trace);
}

TEST_CASE("times that nobody can read are refused, and not estimated", "[conversation_speeches]") {
  Stage stage;
  CHECK(stage.refused(saying("hi", 1, R"([{"text": "Hello", "begin": 0.25}])"))
            .starts_with("words: a key that says nothing known of a time, in word 1 'Hello': "
                         "'begin'"));
}

TEST_CASE("words that are not in the text are refused, though they can be read",
          "[conversation_speeches]") {
  Stage stage;
  CHECK(stage.refused(saying("hi", 1, R"([{"text": "Goodbye", "start": 0, "end": 1}])")) ==
        "words: none of them is in the text, from 'Goodbye' on");
  CHECK(stage.inputs().empty());
}

TEST_CASE("without words a speech is estimated, and says so", "[conversation_speeches]") {
  Stage stage;
  stage.hear(saying("hi", 1, ""));
  CHECK(stage.accepted().speeches(0).timing() == kinesphere::ESTIMATED);
}

TEST_CASE("a script may be said so, with all that is tied to it", "[conversation_speeches]") {
  Stage stage;
  auto say = saying("hi", 1, R"({"timepoints": [{"markName": "w", "timeSeconds": 0.5}]})");
  say.mutable_say()->clear_text();
  say.mutable_say()->set_script(
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b"><speech id="x"><text>one
         <sync id="w"/>two</text></speech><head id="n" lexeme="NOD" start="x:w"/></bml>)");
  stage.hear(say);
  const auto& accepted = stage.accepted();
  CHECK(accepted.speeches(0).id() == "b:x");
  CHECK(accepted.speeches(0).timing() == kinesphere::MARKS);
  double word_s = 0;
  double nod_s = 0;
  for (const auto& sync : accepted.timeline()) {
    if (sync.id() == "b:x:w") word_s = sync.time_s();
    if (sync.id() == "b:n:start") nod_s = sync.time_s();
  }
  CHECK(word_s == Approx(nod_s));
  CHECK(stage.track()->marks[0].at.count() == Approx(0.5));

  auto silent = saying("ho", 1, "");
  silent.mutable_say()->clear_text();
  silent.mutable_say()->set_script(test::head_script(1));
  stage.carrier->sent.clear();
  CHECK(stage.refused(silent) == "the script has no <speech> that could be said so");
}

TEST_CASE("a speech in pieces begins once enough of it is there, and grows",
          "[conversation_speeches]") {
  Stage stage;
  auto say = saying("hi", 0.25, "");
  say.mutable_say()->set_more(true);
  stage.hear(say);
  CHECK(stage.carrier->sent.empty());
  stage.hear(more("hi", 0.25, false));
  stage.accepted();
  CHECK(stage.track()->audio.length().count() == Approx(0.5));
  stage.carrier->sent.clear();
  stage.hear(more("hi", 0.25, true));
  CHECK(stage.carrier->sent.empty());
  stage.hear(more("hi", 0.25, true));
  CHECK(stage.last().problem().error() == "speech 'hi': its last piece has come already");
}

TEST_CASE("one that is to be heard whole waits for its last piece", "[conversation_speeches]") {
  Stage stage;
  auto say = saying("hi", 1, "");
  say.mutable_say()->set_more(true);
  say.mutable_say()->set_when_whole(true);
  stage.hear(say);
  stage.hear(more("hi", 1, false));
  CHECK(stage.carrier->sent.empty());
  stage.hear(more("hi", 1, true));
  stage.accepted();
  CHECK(stage.track()->audio.length().count() == Approx(3));
}

TEST_CASE("pieces of a speech that is not there are one problem", "[conversation_speeches]") {
  Stage stage;
  stage.hear(more("hi", 1, false));
  stage.hear(more("hi", 1, false));
  CHECK(stage.carrier->sent.size() == 1);
  CHECK(stage.last().problem().error() == "no speech of yours waits for more: 'hi'");
}

TEST_CASE("the sound of all that clients of an address give is bounded together",
          "[conversation_speeches]") {
  Stage stage;
  const std::size_t room = 6 * pcm(1).size();
  const auto rest = stage.all_memory_but(room);
  auto say = saying("hi", 1, "");
  say.mutable_say()->set_more(true);
  say.mutable_say()->set_when_whole(true);
  stage.hear(say);
  stage.hear(more("hi", 1, false));
  stage.hear(more("hi", 1, false));
  CHECK(stage.services.memory.bytes() - rest.bytes() >= 3 * pcm(1).size());
  CHECK(stage.refused(saying("ho", 3, "")).starts_with("busy: past memory_bytes_per_address_max"));

  // One that waits and is interrupted holds nothing, and what is on its way to it is no news.
  stage.carrier->sent.clear();
  stage.interrupt("hi");
  CHECK(stage.last().refused().id() == "hi");
  CHECK(stage.last().refused().error() == "interrupted before it began");
  CHECK(stage.services.memory.bytes() == rest.bytes());
  stage.hear(more("hi", 1, true));
  CHECK(stage.carrier->sent.size() == 1);
}

TEST_CASE("what a speech cannot be is refused", "[conversation_speeches]") {
  Stage stage;
  auto both = saying("hi", 1, "");
  both.mutable_say()->set_script("<bml/>");
  CHECK(stage.refused(both) == "a text or a composition beside a script, which has its own");
  stage.carrier->sent.clear();
  auto rate = saying("hi", 1, "");
  rate.mutable_say()->set_rate_hz(1);
  CHECK(stage.refused(rate) == "rate_hz is not within 8000 and 48000: '1'");
  stage.carrier->sent.clear();
  auto unit = saying("hi", 1, "");
  unit.mutable_say()->set_unit(static_cast<kinesphere::Say::Unit>(9));
  CHECK(stage.refused(unit) == "a unit or a timing that this server does not know");
}

}  // namespace kine::server::script_test
