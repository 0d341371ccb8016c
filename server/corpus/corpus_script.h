// Authored motion as a script of our own language.
//
//   AuthoredMotion --script_of--> text --prepare--> a block
#pragma once

#include <string>
#include <string_view>

#include "realizer/gesture/authored.h"

namespace kine::server {

std::string script_of(const gesture::AuthoredMotion& motion);

/// "right", "left" or "both".
std::string_view word_of(gesture::GestureHand hand);

}  // namespace kine::server
