#include "realizer/plan/behaviours/draft.h"

#include <utility>

#include "realizer/core/number.h"

namespace kine::plan {
namespace {

struct Drafting {
  const script::Behaviour& behaviour;
  const DraftContext& context;

  Drafted operator()(const script::HeadMove& head) const {
    return draft_head(head, behaviour, context);
  }
  Drafted operator()(const script::HeadDirectionShift& shift) const {
    return draft_head_direction(shift, behaviour, context);
  }
  Drafted operator()(const script::Face& face) const {
    return draft_face(face, behaviour, context);
  }
  Drafted operator()(const script::Gaze& gaze) const {
    return draft_gaze(gaze, behaviour, context);
  }
  Drafted operator()(const script::Gesture& gesture) const {
    return draft_gesture(gesture, behaviour, context);
  }
  Drafted operator()(const script::Pointing& pointing) const {
    return draft_pointing(pointing, behaviour, context);
  }
  Drafted operator()(const script::Posture& posture) const {
    return draft_posture(posture, behaviour, context);
  }
  Drafted operator()(const script::Locomotion& locomotion) const {
    return draft_locomotion(locomotion, behaviour, context);
  }
  Drafted operator()(const script::Speech& speech) const {
    return draft_speech(speech, behaviour, context);
  }
  Drafted operator()(const script::Wait& wait) const {
    return draft_wait(wait, behaviour, context);
  }
  Drafted operator()(const script::Emitter& emitter) const {
    return draft_emitter(emitter, behaviour, context);
  }
  Drafted operator()(const script::Activate& activate) const {
    return draft_activate(activate, behaviour, context);
  }
  Drafted operator()(const script::InterruptBlock& interrupt) const {
    return draft_interrupt(interrupt, behaviour, context);
  }
  Drafted operator()(const script::ChangeParameter& change) const {
    return draft_change(change, behaviour, context);
  }
  Drafted operator()(const script::Sequence& sequence) const {
    return draft_key_poses(sequence, behaviour, context);
  }
  template <class Kind>
  Drafted operator()(const Kind&) const {
    return Unable{WarningKind::BehaviourTypeNotSupported,
                  "not realized yet: " + quoted(behaviour.element), behaviour.where};
  }
};

}  // namespace

Unable unable(const Error& error) {
  return {WarningKind::CannotCreateBehaviour, error.message, error.where};
}

Drafted draft_of(const script::Behaviour& behaviour, const DraftContext& context) {
  return std::visit(Drafting{behaviour, context}, behaviour.kind);
}

}  // namespace kine::plan
