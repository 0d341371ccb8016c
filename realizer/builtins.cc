#include "realizer/builtins.h"

#include <array>

namespace kine {

const Registry& builtins() {
  static const std::array<const script::Reader*, 3> readers = {
      &script::kinesphere_reader(),
      &script::animl_reader(),
      &script::embrscript_reader(),
  };
  static const Registry registry{.readers = readers};
  return registry;
}

}  // namespace kine
