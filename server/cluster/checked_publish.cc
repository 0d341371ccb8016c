#include "server/cluster/checked_publish.h"

namespace kine::server {
namespace {

natsStatus make_message(const CheckedMessage& from, OwnedNatsMessage& to) {
  natsMsg* raw = nullptr;
  natsStatus status = natsMsg_Create(&raw, from.subject.c_str(), nullptr, from.data.data(),
                                     static_cast<int>(from.data.size()));
  to.reset(raw);
  for (const auto& [name, value] : from.headers) {
    if (status == NATS_OK) status = natsMsgHeader_Set(raw, name.c_str(), value.c_str());
  }
  return status;
}

}  // namespace

Published publish_checked(const NatsConnection& connection, const CheckedMessage& message,
                          std::chrono::milliseconds patience) {
  OwnedNatsMessage owned;
  natsStatus status = make_message(message, owned);
  if (status != NATS_OK) return {.fault = nats_words(status)};
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MaxWait = patience.count();
  options.ExpectLastSubjectSeq = message.last;
  options.ExpectNoMessage = message.last == 0;
  jsPubAck* acknowledged = nullptr;
  jsErrCode code{};
  status = js_PublishMsg(&acknowledged, connection.jet_stream(), owned.get(), &options, &code);
  if (status == NATS_OK) {
    const Published stored{.outcome = Published::Outcome::Stored,
                           .sequence = acknowledged->Sequence};
    jsPubAck_Destroy(acknowledged);
    return stored;
  }
  return {.outcome = code == JSStreamWrongLastSequenceErr ? Published::Outcome::Refused
                                                          : Published::Outcome::Unknown,
          .fault = nats_words(status)};
}

Result<std::optional<StoredMessage>> last_of(const NatsConnection& connection,
                                             const std::string& stream, const std::string& subject,
                                             const std::vector<std::string>& headers,
                                             std::chrono::milliseconds patience) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = patience.count();
  natsMsg* raw = nullptr;
  jsErrCode code{};
  const natsStatus status = js_GetLastMsg(&raw, connection.jet_stream(), stream.c_str(),
                                          subject.c_str(), &options, &code);
  const OwnedNatsMessage message(raw);
  if (status == NATS_NOT_FOUND && (code == JSNoMessageFoundErr || code == 0)) {
    return std::optional<StoredMessage>();
  }
  if (status != NATS_OK) return nats_error("the cluster does not say what it has", status);
  return std::optional(StoredMessage{.sequence = natsMsg_GetSequence(raw),
                                     .headers = headers_of(raw, headers),
                                     .data = std::string(data_of(raw))});
}

NatsHeaders headers_of(natsMsg* message, const std::vector<std::string>& names) {
  NatsHeaders headers;
  for (const std::string& each : names) {
    const char* value = nullptr;
    if (natsMsgHeader_Get(message, each.c_str(), &value) == NATS_OK) headers[each] = value;
  }
  return headers;
}

std::string_view data_of(natsMsg* message) {
  const char* const data = natsMsg_GetData(message);
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

}  // namespace kine::server
