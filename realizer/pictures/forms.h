// The forms that are pictures of a motion.
#pragma once

#include <span>

#include "realizer/formats/writer.h"

namespace kine::pictures {

/// All there are: one row each in forms.cc.
std::span<const formats::Form> forms();

}  // namespace kine::pictures
