// The stream of a stranger at the port for BML: cut into elements.
//
// Whatever pieces it comes in, the elements are the same and the error, too; none is past the
// limit, and each begins with its own start tag where it says so.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/assert.h"
#include "server/bridges/element_splitter.h"

namespace {

using kine::server::ElementSplitter;

constexpr std::size_t kBytesMax = 4096;

std::vector<std::string> cut(std::string_view stream, std::size_t piece) {
  ElementSplitter splitter("bml", kBytesMax);
  std::vector<std::string> cut;
  for (std::size_t i = 0; i < stream.size(); i += piece) {
    splitter.push(stream.substr(i, piece));
    for (;;) {
      const auto element = splitter.pop();
      if (!element) {
        cut.emplace_back("an error");  // which shows as much of the stream as has come
        return cut;
      }
      if (!*element) break;
      KINE_ASSERT((*element)->size() <= kBytesMax);
      KINE_ASSERT((*element)->find(splitter.root_tag()) != std::string_view::npos);
      KINE_ASSERT(splitter.root_tag().starts_with('<') && splitter.root_tag().ends_with('>'));
      cut.emplace_back(**element);
    }
  }
  return cut;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = std::size_t{data[0] % 16U} + 1;
  KINE_ASSERT(cut(stream, size) == cut(stream, piece));
  return 0;
}
