#include "schemas/embedded.h"

namespace kine::schemas {

std::optional<std::string_view> find_embedded(std::string_view path) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == path) return file.text;
  }
  return {};
}

}  // namespace kine::schemas
