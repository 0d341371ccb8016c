#include "server/recordings/recorder.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "protocol/codec.h"
#include "protocol/recording.h"
#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

/// Of the hub's subscribers: beyond clients and sinks.
constexpr ClientId kFirstRecording{std::uint64_t{3} << 62};

bool is_file_name(const std::string& name) {
  const bool begins_well = !name.empty() && name.front() != '.';
  return begins_well && name.size() <= kRecordingNameBytesMax &&
         std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_' || c == '.';
         });
}

protocol::RecordingHead head_of(const Roster& roster, TickRate rate,
                                const std::vector<CharacterId>& characters) {
  protocol::RecordingHead head{.rate = rate, .characters = {}};
  for (const CharacterId id : characters) {
    const Roster::EntryPointer entry = roster.find(id);
    if (!entry) continue;  // it left before its first frame was written
    head.characters.push_back({.id = id,
                               .skeleton_id = entry->skeleton_id,
                               .name = entry->cast->name,
                               .body = entry->cast->body});
  }
  return head;
}

/// In the folder, without its ending: tenants have names of their own.
std::string place_of(const std::string& name, const std::string& tenant) {
  return tenant.empty() ? name : tenant + "/" + name;
}

std::string past_limit(std::string_view limit, std::uint64_t value) {
  return "past " + std::string(limit) + " of " + std::to_string(value);
}

}  // namespace

/// What the hub offers goes into a queue. The file and its writer are the recorder's thread's own.
struct Recorder::Recording final : Subscriber {
  Recording(Recorder& owner, ClientId hub_id, ClientId client, std::string named, std::string where,
            std::vector<CharacterId> who, OnEnd tell)
      : recorder(owner),
        id(hub_id),
        started_by(client),
        name(std::move(named)),
        place(std::move(where)),
        characters(std::move(who)),
        on_end(std::move(tell)) {}

  void offer_frames(std::shared_ptr<const TickOutput> output) override {
    const std::lock_guard lock(recorder.mutex_);
    if (ending || (last && output->tick <= *last)) return;
    last = output->tick;
    if (waiting.size() >= recorder.limits_.ticks_waiting_max) {
      ending = past_limit("ticks_waiting_max", recorder.limits_.ticks_waiting_max) +
               ": the disk is too slow";
    } else {
      waiting.push_back(std::move(output));
    }
    recorder.filled_.notify_one();
  }

  // Feedback comes with the frames of its tick, so that the order is the tick's.
  void offer_event(std::shared_ptr<const Event>) override {}

  /// Of the recorder's thread, under its mutex.
  bool has_work() const { return !file || ending || !waiting.empty(); }

  bool has(CharacterId character) const {
    return std::ranges::find(characters, character) != characters.end();
  }

  /// Empty, or why the disk did not take it.
  std::string put(const std::string& bytes) {
    recorder.bytes_in_all_ += bytes.size();
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                         std::fflush(file.get()) == 0;
    return written ? "" : std::string(std::strerror(errno));
  }

  Recorder& recorder;
  const ClientId id;
  const ClientId started_by;
  const std::string name;
  const std::string place;  // in the folder
  const std::vector<CharacterId> characters;
  const OnEnd on_end;

  // Under the recorder's mutex:
  std::vector<std::shared_ptr<const TickOutput>> waiting;
  std::optional<Tick> last;
  std::optional<std::string> ending;  // why it ends; empty: somebody stopped it

  // Of the recorder's thread:
  RecordingsFolder::File file;  // null until it is opened
  std::optional<protocol::RecordingWriter> writer;
  std::uint64_t frames = 0;
};

Recorder::Recorder(std::string folder, const Roster& roster, TickRate rate, Hub& hub,
                   const RecorderLimits& limits)
    : Recorder(
          folder.empty() ? nullptr : std::make_unique<const RecordingsFolder>(std::move(folder)),
          roster, rate, hub, limits) {}

Recorder::Recorder(std::unique_ptr<const RecordingsFolder> folder, const Roster& roster,
                   TickRate rate, Hub& hub, const RecorderLimits& limits)
    : folder_(std::move(folder)),
      roster_(roster),
      rate_(rate),
      hub_(hub),
      limits_(limits),
      rate_of_starts_(limits.recordings_per_minute_max, std::chrono::minutes(1)) {}

Recorder::~Recorder() { finish(); }

