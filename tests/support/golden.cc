#include "tests/support/golden.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/source_files.h"

namespace kine::test {
namespace {

std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream expected_lines(expected);
  std::istringstream actual_lines(actual);
  std::string expected_line;
  std::string actual_line;
  for (int line = 1;; ++line) {
    const bool more_expected = static_cast<bool>(std::getline(expected_lines, expected_line));
    const bool more_actual = static_cast<bool>(std::getline(actual_lines, actual_line));
    if (!more_expected && !more_actual) return "the line endings differ";
    if (!more_expected) expected_line = "(the end)";
    if (!more_actual) actual_line = "(the end)";
    if (expected_line != actual_line) {
      return "line " + std::to_string(line) + "\n  golden: " + expected_line +
             "\n  now:    " + actual_line;
    }
  }
}

}  // namespace

std::string difference_from_golden(std::string_view path, std::string_view actual) {
  const std::filesystem::path file = source_path("tests/golden") / path;
  if (std::getenv("KINE_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << actual;
    return {};
  }
  if (!std::filesystem::exists(file)) {
    return "there is no tests/golden/" + std::string(path) + "; KINE_UPDATE_GOLDEN=1 writes it";
  }
  const std::string expected = text_of(file);
  if (expected == actual) return {};
  return "tests/golden/" + std::string(path) + ": " +
         first_difference(expected, std::string(actual)) +
         "\n  KINE_UPDATE_GOLDEN=1 accepts what is now";
}

}  // namespace kine::test
