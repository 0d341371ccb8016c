// The limits of core/limits.h, as far as a classic script can pass them: what is not mended.
#pragma once

#include <optional>

#include "realizer/core/result.h"
#include "realizer/script/classic/classic.h"

namespace kine::script::classic {

/// The first place where the script is past a limit, if there is one.
std::optional<Error> find_excess(const Script& script);

}  // namespace kine::script::classic
