// What a section of the body has learnt to do while somebody speaks: the hidden Markov model of
// Levine, Theobalt and Koltun (2009). A *motion* is a cluster of segments that are alike. It has
// two states: it has just started (s), or it goes on (c).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kine::gesture {

/// The most of a section; the paper's arms have 45.
inline constexpr std::size_t kMotionsMax = 64;
inline constexpr std::size_t kStatesMax = 2 * kMotionsMax;

/// Symbols of prosody: 2 of rising pitch, 2 of falling pitch, 3 of intensity, 3 of length.
inline constexpr std::size_t kSymbols = 36;

/// How loud the last eight syllables were, by quartiles.
inline constexpr std::size_t kContexts = 4;

/// What is heard when a syllable ends, or in a pause.
struct Observation {
  std::uint8_t symbol = 0;   // below kSymbols
  std::uint8_t context = 0;  // below kContexts
  double after_s = 0;        // since the one before

  friend bool operator==(const Observation&, const Observation&) = default;
};

/// The probability that another syllable ends within a motion of which so much is over:
/// f(tau) = 1 / (1 + exp(a (tau - b))).
struct Completion {
  double slope = 1;  // a, above 0
  double half = 1;   // b

  double goes_on(double fraction) const;

  friend bool operator==(const Completion&, const Completion&) = default;
};

/// P(symbol | state) and P(context | state).
struct Emission {
  std::array<double, kSymbols> symbols = {};
  std::array<double, kContexts> contexts = {};

  friend bool operator==(const Emission&, const Emission&) = default;
};

/// Of one motion.
struct Motion {
  double length_s = 1;           // the mean of its segments
  Completion completion;         // how likely it goes on
  std::vector<double> next;      // T_c: what starts when it goes on no more; they sum to 1
  double continues = 0;          // T_s of the paper's profile: that it goes on after its start, …
  std::vector<double> switches;  // … and what starts instead; all sum to 1
  Emission start;                // of s
  Emission going_on;             // of c
  double start_share = 0;        // pi: the share of observations in s …
  double going_on_share = 0;     // … and in c

  friend bool operator==(const Motion&, const Motion&) = default;
};

struct MotionModel {
  std::vector<Motion> motions;

  std::size_t size() const { return motions.size(); }
  friend bool operator==(const MotionModel&, const MotionModel&) = default;
};

/// What is wrong with a model that was read: empty where nothing is.
std::string fault_of(const MotionModel& model);

/// How a segment takes over from what is shown.
enum class Blend : std::uint8_t {
  Inertial,  // the offset dies away like that of a spring
  Velocity   // as the paper does: no faster than the segment moves
};

/// From which probabilities a state is drawn.
enum class DrawnFrom : std::uint8_t { Both, Alpha, Gamma };

/// Which state is drawn.
enum class DrawnHow : std::uint8_t { Sampled, MostProbable };

/// Where we depart from the paper, and what its results are compared with. All departures are on
/// unless they are switched off.
struct Profile {
  double shares_power = 0.75;      // p of alpha gamma / pi^p: at 0 activity collapses into holds
  double context_weight = 1.5;     // of the running loudness as a second observation; 0: none
  bool completes_starts = true;    // f holds of starts as well, in place of T_s
  bool pools_states = true;        // alpha and pi of a motion, whether it starts or goes on
  double rests_after_s = 0.8;      // of silence: all sections go back to rest; 0: they never do
  bool starts_in_silence = false;  // a motion; else what goes on is finished and held
  double stirs_after_s = 5;        // of speech without a stroke: arms make one; 0: never
  double turns_rad_s = 8;     // joints turn no faster, as far as slower play helps; 0: they may
  double catch_up_rad_s = 3;  // a far segment is approached no faster; 0: without a bound
  Blend blend = Blend::Inertial;
  DrawnFrom from = DrawnFrom::Both;
  DrawnHow how = DrawnHow::Sampled;

  // Controls. Each motion is played to its end; where one starts, it is any, as often as learnt.
  bool ends_early = true;
  bool any_motion = false;

  friend bool operator==(const Profile&, const Profile&) = default;
};
inline constexpr Profile kLevine2009{.shares_power = 0,
                                     .context_weight = 0,
                                     .completes_starts = false,
                                     .pools_states = false,
                                     .rests_after_s = 0,
                                     .starts_in_silence = true,
                                     .stirs_after_s = 0,
                                     .turns_rad_s = 0,
                                     .catch_up_rad_s = 0,
                                     .blend = Blend::Velocity};

}  // namespace kine::gesture
