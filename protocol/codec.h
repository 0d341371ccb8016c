// What the realizer gives, as bytes to send, and back.
//
//   Frame, Feedback, Skeleton --encode--> Bytes --any transport--> decode --> Envelope
//
// Frames are the hot path: their bytes are written directly, the rest goes through libprotobuf.
// Any reader of kinesphere.proto reads both; the tests do so with libprotobuf.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/framing.h"
#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "realizer/feedback.h"
#include "realizer/frame.h"

namespace kinesphere {
class Envelope;
class Frame;
class Warning;
}  // namespace kinesphere

namespace kine::protocol {

/// Majors must agree, minors add fields.
inline constexpr std::uint32_t kVersionMajor = 1;
inline constexpr std::uint32_t kVersionMinor = 1;

/// Which parts of a frame travel.
enum class FrameParts : std::uint8_t {
  Body = 1,  // root, hips and rotations
  Face = 2,  // channels
  All = 3,
};
inline constexpr std::size_t kFramePartsCount = 3;  // they count from 1

/// No encoded frame is longer.
inline constexpr std::size_t kFrameBytesMax = 64 + sizeof(Frame::root) + sizeof(Frame::hips_m) +
                                              sizeof(Frame::parent_from_joint) +
                                              sizeof(Frame::channels);

/// A character's bones, as a renderer must know them before its first frame.
struct SkeletonSource {
  std::uint32_t skeleton_id = 0;
  CharacterId character;
  std::string_view character_name;
  const body::Body* body = nullptr;
};

Bytes encode(const Frame& frame, std::uint32_t skeleton_id, FrameParts parts);

/// The same bytes, written to memory with room for kFrameBytesMax; where they end.
char* encode_to(const Frame& frame, std::uint32_t skeleton_id, FrameParts parts, char* out);
Bytes encode(const Feedback& feedback);
Bytes encode(const SkeletonSource& skeleton);
Bytes encode(const kinesphere::Envelope& envelope);

/// `warning` as it travels.
void write_warning(const Warning& warning, kinesphere::Warning& out);

/// The envelope of these bytes, without their length. Bytes of a newer version may say something
/// that this one does not know; then the envelope holds no message.
Result<kinesphere::Envelope> decode(std::string_view bytes);

/// A frame with both parts, of our own skeleton. Numbers that are not finite are refused.
Result<Frame> read_frame(const kinesphere::Frame& message);

}  // namespace kine::protocol
