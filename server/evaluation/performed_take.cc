#include "server/evaluation/performed_take.h"

#include <map>
#include <utility>

#include "realizer/gesture/training/training_take.h"
#include "server/learning/recorded_takes.h"

namespace kine::server {
namespace {

const TickRate kPerformedRate(60);
const std::uint64_t kTicksPerFrame =
    static_cast<std::uint64_t>(kPerformedRate.hz() / gesture::kTakeRate_hz);

/// How long a segment of a repertoire lasts.
double length_of(const PlayableRepertoire& repertoire, const MotionStarted& started) {
  for (const gesture::SectionRepertoire& each : repertoire.sections) {
    if (each.section == started.section) {
      return each.segments[started.segment].turns->length().count();
    }
  }
  return 0;
}

}  // namespace

PerformedTake perform_take(std::shared_ptr<const HeardSound> sound, Seconds length,
                           const std::shared_ptr<const Cast>& cast,
                           const std::shared_ptr<const PlayableRepertoire>& repertoire,
                           std::uint64_t seed) {
  OfflineStage stage({&cast, 1}, kPerformedRate,
                     {.liveliness = autonomy::Liveliness::Still, .seed = seed});
  stage.hear(std::move(sound), CharacterId{1}, repertoire);
  PerformedTake take{.motion = {.rate_hz = gesture::kTakeRate_hz, .frames = {}}, .played = {}};
  std::map<gesture::BodySection, PlayedMotion> playing;
  const auto end = [&](PlayedMotion& played, double now_s, gesture::Termination by) {
    played.to_s = now_s;
    played.ended_by = by;
    take.played.push_back(played);
  };
  double now_s = 0;
  do {
    stage.advance();
    now_s = kPerformedRate.time_of(stage.tick()).count();
    if (stage.tick().index % kTicksPerFrame == 0) {
      take.motion.frames.push_back(turns_of(stage.frames().front()));
    }
    for (const MotionStarted& started : stage.motions_started()) {
      if (const auto found = playing.find(started.section); found != playing.end()) {
        end(found->second, now_s, started.why);
      }
      playing[started.section] = {.section = started.section,
                                  .motion = started.motion,
                                  .from_s = now_s,
                                  .length_s = length_of(*repertoire, started)};
    }
  } while (now_s < length.count());
  for (auto& [section, played] : playing) end(played, now_s, gesture::Termination::None);
  return take;
}

}  // namespace kine::server
