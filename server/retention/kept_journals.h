// The files that a journal is, among what lies in its folder.
#pragma once

#include <vector>

#include "realizer/core/result.h"
#include "server/retention/kept_folder.h"

namespace kine::server {

/// In the order in which they were begun: the last is the one that a server reads and writes.
Result<std::vector<KeptFile>> journals_of(const KeptFolder& folder);

}  // namespace kine::server
