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

/// For a begin that is on its way.
constexpr std::chrono::milliseconds kSettleWaitMax{1'000};

/// What a client said moves nobody by itself: what came of it does.
/// So many blocks may wait to be played before those that are gone are looked for.
constexpr std::size_t kAwaitedLooked = 1'024;

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
  note_length();
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
  if (done != nullptr) {
    const std::lock_guard lock(mutex_);
    tick_ = done->tick;
  }
  waiting.what = std::move(what);
  push(std::move(waiting));
}

void Journal::begin_anew(JournalBegin begin) {
  push(Waiting{.moment = {.wall = std::chrono::system_clock::now(), .mono = steady_now()},
               .bytes = sizeof(JournalBegin),
               .begin = std::make_shared<const JournalBegin>(std::move(begin))});
}

void Journal::push(Waiting waiting) {
  {
    const std::lock_guard lock(mutex_);
    if (is_broken_ || stopping_) return;
    if (bytes_waiting_ + waiting.bytes <= limits_.bytes_waiting_max) {
      waiting.moment.tick = tick_;
      bytes_waiting_ += waiting.bytes;
      waiting_.push_back(std::move(waiting));
      filled_.notify_one();
      return;
    }
  }
  give_up(kTooSlow);
}

void Journal::begin_no_more() {
  std::unique_lock lock(mutex_);
  begins_no_more_ = true;
  settled_.wait_for(lock, kSettleWaitMax, [this, before = batches_written_] {
    return !is_busy_ || batches_written_ > before;
  });
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
      is_busy_ = true;
    }
    add(batch);
    is_written = write();
    if (is_last) return write_end();
    std::size_t bytes = 0;
    for (const Waiting& each : batch) bytes += each.bytes;
    const std::lock_guard lock(mutex_);
    bytes_waiting_ -= bytes;
    is_busy_ = !is_written;
    if (is_written) ++batches_written_;
    settled_.notify_all();
  }
}

/// Puts a batch into records. A tick whose feedback somebody hears is among them, so that nobody
/// hears it once more.
void Journal::add(const std::vector<Waiting>& batch) {
  for (const Waiting& each : batch) {
    if (each.begin) {
      begin(each);
      continue;
    }
    note_blocks(each.what);
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

/// What was prepared and is to be played is named by its preparation, which has to be there.
void Journal::note_blocks(const Happening& what) {
  if (const auto* const preparation = std::get_if<Preparation>(&what)) {
    awaited_.insert(preparation->blocks.begin(), preparation->blocks.end());
    if (awaited_.size() > awaited_max_) {  // many were prepared and never played
      awaited_max_ = kAwaitedLooked;
      if (is_awaited()) awaited_max_ = std::max(kAwaitedLooked, 2 * awaited_.size());
    }
  }
  const auto* const done = std::get_if<TickDone>(&what);
  if (done == nullptr) return;
  for (const Input& input : done->inputs) {
    if (const auto* const play = std::get_if<PlayBlock>(&input)) awaited_.erase(play->block);
    if (const auto* const replan = std::get_if<Replan>(&input)) awaited_.erase(replan->next);
  }
}

bool Journal::is_awaited() {
  std::erase_if(awaited_, [](const auto& block) { return block.expired(); });
  return !awaited_.empty();
}

/// What was before has to be durable, for its clients are told so. Where it is too long for that,
/// they are told when the new one is.
void Journal::begin(const Waiting& waiting) {
  const JournalBegin& begin = *waiting.begin;
  {
    const std::lock_guard lock(mutex_);
    if (begins_no_more_) return;
  }
  if (!write() && !is_past_length()) return;
  if (is_awaited()) return;
  const auto scene = begin.tell();
  if (!scene) return go_on(scene.error().message);
  SessionRows rows;
  std::string records(kJournalMagic);
  std::string lines;
  rows.add(waiting.moment, begin.start, lines);
  bool fits = append_records(lines, records);
  fits = append_record(*scene, records, RecordKind::Scene) && fits;
  lines.clear();
  rows.add(waiting.moment, begin.next, lines);
  rows.end_row_of_ticks(lines);
  fits = append_records(lines, records) && fits;
  if (!fits) return go_on("its scene is too long for a record");
  if (!store_->begin_anew()) return;
  rows_ = std::move(rows);
  records_ = std::move(records);
  beginning_ = begin.next.tick;
  untold_.clear();
}

/// It does not begin anew: why is said once.
void Journal::go_on(const std::string& why) {
  if (why == std::exchange(untold_, why)) return;
  listening_.warn("the journal goes on: " + why);
}

/// Whether the store has all of it.
bool Journal::write() {
  if (records_.empty()) return true;
  {
    const std::lock_guard lock(mutex_);
    if (is_broken_) return false;
  }
  if (is_past_length()) {
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
  note_length();
  set_fault({});
  if (const auto begun = std::exchange(beginning_, std::nullopt); begun && listening_.on_begun) {
    listening_.on_begun(*begun);
  }
  if (!keeping_.empty()) listening_.on_kept(std::exchange(keeping_, {}));
  return true;
}

bool Journal::is_past_length() const {
  return store_->size() + records_.size() > limits_.file_bytes_max;
}

void Journal::note_length() { is_long_ = store_->size() >= limits_.anew_from_bytes; }

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
