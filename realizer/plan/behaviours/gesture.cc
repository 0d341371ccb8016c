// Gestures of the lexicon.
#include <memory>
#include <utility>

#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/behaviours/lexeme_motion.h"

namespace kine::plan {

Drafted draft_gesture(const script::Gesture& gesture, const script::Behaviour& behaviour,
                      const DraftContext& context) {
  auto motion = make_lexeme_motion(gesture, context.body, context.vocabulary);
  if (!motion) return unable(motion.error());
  Phases phases = phases_of(*motion);
  return Draft{.phases = std::move(phases),
               .at = [motion = *std::move(motion), gesture,
                      where = behaviour.where](const MomentTimes& times) {
                 script::Sequence sequence = retimed(motion, times, where);
                 sequence.nucleus = gesture.nucleus;
                 sequence.tension = gesture.tension;
                 sequence.sketch = gesture.sketch;
                 sequence.dynamics = gesture.dynamics;
                 return sequence;
               }};
}

}  // namespace kine::plan
