// What a character does by the sound of a take, and when it began which motion.
//
//   HeardSound, a repertoire --perform_take--> PerformedTake
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/gesture/body_section.h"
#include "realizer/gesture/section.h"
#include "server/offline/heard_sound.h"
#include "server/offline/offline_stage.h"

namespace kine::server {

/// A motion that was played, perhaps not to its end.
struct PlayedMotion {
  gesture::BodySection section = gesture::BodySection::Head;
  std::size_t motion = 0;
  double from_s = 0;
  double to_s = 0;
  double length_s = 0;  // of its segment, had it been played to its end
  gesture::Termination ended_by = gesture::Termination::None;  // None: the take was over
};

struct PerformedTake {
  gesture::RecordedMotion motion;    // at gesture::kTakeRate_hz
  std::vector<PlayedMotion> played;  // of all sections, by when they ended
};

/// Ticks 60 times a second, for so long.
PerformedTake perform_take(std::shared_ptr<const HeardSound> sound, Seconds length,
                           const std::shared_ptr<const Cast>& cast,
                           const std::shared_ptr<const PlayableRepertoire>& repertoire,
                           std::uint64_t seed);

}  // namespace kine::server
