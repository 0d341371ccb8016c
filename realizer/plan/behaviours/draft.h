// A Draft: what becomes of one behaviour of a BML block, before anybody knows when.
//
//   Behaviour --draft_of--> Draft{phases} --make_schedule--> times --Draft::at--> one sequence
//
// A kind of behaviour is one function here. What it needs is looked up while it is drafted, so
// that nothing is missing any more when its times are known.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/core/work.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/plan/parameters.h"
#include "realizer/plan/schedule/schedule.h"
#include "realizer/script/behaviours.h"
#include "realizer/speech/voice.h"

namespace kine::plan {

struct Draft {
  Phases phases;

  /// Its motion with the points of `phases` at these times. The sequence bears no id yet; its poses
  /// have the names of their points as ids, and a point where nothing is reached is a pose that
  /// asks for nothing. `start` and `end` are the sequence's own.
  std::function<script::Sequence(const MomentTimes&)> at;

  std::shared_ptr<const speech::SpeechTrack> speech = {};  // what it says; none: nothing
  std::string lacks = {};   // what of it cannot be done, one clause; empty: nothing
  std::string remark = {};  // how it was read, where one might doubt it; empty: plainly
};

/// The character that behaviours are drafted for.
struct DraftContext {
  const body::Body& body;
  const Vocabulary& vocabulary;
  const speech::Voice& voice;

  /// Whether something on the stage is called so.
  std::function<bool(std::string_view)> knows_target;

  /// Where it is before anybody moves, in the character's space; nothing where that is not known.
  std::function<std::optional<Vec3>(std::string_view)> find_place;

  /// Whether somebody is called so; none: nobody is.
  std::function<bool(std::string_view)> is_character = {};

  std::string_view character = {};  // its name

  /// What somebody has changed of the block while it plays.
  std::span<const ParameterChange> changes = {};

  /// What its block has beside: what is tied to another behaviour begins where that leaves it.
  std::span<const script::Behaviour> beside = {};

  WorkBudget* work = nullptr;  // for finding times; null: it has no end
};

/// Why a behaviour cannot be done.
struct Unable {
  WarningKind kind = WarningKind::CannotCreateBehaviour;
  std::string message;  // one clause, the offending value last and quoted
  Where where = {};
};

using Drafted = std::variant<Draft, Unable>;

/// It cannot be created, for that reason.
Unable unable(const Error& error);

Drafted draft_of(const script::Behaviour& behaviour, const DraftContext& context);

// The kinds, a file each.

Drafted draft_head(const script::HeadMove& head, const script::Behaviour& behaviour,
                   const DraftContext& context);
Drafted draft_face(const script::Face& face, const script::Behaviour& behaviour,
                   const DraftContext& context);
Drafted draft_gaze(const script::Gaze& gaze, const script::Behaviour& behaviour,
                   const DraftContext& context);
Drafted draft_head_direction(const script::HeadDirectionShift& shift,
                             const script::Behaviour& behaviour, const DraftContext& context);
Drafted draft_gesture(const script::Gesture& gesture, const script::Behaviour& behaviour,
                      const DraftContext& context);
Drafted draft_pointing(const script::Pointing& pointing, const script::Behaviour& behaviour,
                       const DraftContext& context);
Drafted draft_posture(const script::Posture& posture, const script::Behaviour& behaviour,
                      const DraftContext& context);
Drafted draft_locomotion(const script::Locomotion& locomotion, const script::Behaviour& behaviour,
                         const DraftContext& context);
Drafted draft_key_poses(const script::Sequence& sequence, const script::Behaviour& behaviour,
                        const DraftContext& context);
Drafted draft_speech(const script::Speech& speech, const script::Behaviour& behaviour,
                     const DraftContext& context);
Drafted draft_emitter(const script::Emitter& emitter, const script::Behaviour& behaviour,
                      const DraftContext& context);
Drafted draft_activate(const script::Activate& activate, const script::Behaviour& behaviour,
                       const DraftContext& context);
Drafted draft_change(const script::ChangeParameter& change, const script::Behaviour& behaviour,
                     const DraftContext& context);
Drafted draft_interrupt(const script::InterruptBlock& interrupt, const script::Behaviour& behaviour,
                        const DraftContext& context);
Drafted draft_wait(const script::Wait& wait, const script::Behaviour& behaviour,
                   const DraftContext& context);

}  // namespace kine::plan
