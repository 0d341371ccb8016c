#include "protocol/envelope.h"

#include <string>
#include <utility>

#include "protocol/kinesphere.pb.h"
#include "protocol/outline.h"

namespace kine::protocol {

Bytes encode(const kinesphere::Envelope& envelope) {
  const std::size_t size = envelope.ByteSizeLong();
  std::string bytes(kLengthBytes + size, '\0');
  write_length(static_cast<std::uint32_t>(size), bytes.data());
  envelope.SerializeWithCachedSizesToArray(
      reinterpret_cast<std::uint8_t*>(bytes.data() + kLengthBytes));
  return make_bytes(std::move(bytes));
}

Result<kinesphere::Envelope> decode(std::string_view bytes) {
  kinesphere::Envelope envelope;
  if (bytes.size() > kEnvelopeBytesMax ||
      !envelope.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return no_envelope();
  }
  return envelope;
}

}  // namespace kine::protocol
