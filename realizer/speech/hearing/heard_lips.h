// A mouth that moves by sound alone, as good as that can be: nobody says which sounds they are.
//
//   samples --Resampler--> energies of bands, every 10 ms --> weights of visemes
//
// How far it opens is how loud the band of vowels is, against the loudest of late. Hiss is SS or
// CH. Rounded vowels are known by how much weaker their higher band is than their lower one,
// against what is usual of the speaker. In pauses the lips are closed. Numbers are the same for
// chunks of any size, and nothing is allocated.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "realizer/body/channels.h"
#include "realizer/core/time.h"
#include "realizer/speech/hearing/frame_grid.h"
#include "realizer/speech/hearing/intensity.h"
#include "realizer/speech/hearing/resampler.h"

namespace kine::speech {

/// One a Viseme: 255 is all of it. Whole numbers, so that a log has exactly what was shown.
using LipWeights = std::array<std::uint8_t, body::kVisemeChannelCount>;

/// How long lips take to go two thirds of their way.
inline constexpr Seconds kLipsAttack{0.03};
inline constexpr Seconds kLipsRelease{0.08};

/// After so much silence they are closed.
inline constexpr Seconds kLipsPause{0.08};

class HeardLips {
 public:
  /// `rate_hz` is one that can be heard, as of Hearing.
  explicit HeardLips(std::uint32_t rate_hz);

  /// 1 at full scale; what is no number is silence. The weights of the frame that it completes.
  std::optional<LipWeights> push(float sample);

 private:
  /// Of a frame, as mean squares.
  struct Energies {
    double all = 0;     // above hum
    double vowels = 0;  // 400 to 2,500 Hz
    double low = 0;     // 250 to 1,000 Hz: where the first peak of vowels is, …
    double middle = 0;  // … and 1,700 to 3,500 Hz, where the second is of those that are not round
    double hiss = 0;    // above 3,500 Hz
    double sharp = 0;   // above 5,500 Hz: an s has most of its hiss there, and a sh has not
  };

  /// Between 0 and 1, of the visemes that are used here.
  struct Shape {
    double sharp = 0;  // SS
    double broad = 0;  // CH
    double open = 0;   // of vowels
    double front = 0;  // 0: rounded, 1: not
  };

  bool completes_frame(float sample);
  void add(double sample);
  Shape shape_of_frame();
  LipWeights moved_towards(const Shape& shape);

  Resampler resampler_;
  Biquad above_hum_;
  Biquad above_400_;
  Biquad below_2500_;
  Biquad above_250_;
  Biquad below_1000_;
  Biquad above_1700_;
  Biquad above_1700_again_;
  Biquad below_3500_;
  Biquad above_3500_;
  Biquad above_3500_again_;
  Biquad above_5500_;
  Energies energies_;  // of the frame so far
  std::int64_t due_ = kHop;
  double loudest_db_;       // of late
  double mean_tilt_db_;     // of vowels: their middle band against their low one
  double tilts_ = 0;        // frames of which that is the mean, the quiet ones less
  std::int64_t quiet_ = 0;  // in a row
  std::array<double, body::kVisemeChannelCount> weights_{};
};

}  // namespace kine::speech
