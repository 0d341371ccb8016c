#include "server/cluster/log_reader.h"

#include <charconv>
#include <memory>
#include <utility>

#include "server/cluster/storage.h"

namespace kine::server {
namespace {

constexpr int kFaultsMax = 3;  // of one reading

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

struct SceneLogReader::Subscription {
  Subscription() = default;
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;
  ~Subscription() { natsSubscription_Destroy(raw); }

  natsSubscription* raw = nullptr;
};

SceneLogReader::SceneLogReader(const NatsConnection& connection, SceneName name,
                               std::size_t bytes_max)
    : connection_(connection), name_(std::move(name)), bytes_max_(bytes_max), pieces_(bytes_max) {}

SceneLogReader::~SceneLogReader() = default;

/// In order, with flow control; the engine begins anew where something is missing.
Result<std::optional<LogBatch>> SceneLogReader::next(std::chrono::milliseconds patience) {
  natsStatus status = NATS_OK;
  if (!subscription_) {
    subscription_ = std::make_unique<Subscription>();
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = kLogStream;
    options.Ordered = true;
    if (last_ > 0) {
      options.Config.DeliverPolicy = js_DeliverByStartSequence;
      options.Config.OptStartSeq = last_ + 1;
    }
    jsErrCode code{};
    status = js_SubscribeSync(&subscription_->raw, connection_.jet_stream(),
                              subject_of_log(name_).c_str(), nullptr, &options, &code);
  }
  natsMsg* raw = nullptr;
  if (status == NATS_OK) {
    status = natsSubscription_NextMsg(&raw, subscription_->raw, patience.count());
  }
  const OwnedNatsMessage message(raw);
  if (status == NATS_TIMEOUT) return std::optional<LogBatch>();
  if (status != NATS_OK) {
    subscription_.reset();
    return nats_error("the log of the scene cannot be read", status);
  }
  auto batch = take(raw);
  if (!batch) return batch.error();
  return std::optional(*std::move(batch));
}

Result<LogBatch> SceneLogReader::take(natsMsg* message) {
  static const std::vector<std::string> names{kPieceHeader, kRollupHeader, kBeginsHeader};
  const auto position = position_of(message);
  if (!position) return LogBatch{};
  const NatsHeaders headers = headers_of(message, names);
  if (headers.contains(kRollupHeader)) {
    pieces_ = LogPieces(bytes_max_);
    begins_ = true;
    bytes_ = 0;
  }
  auto bytes = pieces_.add(headers, data_of(message));
  if (!bytes) return bytes.error();
  if (!bytes->empty() && headers.contains(kBeginsHeader)) {
    begins_ = true;
    bytes_ = 0;
  }
  bytes_ += bytes->size();
  if (bytes_ > bytes_max_) return too_long(bytes_max_);
  last_ = position->sequence;
  LogBatch batch{.bytes = *std::move(bytes), .pending = position->pending};
  if (!batch.bytes.empty()) batch.begins = std::exchange(begins_, false);
  return batch;
}

Result<Done> read_log(const NatsConnection& connection, const SceneName& name, std::uint64_t last,
                      const LogReading& reading) {
  SceneLogReader reader(connection, name, reading.bytes_max);
  return read_log(reader, last, reading);
}

/// It is asked again where NATS has lost it on the way.
Result<Done> read_log(SceneLogReader& reader, std::uint64_t last, const LogReading& reading) {
  std::uint64_t count = 0;
  for (int faults = 0; reader.last() < last;) {
    const auto batch = reader.next(reading.patience);
    if (!batch || !*batch) {
      const bool is_over = !batch && batch.error().code == ErrorCode::LimitExceeded;
      if (!is_over && ++faults < kFaultsMax) continue;
      if (!batch) return batch.error();
      return nats_error("the log of the scene cannot be read", NATS_TIMEOUT);
    }
    if (!(*batch)->bytes.empty()) reading.on_batch((*batch)->bytes, (*batch)->begins);
    ++count;
    if (!reading.on_progress) continue;
    const double all = static_cast<double>(count + (*batch)->pending);
    reading.on_progress(static_cast<double>(count) / all);
  }
  return Done{};
}

}  // namespace kine::server
