// Tests for server/session_log/sounds.h
#include "server/session_log/sounds.h"

#include "tests/support/catch.h"

namespace kine::server::sounds_test {
namespace {

speech::Audio counted(std::size_t samples, int first = 0) {
  speech::Audio audio{.rate_hz = 16'000, .samples = {}};
  for (std::size_t i = 0; i < samples; ++i) {
    audio.samples.push_back(static_cast<std::int16_t>(first + static_cast<int>(i) * 7));
  }
  return audio;
}

}  // namespace

TEST_CASE("sound comes back as it was, whatever its length", "[sounds]") {
  for (const std::size_t samples : {0, 1, 2, 3, 8'191, 8'192, 8'193, 20'000}) {
    WrittenSounds writing;
    ReadSounds reading;
    const speech::Audio audio = counted(samples, -30'000);
    const auto written = writing.write(audio);
    CHECK(written.names.size() == (samples + kSoundPieceSamples - 1) / kSoundPieceSamples);
    for (const SoundRow& row : written.rows) CHECK(reading.add(row));
    const auto back = reading.audio(audio.rate_hz, written.names);
    REQUIRE(back);
    CHECK(*back == audio);
  }
}

TEST_CASE("samples stand in base64, the low byte first", "[sounds]") {
  // RFC 4648: 01 02 ff ff is AQL//w==.
  WrittenSounds writing;
  CHECK(writing.write({.rate_hz = 8'000, .samples = {0x0201, -1}}).rows.front().samples ==
        "AQL//w==");
}

TEST_CASE("of a sound that grows only what is new is written", "[sounds]") {
  WrittenSounds writing;
  CHECK(writing.write(counted(3 * kSoundPieceSamples)).rows.size() == 3);
  const auto longer = writing.write(counted(3 * kSoundPieceSamples + 5));
  CHECK(longer.rows.size() == 1);
  CHECK(longer.names.size() == 4);
}

TEST_CASE("a piece that was forgotten is written again", "[sounds]") {
  WrittenSounds writing;
  const speech::Audio first = counted(4, 1);
  CHECK(writing.write(first).rows.size() == 1);
  CHECK(writing.write(first).rows.empty());
  for (std::size_t i = 0; i < kSoundPiecesKept; ++i) {
    writing.write({.rate_hz = 8'000,
                   .samples = {static_cast<std::int16_t>(i), static_cast<std::int16_t>(i >> 4)}});
  }
  CHECK(writing.write(first).rows.size() == 1);
}

TEST_CASE("what is no sound is an error", "[sounds]") {
  ReadSounds reading;
  CHECK_FALSE(reading.add({"a", "AAA"}));
  CHECK_FALSE(reading.add({"a", "AA*="}));
  CHECK_FALSE(reading.add({"a", "AA=="}));  // one byte
  const auto none = reading.audio(8'000, {"a"});
  REQUIRE_FALSE(none);
  CHECK(none.error().message == "no row before it has the sound 'a'");
}

TEST_CASE("a hash is another where a byte is another, or stands elsewhere", "[sounds]") {
  const std::string bytes(100, 'a');
  CHECK(hash_of(bytes).size() == 16);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string other = bytes;
    other[i] = 'b';
    CHECK(hash_of(other) != hash_of(bytes));
    if (i == 0) continue;
    std::string elsewhere = bytes;
    elsewhere[i - 1] = 'b';
    CHECK(hash_of(other) != hash_of(elsewhere));
  }
  CHECK(hash_of(std::string(99, 'a')) != hash_of(bytes));
}

}  // namespace kine::server::sounds_test
