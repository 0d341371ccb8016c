// Steps 1 and 2 of a tick: a character moves as somebody speaks.
//
//   HearSpeech --hear_speech--> BodyLanguage --perform_speech--> Blocks of one recorded segment
//
// They lie below all that scripts ask for, and nobody hears of them.
#pragma once

#include <memory>
#include <string>

#include "realizer/core/time.h"
#include "realizer/tick/state/body_language.h"
#include "realizer/tick/state/row.h"
#include "realizer/tick/state/tick_context.h"

namespace kine {

/// What PlayableRepertoire says beside its motions.
struct PlayedAs {
  std::string name = {};
  speech::ProsodyStatistics prosody = {};
  gesture::Profile profile = {};
};

/// Its blocks lie below all else. Each stays until another one hides it.
std::shared_ptr<const PlayableRepertoire> make_playable(gesture::Repertoire repertoire,
                                                        const PlayedAs& as = {});

/// A block begins whose speeches are heard by its own character. What was heard before is over.
void begin_listening(const motion::Block& block, Tick tick, CharacterState& state);

/// Something was heard, for the next perform_speech(). It counts as known since the last tick.
void hear_speech(const HearSpeech& heard, Tick tick, CharacterState& state);

/// Before the segments of this tick begin. Where nothing was heard for a while, not even silence,
/// the character goes back to what lies below.
void perform_speech(const TickContext& context, CharacterRow& row, Tick tick);

/// What the character does of it fades out. It begins anew where more is heard.
void fall_silent(const TickContext& context, CharacterRow& row, Tick tick, Seconds fade);

/// What the character does of it fades out, and nothing more begins until somebody else speaks:
/// that is, until nothing was heard for a second.
void end_body_language(const TickContext& context, CharacterRow& row, Tick tick, Seconds fade);

}  // namespace kine
