#include "server/journal/journal.h"

#include <string_view>
#include <utility>
#include <variant>

#include "server/journal/record.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

constexpr const char* kTooLong =
    "something was too long for the journal, and is missing: start the server anew";
constexpr const char* kTooSlow =
    "the disk of the journal is too slow, and something is missing: start the server anew";

/// What a client said moves nobody by itself: what came of it does.
bool is_kept(const Happening& what) {
  return !std::holds_alternative<MessageTaken>(what) && !std::holds_alternative<ClientGone>(what);
}

/// False where a line is too long to be a record.
bool append_records(std::string_view lines, std::string& records) {
  bool all = true;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    all = append_record(lines.substr(0, end), records) && all;
    lines.remove_prefix(end + 1);
  }
  return all;
}

}  // namespace

Journal::Journal(JournalFile file, Listening listening, const JournalLimits& limits)
    : Journal(std::make_unique<JournalFile>(std::move(file)), std::move(listening), limits) {}

Journal::Journal(std::unique_ptr<RecordStore> store, Listening listening,
                 const JournalLimits& limits)
    : listening_(std::move(listening)), limits_(limits), store_(std::move(store)) {
  if (listening_.numbered) {
    rows_.go_on_behind(*listening_.numbered);
  } else {
    records_ = kJournalMagic;
  }
  thread_ = std::thread([this] { work(); });
}

Journal::~Journal() { finish("the program ended"); }

void Journal::push(Happening what) {
  if (!is_kept(what)) return;
  const auto* const done = std::get_if<TickDone>(&what);
  // Of what is told of a tick more may come, on this thread: it is looked at here alone.
  Waiting waiting{.moment = {.wall = std::chrono::system_clock::now(), .mono = steady_now()},
                  .bytes = bytes_of(what),
                  .is_heard = done != nullptr && !done->output->feedback.empty()};
  {
    const std::lock_guard lock(mutex_);
    if (done != nullptr) tick_ = done->tick;
    if (is_broken_ || stopping_) return;
    if (bytes_waiting_ + waiting.bytes <= limits_.bytes_waiting_max) {
      waiting.moment.tick = tick_;
      waiting.what = std::move(what);
      bytes_waiting_ += waiting.bytes;
      waiting_.push_back(std::move(waiting));
      filled_.notify_one();
      return;
    }
  }
  give_up(kTooSlow);
}

std::optional<std::string> Journal::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

void Journal::finish(const std::string& reason) {
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_) end_reason_ = reason;
    stopping_ = true;
    filled_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void Journal::hand_over() {
  {
    const std::lock_guard lock(mutex_);
    hands_over_ = true;
  }
  finish({});
}

void Journal::work() {
  bool is_written = true;
  for (;;) {
    std::vector<Waiting> batch;
    bool is_last = false;
    {
      std::unique_lock lock(mutex_);
      const auto is_filled = [this] { return !waiting_.empty() || stopping_; };
      if (is_written) {
        filled_.wait(lock, is_filled);
      } else {
        filled_.wait_for(lock, limits_.retry_after, [this] { return stopping_; });
      }
      batch.swap(waiting_);
      is_last = stopping_;
    }
    add(batch);
    is_written = write();
    if (is_last) return write_end();
    std::size_t bytes = 0;
    for (const Waiting& each : batch) bytes += each.bytes;
    const std::lock_guard lock(mutex_);
    bytes_waiting_ -= bytes;
  }
}

/// Puts a batch into records. A tick whose feedback somebody hears is among them, so that nobody
/// hears it once more.
void Journal::add(const std::vector<Waiting>& batch) {
  for (const Waiting& each : batch) {
    std::string lines;
    rows_.add(each.moment, each.what, lines);
    if (each.is_heard) rows_.end_row_of_ticks(lines);
    if (const auto* const done = std::get_if<TickDone>(&each.what)) {
      for (const Input& input : done->inputs) {
        const auto* const play = std::get_if<PlayBlock>(&input);
        if (play != nullptr) keeping_.push_back({.client = play->client, .block = play->id});
      }
    }
    if (!append_records(lines, records_)) give_up(kTooLong);
  }
  if (records_.size() > limits_.record_bytes_waiting_max) give_up(kTooSlow);
}

/// Whether the store has all of it.
bool Journal::write() {
  if (records_.empty()) return true;
  {
    const std::lock_guard lock(mutex_);
    if (is_broken_) return false;
  }
  if (store_->size() + records_.size() > limits_.file_bytes_max) {
    set_fault("past journal_bytes_max of " + std::to_string(limits_.file_bytes_max) +
              ": start the server anew");
    return false;
  }
  const auto began = std::chrono::steady_clock::now();
  if (const auto done = store_->keep(records_); !done) {
    if (store_->is_lost()) {
      give_up(done.error().message);
    } else {
      set_fault(done.error().message);
    }
    return false;
  }
  if (listening_.status != nullptr) {
    listening_.status->journal_bytes += records_.size();
    listening_.status->journal_syncs.add(std::chrono::steady_clock::now() - began);
  }
  records_.clear();
  set_fault({});
  if (!keeping_.empty()) listening_.on_kept(std::exchange(keeping_, {}));
  return true;
}

/// Its end fits where nothing else does: what is before it has nothing to recover then.
void Journal::write_end() {
  std::string lines;
  Moment now{.wall = std::chrono::system_clock::now(), .mono = steady_now()};
  {
    const std::lock_guard lock(mutex_);
    now.tick = tick_;
  }
  const bool is_whole = records_.empty();
  if (hands_over_) {
    if (!is_whole) return;
    rows_.end_row_of_ticks(lines);
  } else if (!is_whole) {
    records_ = store_->size() == 0 ? std::string(kJournalMagic) : std::string();
    rows_.leave_out_ticks();
  }
  if (!hands_over_) rows_.add(now, SessionEnd{end_reason_}, lines);
  [[maybe_unused]] const bool fits = append_records(lines, records_);
  [[maybe_unused]] const auto kept = store_->keep(records_);
}

/// Something is missing from here on.
void Journal::give_up(const std::string& fault) {
  {
    const std::lock_guard lock(mutex_);
    if (is_broken_) return;
    is_broken_ = true;
    fault_ = fault;
    if (listening_.status != nullptr) listening_.status->journal_failing = 1;
  }
  listening_.warn(fault);
}

void Journal::set_fault(std::optional<std::string> fault) {
  std::string news;
  {
    const std::lock_guard lock(mutex_);
    if (is_broken_ || fault.has_value() == fault_.has_value()) return;
    news = fault ? *fault : "the journal can be written again";
    fault_ = std::move(fault);
    if (listening_.status != nullptr) listening_.status->journal_failing = fault_ ? 1 : 0;
  }
  listening_.warn(news);
}

}  // namespace kine::server
