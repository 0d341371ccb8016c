// What a block that plays does from a tick on, prepared anew: what its preparation needs to know of
// what has passed.
//
//   PlayedSoFar --prepare--> Block, for Replan
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/time.h"
#include "realizer/motion/block.h"
#include "realizer/motion/build/continued.h"
#include "realizer/plan/plan.h"
#include "realizer/plan/rest.h"
#include "realizer/speech/voice.h"

namespace kine {

struct PlayedSoFar {
  std::shared_ptr<const motion::Block> block;  // never null
  Tick from;                                   // counted from its start: what is before has passed
  TickRate rate;
  std::vector<plan::ParameterChange> changes = {};  // of it since it was read, in their order
  std::size_t made = 0;                             // of them: those that it has gone on with

  /// A speech as its voice says it now, where that is not as the block goes on with it.
  struct Revised {
    std::string part;
    std::shared_ptr<const speech::SpeechTrack> track;  // never null
  };
  std::vector<Revised> revised = {};
  std::vector<Warning> remarks = {};  // to be said with the rest

  /// Whether its character was given another manner since it was planned: what has not struck yet
  /// takes it.
  bool new_manner = false;

  /// The first moment that is not before the tick.
  Seconds now() const;
  plan::Rest rest() const;
  bool changes_part(std::string_view part) const;

  /// The rate at which a speech goes on, where somebody has wished another since.
  std::optional<double> wished_rate(std::string_view part) const;

  /// Whether words of a speech may come at other times than in the block.
  bool is_spoken_anew(std::string_view part) const;
};

/// How each sequence of a rest goes on, and which changes come to nothing.
struct GoingOn {
  std::vector<motion::Going> going;
  std::vector<Warning> in_vain;
};

/// Brings the plan of the rest to where the block is. `times` and `stays_until` are its sequences'.
GoingOn go_on(const PlayedSoFar& so_far, std::span<const plan::PartTimes> times,
              std::span<const std::optional<Seconds>> stays_until, plan::Plan& plan);

/// Says again what the block says; of what its voice has changed, or is to be said at another rate,
/// the words that have not begun come anew, and for another rate alone another voice is asked. What
/// the block says no more takes as long as it is likely to. Of one thread.
class SaidVoice final : public speech::Voice {
 public:
  /// Both outlive it.
  SaidVoice(const PlayedSoFar& so_far, const speech::Voice& voice)
      : so_far_(so_far), voice_(voice) {}

  std::string_view name() const override { return voice_.name(); }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

  /// What of its voice could not be taken, and what was wished in vain, about its parts.
  std::span<const Warning> remarks() const { return remarks_; }
  std::span<const Warning> in_vain() const { return in_vain_; }

 private:
  Result<speech::SpeechTrack> say_on(const motion::Utterance& said,
                                     const speech::Utterance& utterance) const;
  speech::SpeechTrack at_rate(double rate, Seconds now, speech::SpeechTrack said,
                              speech::Utterance utterance) const;
  void refuse_rate(const std::string& part, const std::string& reason) const;

  const PlayedSoFar& so_far_;
  const speech::Voice& voice_;
  mutable std::vector<Warning> remarks_;
  mutable std::vector<Warning> in_vain_;
};

}  // namespace kine
