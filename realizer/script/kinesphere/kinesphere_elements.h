// The elements of our own language that stand in its scripts, and in BML as well.
//
//   element --read_sequence, read_gesture, …--> what it says but for its character and its time,
//   which each language has its own way to say
//
// What belongs to the language around it has been taken from `take` before; the rest is taken here,
// and what is left then is refused.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "realizer/script/attributes.h"
#include "realizer/script/document.h"
#include "realizer/script/kinesphere/kinesphere_constraints.h"
#include "realizer/xml/xml.h"

namespace kine::script {

/// An id, which must not be `ids` already. A feedback message is id:id:id, so none has a colon.
Name take_id(Attributes& take, Need need, std::set<std::string>& ids,
             const KinesphereReading& reading);

/// What moves a character: of a character itself, a sequence, a gesture or a sketch.
std::optional<Dynamics> take_dynamics(Attributes& take);

/// How a character moves while it speaks: the mode in this attribute of any element.
std::optional<BodyLanguageMode> take_body_language(Attributes& take, std::string_view attribute);

/// What <bodylanguage> says, wherever it stands; but for whose sound it is.
BodyLanguage read_body_language(Attributes& take);

/// A file that the server knows as a recording, by the name of it alone, which `attribute` says.
Speech read_sound(Attributes& take, std::string_view attribute);

/// A sound, and how its character moves meanwhile; but for its id, its character and its start.
Speech read_moving_sound(const xml::Element& element, Attributes& take, KinesphereReading& reading);

/// Whether there is room for one more sequence or gesture; the error names the limit.
bool count_sequence(Attributes& take, KinesphereReading& reading);

// Definitions: what sequences and gestures refer to.
void read_character(const xml::Element& element, Document& document, KinesphereReading& reading);
void read_nucleus(const xml::Element& element, Document& document, KinesphereReading& reading);
void read_named_tension(const xml::Element& element, Document& document,
                        KinesphereReading& reading);

/// But for its id, its character and its start.
Sequence read_sequence(const xml::Element& element, Attributes& take, KinesphereReading& reading);

/// But for its id, its character and its points.
Gesture read_gesture(const xml::Element& element, Attributes& take, KinesphereReading& reading);

}  // namespace kine::script
