// How loud the vowels of speech are, frame by frame.
//
//   a sample of 16,000 Hz --400 to 2,500 Hz--> squared --Gaussian of 64 ms--> dB of a frame
//
// A level is known 32 ms after its time. The band leaves out most of hum, hiss and fricatives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "realizer/speech/hearing/frame_grid.h"

namespace kine::speech {

struct IntensityFrame {
  std::int64_t frame = 0;  // of the grid of hearing
  float db = 0;            // a square wave at full scale within the band has 0; at least -96

  friend bool operator==(const IntensityFrame&, const IntensityFrame&) = default;
};

/// Two zeros and two poles, in the transposed direct form II.
class Biquad {
 public:
  static Biquad low_pass(double cut_hz);
  static Biquad high_pass(double cut_hz);

  double filter(double sample);

 private:
  double b0_ = 1;
  double b1_ = 0;
  double b2_ = 0;
  double a1_ = 0;
  double a2_ = 0;
  double first_ = 0;
  double second_ = 0;
};

class Intensity {
 public:
  static constexpr std::size_t kWindow = 1'024;  // samples: 64 ms

  Intensity();

  /// Finite samples, within [-1, 1].
  std::optional<IntensityFrame> push(float sample);

 private:
  float level_db() const;

  Biquad high_pass_;  // twice: a deep voice and its first harmonics hide valleys
  Biquad high_pass_again_;
  Biquad low_pass_;
  std::vector<float> weights_;  // add up to 1
  std::vector<float> squares_;  // the last window, and what came before it
  std::size_t next_ = kWindow / 2;
  std::int64_t due_ = kWindow / 2;  // samples until the next frame
  std::int64_t frames_ = 0;
};

}  // namespace kine::speech
