// Tests for server/listening/opus_sound.h.
#include "server/listening/opus_sound.h"

#include <cmath>
#include <numbers>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/speech/opus_packets.h"

namespace kine::server::opus_sound_test {
namespace {

constexpr std::uint32_t kRate = OpusSound::kRate_hz;
constexpr double kTone_hz = 440;

std::vector<std::int16_t> tone(std::uint32_t rate_hz, double length_s) {
  std::vector<std::int16_t> samples(static_cast<std::size_t>(length_s * rate_hz));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] = static_cast<std::int16_t>(
        8'000 * std::sin(2 * std::numbers::pi * kTone_hz * static_cast<double>(i) / rate_hz));
  }
  return samples;
}

/// The amplitude of a tone in these, by its Fourier sum.
double amplitude_at(double frequency_hz, const std::vector<std::int16_t>& samples) {
  double real = 0;
  double imaginary = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double phase = 2 * std::numbers::pi * frequency_hz * static_cast<double>(i) / kRate;
    real += samples[i] * std::cos(phase);
    imaginary += samples[i] * std::sin(phase);
  }
  return 2 * std::hypot(real, imaginary) / static_cast<double>(samples.size());
}

}  // namespace

TEST_CASE("a tone goes through Opus as the same tone, at 16 kHz", "[opus]") {
  for (const std::uint32_t rate_hz : {8'000u, 16'000u, 48'000u}) {
    CAPTURE(rate_hz);
    auto opus = OpusSound::make();
    REQUIRE(opus);
    std::vector<std::int16_t> heard;
    for (const std::string& packet : test::opus_packets(tone(rate_hz, 2), rate_hz, rate_hz / 50)) {
      CHECK(OpusSound::samples_in(packet) == 320u);
      const auto samples = opus->decode(packet);
      REQUIRE(samples);
      heard.insert(heard.end(), samples->begin(), samples->end());
    }
    CHECK(heard.size() == 2 * kRate);
    heard.erase(heard.begin(), heard.begin() + kRate);  // where it has settled
    CHECK(amplitude_at(kTone_hz, heard) == Approx(8'000).epsilon(0.1));
    CHECK(amplitude_at(3 * kTone_hz, heard) < 400);
  }
}

TEST_CASE("what is no packet is none, and harms nothing behind it", "[opus]") {
  auto opus = OpusSound::make();
  REQUIRE(opus);
  CHECK_FALSE(OpusSound::samples_in(""));
  CHECK_FALSE(opus->decode(""));
  const std::string many(3, '\xff');  // code 3 of RFC 6716 with 63 frames of 20 ms
  CHECK_FALSE(OpusSound::samples_in(many));
  CHECK_FALSE(opus->decode(many));
  const auto packets = test::opus_packets(tone(kRate, 0.1), kRate, 320);
  CHECK(opus->decode(packets[0]));
  // One of 120 ms is Opus, and longer than what a message may hold.
  std::string long_one = test::opus_packets(tone(kRate, 0.06), kRate, 960).front();
  long_one[0] = static_cast<char>(long_one[0] | 1);  // two frames of the same size
  if (long_one.size() % 2 == 0) long_one += '\0';
  CHECK(OpusSound::samples_in(long_one) == 1'920u);
  CHECK_FALSE(opus->decode(long_one));
}

TEST_CASE("a decoder that forgets begins as a new one", "[opus]") {
  const auto packets = test::opus_packets(tone(kRate, 0.2), kRate, 320);
  auto used = OpusSound::make();
  auto fresh = OpusSound::make();
  REQUIRE(used);
  REQUIRE(fresh);
  CHECK(used->decode(packets[0]));
  used->forget();
  const auto again = used->decode(packets[5]);
  const auto first = fresh->decode(packets[5]);
  CHECK(std::vector(again->begin(), again->end()) == std::vector(first->begin(), first->end()));
}

}  // namespace kine::server::opus_sound_test
