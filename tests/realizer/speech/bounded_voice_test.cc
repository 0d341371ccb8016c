#include "realizer/speech/bounded_voice.h"

#include "tests/support/catch.h"

namespace kine::speech::bounded_voice_test {
namespace {

/// Says whatever it is asked for in so many seconds; nothing for a negative number.
class CountingVoice final : public Voice {
 public:
  std::string_view name() const override { return "counting"; }
  Result<SpeechTrack> say(const Utterance& utterance) const override {
    ++asked;
    const double length_s = std::stod(utterance.text);
    if (length_s < 0) return Error{.code = ErrorCode::Unsupported, .message = "no"};
    SpeechTrack track;
    track.length = Seconds(length_s);
    return track;
  }
  mutable int asked = 0;
};

bool says(const Voice& voice, const char* seconds) {
  return voice.say({.text = seconds, .marks = {}, .voice = {}}).has_value();
}

}  // namespace

TEST_CASE("the speeches of a block last ten minutes in all", "[bounded_voice]") {
  const CountingVoice counting;
  const BoundedVoice voice(counting);

  CHECK(voice.name() == "counting");
  CHECK(says(voice, "400"));
  CHECK(says(voice, "200"));
  CHECK_FALSE(says(voice, "1"));
  CHECK(counting.asked == 2);  // there is no room, so nobody has to synthesize
  CHECK(says(BoundedVoice(counting), "600"));
  CHECK_FALSE(says(BoundedVoice(counting), "601"));
}

TEST_CASE("a voice that fails again and again is not asked any more", "[bounded_voice]") {
  const CountingVoice counting;
  const BoundedVoice voice(counting);

  for (int i = 1; i < kVoiceFailuresMax; ++i) CHECK_FALSE(says(voice, "-1"));
  CHECK(says(voice, "1"));
  CHECK_FALSE(says(voice, "-1"));
  CHECK(counting.asked == kVoiceFailuresMax + 1);
  CHECK_FALSE(says(voice, "1"));
  CHECK(counting.asked == kVoiceFailuresMax + 1);
}

TEST_CASE("what a voice cannot say takes the time that it is mouthed for", "[bounded_voice]") {
  const CountingVoice counting;
  const BoundedVoice voice(counting);
  const Utterance minutes{
      .text = "-1<break time='60s'/><break time='60s'/>", .ssml = true, .marks = {}, .voice = {}};

  for (int i = 0; i < 4; ++i) CHECK(voice.say(minutes).error().code == ErrorCode::Unsupported);
  CHECK(voice.say(minutes).error().code == ErrorCode::LimitExceeded);
  CHECK_FALSE(says(voice, "1"));
  CHECK(counting.asked == 5);
}

}  // namespace kine::speech::bounded_voice_test
