// A folder that the operator gave: which files in it are meant, and their bytes. The operator is no
// stranger, but may name the wrong folder, so all of it is bounded.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

/// What is taken of a folder.
struct FolderWish {
  std::string_view what;  // for people: "clips"
  std::function<bool(std::string_view file_name)> accepts;
  std::size_t files_max = 0;
};

/// The paths of those files in the order of their names; what lies in folders below is none.
Result<std::vector<std::string>> files_of_folder(const std::string& path, const FolderWish& wish);

/// All of a file, or more than `bytes_max` of one that is longer: the caller says what that means.
Result<std::string> read_file_up_to(const std::string& path, std::size_t bytes_max);

/// Something about a file of the operator's: file and place stand in the message, for there are
/// many files.
Error error_in_file(const std::string& path, const Error& error);

}  // namespace kine::server
