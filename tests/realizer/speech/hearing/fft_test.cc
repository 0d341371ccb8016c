#include "realizer/speech/hearing/fft.h"

#include <cmath>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/speech/tones.h"

namespace kine::speech::fft_test {
namespace {

/// By the definition.
std::complex<double> direct_bin(const std::vector<float>& samples, std::size_t bin) {
  std::complex<double> sum;
  const auto size = static_cast<double>(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto turn = static_cast<double>(i * bin % samples.size());
    sum += static_cast<double>(samples[i]) * std::polar(1.0, -2 * std::numbers::pi * turn / size);
  }
  return sum;
}

}  // namespace

TEST_CASE("a transform is the one of the definition, for every size", "[fft]") {
  for (std::size_t size = 4; size <= 1'024; size *= 2) {
    const std::vector<float> samples = test::noise(size, 1);
    std::vector<std::complex<float>> bins(size / 2 + 1);
    RealFft(size).transform(samples, bins);
    CAPTURE(size);
    double worst = 0;
    for (std::size_t k = 0; k < bins.size(); ++k) {
      worst = std::max(worst, std::abs(std::complex<double>(bins[k]) - direct_bin(samples, k)));
    }
    CHECK(worst < 1e-6 * static_cast<double>(size));
  }
}

TEST_CASE("a transform knows nothing of the one before", "[fft]") {
  RealFft fft(64);
  std::vector<std::complex<float>> first(33);
  std::vector<std::complex<float>> second(33);
  fft.transform(test::noise(64, 1), first);
  fft.transform(std::vector<float>(64, 1), second);
  fft.transform(test::noise(64, 1), second);
  CHECK(first == second);
}

}  // namespace kine::speech::fft_test
