#include "realizer/script/quoted_end.h"

#include "realizer/core/number.h"

namespace kine::script {

std::string quoted_end(std::string_view text) {
  constexpr std::size_t kShown = 40;  // what quoted() shows
  if (text.size() <= kShown) return quoted(text);
  text.remove_prefix(text.size() - kShown);
  const auto continues = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
  };
  while (!text.empty() && continues(text.front())) text.remove_prefix(1);
  return "'…" + quoted(text).substr(1);
}

}  // namespace kine::script
