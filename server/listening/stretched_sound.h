// Sound that becomes a little longer or shorter.
//
//   a sample --push--> none, one or two samples
//
// A windowed sinc between the samples: it takes part once something is to be stretched. Until then
// samples go through as they are.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace kine::server {

class StretchedSound {
 public:
  /// Samples on either side of an output, for which it waits.
  static constexpr std::size_t kHalf = 8;

  /// Adds to `output` what `sample` completes. `stretch`: by what part sound becomes longer here,
  /// small against 1.
  void push(float sample, double stretch, std::vector<float>& output);

 private:
  static constexpr std::size_t kTaps = 2 * kHalf;

  float output_here() const;

  bool stretches_ = false;
  std::array<float, 2 * kTaps> recent_{};  // the last kTaps, twice, so that they stand in one piece
  std::size_t next_ = 0;                   // where the next one goes
  double ahead_ = kHalf;  // the next output stands so far behind the middle of the last kTaps
};

}  // namespace kine::server
