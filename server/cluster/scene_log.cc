#include "server/cluster/scene_log.h"

#include <algorithm>
#include <charconv>
#include <random>
#include <utility>

#include "realizer/core/number.h"
#include "server/cluster/log_reader.h"
#include "server/cluster/storage.h"

namespace kine::server {
namespace {

constexpr std::int64_t kTryAfterMs = 50;
constexpr std::size_t kHeaderBytes = 4'096;  // of a message's most, for its headers

std::string random_writer() {
  std::random_device random;
  return std::to_string(random()) + '.' + std::to_string(random()) + '.' + std::to_string(random());
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string_view value_of(const StoredMessage& message, const char* header) {
  const auto found = message.headers.find(header);
  return found == message.headers.end() ? std::string_view() : std::string_view(found->second);
}

Error no_answer(const std::string& fault) {
  return {ErrorCode::Unsupported, "the cluster does not keep the journal: " + fault};
}

/// Until it works, or cannot, or that time is over.
template <class Try, class IsOver>
auto try_for(std::chrono::milliseconds patience, Try attempt, IsOver is_over) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (;;) {
    auto result = attempt();
    if (result || is_over() || std::chrono::steady_clock::now() >= until) return result;
    nats_Sleep(kTryAfterMs);
  }
}

}  // namespace

/// Where it fails, that goes with the next begin.
void purge_before(std::uint64_t first, const NatsConnection& connection, const SceneName& name,
                  std::chrono::milliseconds answer) {
  const std::string subject = subject_of_log(name);
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = answer.count();
  options.Stream.Purge.Subject = subject.c_str();
  options.Stream.Purge.Sequence = first;
  [[maybe_unused]] const natsStatus status =
      js_PurgeStream(connection.jet_stream(), kLogStream, &options, nullptr);
}

SceneLog::SceneLog(const NatsConnection& connection, const SceneName& name, std::uint64_t fence,
                   const SceneLogSettings& settings)
    : connection_(connection),
      name_(name),
      subject_(subject_of_log(name)),
      writer_(random_writer()),
      fence_(fence),
      settings_(settings) {}

Result<std::unique_ptr<SceneLog>> SceneLog::take(const NatsConnection& connection,
                                                 const SceneName& name, std::uint64_t fence,
                                                 const SceneLogSettings& settings) {
  if (!is_scene_name(name)) {
    return Error{ErrorCode::OutOfRange, "no name of a scene in a cluster: " + quoted(name.key())};
  }
  std::unique_ptr<SceneLog> log(new SceneLog(connection, name, fence, settings));
  if (auto taken = log->take_over(); !taken) return taken.error();
  return log;
}

Result<OpenedSceneLog> SceneLog::open(const NatsConnection& connection, const SceneName& name,
                                      std::uint64_t fence,
                                      const std::function<void(double share)>& on_progress,
                                      const SceneLogSettings& settings) {
  auto taken = take(connection, name, fence, settings);
  if (!taken) return taken.error();
  OpenedSceneLog opened{.log = *std::move(taken), .journal = {}};
  const LogReading reading{.on_batch =
                               [&opened](std::string_view bytes, bool begins) {
                                 if (begins) opened.journal.clear();
                                 opened.journal += bytes;
                               },
                           .on_progress = on_progress,
                           .patience = settings.answer};
  SceneLogReader reader(connection, name, settings.bytes_max);
  if (auto read = read_log(reader, opened.log->last_, reading); !read) return read.error();
  opened.log->size_ = opened.journal.size();
  return opened;
}

/// Puts a mark behind what is there: its writer until now is refused from then on.
Result<Done> SceneLog::take_over() {
  return try_for(
      settings_.patience, [this] { return mark(); }, [this] { return is_lost_; });
}

Result<Done> SceneLog::mark() {
  const auto last = last_of(connection_, kLogStream, subject_, {kFenceHeader}, settings_.answer);
  if (!last) return last.error();
  if (*last && number_in(value_of(**last, kFenceHeader)) > fence_) return lost();
  last_ = *last ? (*last)->sequence : 0;
  const Published published = send({}, {});
  if (published.outcome != Published::Outcome::Stored) return no_answer(published.fault);
  return Done{};
}

Result<Done> SceneLog::keep(std::string_view bytes) {
  auto kept = try_for(
      settings_.patience, [&] { return keep_once(bytes); }, [this] { return is_lost_; });
  if (kept) kept_.clear();
  return kept;
}

Result<Done> SceneLog::keep_once(std::string_view bytes) {
  if (is_lost_) return lost();
  if (doubt_) {
    if (auto settled = settle(); !settled) return settled;
  }
  if (!bytes.starts_with(kept_)) kept_.clear();  // others than those that failed before
  bytes.remove_prefix(kept_.size());
  return bytes.empty() ? Result<Done>(Done{}) : send_batch(bytes);
}

/// All of it, or nothing that anybody reads.
Result<Done> SceneLog::send_batch(std::string_view bytes) {
  std::size_t most = settings_.piece_bytes_max;
  if (const std::size_t payload = connection_.payload_bytes_max(); payload > kHeaderBytes) {
    most = std::min(most, payload - kHeaderBytes);
  }
  const std::size_t pieces = (bytes.size() + most - 1) / most;
  const bool begins = size_ == 0;
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < pieces; ++i) {
    NatsHeaders headers;
    // In one step; or what was before goes when all pieces are there.
    if (begins && pieces == 1) headers[kRollupHeader] = "sub";
    if (begins && pieces > 1 && i + 1 == pieces) headers[kBeginsHeader] = "sub";
    if (pieces > 1) headers[kPieceHeader] = std::to_string(i + 1) + '/' + std::to_string(pieces);
    const Published published = send(bytes.substr(i * most, most), std::move(headers));
    switch (published.outcome) {
      case Published::Outcome::Stored:
        if (i == 0) first = published.sequence;
        continue;
      case Published::Outcome::Refused:
        return look(published.fault);
      case Published::Outcome::Unknown:
        break;
    }
    doubt_ = Doubt{.number = number_};
    if (i + 1 == pieces) doubt_->batch = bytes;
    return no_answer(published.fault);
  }
  note_batch(bytes);
  if (begins && pieces > 1) purge_before(first, connection_, name_, settings_.answer);
  return Done{};
}