Result<Done> Recorder::start(ClientId client, const std::string& name,
                             std::vector<CharacterId> characters, OnEnd on_end,
                             const std::string& tenant) {
  const std::lock_guard lock(mutex_);
  if (auto refused = reason_to_refuse(name, tenant); !refused) return refused;
  if (auto refused = reason_to_refuse_one_more(client); !refused) return refused;
  count_one_more(client);
  const std::string place = place_of(name, tenant);
  const auto recording =
      std::make_shared<Recording>(*this, ClientId{kFirstRecording.value + started_++}, client, name,
                                  place, std::move(characters), std::move(on_end));
  recordings_[place] = recording;
  // Under the lock, so that the hub is not told of its end first; telling it waits for nobody.
  hub_.add(recording->id, recording);
  hub_.subscribe(recording->id, {.characters = recording->characters,
                                 .parts = protocol::FrameParts::All,
                                 .writes_down = true});
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  filled_.notify_one();
  return Done{};
}

Result<Done> Recorder::stop(const std::string& name, ClientId client, const std::string& tenant) {
  const std::lock_guard lock(mutex_);
  const auto found = recordings_.find(place_of(name, tenant));
  if (found == recordings_.end()) {
    return Error{.code = ErrorCode::UnknownName,
                 .message = "no recording has this name: " + kine::quoted(name)};
  }
  Recording& recording = *found->second;
  if (recording.started_by != client) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "only the client that started this recording may stop it: " +
                            kine::quoted(name)};
  }
  if (!recording.ending) recording.ending = "";
  filled_.notify_one();
  return Done{};
}

void Recorder::stop_all_of(ClientId client) {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, recording] : recordings_) {
    if (recording->started_by == client && !recording->ending) recording->ending = "";
  }
  filled_.notify_one();
}

void Recorder::finish() {
  {
    const std::lock_guard lock(mutex_);
    finishing_ = true;
    for (const auto& [name, recording] : recordings_) {
      if (!recording->ending) recording->ending = "";
    }
    filled_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

Result<Done> Recorder::reason_to_refuse(const std::string& name, const std::string& tenant) const {
  if (folder_ == nullptr) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "this server was given no folder for recordings"};
  }
  if (!is_file_name(name)) {
    return Error{
        .code = ErrorCode::OutOfRange,
        .message =
            "a recording's name has 1 to " + std::to_string(kRecordingNameBytesMax) +
            " letters, digits, '-', '_' and '.', which is not its first: " + kine::quoted(name)};
  }
  if (recordings_.contains(place_of(name, tenant))) {
    return Error{.code = ErrorCode::OutOfRange,
                 .message = "there is a recording of this name: " + kine::quoted(name)};
  }
  if (finishing_) {
    return Error{.code = ErrorCode::Unsupported, .message = "the server is leaving"};
  }
  return Done{};
}

Result<Done> Recorder::reason_to_refuse_one_more(ClientId client) const {
  const auto busy = [](std::string_view limit, std::size_t value) {
    return Error{.code = ErrorCode::LimitExceeded, .message = "busy: " + past_limit(limit, value)};
  };
  if (recordings_.size() >= limits_.recordings_at_once_max) {
    return busy("recordings_at_once_max", limits_.recordings_at_once_max);
  }
  const auto of_client = std::ranges::count_if(
      recordings_, [&](const auto& entry) { return entry.second->started_by == client; });
  if (static_cast<std::size_t>(of_client) >= limits_.recordings_at_once_of_client_max) {
    return busy("recordings_at_once_of_client_max", limits_.recordings_at_once_of_client_max);
  }
  const auto now = steady_now();
  if (!rate_of_starts_.has_room(now)) {
    return busy("recordings_per_minute_max", limits_.recordings_per_minute_max);
  }
  const auto rate = rates_of_clients_.find(client);
  if (rate != rates_of_clients_.end() && !rate->second.has_room(now)) {
    return busy("recordings_per_minute_of_client_max", limits_.recordings_per_minute_of_client_max);
  }
  return Done{};
}

/// Pre: there is room for it.
void Recorder::count_one_more(ClientId client) {
  const auto now = steady_now();
  std::erase_if(rates_of_clients_, [&](const auto& entry) { return entry.second.is_full(now); });
  RateLimit& rate =
      rates_of_clients_
          .try_emplace(client, limits_.recordings_per_minute_of_client_max, std::chrono::minutes(1))
          .first->second;
  const bool of_all = rate_of_starts_.allow(now);
  const bool of_client = rate.allow(now);
  KINE_ASSERT(of_all && of_client);
}

