// Where the servers of NATS are: a list as a person writes it.
//
//   nats://a:4222,nats://user:password@b:4222
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

inline constexpr std::size_t kNatsServersMax = 16;
inline constexpr std::size_t kNatsServerBytesMax = 512;

/// Each as libnats takes it. The scheme is nats or tls; a port that is missing is 4222. An error
/// says which one is wrong, by its number: it may hold a password.
Result<std::vector<std::string>> parse_nats_servers(std::string_view list);

}  // namespace kine::server
