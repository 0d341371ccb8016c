// The elements of our own language as text: in a script of its own, or in the midst of BML.
#pragma once

#include <string_view>

#include "realizer/script/document.h"
#include "realizer/script/lines.h"

namespace kine::script {

/// What an open <sequence> says but for its id, its character and when it starts.
void write_content(Lines& lines, const Sequence& sequence);

/// What an open <gesture> says but for its id, its character and its points.
void write_content(Lines& lines, const Gesture& gesture);

/// What an open <bodylanguage> says; of a sound, which sound as well.
void write_how_it_moves(Lines& lines, const BodyLanguage& says);
void write_moving_sound(Lines& lines, const Speech& sound);

/// Characters, nuclei, tensions, sketches and edits. `xmlns` is empty where our namespace is the
/// default already.
void write_definitions(Lines& lines, const Document& document, std::string_view xmlns);

/// A length or a word.
void write_distance(Lines& lines, std::string_view attribute, const Distance& distance);

}  // namespace kine::script
