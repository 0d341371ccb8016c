// A block as BML 1.0.
#pragma once

#include <string>

#include "realizer/script/document.h"

namespace kine::script {

/// Pre: document.behaviours. Reads back to the same document but for places.
std::string write_bml(const Document& document);

}  // namespace kine::script
