#include "server/live/accounted_voice.h"

#include <string>
#include <utility>

#include "server/live/memory_of.h"
#include "tests/support/catch.h"

namespace kine::server::accounted_voice_test {
namespace {

constexpr std::size_t kBytesMax = 1'000'000;

Limits limits() {
  Limits limits;
  limits.memory_bytes_max = kBytesMax;
  return limits;
}

/// Says seconds of sound, whatever it is asked.
class LongVoice final : public speech::Voice {
 public:
  explicit LongVoice(Seconds length, std::string name = "long")
      : length_(length), name_(std::move(name)) {}

  std::string_view name() const override { return name_; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    ++asked;
    if (utterance.text == "nothing") return Error{ErrorCode::Unsupported, "it is hoarse"};
    speech::SpeechTrack track;
    track.audio.rate_hz = 8'000;
    track.audio.samples.reserve(2 * samples());
    track.audio.samples.resize(samples());
    track.length = length_;
    return track;
  }
  std::size_t samples() const { return static_cast<std::size_t>(length_.count() * 8'000); }

  mutable int asked = 0;

 private:
  const Seconds length_;
  const std::string name_;
};

Result<speech::SpeechTrack> say(const speech::Voice& voice, const std::string& text) {
  return voice.say({.text = text, .marks = {}, .voice = {}});
}

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "word ";
  return text;
}

}  // namespace

TEST_CASE("what a voice has said is charged until it is charged otherwise", "[accounted_voice]") {
  MemoryAccount account(limits());
  const LongVoice voice(Seconds{10});
  AccountedVoice accounted(voice, account.holder({}, {}));
  CHECK(accounted.name() == "long");
  const auto said = say(accounted, "one");
  REQUIRE(said);
  CHECK(said->audio.samples.capacity() == voice.samples());
  CHECK(account.bytes() == memory_of(*said));
  CHECK(account.bytes() >= 160'000);
  CHECK_FALSE(say(accounted, "nothing"));
  REQUIRE(say(accounted, "two"));
  CHECK(account.bytes() == 2 * memory_of(*said));
  CHECK_FALSE(accounted.refusal());
  accounted.give_back();
  CHECK(account.bytes() == 0);
  REQUIRE(say(accounted, "three"));
  CHECK(account.bytes() == memory_of(*said));
}

TEST_CASE("sound that can be foreseen to be too much is not made", "[accounted_voice]") {
  MemoryAccount account(limits());
  const LongVoice voice(Seconds{1});
  AccountedVoice accounted(voice, account.holder({}, {}));
  const auto said = say(accounted, words(1'000));
  REQUIRE_FALSE(said);
  CHECK(said.error().message.starts_with("busy: past memory_bytes_max of 1000000"));
  CHECK(accounted.refusal() == said.error());
  CHECK(voice.asked == 0);
  CHECK(account.bytes() == 0);
}

TEST_CASE("sound that could not be foreseen is refused when it is there", "[accounted_voice]") {
  const std::string name = GENERATE("long", "given", "silent");
  MemoryAccount account(limits());
  const LongVoice voice(Seconds{100}, name);
  {
    AccountedVoice accounted(voice, account.holder({}, {}));
    CHECK_FALSE(say(accounted, "one"));
    CHECK(accounted.refusal());
    CHECK(voice.asked == 1);
  }
  CHECK(account.bytes() == 0);
}

TEST_CASE("of silence nothing is foreseen", "[accounted_voice]") {
  MemoryAccount account(limits());
  AccountedVoice accounted(speech::silent_voice(), account.holder({}, {}));
  CHECK(say(accounted, words(1'000)));
}

}  // namespace kine::server::accounted_voice_test
