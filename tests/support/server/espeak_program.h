// Where this build has put kinesphere-espeak. Only for tests that are told of the program.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace kine::test {

/// Empty where it was not built, for its library is not there.
inline std::string espeak_program() {
  const auto path = std::filesystem::path(KINE_PROGRAM).parent_path() / "kinesphere-espeak";
  return ::access(path.c_str(), X_OK) == 0 ? path.string() : std::string();
}

}  // namespace kine::test
