// What this folder says, inside the program: bodies, hand shapes, vocabularies, styles and
// sample scripts.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace kine::schemas {

struct EmbeddedFile {
  std::string_view path;  // below this folder: "bodies/ada.xml"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

/// The text of that file, if it was embedded.
std::optional<std::string_view> find_embedded(std::string_view path);

}  // namespace kine::schemas
