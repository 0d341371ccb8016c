#include "server/journal/journal.h"

#include <string_view>
#include <utility>
#include <variant>

#include "server/journal/record.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

constexpr const char* kTooSlow = "the disk of the journal is too slow, and something is missing";

/// What a client said moves nobody by itself: what came of it does.
bool is_kept(const Happening& what) {
  return !std::holds_alternative<MessageTaken>(what) && !std::holds_alternative<ClientGone>(what);
}

void append_records(std::string_view lines, std::string& records) {
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    append_record(lines.substr(0, end), records);
    lines.remove_prefix(end + 1);
  }
}

}  // namespace

Journal::Journal(JournalFile file, Listening listening, const JournalLimits& limits)
    : listening_(std::move(listening)), limits_(limits), file_(std::move(file)) {
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
  const auto wall = std::chrono::system_clock::now();
  const std::lock_guard lock(mutex_);
  if (const auto* const done = std::get_if<TickDone>(&what)) tick_ = done->tick;
  if (is_broken_ || stopping_) return;
  if (waiting_.size() == limits_.happenings_waiting_max) {
    is_broken_ = true;
    fault_ = kTooSlow;
  } else {
    waiting_.push_back(
        {.moment = {.tick = tick_, .wall = wall, .mono = steady_now()}, .what = std::move(what)});
  }
  filled_.notify_one();
}

std::optional<std::string> Journal::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

void Journal::finish(const std::string& reason) {
  push(SessionEnd{reason});
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    filled_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
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
    if (is_last) return;
  }
}

/// Puts a batch into records. A tick whose feedback somebody hears is among them, so that nobody
/// hears it once more.
void Journal::add(const std::vector<Waiting>& batch) {
  for (const Waiting& each : batch) {
    std::string lines;
    rows_.add(each.moment, each.what, lines);
    if (const auto* const done = std::get_if<TickDone>(&each.what)) {
      if (!done->output->feedback.empty()) rows_.end_row_of_ticks(lines);
      for (const Input& input : done->inputs) {
        const auto* const play = std::get_if<PlayBlock>(&input);
        if (play != nullptr) keeping_.push_back({.client = play->client, .block = play->id});
      }
    }
    append_records(lines, records_);
  }
  if (records_.size() <= limits_.record_bytes_waiting_max) return;
  const std::lock_guard lock(mutex_);
  is_broken_ = true;
  fault_ = kTooSlow;
}

/// Whether the disk has all of it.
bool Journal::write() {
  if (records_.empty()) return true;
  if (file_.size() + records_.size() > limits_.file_bytes_max) {
    set_fault("past journal_bytes_max of " + std::to_string(limits_.file_bytes_max) +
              ": start the server anew");
    return false;
  }
  const auto began = std::chrono::steady_clock::now();
  const std::uint64_t size = file_.size();
  auto done = file_.append(records_);
  if (done) {
    done = file_.sync();
    // What no sync has brought to the disk may be there or not: it is written once more.
    if (!done) [[maybe_unused]]
      const auto cut = file_.cut_at(size);
  }
  if (!done) {
    set_fault(done.error().message);
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