/// What had no answer is stored or never will be: a mark is stored in its place, or refused by it.
Result<Done> SceneLog::settle() {
  const Published published = send({}, {});
  switch (published.outcome) {
    case Published::Outcome::Stored:
      doubt_.reset();
      return Done{};
    case Published::Outcome::Refused:
      return look(published.fault);
    case Published::Outcome::Unknown:
      break;
  }
  return no_answer(published.fault);
}

/// A message of ours was refused: behind one of ours that had no answer, or of somebody else.
Result<Done> SceneLog::look(const std::string& fault) {
  const auto last = last_of(connection_, kLogStream, subject_, {kWriterHeader}, settings_.answer);
  if (!last) return last.error();
  // A server that leads since a moment may be behind: it is asked again.
  if (!*last || (*last)->sequence <= last_) return no_answer(fault);
  const std::string_view writer = value_of(**last, kWriterHeader);
  const std::string prefix = writer_ + '-';
  if (!doubt_ || !writer.starts_with(prefix)) return lost();
  const std::uint64_t number = number_in(writer.substr(prefix.size()));
  last_ = (*last)->sequence;
  if (number == doubt_->number && !doubt_->batch.empty()) note_batch(doubt_->batch);
  doubt_.reset();
  return Done{};
}

Published SceneLog::send(std::string_view data, NatsHeaders headers) {
  headers[kWriterHeader] = writer_ + '-' + std::to_string(++number_);
  headers[kFenceHeader] = std::to_string(fence_);
  Published published = publish_checked(
      connection_,
      {.subject = subject_, .last = last_, .headers = std::move(headers), .data = data},
      settings_.answer);
  if (published.outcome == Published::Outcome::Stored) last_ = published.sequence;
  return published;
}

void SceneLog::note_batch(std::string_view batch) {
  size_ += batch.size();
  kept_ += batch;
}

Error SceneLog::lost() {
  is_lost_ = true;
  return {ErrorCode::Unsupported, "another node has the scene now: fenced"};
}

}  // namespace kine::server
