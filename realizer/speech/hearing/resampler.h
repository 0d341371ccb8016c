// Sound of any rate to the 16,000 samples a second that hearing works with.
//
//   a sample of 8,000 to 48,000 Hz --push--> none, one or two samples of 16,000 Hz
//
// A windowed sinc, a row of weights for each place between two samples. It takes one sample at a
// time, so how sound is cut into chunks cannot matter. Output n is at the time n / 16,000 s.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kine::speech {

inline constexpr std::uint32_t kHearingRateMin_hz = 8'000;
inline constexpr std::uint32_t kHearingRateMax_hz = 48'000;

class Resampler {
 public:
  /// The samples that one of the input completes, in their order.
  struct Output {
    std::array<float, 2> samples{};
    std::size_t count = 0;

    const float* begin() const { return samples.data(); }
    const float* end() const { return samples.data() + count; }
  };

  /// `rate_hz` is within the bounds above.
  explicit Resampler(std::uint32_t rate_hz);

  Output push(float sample);

  /// How many samples of the input behind its time an output waits for.
  std::size_t delay() const { return half_; }

 private:
  float output_here() const;

  std::size_t half_ = 0;    // weights on each side; 0: the rates are the same
  std::uint64_t up_ = 1;    // outputs in the time of …
  std::uint64_t down_ = 1;  // … so many inputs
  std::size_t rows_ = 0;
  std::vector<float> weights_;  // rows_ + 1 rows of 2·half_
  std::vector<float> recent_;   // the last 2·half_ inputs, twice, so that they stand in one piece
  std::size_t next_ = 0;        // where the next input goes
  std::uint64_t taken_ = 0;     // inputs so far
  std::uint64_t index_ = 0;     // the next output stands behind this input …
  std::uint64_t phase_ = 0;     // … by phase_ / up_ of the way to the one after it
};

}  // namespace kine::speech
