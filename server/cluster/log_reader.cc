#include "server/cluster/log_reader.h"

#include <charconv>
#include <memory>
#include <utility>

#include "server/cluster/storage.h"

namespace kine::server {
namespace {

struct SubscriptionDeleter {
  void operator()(natsSubscription* each) const { natsSubscription_Destroy(each); }
};
using OwnedSubscription = std::unique_ptr<natsSubscription, SubscriptionDeleter>;

struct Position {
  std::uint64_t sequence = 0;  // in the stream
  std::uint64_t pending = 0;   // of the subject, behind it
};

std::optional<Position> position_of(natsMsg* message) {
  jsMsgMetaData* about = nullptr;
  if (natsMsg_GetMetaData(&about, message) != NATS_OK) return {};
  const Position position{.sequence = about->Sequence.Stream, .pending = about->NumPending};
  jsMsgMetaData_Destroy(about);
  return position;
}

/// In order, with flow control; the engine begins anew where something is missing.
natsStatus subscribe(const NatsConnection& connection, const SceneName& name,
                     OwnedSubscription& to) {
  jsSubOptions options;
  jsSubOptions_Init(&options);
  options.Stream = kLogStream;
  options.Ordered = true;
  natsSubscription* raw = nullptr;
  jsErrCode code{};
  const natsStatus status = js_SubscribeSync(
      &raw, connection.jet_stream(), subject_of_log(name).c_str(), nullptr, &options, &code);
  to.reset(raw);
  return status;
}

Error too_long(std::size_t bytes_max) {
  return {ErrorCode::LimitExceeded,
          "the log of the scene is longer than " + std::to_string(bytes_max) + " bytes"};
}

}  // namespace

std::optional<PieceNumber> piece_number(std::string_view text) {
  const auto number = [](std::string_view part) -> std::optional<std::uint32_t> {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    const bool is_one = error == std::errc() && end == part.data() + part.size();
    return is_one ? std::optional(value) : std::nullopt;
  };
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {};
  const auto piece = number(text.substr(0, slash));
  const auto of = number(text.substr(slash + 1));
  if (!piece || !of || *piece == 0 || *piece > *of) return {};
  return PieceNumber{.piece = *piece, .of = *of};
}

Result<std::string> LogPieces::add(const NatsHeaders& headers, std::string_view data) {
  const auto header = headers.find(kPieceHeader);
  const auto number =
      header == headers.end() ? std::optional(PieceNumber{1, 1}) : piece_number(header->second);
  if (!number) return Error{ErrorCode::Syntax, "the log of the scene has a piece without a number"};
  const bool follows = number->piece == last_ + 1 && number->of == of_;
  if (number->piece == 1 || !follows) {
    waiting_.clear();  // its writer gave it up
    last_ = 0;
    of_ = 0;
  }
  if (number->piece != 1 && !follows) return std::string();
  if (waiting_.size() + data.size() > bytes_max_) return too_long(bytes_max_);
  waiting_ += data;
  last_ = number->piece;
  of_ = number->of;
  if (last_ < of_) return std::string();
  last_ = 0;
  of_ = 0;
  return std::exchange(waiting_, {});
}

Result<Done> read_log(const NatsConnection& connection, const SceneName& name, std::uint64_t last,
                      const LogReading& reading) {
  const std::vector<std::string> names{kPieceHeader, kRollupHeader, kBeginsHeader};
  OwnedSubscription subscription;
  natsStatus status = subscribe(connection, name, subscription);
  LogPieces pieces(reading.bytes_max);
  std::size_t bytes = 0;
  bool begins = false;
  std::uint64_t count = 0;
  while (status == NATS_OK) {
    natsMsg* raw = nullptr;
    status = natsSubscription_NextMsg(&raw, subscription.get(), reading.patience.count());
    const OwnedNatsMessage message(raw);
    if (status != NATS_OK) break;
    const auto position = position_of(raw);
    if (!position) continue;
    const NatsHeaders headers = headers_of(raw, names);
    if (headers.contains(kRollupHeader)) {
      pieces = LogPieces(reading.bytes_max);
      begins = true;
      bytes = 0;
    }
    auto batch = pieces.add(headers, data_of(raw));
    if (!batch) return batch.error();
    if (!batch->empty() && headers.contains(kBeginsHeader)) {
      begins = true;
      bytes = 0;
    }
    bytes += batch->size();
    if (bytes > reading.bytes_max) return too_long(reading.bytes_max);
    if (!batch->empty()) reading.on_batch(*batch, std::exchange(begins, false));
    ++count;
    if (reading.on_progress) {
      const double all = static_cast<double>(count + position->pending);
      reading.on_progress(static_cast<double>(count) / all);
    }
    if (position->sequence >= last) return Done{};
  }
  return nats_error("the log of the scene cannot be read", status);
}

}  // namespace kine::server
