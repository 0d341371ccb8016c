// A mouth that speaks: the weights of the 15 visemes at any time of an utterance.
//
//   SpeechTrack --viseme_parts--> targets --co-articulation, closures--> weights, ARKit's shapes
//
// A pure function of time. Each sound pulls the mouth towards its own look and lets go as time
// passes, so that neighbours show in each other; lips that must meet do, whatever is around them.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "realizer/body/channels.h"
#include "realizer/speech/phones.h"
#include "realizer/speech/speech_track.h"

namespace kine::speech {

/// One a Viseme, each in [0, 1.2]; together at most 1.2. What no sound asks for is Sil's.
using VisemeWeights = std::array<double, body::kVisemeChannelCount>;

/// How far the lips of a p, b or m come together at least, for kClosureTime, and those of an f or
/// v.
inline constexpr double kLipClosure = 0.95;
inline constexpr Seconds kClosureTime{0.040};
inline constexpr double kLipContact = 0.85;

/// No weight changes by more in a sixtieth of a second.
inline constexpr double kWeightStepMax = 0.35;

struct MouthOptions {
  Seconds lead{0.030};  // how much earlier than it is heard a sound is seen

  /// Before it lips cannot meet: where nobody sees the mouth earlier, a first p is closed later.
  Seconds seen_from{-std::numeric_limits<double>::infinity()};
};

class Mouth {
 public:
  explicit Mouth(const SpeechTrack& track, const MouthOptions& options = {});

  /// `time` from the start of the audio; before and after it the mouth comes from rest and goes
  /// there.
  VisemeWeights at(Seconds time) const;

 private:
  /// A stretch of time with one look.
  struct Target {
    VisemePart look;
    double start_s = 0;
    double end_s = 0;
    double centre_s = 0;
  };
  struct Closure {
    double start_s = 0;
    double end_s = 0;
    Viseme lips = Viseme::PP;
  };

  void add_rest(double start_s, double end_s);
  void add_phone(const std::vector<Phone>& phones, std::size_t index);
  void add_closures(double seen_from_s);
  VisemeWeights pulled(double time_s) const;
  double amplitude(double time_s) const;
  double closed(Viseme lips, double time_s, double closing_s) const;

  double lead_s_ = 0;
  std::vector<Target> targets_;    // one after the other, without gaps
  std::vector<Closure> closures_;  // in the order of their end
  std::vector<double> nuclei_s_;   // the middles of syllables
  std::vector<double> gains_;      // of loudness
};

/// How much of a face shape a viseme is.
struct ShapeShare {
  Viseme viseme;
  body::Channel channel;
  double weight;  // of the channel where the viseme has 1
};

/// The visemes in ARKit's shapes: a channel has the sum of what the visemes give it.
std::span<const ShapeShare> arkit_shares();

/// The value of one of ARKit's channels.
double projected(const VisemeWeights& weights, body::Channel channel);

}  // namespace kine::speech
