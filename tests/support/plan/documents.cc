#include "tests/support/plan/documents.h"

#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "realizer/script/reader.h"

namespace kine::test {
namespace {

void forget(script::Name& name) { name.where = {}; }

void forget_names(script::Position& position) {
  forget(position.joint);
  forget(position.group);
  forget(position.touches);
  forget(position.by);
}
void forget_names(script::Orientation& orientation) {
  forget(orientation.joint);
  forget(orientation.group);
}
void forget_names(script::Swivel& swivel) { forget(swivel.group); }
void forget_names(script::Turn& turn) { turn.group.where = {}; }
void forget_names(script::Point& point) {
  point.group.where = {};
  if (auto* name = std::get_if<script::Name>(&point.target)) name->where = {};
}
void forget_names(script::Walk& walk) {
  if (auto* name = std::get_if<script::Name>(&walk.target)) name->where = {};
}
void forget_names(script::Stance&) {}
void forget_names(script::LookAt& look_at) {
  if (auto* name = std::get_if<script::Name>(&look_at.target)) forget(*name);
  forget(look_at.with);
}
void forget_names(script::Shape& shape) {
  forget(shape.group);
  forget(shape.shape);
}
void forget_names(script::Morph& morph) { forget(morph.name); }
void forget_names(script::Shader& shader) { forget(shader.name); }
void forget_names(script::Autonomous& autonomous) { forget(autonomous.behaviour); }
void forget_names(script::PlaceTarget& place) { forget(place.target); }

void forget(script::Constraint& constraint) {
  std::visit(
      [](auto& kind) {
        kind.where = {};
        forget_names(kind);
      },
      constraint);
}

void forget(script::Pose& pose) {
  pose.where = pose.time.where = {};
  forget(pose.id);
  forget(pose.nucleus);
  forget(pose.tension);
  forget(pose.tension_from);
  forget(pose.sketch);
  if (pose.warp) pose.warp->where = {};
  for (script::Constraint& constraint : pose.constraints) forget(constraint);
  for (script::Name& id : pose.feedback_ids) forget(id);
}

void forget(script::Clip& clip) {
  clip.where = clip.time.where = {};
  forget(clip.clip);
  forget(clip.group);
}

void forget(script::Sequence& sequence) {
  sequence.where = sequence.start.where = {};
  forget(sequence.id);
  forget(sequence.character);
  forget(sequence.nucleus);
  forget(sequence.tension);
  forget(sequence.sketch);
  if (sequence.warp) sequence.warp->where = {};
  for (script::Pose& pose : sequence.poses) forget(pose);
  for (script::Clip& clip : sequence.clips) forget(clip);
}

void forget(script::Gesture& gesture) {
  gesture.where = gesture.hand_where = {};
  forget(gesture.id);
  forget(gesture.character);
  forget(gesture.lexeme);
  forget(gesture.meaning);
  forget(gesture.nucleus);
  forget(gesture.tension);
  forget(gesture.sketch);
  for (auto& point : gesture.points) {
    if (point) point->where = {};
  }
}

void forget(script::Dictionary& dictionary) {
  for (script::Meaning& meaning : dictionary) {
    meaning.where = {};
    forget(meaning.name);
    for (script::Choice& choice : meaning.choices) {
      choice.where = {};
      forget(choice.lexeme);
    }
  }
}

void forget(script::SyncReference& reference) {
  reference.where = {};
  forget(reference.block);
  forget(reference.behaviour);
}

void forget(std::vector<script::Name>& names) {
  for (script::Name& name : names) forget(name);
}

void forget(script::HeadMove& head) { forget(head.lexeme); }
void forget(script::HeadDirectionShift& shift) { forget(shift.target); }
void forget(script::Face& face) {
  for (script::FacePart& part : face.parts) {
    part.where = {};
    forget(part.lexeme);
  }
}
void forget(script::Gaze& gaze) { forget(gaze.target); }
void forget(script::Pointing& pointing) { forget(pointing.target); }
void forget(script::Posture& posture) {
  forget(posture.stance);
  for (script::PosturePart& part : posture.parts) {
    part.where = {};
    forget(part.part);
    forget(part.lexeme);
  }
}
void forget(script::Locomotion& locomotion) {
  forget(locomotion.target);
  forget(locomotion.manner);
}
void forget(script::Speech& speech) {
  speech.where = {};
  forget(speech.voice);
  for (script::SpeechMark& mark : speech.marks) {
    forget(mark.id);
    if (mark.when) forget(*mark.when);
  }
}
void forget(script::Sound& sound) {
  forget(sound.id);
  forget(sound.character);
  sound.start.where = {};
  forget(sound.sound);
}
void forget(script::Wait&) {}
void forget(script::Emitter&) {}
void forget(script::Activate& activate) { forget(activate.block); }
void forget(script::InterruptBlock& interrupt) {
  forget(interrupt.block);
  forget(interrupt.include);
  forget(interrupt.exclude);
}
void forget(script::ChangeParameter& change) {
  forget(change.behaviour);
  forget(change.parameter);
  forget(change.trajectory);
}

void forget(script::Behaviours& block) {
  script::Composition& composition = block.composition;
  for (auto* names :
       {&composition.append_after, &composition.prepend_before, &composition.chunk_after,
        &composition.chunk_before, &composition.interrupt, &composition.on_start}) {
    forget(*names);
  }
  for (script::Behaviour& behaviour : block.behaviours) {
    behaviour.where = {};
    forget(behaviour.id);
    for (script::Appointment& each : behaviour.appointments) forget(each.when);
    std::visit([](auto& kind) { forget(kind); }, behaviour.kind);
  }
  for (script::SyncConstraint& constraint : block.constraints) {
    constraint.where = {};
    forget(constraint.id);
    forget(constraint.reference);
    for (script::SyncReference& point : constraint.points) forget(point);
  }
}

}  // namespace

script::Document without_places(script::Document document) {
  forget(document.id);
  forget(document.character);
  for (script::Character& character : document.characters) {
    character.where = {};
    forget(character.name);
    forget(character.nucleus);
    forget(character.tension);
    forget(character.sketch);
  }
  for (script::Sound& sound : document.sounds) forget(sound);
  for (script::Nucleus& nucleus : document.nuclei) {
    nucleus.where = {};
    forget(nucleus.id);
    forget(nucleus.style);
  }
  for (script::Sketch& sketch : document.sketches) {
    sketch.where = {};
    for (script::Name* name :
         {&sketch.id, &sketch.style, &sketch.nucleus, &sketch.tension, &sketch.lean_to}) {
      forget(*name);
    }
    for (script::Transition& transition : sketch.transitions) {
      transition.where = {};
      forget(transition.group);
    }
    forget(sketch.dictionary);
  }
  for (script::Edit& edit : document.edits) {
    edit.where = {};
    for (script::Name* name : {&edit.target, &edit.from, &edit.to, &edit.group, &edit.sketch}) {
      forget(*name);
    }
  }
  for (script::Tension& tension : document.tensions) {
    tension.where = {};
    forget(tension.id);
    for (script::TensionPart& part : tension.parts) {
      part.where = {};
      forget(part.manner);
      if (!part.muscles) continue;
      forget(part.muscles->group);
      for (script::Name& joint : part.muscles->joints) forget(joint);
    }
  }
  for (script::Push& push : document.pushes) {
    push.where = {};
    forget(push.character);
    forget(push.joint);
  }
  for (script::Load& load : document.loads) {
    load.where = {};
    forget(load.character);
  }
  for (script::Sequence& sequence : document.sequences) forget(sequence);
  for (script::Gesture& gesture : document.gestures) forget(gesture);
  if (document.behaviours) forget(*document.behaviours);
  for (script::Name& message : document.feedback_messages) forget(message);
  return document;
}

script::Document document_of(std::string_view text) {
  Diagnostics diagnostics;
  auto document = script::kinesphere_reader().read(text, diagnostics);
  if (!document) throw std::runtime_error(document.error().message);
  return *std::move(document);
}

Error refusal_of(std::string_view text) {
  Diagnostics diagnostics;
  const auto document = script::kinesphere_reader().read(text, diagnostics);
  if (document) throw std::runtime_error("the script was taken");
  return document.error();
}

}  // namespace kine::test
