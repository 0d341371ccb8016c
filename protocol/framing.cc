#include "protocol/framing.h"

#include <utility>

namespace kine::protocol {
namespace {

// What an idle connection may keep: with 15,000 of them, 60 MB.
constexpr std::size_t kCapacityKept = 4096;

struct OneMessage {
  std::string memory;
  std::string_view message;  // all of it
};

}  // namespace

Bytes make_bytes(std::string message) {
  auto one = std::make_shared<OneMessage>();
  one->memory = std::move(message);
  one->message = one->memory;
  return Bytes(one, &one->message);
}

Bytes with_length(std::string_view message) {
  std::string bytes(kLengthBytes, '\0');
  write_length(static_cast<std::uint32_t>(message.size()), bytes.data());
  bytes += message;
  return make_bytes(std::move(bytes));
}

void write_length(std::uint32_t length, char* out) {
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    out[i] = static_cast<char>(length >> (8 * i) & 0xFF);
  }
}

std::uint32_t read_length(const char* bytes) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    length |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return length;
}

void EnvelopeSplitter::push(std::string_view bytes) {
  if (begin_ == buffer_.size()) {
    buffer_.clear();
    if (buffer_.capacity() > kCapacityKept) buffer_.shrink_to_fit();
  } else {
    buffer_.erase(0, begin_);
  }
  begin_ = 0;
  buffer_ += bytes;
}

Result<std::optional<std::string_view>> EnvelopeSplitter::pop() {
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  if (rest.size() < kLengthBytes) return std::optional<std::string_view>();

  const std::uint32_t length = read_length(rest.data());
  if (length > bytes_max_) {
    return Error{ErrorCode::LimitExceeded, "a message of more than " + std::to_string(bytes_max_) +
                                               " bytes: '" + std::to_string(length) + "'"};
  }
  if (rest.size() - kLengthBytes < length) return std::optional<std::string_view>();

  begin_ += kLengthBytes + length;
  return std::optional(rest.substr(kLengthBytes, length));
}

}  // namespace kine::protocol
