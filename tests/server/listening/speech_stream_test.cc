// Tests for server/listening/speech_stream.h.
#include "server/listening/speech_stream.h"

#include <algorithm>

#include "tests/support/catch.h"
#include "tests/support/speech/syllables.h"

namespace kine::server::speech_stream_test {
namespace {

constexpr std::uint32_t kRate = 16'000;
constexpr CharacterId kAda{1};

/// Syllables of these samples, in pieces of so many, sent as they are said.
std::size_t heard_in(const std::vector<std::int16_t>& samples, std::size_t piece) {
  auto stream = SpeechStream::make(kAda, kRate);
  REQUIRE(stream);
  std::size_t syllables = 0;
  const auto count = [&](std::span<const speech::Heard> heard) {
    syllables += static_cast<std::size_t>(
        std::ranges::count(heard, speech::Heard::Kind::Syllable, &speech::Heard::kind));
  };
  for (std::size_t i = 0; i < samples.size(); i += piece) {
    const std::span<const std::int16_t> all(samples);
    count(stream->take(i, all.subspan(i, std::min(piece, samples.size() - i)),
                       Seconds(static_cast<double>(i) / kRate)));
  }
  count(stream->finish());
  return syllables;
}

}  // namespace

TEST_CASE("a stream hears the syllables of a sound, in whatever pieces it comes", "[listening]") {
  const auto sound = test::syllables(2.5, 1, kRate);
  CHECK(heard_in(sound, 320) == 10);
  CHECK(heard_in(sound, 960) == 10);
  CHECK(heard_in(sound, 1) == 10);
}

TEST_CASE("a rate that cannot be heard makes no stream", "[listening]") {
  CHECK_FALSE(SpeechStream::make(kAda, 192'000));
  CHECK_FALSE(SpeechStream::make(kAda, 0));
  CHECK(SpeechStream::make(kAda, 8'000));
}

}  // namespace kine::server::speech_stream_test
