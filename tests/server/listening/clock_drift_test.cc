// Tests for server/listening/clock_drift.h: sound cards that go wrong, for hours that are counted.
#include "server/listening/clock_drift.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "server/listening/incoming_sound.h"
#include "tests/support/catch.h"

namespace kine::server::clock_drift_test {
namespace {

constexpr std::uint32_t kRate = 8'000;
constexpr std::size_t kPiece = 160;

/// A client whose sound card makes (1 + wrong) samples where it should make one, over a network
/// that takes up to 40 ms.
struct Client {
  explicit Client(double wrong) : actual_hz(kRate * (1 + wrong)) {}

  /// What its next piece becomes, of a tone of `hz`.
  std::span<const float> say(IncomingSound& sound, double hz = 0) {
    std::vector<std::int16_t> samples(kPiece);
    for (std::size_t i = 0; i < kPiece; ++i) {
      const double time_s = static_cast<double>(first + i) / actual_hz;
      samples[i] = static_cast<std::int16_t>(16'000 * std::sin(2 * std::numbers::pi * hz * time_s));
    }
    const double said_s = static_cast<double>(first + kPiece) / actual_hz;
    now = std::max(now, Seconds(said_s + network_s(random)));
    const auto heard = sound.take(first, samples, now);
    first += kPiece;
    return heard;
  }

  double actual_hz;
  std::uint64_t first = 0;
  Seconds now{0};
  std::mt19937 random{7};
  std::uniform_real_distribution<double> network_s{0, 0.04};
};

}  // namespace

TEST_CASE("an hour from a clock that goes wrong neither starves nor piles up",
          "[listening][sweep]") {
  for (const double wrong : {-500e-6, 500e-6}) {
    CAPTURE(wrong);
    Client client(wrong);
    IncomingSound sound(kRate);
    // Somebody who plays it begins 0.14 s after the sound does, at our rate.
    double least_s = 1;
    double most_s = 0;
    constexpr double kHour_s = 3'600;
    while (client.now.count() < kHour_s) {
      const double before_s = sound.length().count();
      client.say(sound);
      const double after_s = sound.length().count();
      const double played_s = client.now.count() - 0.14;
      if (played_s > 0) least_s = std::min(least_s, before_s - played_s);
      most_s = std::max(most_s, after_s - std::max(0.0, played_s));
    }
    CHECK(least_s > 0);
    CHECK(most_s < 0.2);
    CHECK(sound.losses() == IncomingSound::Losses{});
  }
}

TEST_CASE("a tone of a clock that goes wrong has its own pitch again", "[listening]") {
  constexpr double kTone_hz = 440;
  for (const double wrong : {-500e-6, 500e-6}) {
    CAPTURE(wrong);
    Client client(wrong);
    IncomingSound sound(kRate);
    while (client.now < Seconds(150)) client.say(sound, kTone_hz);
    std::size_t samples = 0;
    std::size_t crossings = 0;
    float last = 0;
    while (client.now < Seconds(190)) {
      for (const float sample : client.say(sound, kTone_hz)) {
        crossings += last < 0 && sample >= 0;
        last = sample;
        ++samples;
      }
    }
    // 500 parts in a million are 0.22 Hz; a crossing more or less in 40 s is 0.025 Hz.
    CHECK(static_cast<double>(crossings) * kRate / static_cast<double>(samples) ==
          Approx(kTone_hz).margin(0.05));
  }
}

TEST_CASE("a gap after which an hour has gone wrong is still silence", "[listening][sweep]") {
  Client client(500e-6);
  IncomingSound sound(kRate);
  while (client.now < Seconds(1'800)) client.say(sound);
  client.first += kRate / 4;
  const auto heard = client.say(sound, 440);
  CHECK(heard.size() >= kRate / 4 + kPiece - 8);
  CHECK(sound.losses().missing == kRate / 4);
}

TEST_CASE("a jump is not stretched over, and the clock is as wrong as before", "[listening]") {
  ClockDrift drift;
  constexpr double kWrong = 300e-6;
  Seconds made{0};
  Seconds sound{0};
  const auto go_on = [&](Seconds from, Seconds until, Seconds jumped) {
    for (Seconds now = from; now < until; now += Seconds(0.02)) {
      const Seconds next = (now - jumped) * (1 - kWrong);
      made += (next - sound) * (1 + drift.stretch());
      sound = next;
      drift.see(sound, made, now);
    }
  };
  go_on(Seconds(0), Seconds(200), Seconds(0));
  CHECK(drift.stretch() == Approx(kWrong).epsilon(0.02));
  drift.jump();
  go_on(Seconds(203), Seconds(300), Seconds(3));  // three seconds of nothing
  CHECK(drift.stretch() == Approx(kWrong).epsilon(0.05));
}

TEST_CASE("no clock is stretched by more than a thousandth", "[listening]") {
  ClockDrift drift;
  for (int i = 0; i < 5'000; ++i) {
    const double time_s = 0.02 * i;
    drift.see(Seconds(0.98 * time_s), Seconds(0.98 * time_s), Seconds(time_s));
    CHECK(std::abs(drift.stretch()) <= kStretchMost);
  }
  CHECK(drift.stretch() == kStretchMost);
}

}  // namespace kine::server::clock_drift_test
