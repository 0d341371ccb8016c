// What a server says in Hello that it can do: derived from what the realizer has.
#pragma once

#include <string>
#include <vector>

namespace kine::server {

/// "dialect:kinesphere", "part:body", "encoding:float32", …
std::vector<std::string> capabilities();

}  // namespace kine::server
