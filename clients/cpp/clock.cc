#include "clients/cpp/clock.h"

#include <algorithm>
#include <chrono>

namespace kine::client {
namespace {

constexpr std::size_t kSamplesMax = 10;

std::int64_t round_trip(const Clock::Sample& sample) { return sample.received - sample.sent; }

/// `there` was when this side's clock was between the ping and its answer.
double at(std::int64_t there_us, const Clock::Sample& sample, std::int64_t now_us) {
  const double between_us = static_cast<double>(sample.sent + sample.received) / 2;
  return (static_cast<double>(there_us) + (static_cast<double>(now_us) - between_us)) / 1e6;
}

}  // namespace

std::int64_t client_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

void Clock::add(const Sample& sample) {
  samples_.push_back(sample);
  if (samples_.size() > kSamplesMax) samples_.pop_front();
}

const Clock::Sample* Clock::best() const {
  const auto least = std::min_element(
      samples_.begin(), samples_.end(),
      [](const Sample& a, const Sample& b) { return round_trip(a) < round_trip(b); });
  return least == samples_.end() ? nullptr : &*least;
}

std::optional<double> Clock::round_trip_s() const {
  const Sample* sample = best();
  if (sample == nullptr) return {};
  return static_cast<double>(round_trip(*sample)) / 1e6;
}

std::optional<double> Clock::server_time_s(std::int64_t now_us) const {
  const Sample* sample = best();
  if (sample == nullptr) return {};
  return at(sample->server, *sample, now_us);
}

std::optional<double> Clock::tick_time_s(std::int64_t now_us) const {
  const Sample* sample = best();
  if (sample == nullptr || sample->server_tick == 0) return {};
  return at(sample->server_tick, *sample, now_us);
}

}  // namespace kine::client
