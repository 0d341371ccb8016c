// The XML declaration that may open a text: <?xml version="1.0" encoding="UTF-8"?>.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::xml {

struct Declaration {
  std::size_t end = 0;               // the byte behind it, or where it goes wrong
  std::optional<std::string> fault;  // what is wrong with it
  ErrorCode code = ErrorCode::Syntax;
};

/// Of a text that starts with "<?xml" and a blank. The encoding must be one that UTF-8 contains.
Declaration read_declaration(std::string_view text);

}  // namespace kine::xml
