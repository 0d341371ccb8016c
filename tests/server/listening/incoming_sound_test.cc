// Tests for server/listening/incoming_sound.h.
#include "server/listening/incoming_sound.h"

#include <algorithm>
#include <vector>

#include "tests/support/catch.h"

namespace kine::server::incoming_sound_test {
namespace {

constexpr std::uint32_t kRate = 1'000;
const std::vector<std::int16_t> kPiece(20, 16'384);  // 20 ms of one half

/// How many of these are not silent.
std::size_t loud(std::span<const float> samples) {
  return static_cast<std::size_t>(std::ranges::count(samples, 0.5F));
}

}  // namespace

TEST_CASE("sound that comes in order is heard as it is", "[listening]") {
  IncomingSound sound(kRate);
  CHECK(loud(sound.take(100, kPiece, Seconds(5))) == 20);
  CHECK(loud(sound.take(120, kPiece, Seconds(5.02))) == 20);
  CHECK(sound.losses() == IncomingSound::Losses{});
}

TEST_CASE("what is missing is silence, half a second of it at most", "[listening]") {
  IncomingSound sound(kRate);
  sound.take(0, kPiece, Seconds(0));
  const auto after_gap = sound.take(50, kPiece, Seconds(0.05));
  CHECK(after_gap.size() == 30 + 20);
  CHECK(loud(after_gap) == 20);
  CHECK(after_gap[29] == 0);
  CHECK(sound.take(60'070, kPiece, Seconds(60.07)).size() == 500 + 20);
  CHECK(sound.losses().missing == 30 + 60'000);
}

TEST_CASE("what comes twice, or behind its place, is not heard again", "[listening]") {
  IncomingSound sound(kRate);
  sound.take(0, kPiece, Seconds(0));
  CHECK(sound.take(0, kPiece, Seconds(0.01)).empty());
  CHECK(sound.take(10, kPiece, Seconds(0.02)).size() == 10);
  CHECK(sound.losses().repeated == 30);
}

TEST_CASE("sound that is more than 200 ms late is silence", "[listening]") {
  IncomingSound sound(kRate);
  sound.take(0, kPiece, Seconds(0));
  CHECK(loud(sound.take(20, kPiece, Seconds(0.02 + 0.19))) == 20);
  CHECK(loud(sound.take(40, kPiece, Seconds(0.04 + 0.21))) == 0);
  CHECK(loud(sound.take(60, kPiece, Seconds(0.06 + 0.1))) == 20);
  CHECK(sound.losses().late == 20);
}

TEST_CASE("a clock that goes wrong by 500 parts in a million is never late", "[listening]") {
  for (const double drift : {-499e-6, 499e-6}) {
    IncomingSound sound(kRate);
    for (std::uint64_t i = 0; i < 180'000; ++i) {  // an hour
      const double sent_s = 0.02 * static_cast<double>(i) * (1 + drift);
      sound.take(20 * i, kPiece, Seconds(sent_s));
    }
    CHECK(sound.losses() == IncomingSound::Losses{});
  }
}

TEST_CASE("a clock that stood still is heard again after a second", "[listening]") {
  IncomingSound sound(kRate);
  sound.take(0, kPiece, Seconds(0));
  std::size_t heard = 0;
  for (std::uint64_t i = 1; i <= 100; ++i) {  // it counts on after a pause of ten seconds
    heard += loud(sound.take(20 * i, kPiece, Seconds(10 + 0.02 * static_cast<double>(i))));
  }
  CHECK(sound.losses().late <= 20 * 52);
  CHECK(heard == 20 * 100 - sound.losses().late);
}

TEST_CASE("gaps are no more silence than the time that passes", "[listening]") {
  IncomingSound sound(kRate);
  std::size_t samples = sound.take(0, {}, Seconds(0)).size();
  for (std::uint64_t i = 1; i <= 100; ++i) {
    samples += sound.take(10'000'000 * i, {}, Seconds(0.01 * static_cast<double>(i))).size();
  }
  CHECK(samples <= 1.5 * kRate);
  CHECK(sound.take(~std::uint64_t{0}, kPiece, Seconds(2)).size() <= 1.5 * kRate);
}

TEST_CASE("the quickest piece says what late is", "[listening]") {
  IncomingSound sound(kRate);
  sound.take(0, kPiece, Seconds(0.3));  // it had waited, and those behind it have not
  CHECK(loud(sound.take(20, kPiece, Seconds(0.3))) == 20);
  CHECK(loud(sound.take(300, kPiece, Seconds(0.3))) == 20);
  CHECK(loud(sound.take(320, kPiece, Seconds(0.32 + 0.21))) == 0);
}

}  // namespace kine::server::incoming_sound_test
