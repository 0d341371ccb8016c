// One port, three manners: the first bytes of a connection say which one its client has.
//
//   raw         a length as framing.h writes it; its fourth byte is 0, for no message is that long
//   HTTP        the name of a method, in capitals: as a length it would be past every limit
//   WebSocket   an HTTP request to begin with
#pragma once

#include <string_view>

namespace kine::server {

enum class Manner {
  Unknown,  // too few bytes
  Raw,
  Http,
};

/// Whatever no HTTP begins with is raw, and its error is said in that manner.
Manner manner_of(std::string_view first_bytes);

}  // namespace kine::server
