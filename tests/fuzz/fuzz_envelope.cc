// The bytes of a stranger: framing, envelopes, frames.
//
// 1. The input is a stream; its first byte says how it is split. 2. Every message that is cut out
// of it is looked at, decoded, and encoded again. Whatever the split, the messages must be the
// same; memory must not follow an announced length; a look must see what the decoder does; what was
// decoded must come back as it went.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/codec.h"
#include "protocol/framing.h"
#include "protocol/kinesphere.pb.h"
#include "protocol/outline.h"
#include "protocol/packed_rotations.h"
#include "protocol/performed.h"
#include "realizer/core/assert.h"

namespace {

using namespace kine;

constexpr std::size_t kMessageBytesMax = 4096;

std::vector<std::string> messages_of(std::string_view stream, std::size_t piece) {
  protocol::EnvelopeSplitter splitter(kMessageBytesMax);
  std::vector<std::string> messages;
  for (std::size_t i = 0; i < stream.size(); i += piece) {
    splitter.push(stream.substr(i, piece));
    for (;;) {
      const auto message = splitter.pop();
      KINE_ASSERT(splitter.capacity() <= 2 * stream.size() + kMessageBytesMax);
      if (!message) return messages;
      if (!*message) break;
      messages.emplace_back(**message);
    }
  }
  return messages;
}

/// Whatever the bytes, there are as many numbers as they say, all finite.
void check_rotations(std::string_view packed) {
  std::vector<protocol::Rotation> rotations(packed.size() / protocol::kPackedRotationBytes);
  const bool whole = packed.size() % protocol::kPackedRotationBytes == 0;
  KINE_ASSERT(protocol::unpack(packed, rotations) == whole);
  for (const protocol::Rotation& rotation : rotations) {
    for (const float each : rotation) KINE_ASSERT(std::isfinite(each));
  }
  std::string again(packed.size(), '\0');
  KINE_ASSERT(protocol::pack(rotations, again.data()) <= again.data() + again.size());
}

/// What a server says is refused, whatever else stands beside it.
void check_same(const protocol::Outline& outline, const kinesphere::Envelope& envelope) {
  const bool is_refused = *outline.message != 0 && !protocol::is_said_by_clients(*outline.message);
  const auto decoded = static_cast<std::uint32_t>(envelope.message_case());
  KINE_ASSERT(is_refused || *outline.message == decoded);
}

void check_outline(const std::string& message, kinesphere::Envelope envelope) {
  if (const auto outline = protocol::outline_of(message)) check_same(*outline, envelope);
  // Without groups, which nobody needs, nothing is wrong with it.
  envelope.DiscardUnknownFields();
  const auto outline = protocol::outline_of(envelope.SerializeAsString());
  KINE_ASSERT(outline.has_value() || message.size() > protocol::kMessageValuesMax);
  if (outline) check_same(*outline, envelope);
}

void check_message(const std::string& message) {
  const auto envelope = protocol::decode(message);
  if (!envelope) return;
  check_outline(message, *envelope);
  const protocol::Bytes bytes = protocol::encode(*envelope);
  const auto again = protocol::decode(std::string_view(*bytes).substr(protocol::kLengthBytes));
  KINE_ASSERT(again.has_value());
  KINE_ASSERT(again->SerializeAsString() == envelope->SerializeAsString());
  if (envelope->has_feedback()) {
    const Performed performed = protocol::read_performed(envelope->feedback().performed());
    kinesphere::Performance written;
    protocol::write_performed(performed, written);
    KINE_ASSERT(protocol::read_performed(written).parts == performed.parts);
  }
  if (!envelope->has_frame()) return;
  check_rotations(envelope->frame().packed_rotations());
  const auto frame = protocol::read_frame(envelope->frame());
  if (!frame) return;
  const auto encoded = protocol::encode(*frame, 1, protocol::FrameParts::All);
  const auto decoded = protocol::decode(std::string_view(*encoded).substr(protocol::kLengthBytes));
  KINE_ASSERT(*protocol::read_frame(decoded->frame()) == *frame);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::vector<std::string> messages = messages_of(stream, stream.size() + 1);
  KINE_ASSERT(messages_of(stream, std::size_t{data[0] % 16U} + 1) == messages);
  for (const std::string& message : messages) check_message(message);
  return 0;
}
