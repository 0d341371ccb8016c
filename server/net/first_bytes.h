// One port, three manners: the first bytes of a connection say which one its client has.
//
//   raw         a length as framing.h writes it; its fourth byte is 0, for no message is that long
//   HTTP        the name of a method, in capitals: as a length it would be past every limit
//   WebSocket   an HTTP request to begin with
//   TLS         none of ours: a handshake's record of version 3.1 to 3.3, as a length more than a
//               stranger's first message may have
#pragma once

#include <string_view>

namespace kine::server {

enum class Manner {
  Unknown,  // too few bytes
  Raw,
  Http,
  Tls,
};

/// Whatever no HTTP begins with is raw, and its error is said in that manner.
Manner manner_of(std::string_view first_bytes);

}  // namespace kine::server
