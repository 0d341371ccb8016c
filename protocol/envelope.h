// Envelopes as bytes and back: all that a client needs, which knows nothing of the realizer's
// types.
//
//   Envelope --encode--> Bytes --any transport--> EnvelopeSplitter --decode--> Envelope
#pragma once

#include <cstdint>
#include <string_view>

#include "protocol/framing.h"
#include "realizer/core/result.h"

namespace kinesphere {
class Envelope;
}

namespace kine::protocol {

/// Majors must agree, minors add fields.
inline constexpr std::uint32_t kVersionMajor = 1;
inline constexpr std::uint32_t kVersionMinor = 8;

Bytes encode(const kinesphere::Envelope& envelope);

/// The envelope of these bytes, without their length. Bytes of a newer version may say something
/// that this one does not know; then the envelope holds no message.
Result<kinesphere::Envelope> decode(std::string_view bytes);

}  // namespace kine::protocol
