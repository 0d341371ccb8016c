#include "server/base/token_file.h"

#include <fstream>
#include <iterator>

#include "realizer/core/number.h"

namespace kine::server {

Result<std::string> read_token_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{ErrorCode::UnknownName, "cannot read the file " + quoted(path)};
  std::string token(std::istreambuf_iterator<char>(file), {});
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  if (token.empty()) {
    return Error{ErrorCode::OutOfRange, "no token in the file " + quoted(path)};
  }
  return token;
}

}  // namespace kine::server
