#include "realizer/rest.h"

#include "tests/support/catch.h"

namespace kine {
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
  sequence.tracks = {{.group = 0, .start = 0s, .keys = {{.time = time}}}};
  return plan;
}

Going going_of(const std::vector<Seconds>& times, std::optional<Seconds> stays_until,
               plan::Plan& plan) {
  const PlayedSoFar so_far{planned({part({1s, 4s})}), Tick{120}, kRate};
  return go_on(so_far, std::vector{part(times)}, std::vector{stays_until}, plan).front();
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

TEST_CASE("what a block says is not said by another voice again", "[rest]") {
  motion::Block block;
  auto track = std::make_shared<speech::SpeechTrack>();
  track->text = "Hello";
  track->length = 2s;
  track->marks = {{"m", 1s}};
  block.utterances = {{0s, track, "s"}};
  const Counting voice;
  const SaidVoice said(block, voice);

  CHECK(said.name() == "counting");
  CHECK(said.say({.text = "Hello", .marks = {{"m", 0}}})->length == 2s);
  CHECK(voice.asked == 0);
  CHECK(said.say({.text = "Hello", .marks = {}})->length == 0s);
  CHECK(said.say({.text = "Goodbye", .marks = {{"m", 0}}})->length == 0s);
  CHECK(voice.asked == 2);
}

}  // namespace kine