/// Where nothing was opened, nothing counts.
void Recorder::count_one_less(ClientId client) {
  rate_of_starts_.give_back();
  const auto rate = rates_of_clients_.find(client);
  if (rate != rates_of_clients_.end()) rate->second.give_back();
}

void Recorder::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    filled_.wait(lock, [this] {
      return finishing_ || std::ranges::any_of(recordings_, [](const auto& entry) {
               return entry.second->has_work();
             });
    });
    if (finishing_ && recordings_.empty()) return;
    std::vector<std::shared_ptr<Recording>> now;
    for (const auto& [name, recording] : recordings_) now.push_back(recording);
    for (const std::shared_ptr<Recording>& recording : now) {
      const auto outputs = std::exchange(recording->waiting, {});
      const bool ends = recording->ending.has_value();
      lock.unlock();
      std::string fault = recording->file ? std::string() : open(*recording);
      if (fault.empty()) fault = write(*recording, outputs);
      if (ends || !fault.empty()) {
        end(*recording, std::move(fault));
      }
      lock.lock();
    }
  }
}

/// Empty, or why nothing can be written. The folder is looked at anew, for its operator may have
/// made room.
std::string Recorder::open(Recording& recording) {
  const auto held = folder_->bytes_held();
  if (!held) return held.error().message;
  bytes_in_all_ = *held;
  if (std::string reason = reason_to_write_no_more(); !reason.empty()) return reason;
  auto file = folder_->create(recording.place);
  if (!file) return file.error().message;
  recording.file = *std::move(file);
  return {};
}

/// Empty, or what there is too much of.
std::string Recorder::reason_to_write_no_more() const {
  if (bytes_in_all_ >= limits_.bytes_in_all_max) {
    return past_limit("recorded_bytes_in_all_max", limits_.bytes_in_all_max) +
           ": delete old recordings on the server";
  }
  const auto left = folder_->bytes_free();
  if (!left) return left.error().message;
  if (*left >= limits_.free_bytes_min) return {};
  return "the server's disk is nearly full: " + std::to_string(*left) +
         " bytes are free, and recorded_free_bytes_min is " +
         std::to_string(limits_.free_bytes_min) + ": make room on the server";
}

std::string Recorder::write(Recording& recording, const Outputs& outputs) {
  std::string bytes;
  for (const auto& output : outputs) {
    if (!recording.writer) {
      recording.writer.emplace(head_of(roster_, rate_, recording.characters), output->tick, bytes);
    }
    for (const Feedback& feedback : output->feedback) {
      if (!recording.has(feedback.character)) continue;
      recording.writer->append(output->tick, protocol::encode(feedback), bytes);
    }
    for (const AudioPiece& piece : output->audio) {
      if (!recording.has(piece.character)) continue;
      recording.writer->append(output->tick, piece.bytes, bytes);
    }
    for (const CharacterId id : recording.characters) {
      const protocol::Bytes& frame = output->frame(id, protocol::FrameParts::All);
      if (!frame) continue;  // it has left
      recording.writer->append(output->tick, frame, bytes);
      ++recording.frames;
    }
  }
  if (std::string fault = recording.put(bytes); !fault.empty()) return fault;
  if (recording.writer && recording.writer->size() >= limits_.file_bytes_max) {
    return past_limit("recording_bytes_max", limits_.file_bytes_max);
  }
  return reason_to_write_no_more();
}

/// Empty, or why the disk did not take its end.
std::string Recorder::finish_file(Recording& recording) {
  std::string bytes;
  if (!recording.writer) {
    recording.writer.emplace(head_of(roster_, rate_, recording.characters), Tick{0}, bytes);
  }
  recording.writer->finish(bytes);
  std::string fault = recording.put(bytes);
  recording.file.reset();
  return fault;
}

/// The file gets its end even where it could not go on, as far as the disk lets it.
void Recorder::end(Recording& recording, std::string fault) {
  hub_.remove(recording.id);
  const bool was_opened = recording.file != nullptr;
  if (was_opened) {
    if (std::string of_end = finish_file(recording); fault.empty()) fault = std::move(of_end);
  }
  {
    const std::lock_guard lock(mutex_);
    if (!was_opened) count_one_less(recording.started_by);
    if (fault.empty()) fault = recording.ending.value_or("");
    recordings_.erase(recording.place);
  }
  recording.on_end({recording.name, recording.frames, fault});
}

}  // namespace kine::server
