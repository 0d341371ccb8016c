#include "server/live/voice_changes.h"

#include "tests/support/catch.h"

namespace kine::server::voice_changes_test {
namespace {

/// A voice that says nothing to be heard, and may change it.
class ChangingVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "changing"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    if (utterance.id != "fixed") utterance.revisions->when_over([this] { ++over; });
    return speech::silent_voice().say(utterance);
  }

  mutable int over = 0;
};

}  // namespace

TEST_CASE("the last change counts, and a refusal beside it", "[voice_changes]") {
  VoiceChanges changes;
  CHECK(changes.count() == 0);
  CHECK(changes.latest().track == nullptr);

  changes.take({.length = Seconds{1}, .words = {}, .phones = {}, .marks = {}, .audio = {}});
  changes.take({.length = Seconds{2}, .words = {}, .phones = {}, .marks = {}, .audio = {}});
  changes.refuse("enough");

  CHECK(changes.count() == 3);
  CHECK(changes.latest().track->length == Seconds{2});
  CHECK(changes.latest().refused == "enough");
}

TEST_CASE("what was heard last is charged as long as somebody listens", "[voice_changes]") {
  Limits limits;
  limits.memory_bytes_max = 4'000;
  MemoryAccount account(limits);
  const auto sound = [](std::size_t samples) {
    speech::SpeechTrack track;
    track.audio = {.rate_hz = 8'000, .samples = std::vector<std::int16_t>(samples)};
    return track;
  };
  VoiceChanges changes(account.holder({}, {}));
  changes.take(sound(1'000));
  CHECK(account.bytes() >= 2'000);
  changes.take(sound(2'000));
  CHECK(changes.count() == 2);
  CHECK(changes.latest().refused.starts_with("busy: past memory_bytes_max of 4000"));
  CHECK(changes.latest().track->audio.samples.size() == 1'000);
  changes.over();
  CHECK(account.bytes() == 0);
  changes.take(sound(1'000));
  CHECK(account.bytes() == 0);
}

TEST_CASE("who listens no more says so once, early or late", "[voice_changes]") {
  int told = 0;
  {
    VoiceChanges changes;
    changes.when_over([&] { ++told; });
    CHECK(changes.may_come());
    changes.over();
    changes.over();
  }
  CHECK(told == 1);
  {
    VoiceChanges changes;
    changes.over();
    changes.when_over([&] { ++told; });
  }
  CHECK(told == 2);
  VoiceChanges().when_over([&] { ++told; });
  CHECK(told == 3);
}

TEST_CASE("of the speeches of a script those are kept that may change", "[voice_changes]") {
  const ChangingVoice voice;
  ListeningVoice listening(voice);
  CHECK(listening.name() == "changing");
  for (const std::string id : {"a", "fixed", "b"}) {
    REQUIRE(listening.say({.text = "words", .marks = {}, .voice = {}, .id = id}));
  }
  auto changing = listening.take_changing();
  REQUIRE(changing.size() == 2);
  CHECK(changing[0].part == "a");
  CHECK(changing[1].part == "b");
  CHECK(voice.over == 0);
  changing.clear();
  CHECK(voice.over == 2);
}

}  // namespace kine::server::voice_changes_test
