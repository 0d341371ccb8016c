#include "server/web/avatars.h"

#include <vector>

#include "server/web/web_files.h"

namespace kine::server {

std::span<const std::string_view> embedded_avatars() {
  static const auto kAvatars = [] {
    std::vector<std::string_view> avatars;
    for (const EmbeddedPage& page : embedded_pages()) {
      if (page.path.ends_with(".vrm")) avatars.push_back(page.bytes);
    }
    return avatars;
  }();
  return kAvatars;
}

}  // namespace kine::server
