#include "protocol/codec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "protocol/feedback_kind.h"
#include "protocol/kinesphere.pb.h"
#include "protocol/packed_rotations.h"
#include "protocol/performed.h"
#include "protocol/warning_kind.h"

namespace kine::protocol {
namespace {

static_assert(std::endian::native == std::endian::little, "floats are copied as they stand");

// Wire types of the protobuf encoding, and its tag: field number << 3 | wire type.
constexpr std::uint32_t kVarint = 0;
constexpr std::uint32_t kLengthDelimited = 2;

constexpr std::uint32_t tag(std::uint32_t field, std::uint32_t wire_type) {
  return field << 3 | wire_type;
}

constexpr std::size_t varint_size(std::uint64_t value) {
  return (static_cast<std::size_t>(std::bit_width(value | 1)) + 6) / 7;
}

char* write_varint(std::uint64_t value, char* out) {
  for (; value >= 0x80; value >>= 7) *out++ = static_cast<char>(value | 0x80);
  *out++ = static_cast<char>(value);
  return out;
}

// An absent number is 0, so a 0 is left out, as libprotobuf does.
constexpr std::size_t number_size(std::uint64_t value) {
  return value == 0 ? 0 : 1 + varint_size(value);
}

char* write_number(std::uint32_t field, std::uint64_t value, char* out) {
  if (value == 0) return out;
  return write_varint(value, write_varint(tag(field, kVarint), out));
}

constexpr std::size_t floats_size(std::size_t bytes) { return 1 + varint_size(bytes) + bytes; }

template <class Array>
char* write_floats(std::uint32_t field, const Array& floats, char* out) {
  static_assert(sizeof(Array) % sizeof(float) == 0);
  out = write_varint(sizeof(Array), write_varint(tag(field, kLengthDelimited), out));
  std::memcpy(out, &floats, sizeof(Array));
  return out + sizeof(Array);
}

constexpr std::size_t kPackedBytes = kPackedRotationBytes * body::kJointCount;

std::size_t body_size(const Frame& frame, Rotations rotations) {
  return floats_size(sizeof(frame.root)) + floats_size(sizeof(frame.hips_m)) +
         floats_size(rotations == Rotations::Float32 ? sizeof(frame.parent_from_joint)
                                                     : kPackedBytes);
}

char* write_packed(const Frame& frame, char* out) {
  const auto field = tag(kinesphere::Frame::kPackedRotationsFieldNumber, kLengthDelimited);
  out = write_varint(kPackedBytes, write_varint(field, out));
  return pack(frame.parent_from_joint, out);
}

bool has(FrameParts parts, FrameParts part) {
  return (static_cast<unsigned>(parts) & static_cast<unsigned>(part)) != 0;
}

constexpr std::uint32_t kFrameTag = tag(kinesphere::Envelope::kFrameFieldNumber, kLengthDelimited);

/// Nothing leads to it from the frame before.
bool begins_anew(const Frame& frame) { return frame.arrived == frame.tick; }

/// Of a frame within its envelope, and of the envelope around as much.
std::size_t frame_size(const Frame& frame, std::uint32_t skeleton_id, FrameVariant variant) {
  std::size_t size =
      number_size(frame.character.value) + number_size(frame.tick.index) + number_size(skeleton_id);
  if (has(variant.parts, FrameParts::Body)) size += body_size(frame, variant.rotations);
  if (has(variant.parts, FrameParts::Face)) size += floats_size(sizeof(frame.channels));
  if (begins_anew(frame)) size += number_size(1);
  return size;
}

std::size_t envelope_size(std::size_t frame_size) {
  return varint_size(kFrameTag) + varint_size(frame_size) + frame_size;
}

void write_place(Where where, kinesphere::Place& out) {
  out.set_line(where.line);
  out.set_column(where.column);
}

/// A place is within a hundred metres, all else within a few units. Far past them, so that nobody's
/// frames are refused, and far enough from the end of floats that what is computed from them is
/// one.
constexpr float kFrameNumberMax = 1e6F;

/// Copies `floats` to `out`, an array of floats or of arrays of floats. False where they are not as
/// many, not finite or absurd.
template <class Array>
bool read_floats(const google::protobuf::RepeatedField<float>& floats, Array& out) {
  if (static_cast<std::size_t>(floats.size()) * sizeof(float) != sizeof(Array)) return false;
  if (!std::ranges::all_of(floats, [](float x) { return std::abs(x) <= kFrameNumberMax; })) {
    return false;  // what is no number is not less either
  }
  std::memcpy(&out, floats.data(), sizeof(Array));
  return true;
}

}  // namespace

Bytes encode(const Frame& frame, std::uint32_t skeleton_id, FrameVariant variant) {
  std::string bytes(kFrameBytesMax, '\0');
  bytes.resize(static_cast<std::size_t>(encode_to(frame, skeleton_id, variant, bytes.data()) -
                                        bytes.data()));
  return make_bytes(std::move(bytes));
}

char* encode_to(const Frame& frame, std::uint32_t skeleton_id, FrameVariant variant, char* out) {
  const char* const begin = out;
  const std::size_t size = frame_size(frame, skeleton_id, variant);
  write_length(static_cast<std::uint32_t>(envelope_size(size)), out);
  out = write_varint(size, write_varint(kFrameTag, out + kLengthBytes));
  out = write_number(kinesphere::Frame::kCharacterIdFieldNumber, frame.character.value, out);
  out = write_number(kinesphere::Frame::kTickFieldNumber, frame.tick.index, out);
  out = write_number(kinesphere::Frame::kSkeletonIdFieldNumber, skeleton_id, out);
  const bool packed = variant.rotations == Rotations::SmallestThree48;
  if (has(variant.parts, FrameParts::Body)) {
    out = write_floats(kinesphere::Frame::kRootFieldNumber, frame.root, out);
    out = write_floats(kinesphere::Frame::kHipsFieldNumber, frame.hips_m, out);
    if (!packed) {
      out = write_floats(kinesphere::Frame::kParentFromJointFieldNumber, frame.parent_from_joint,
                         out);
    }
  }
  if (has(variant.parts, FrameParts::Face)) {
    out = write_floats(kinesphere::Frame::kChannelsFieldNumber, frame.channels, out);
  }
  if (packed) out = write_packed(frame, out);
  if (begins_anew(frame)) out = write_number(kinesphere::Frame::kDiscontinuityFieldNumber, 1, out);
  KINE_ASSERT(static_cast<std::size_t>(out - begin) == kLengthBytes + envelope_size(size));
  return out;
}

Bytes with_discontinuity(const Bytes& frame) {
  const std::string_view envelope = std::string_view(*frame).substr(kLengthBytes);
  KINE_ASSERT(envelope.size() > 3);
  // Within the envelope there is the frame's tag, its length, and the frame.
  std::size_t begin = varint_size(kFrameTag);
  while ((envelope[begin++] & 0x80) != 0) {
  }
  const std::string_view inner = envelope.substr(begin);
  const std::size_t size =
      inner.size() + number_size(1);  // its field has the greatest number, so it stands last
  std::string bytes(kLengthBytes + envelope_size(size), '\0');
  write_length(static_cast<std::uint32_t>(envelope_size(size)), bytes.data());
  char* out = write_varint(size, write_varint(kFrameTag, bytes.data() + kLengthBytes));
  out = std::copy(inner.begin(), inner.end(), out);
  write_number(kinesphere::Frame::kDiscontinuityFieldNumber, 1, out);
  return make_bytes(std::move(bytes));
}

Bytes encode(const Feedback& feedback) {
  kinesphere::Envelope envelope;
  kinesphere::Feedback& message = *envelope.mutable_feedback();
  message.set_kind(kind_on_the_wire(feedback.kind));
  message.set_id(feedback.id);
  message.set_tick(feedback.tick.index);
  message.set_character_id(feedback.character.value);
  message.set_message(feedback.message);
  message.set_last_sync_point(feedback.last_sync_point);
  message.set_last_word(feedback.last_word);
  if (feedback.performed) write_performed(*feedback.performed, *message.mutable_performed());
  if (feedback.where.line != 0) write_place(feedback.where, *message.mutable_place());
  message.set_warning(kind_on_the_wire(feedback.warning));
  message.set_time_s(feedback.time.count());
  message.set_missed_m(feedback.miss_m);
  message.set_traceparent(feedback.traceparent);
  return encode(envelope);
}

Bytes encode(const SkeletonSource& skeleton) {
  KINE_ASSERT(skeleton.body != nullptr);
  kinesphere::Envelope envelope;
  kinesphere::Skeleton& message = *envelope.mutable_skeleton();
  message.set_skeleton_id(skeleton.skeleton_id);
  message.set_character_id(skeleton.character.value);
  message.set_character(std::string(skeleton.character_name));
  message.set_body(skeleton.body->name);
  message.set_hips_height(
      static_cast<float>(skeleton.body->offsets_m[body::index_of(body::Joint::Hips)].y));
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    kinesphere::Joint& joint = *message.add_joints();
    joint.set_name(std::string(body::name_of(body::joint_at(i))));
    joint.set_parent(body::parent_indices()[i]);
    const Vec3& offset = skeleton.body->offsets_m[i];
    for (const double x : {offset.x, offset.y, offset.z}) joint.add_offset(static_cast<float>(x));
  }
  for (const std::string_view channel : body::channel_names()) {
    message.add_channels(std::string(channel));
  }
  return encode(envelope);
}

void write_warning(const Warning& warning, kinesphere::Warning& out) {
  out.set_message(warning.message);
  if (warning.where.line != 0) write_place(warning.where, *out.mutable_place());
  out.set_kind(kind_on_the_wire(warning.kind));
  out.set_about(warning.about);
}

Result<Frame> read_frame(const kinesphere::Frame& message) {
  Frame frame;
  frame.character = CharacterId{message.character_id()};
  frame.tick = Tick{message.tick()};
  if (message.discontinuity()) frame.arrived = frame.tick;
  const bool whole = read_floats(message.root(), frame.root) &&
                     read_floats(message.hips(), frame.hips_m) &&
                     read_floats(message.parent_from_joint(), frame.parent_from_joint) &&
                     read_floats(message.channels(), frame.channels);
  if (!whole) {
    return Error{ErrorCode::OutOfRange,
                 "a frame whose numbers are too few, too many, too large or not finite"};
  }
  return frame;
}

}  // namespace kine::protocol
