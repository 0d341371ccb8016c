#include "server/net/decoded_message.h"

#include <utility>

#include "protocol/envelope.h"
#include "protocol/json.h"
#include "protocol/outline.h"

namespace kine::server {
namespace {

bool is_said_by(Speaker speaker, std::uint32_t message) {
  return speaker == Speaker::Client ? protocol::is_said_by_clients(message)
                                    : message == kinesphere::Envelope::kHello;
}

}  // namespace

DecodedMessage decode_message(std::string_view message, MessageForm form, Speaker speaker) {
  const bool is_json = form == MessageForm::Json;
  const auto outline = is_json ? protocol::outline_of_json(message) : protocol::outline_of(message);
  if (!outline) return {.envelope = outline.error()};
  if (outline->message && !is_said_by(speaker, *outline->message)) {
    return {.envelope = std::optional<kinesphere::Envelope>()};
  }
  auto envelope = is_json ? protocol::envelope_of_json(message) : protocol::decode(message);
  if (!envelope) return {.envelope = envelope.error(), .bytes_decoded = message.size()};
  return {.envelope = std::optional(*std::move(envelope)), .bytes_decoded = message.size()};
}

}  // namespace kine::server
