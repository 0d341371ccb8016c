// What the realizer gives, as bytes to send, and back.
//
//   Frame, Feedback, Skeleton --encode--> Bytes --any transport--> decode --> Envelope
//
// Frames are the hot path: their bytes are written directly, the rest goes through libprotobuf.
// Any reader of kinesphere.proto reads both; the tests do so with libprotobuf.
#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "protocol/envelope.h"
#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "realizer/tick/state/feedback.h"
#include "realizer/tick/state/frame.h"

namespace kinesphere {
class Frame;
class Warning;
}  // namespace kinesphere

namespace kine::protocol {

/// Which parts of a frame travel.
enum class FrameParts : std::uint8_t {
  Body = 1,  // root, hips and rotations
  Face = 2,  // channels
  All = 3,
};

/// How rotations travel.
enum class Rotations : std::uint8_t { Float32, SmallestThree48 };

/// What one subscriber gets of a frame. Without the body there are no rotations, so that the face
/// alone is the same in every encoding.
struct FrameVariant {
  // NOLINTNEXTLINE(google-explicit-constructor): parts alone say enough.
  constexpr FrameVariant(FrameParts the_parts = FrameParts::All,
                         Rotations the_rotations = Rotations::Float32)
      : parts(the_parts),
        rotations(the_parts == FrameParts::Face ? Rotations::Float32 : the_rotations) {}

  constexpr std::size_t index() const {
    if (rotations == Rotations::Float32) return static_cast<std::size_t>(parts) - 1;
    return parts == FrameParts::Body ? 3 : 4;
  }
  friend bool operator==(FrameVariant, FrameVariant) = default;

  FrameParts parts;
  Rotations rotations;
};

/// Every variant, at the place of its index.
inline constexpr FrameVariant kFrameVariants[] = {
    {FrameParts::Body},
    {FrameParts::Face},
    {FrameParts::All},
    {FrameParts::Body, Rotations::SmallestThree48},
    {FrameParts::All, Rotations::SmallestThree48},
};
inline constexpr std::size_t kFrameVariantCount = std::size(kFrameVariants);

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

Bytes encode(const Frame& frame, std::uint32_t skeleton_id, FrameVariant variant);

/// The same bytes, written to memory with room for kFrameBytesMax; where they end.
char* encode_to(const Frame& frame, std::uint32_t skeleton_id, FrameVariant variant, char* out);

/// An encoded frame, with the word that nobody must interpolate from the one before.
Bytes with_discontinuity(const Bytes& frame);

Bytes encode(const Feedback& feedback);
Bytes encode(const SkeletonSource& skeleton);

/// `warning` as it travels.
void write_warning(const Warning& warning, kinesphere::Warning& out);

/// A frame with both parts, of our own skeleton. Numbers that are not finite, or absurd,
/// are refused.
Result<Frame> read_frame(const kinesphere::Frame& message);

}  // namespace kine::protocol
