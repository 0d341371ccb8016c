#include "realizer/script/dictionary.h"

#include <algorithm>

namespace kine::script {

const Meaning* find_meaning(const Dictionary& dictionary, std::string_view name) {
  const auto found =
      std::ranges::find_if(dictionary, [&](const Meaning& each) { return each.name.text == name; });
  return found == dictionary.end() ? nullptr : &*found;
}

}  // namespace kine::script
