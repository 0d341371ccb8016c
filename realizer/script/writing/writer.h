// A Document as text of our own language: read(write(d)) == d but for the places.
#pragma once

#include <string>

#include "realizer/script/document.h"

namespace kine::script {

std::string write(const Document& document);

}  // namespace kine::script
