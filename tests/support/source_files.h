// Files of the repository, for tests that read them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kine::test {

/// The absolute path of a file or folder of the repository.
std::filesystem::path source_path(std::string_view relative);

/// All of a file. A test whose file is missing is broken, so this throws.
std::string text_of(const std::filesystem::path& path);

}  // namespace kine::test
