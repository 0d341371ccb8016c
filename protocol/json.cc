#include "protocol/json.h"

#include <google/protobuf/util/json_util.h>

#include "protocol/kinesphere.pb.h"

namespace kine::protocol {
namespace {

/// What is quoted of the parser's own words, which quote the text.
constexpr std::size_t kReasonBytesMax = 120;

/// One line of ASCII, for a part of a text may end within a character.
std::string plain(std::string_view text) {
  std::string result(text.substr(0, kReasonBytesMax));
  for (char& c : result) {
    if (c < ' ' || c > '~') c = ' ';
  }
  return result;
}

}  // namespace

Result<kinesphere::Envelope> envelope_of_json(std::string_view json) {
  kinesphere::Envelope envelope;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(json.data(), json.size()), &envelope, options);
  if (!status.ok()) {
    const std::string reason(status.message().data(), status.message().size());
    return Error{ErrorCode::Syntax, "this text is no envelope in JSON: " + plain(reason)};
  }
  return envelope;
}

std::string json_of_envelope(std::string_view bytes) {
  kinesphere::Envelope envelope;
  std::string json;
  if (envelope.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) &&
      google::protobuf::util::MessageToJsonString(envelope, &json).ok()) {
    return json;
  }
  return R"({"problem":{"error":"this message has no form in JSON"}})";
}

}  // namespace kine::protocol
