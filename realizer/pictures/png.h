// Pictures as PNG files.
#pragma once

#include <string>

#include "realizer/core/result.h"
#include "realizer/pictures/canvas.h"

namespace kine::pictures {

/// The bytes of a PNG file of this picture. Fails where memory does.
Result<std::string> encode_png(const Canvas& canvas);

}  // namespace kine::pictures
