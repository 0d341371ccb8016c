#include "realizer/core/assert.h"

#include <cstdio>
#include <cstdlib>

namespace kine {

void assertion_failed(const char* condition, const char* file, int line) {
  // The program is broken and ends here: the one place of the realizer that prints.
  std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace kine
