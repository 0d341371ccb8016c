// A target of looks as it is typed after a command, in place of a client that sets it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/result.h"
#include "realizer/tick/shard.h"

namespace kine::server {

/// `NAME=X,Y,Z`: a name, and a place in the world in metres.
Result<SetTarget> parse_target(std::string_view text);

/// All of them, where clients could set them on a stage with these characters.
Result<std::vector<SetTarget>> parse_targets(std::span<const std::string> texts,
                                             std::span<const std::shared_ptr<const Cast>> casts);

}  // namespace kine::server
