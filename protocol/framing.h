// How messages stand in a stream of bytes: a 4-byte little-endian length, then that many bytes.
//
//   socket --bytes, split anywhere--> EnvelopeSplitter --one message--> protocol::decode
//
// A length is a promise of a stranger: memory grows with the bytes that came, never with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::protocol {

/// One message as it travels, its length in front. It never changes, so all share it; it
/// holds the memory that it stands in, which it may have in common with others.
using Bytes = std::shared_ptr<const std::string_view>;

/// A message with memory of its own.
Bytes make_bytes(std::string message);

/// Likewise, of one without its length.
Bytes with_length(std::string_view message);

inline constexpr std::size_t kLengthBytes = 4;

/// Bytes of one message: a script of the greatest length, and what stands around it.
inline constexpr std::size_t kEnvelopeBytesMax = (std::size_t{1} << 20) + 4096;

/// The same for who has not said Hello yet, and so may be anybody.
inline constexpr std::size_t kEnvelopeBytesBeforeHelloMax = std::size_t{64} << 10;

/// Writes `length` to the kLengthBytes at `out`, and reads it from there.
void write_length(std::uint32_t length, char* out);
std::uint32_t read_length(const char* bytes);

/// Cuts a stream into messages, however its bytes come.
class EnvelopeSplitter {
 public:
  explicit EnvelopeSplitter(std::size_t message_bytes_max) : bytes_max_(message_bytes_max) {}

  /// Holds for every message whose length has not been looked at yet.
  void set_message_bytes_max(std::size_t bytes_max) { bytes_max_ = bytes_max; }

  void push(std::string_view bytes);

  /// The next whole message without its length, valid until the next push; nothing while there is
  /// none. A length past the limit is an error, and the stream is of no use any more.
  Result<std::optional<std::string_view>> pop();

  /// Whether a message has begun and is not whole.
  bool waits_for_rest() const { return begin_ < buffer_.size(); }

  /// What the buffer holds on to, for those who count memory.
  std::size_t capacity() const { return buffer_.capacity(); }

 private:
  std::size_t bytes_max_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what has not been popped
};

}  // namespace kine::protocol
