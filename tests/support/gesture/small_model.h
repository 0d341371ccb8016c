// A model of body language in the repository: the program's own is not beside a test.
#pragma once

#include <string>

#include "tests/support/source_files.h"

namespace kine::test {

inline std::string small_model() {
  return source_path("tests/golden/models/small-1.kinemodel").string();
}

}  // namespace kine::test
