// One port, three manners: the first bytes of a connection say which one its client has.
//
//   raw         a length as framing.h writes it; its fourth byte is 0, for no message is that long
//   HTTP        the name of a method, in capitals: as a length it would be past every limit
//   WebSocket   an HTTP request to begin with
//   TLS         a handshake's record of version 3.1 to 3.3, as a length more than a stranger's
//   first
//               message may have; one of the three others follows within it
#pragma once

#include <cstddef>
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

/// The heads of a record and of the message in it, by which a client's handshake begins; and how
/// long that message may be. Browsers' have some 2 KiB. OpenSSL makes room for what is announced,
/// up to 128 KiB, before it comes.
inline constexpr std::size_t kTlsHeadBytes = 9;
inline constexpr std::size_t kTlsHelloBytesMax = std::size_t{16} << 10;

/// Of at least kTlsHeadBytes: whether a client's hello begins with them that is not too long.
bool begins_tls_hello(std::string_view first_bytes);

}  // namespace kine::server
