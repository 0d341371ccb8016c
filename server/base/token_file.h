// The file with what a client must know, on the server's side and on the client's.
#pragma once

#include <string>

#include "realizer/core/result.h"

namespace kine::server {

/// The text of the file without its line end; an empty one is an error.
Result<std::string> read_token_file(const std::string& path);

}  // namespace kine::server
