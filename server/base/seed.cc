#include "server/base/seed.h"

#include <charconv>
#include <system_error>

#include "realizer/core/number.h"

namespace kine::server {

Result<std::uint64_t> parse_seed(std::string_view text) {
  std::uint64_t seed = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, seed);
  if (fault == std::errc() && stop == end) return seed;
  return Error{.code = ErrorCode::OutOfRange,
               .message = "a seed is a whole number from 0 to 18446744073709551615, not " +
                          kine::quoted(text)};
}

}  // namespace kine::server
