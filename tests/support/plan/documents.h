// Documents for tests: read with the reader of our own language, and compared without their places.
#pragma once

#include <string_view>

#include "realizer/core/result.h"
#include "realizer/script/document.h"

namespace kine::test {

/// The document with every Where at 0:0.
script::Document without_places(script::Document document);

/// What kinesphere_reader() makes of `text`, which must be well-formed; throws otherwise.
script::Document document_of(std::string_view text);

/// The error with which kinesphere_reader() refuses `text`; throws if it does not.
Error refusal_of(std::string_view text);

}  // namespace kine::test
