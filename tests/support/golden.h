// Goldens: expectations kept as text that a person can judge. KINE_UPDATE_GOLDEN=1 rewrites them;
// the diff in review is the change of behaviour.
#pragma once

#include <string>
#include <string_view>

namespace kine::test {

/// Empty if tests/golden/`path` says `actual`, else what differs first and how to accept it.
/// Under KINE_UPDATE_GOLDEN=1 it writes the file and is empty.
std::string difference_from_golden(std::string_view path, std::string_view actual);

}  // namespace kine::test
