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

#include "realizer/core/time.h"
#include "realizer/motion/block.h"
#include "realizer/motion/continued.h"
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

  /// The first moment that is not before the tick.
  Seconds now() const;
  plan::Rest rest() const { return {.parts = block->schedule, .now = now(), .changes = changes}; }
  bool changes_part(std::string_view part) const;
};

/// Brings the plan of the rest to where the block is, and says of each of its sequences how it goes
/// on. `times` and `stays_until` are its sequences'.
std::vector<motion::Going> go_on(const PlayedSoFar& so_far, std::span<const plan::PartTimes> times,
                                 std::span<const std::optional<Seconds>> stays_until,
                                 plan::Plan& plan);

/// Says again what the block says, and asks another voice for the rest.
class SaidVoice final : public speech::Voice {
 public:
  /// Both outlive it.
  SaidVoice(const motion::Block& block, const speech::Voice& voice)
      : block_(block), voice_(voice) {}

  std::string_view name() const override { return voice_.name(); }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

 private:
  const motion::Block& block_;
  const speech::Voice& voice_;
};

}  // namespace kine
