#include "realizer/cast/body_clips.h"

#include <utility>

#include "realizer/motion/clips/standing_clip.h"

namespace kine {

std::shared_ptr<const pose::Clips> clips_on(const std::shared_ptr<const pose::Clips>& recorded,
                                            const body::Body& body) {
  pose::Clips clips = *recorded;
  bool any = false;
  for (auto& [name, clip] : clips) {
    auto stands = motion::standing_clip(clip, body);
    any = any || stands != clip;
    clip = std::move(stands);
  }
  return any ? std::make_shared<const pose::Clips>(std::move(clips)) : recorded;
}

}  // namespace kine
