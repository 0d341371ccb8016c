// <speech>: prose with marks in it, plain in its <text> or SSML in a description.
//
//   <text>Hello <sync id="a"/> world</text>  -->  "Hello  world", and a mark at the byte of "world"
#pragma once

#include <string>

#include "realizer/script/behaviours.h"
#include "realizer/script/bml/bml_reading.h"
#include "realizer/xml/xml.h"

namespace kine::script {

/// The one <text> of a <speech>.
Speech read_speech(const xml::Element& element, Attributes& take, std::string_view about,
                   BmlReading& reading);

/// What the <bodylanguage> of a <speech> says, at most one; of one that says its text in a
/// description, too.
BodyLanguage read_body_language(const xml::Element& speech, BmlReading& reading);

/// The time of a mark may be an attribute of its speech, as that of any sync point.
void take_times_of_marks(Attributes& take, Speech& speech, BmlReading& reading);

/// A description of the type kSsmlType.
Speech read_ssml(const xml::Element& description, std::string_view about, BmlReading& reading);

/// The text with its marks, as it stands between the tags of <text> or <speak>.
std::string markup_of(const Speech& speech);

}  // namespace kine::script
