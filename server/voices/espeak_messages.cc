#include "server/voices/espeak_messages.h"

#include <bit>
#include <cstring>

#include "realizer/core/pcm16.h"

namespace kine::server {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand");

constexpr std::size_t kErrorBytesMax = 1'024;
constexpr std::size_t kEventTextBytesMax = kEspeakRequestBytesMax;

template <class Number>
void put(std::string& bytes, Number number) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof number);
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

void put_text(std::string& bytes, std::string_view text) {
  put(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

/// Reads what put() wrote. After the first thing that is not there it gives nothing but zeros.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
  Number number() {
    Number number{};
    const std::string_view taken = take(sizeof number);
    if (!taken.empty()) std::memcpy(&number, taken.data(), sizeof number);
    return number;
  }

  std::string text(std::size_t bytes_max) {
    const auto size = number<std::uint32_t>();
    if (size > bytes_max) failed_ = true;
    return std::string(take(size));
  }

  std::string_view take(std::size_t size) {
    if (failed_ || size > bytes_.size()) {
      failed_ = true;
      return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

  std::string_view rest() const { return bytes_; }
  bool failed() const { return failed_; }
  bool whole() const { return !failed_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool failed_ = false;
};

Error malformed(const char* what) {
  return {ErrorCode::Syntax, std::string("malformed ") + what + " of espeak"};
}

}  // namespace

std::string encode(const EspeakRequest& request) {
  std::string bytes;
  put_text(bytes, request.voice);
  put(bytes, static_cast<std::uint8_t>(request.pause_behind));
  put_text(bytes, request.ssml);
  return bytes;
}

std::string encode(const EspeakReply& reply) {
  std::string bytes;
  put_text(bytes, reply.error);
  put(bytes, reply.rate_hz);
  put(bytes, static_cast<std::uint32_t>(reply.events.size()));
  for (const EspeakEvent& event : reply.events) {
    put(bytes, static_cast<std::uint8_t>(event.kind));
    put(bytes, event.sample);
    put_text(bytes, event.text);
  }
  append_pcm16(reply.samples, bytes);
  return bytes;
}

Result<EspeakRequest> decode_espeak_request(std::string_view bytes) {
  Reader reader(bytes);
  EspeakRequest request;
  request.voice = reader.text(kEspeakRequestBytesMax);
  request.pause_behind = reader.number<std::uint8_t>() != 0;
  request.ssml = reader.text(kEspeakRequestBytesMax);
  if (!reader.whole()) return malformed("request");
  return request;
}

Result<EspeakReply> decode_espeak_reply(std::string_view bytes) {
  Reader reader(bytes);
  EspeakReply reply;
  reply.error = reader.text(kErrorBytesMax);
  reply.rate_hz = reader.number<std::uint32_t>();
  const auto count = reader.number<std::uint32_t>();
  if (reader.failed() || count > kEspeakEventsMax) return malformed("reply");
  for (std::uint32_t i = 0; i < count && !reader.failed(); ++i) {
    const auto kind = reader.number<std::uint8_t>();
    if (kind > static_cast<std::uint8_t>(EspeakEvent::Kind::ClauseEnd)) return malformed("reply");
    const auto sample = reader.number<std::uint32_t>();
    reply.events.push_back(
        {static_cast<EspeakEvent::Kind>(kind), sample, reader.text(kEventTextBytesMax)});
  }
  const std::string_view pcm = reader.rest();
  if (reader.failed() || pcm.size() % kPcm16Bytes != 0 ||
      pcm.size() / kPcm16Bytes > kEspeakSamplesMax) {
    return malformed("reply");
  }
  reply.samples = pcm16_samples(pcm);
  return reply;
}

}  // namespace kine::server
