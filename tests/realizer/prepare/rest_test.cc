#include "realizer/prepare/rest.h"

#include "tests/support/catch.h"

namespace kine::rest_test {
namespace {

using namespace std::chrono_literals;
using motion::Going;

const TickRate kRate(60);

std::shared_ptr<const motion::Block> planned(std::vector<plan::PartTimes> parts) {
  auto block = std::make_shared<motion::Block>();
  block->schedule = std::move(parts);
  return block;
}

plan::PartTimes part(std::vector<Seconds> times) { return {"g", {"start", "end"}, times}; }

plan::Plan plan_with_key_at(Seconds time) {
  plan::Plan plan;
  plan::Sequence& sequence = plan.sequences.emplace_back();
  sequence.poses = {{.time = time}};
  sequence.tracks = {{.group = 0, .start = 0s, .keys = {{.time = time}}}};
  return plan;
}

Going going_of(const std::vector<Seconds>& times, std::optional<Seconds> stays_until,
               plan::Plan& plan) {
  const PlayedSoFar so_far{planned({part({1s, 4s})}), Tick{120}, kRate};
  return go_on(so_far, std::vector{part(times)}, std::vector{stays_until}, plan).going.front();
}

class Counting final : public speech::Voice {
 public:
  std::string_view name() const override { return "counting"; }
  Result<speech::SpeechTrack> say(const speech::Utterance&) const override {
    ++asked;
    return speech::SpeechTrack{};
  }
  mutable int asked = 0;
};

}  // namespace

TEST_CASE("now is the first moment that belongs to the tick", "[rest]") {
  const PlayedSoFar so_far{planned({}), Tick{90}, kRate};
  CHECK(kRate.first_at_or_after(Tick{0}, so_far.now()) == Tick{90});
  CHECK(kRate.first_at_or_after(Tick{0}, so_far.now() - 1e-5s) == Tick{89});
}

TEST_CASE("a part goes on as before where no point has moved, else anew or to a new end",
          "[rest]") {
  plan::Plan plan = plan_with_key_at(3s);
  CHECK(going_of({1s, 4.0001s}, 1s, plan) == Going::AsBefore);
  CHECK(going_of({2s, 5s}, std::nullopt, plan) == Going::Anew);
  CHECK(plan.sequences[0].tracks[0].start == 0s);  // it has not begun
  CHECK(going_of({1s, 5s}, 3s, plan) == Going::WithNewEnd);
  CHECK(plan.sequences[0].tracks[0].start == 0s);
  CHECK(going_of({1s, 5s}, 1s, plan) == Going::Anew);
  CHECK(plan.sequences[0].tracks[0].start == 2s);  // from now on
}

TEST_CASE("what a block says or says no more is not asked of a voice again", "[rest]") {
  auto block = std::make_shared<motion::Block>();
  auto track = std::make_shared<speech::SpeechTrack>();
  track->text = "Hello";
  track->length = 2s;
  track->marks = {{"m", 1s}};
  block->utterances = {{0s, track, "s"}};
  const Counting voice;
  const PlayedSoFar so_far{block, Tick{90}, kRate};
  const SaidVoice said(so_far, voice);

  CHECK(said.name() == "counting");
  CHECK(said.say({.text = "Hello", .marks = {{"m", 0}}, .id = "s"})->length == 2s);
  CHECK(voice.asked == 0);
  const auto gone = said.say({.text = "two words", .marks = {}, .id = "another"});
  REQUIRE(gone);
  CHECK(gone->words.size() == 2);
  CHECK(voice.asked == 0);
}

namespace {

const speech::Utterance kFour{.text = "one two three four", .marks = {}, .voice = {}, .id = "s"};

/// A block that says four words, of 0.2 s each, and is in the second of them.
PlayedSoFar saying_four() {
  auto block = std::make_shared<motion::Block>();
  auto track = *speech::silent_voice().say(kFour);
  track.text = kFour.text;
  block->utterances = {{0s, std::make_shared<const speech::SpeechTrack>(std::move(track)), "s"}};
  return {block, Tick{20}, kRate};
}

}  // namespace

TEST_CASE("a rate that somebody wishes is of the words that have not begun", "[rest]") {
  PlayedSoFar so_far = saying_four();
  so_far.changes = {{"s", "rate", 0.5}, {"s", "rate", 2}, {"t", "rate", 3}};
  so_far.made = 1;
  CHECK(so_far.wished_rate("s") == 2);
  CHECK(so_far.is_spoken_anew("s"));
  CHECK(so_far.rest().spoken_anew == std::vector<std::string>{"s"});
  const SaidVoice said(so_far, speech::silent_voice());
  const auto track = said.say(kFour);
  REQUIRE(track);
  CHECK(track->words[2].start.count() == Approx(0.4));
  CHECK(track->words[3].start.count() == Approx(0.5));
  CHECK(track->length.count() == Approx(0.6));
  CHECK(said.remarks().empty());

  so_far.made = 2;
  CHECK_FALSE(so_far.wished_rate("s"));
}

TEST_CASE("a rate that a voice cannot say was wished in vain", "[rest]") {
  PlayedSoFar so_far = saying_four();
  so_far.changes = {{"s", "rate", 2}};
  const Counting voice;  // which says nothing at all
  const SaidVoice said(so_far, voice);
  CHECK(said.say(kFour)->length.count() == Approx(0.8));
  CHECK(said.remarks().empty());
  REQUIRE(said.in_vain().size() == 1);
  CHECK(said.in_vain()[0].about == "s");
}

TEST_CASE("a rate is wished in vain in the last word, and no voice is asked", "[rest]") {
  PlayedSoFar so_far = saying_four();
  so_far.from = Tick{40};  // the fourth word lasts from 36 to 48
  so_far.changes = {{"s", "rate", 2}};
  const Counting voice;
  const SaidVoice said(so_far, voice);
  CHECK(said.say(kFour)->length.count() == Approx(0.8));
  CHECK(voice.asked == 0);
  REQUIRE(said.in_vain().size() == 1);
  CHECK(said.in_vain()[0] ==
        Warning{.message = "its rate stays as it is: none of its words is still to come",
                .about = "s"});
}

TEST_CASE("what a voice has changed is said behind what was", "[rest]") {
  PlayedSoFar so_far = saying_four();
  auto later = *so_far.block->utterances[0].track;
  for (speech::Word& word : later.words) {
    word.start += 1s;
    word.end += 1s;
  }
  for (speech::Phone& phone : later.phones) {
    phone.start += 1s;
    phone.end += 1s;
  }
  later.length += 1s;
  so_far.revised = {{"s", std::make_shared<const speech::SpeechTrack>(later)}};
  CHECK(so_far.is_spoken_anew("s"));
  const SaidVoice said(so_far, speech::silent_voice());
  const auto track = said.say(kFour);
  REQUIRE(track);
  CHECK(track->words[1].start.count() == Approx(0.2));
  CHECK(track->words[2].start.count() == Approx(1.4));
}

TEST_CASE("a speech whose words come otherwise goes on anew, though no point has moved", "[rest]") {
  PlayedSoFar so_far = saying_four();
  so_far.revised = {{"s", so_far.block->utterances[0].track}};
  plan::Plan plan;
  plan.sequences.emplace_back();
  const std::vector<plan::PartTimes> times = {{"s", {"start", "end"}, {0s, 0.8s}}};
  CHECK(go_on(so_far, times, std::vector<std::optional<Seconds>>{0.8s}, plan).going.front() ==
        Going::Anew);
}

}  // namespace kine::rest_test
