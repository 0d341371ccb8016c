#include "tests/support/source_files.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace kine::test {

std::filesystem::path source_path(std::string_view relative) {
  return std::filesystem::path(KINE_SOURCE_DIR) / relative;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace kine::test
