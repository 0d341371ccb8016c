// Limits that an operator sets by their names.
//
//   "scripts_per_second_max=50" --set_limit--> Limits --take_over--> those of a server that runs
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "server/base/limits.h"

namespace kine::server {

/// "NAME=VALUE". An error where there is no such limit, or the value is out of its bounds.
Result<Done> set_limit(std::string_view assignment, Limits& limits);

/// When a limit takes effect that is changed while a server runs: for everybody at once, for those
/// who connect from then on, or not before the server is started again.
enum class LimitEffect { AtOnce, AtConnection, AtStart };

/// Waits are in milliseconds.
struct LimitChange {
  std::string_view name;
  std::uint64_t before = 0;
  std::uint64_t wanted = 0;
  LimitEffect effect = LimitEffect::AtOnce;
};

/// Has `limits` be as `wanted` where that takes no restart. All that differed.
std::vector<LimitChange> take_over(const Limits& wanted, Limits& limits);

/// What the log says of it.
std::string sentence_of(const LimitChange& change);

}  // namespace kine::server
