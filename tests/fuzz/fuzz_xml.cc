// Any text to the XML reader. What our scanner takes, pugixml must take as well, and the tree must
// keep the limits and have its places in the text.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/xml/scanner.h"
#include "realizer/xml/xml.h"

namespace kine {
namespace {

void check(const xml::Element& element, Where after, std::size_t depth) {
  KINE_ASSERT(depth <= kNestingMax);
  KINE_ASSERT(element.where > after);
  KINE_ASSERT(!element.name.empty());
  KINE_ASSERT(element.attributes.size() <= kAttributesMax);
  Where last = element.where;
  for (const xml::Attribute& attribute : element.attributes) {
    KINE_ASSERT(attribute.where > last);
    KINE_ASSERT(attribute.value_where > attribute.where);
    last = attribute.value_where;
  }
  for (const xml::Element& child : element.children) {
    check(child, last, depth + 1);
    last = child.where;
  }
}

}  // namespace
}  // namespace kine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto root = kine::xml::parse(text);
  const auto name = kine::xml::parse_root_name(text);
  if (!root) {
    KINE_ASSERT(!root.error().message.empty());
    KINE_ASSERT(root.error().where.line > 0);
    return 0;
  }
  KINE_ASSERT(name.has_value());
  KINE_ASSERT(name->ends_with(root->name));
  kine::check(*root, {}, 1);
  return 0;
}
