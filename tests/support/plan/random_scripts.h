// Scripts drawn from a seed, for property tests: the same on every machine, and always taken.
#pragma once

#include <cstdint>

#include "realizer/script/document.h"
#include "realizer/script/expressivity.h"

namespace kine::test {

/// Gestures of one and of both arms, with holds, hand shapes, faces and turns of the head, in every
/// frame, with poses that name the nuclei "a" and "b" or none. Starts, ids and phases vary, too.
script::Document random_script(std::uint32_t seed);

/// One gesture of the right hand in the character's space: from four to six poses in a room that
/// any arm reaches, so that what is asked is what is seen. Every pose has the nucleus "a", the last
/// one is held.
script::Document random_gesture(std::uint32_t seed);

/// The same document with this manner in its nucleus "a", and none in the others.
script::Document with_manner(script::Document document, const script::Expressivity& manner);

}  // namespace kine::test
