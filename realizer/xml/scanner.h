// The first half of reading XML: whether a text is well-formed and within our limits, and where
// each element and attribute of it stands.
//
//   text --scan--> Marks --xml::parse, with pugixml--> Element
//
// It loops and never recurses, allocates only its marks, and looks at each byte a bounded number
// of times, so that no text can hurt it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/where.h"

namespace kine::xml {

struct ElementMark {
  Where where;       // of its '<'
  Where text_where;  // of the first byte of its own text that is no blank; 0:0 if there is none
};

struct AttributeMark {
  Where where;        // of its name
  Where value_where;  // of the first byte between the quotes
};

/// In the order of the text, `xmlns` declarations among the attributes.
struct Marks {
  std::vector<ElementMark> elements;
  std::vector<AttributeMark> attributes;
  std::size_t root_tag_end = 0;  // the byte behind the root's start tag
};

enum class Until {
  End,      // the whole text
  RootTag,  // what stands before the root's start tag, and that
};

/// The bytes of a UTF-8 byte order mark at the start of `text`: 3 or 0.
std::size_t byte_order_mark_size(std::string_view text);

/// `text` must not start with a byte order mark; a place counts from its first byte.
Result<Marks> scan(std::string_view text, Until until);

}  // namespace kine::xml
