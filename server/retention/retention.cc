#include "server/retention/retention.h"

#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "server/recordings/recordings_folder.h"
#include "server/retention/kept_folder.h"
#include "server/retention/kept_journals.h"

namespace kine::server {
namespace {

using WallTime = std::chrono::system_clock::time_point;

constexpr std::chrono::seconds kKeepingMin{60};
constexpr std::chrono::seconds kKeepingMax{std::int64_t{36'500} * 24 * 60 * 60};

struct TimeUnit {
  std::string_view word;
  std::int64_t seconds;
};
constexpr std::array<TimeUnit, 5> kTimeUnits = {
    {{"s", 1}, {"m", 60}, {"h", 3'600}, {"d", 86'400}, {"w", 604'800}}};

/// What deletes files of one kind.
class Sweep {
 public:
  Sweep(std::string what, std::chrono::seconds keep, WallTime now, const TellOfRetention& tell)
      : what_(std::move(what)), oldest_(now - keep), now_(now), tell_(tell) {}

  void sweep(const KeptFolder& folder, const std::vector<KeptFile>& files,
             const std::string& tenant = {}) {
    for (const KeptFile& file : files) {
      if (file.written >= oldest_ || folder.is_in_use(file)) continue;
      const auto removed = folder.remove(file);
      if (removed) ++count_;
      if (!removed) complain_of_kept(removed.error());
      if (removed) tell_of(file, tenant);
    }
  }

  void complain_of_kept(const Error& error) const {
    tell_(LogEvent("an old " + what_ + " stays: " + error.message)
              .of_kind("not_deleted", LogLevel::Warning));
  }

  std::size_t count() const { return count_; }

 private:
  void tell_of(const KeptFile& file, const std::string& tenant) const {
    const std::chrono::duration<double, std::ratio<86'400>> age = now_ - file.written;
    LogEvent event("an old " + what_ + " was deleted");
    event.of_kind("deleted", LogLevel::Info)
        .text("tenant", tenant)
        .text("file", file.path)
        .number("bytes", static_cast<double>(file.bytes))
        .number("age_days", age.count());
    tell_(event);
  }

  const std::string what_;
  const WallTime oldest_;
  const WallTime now_;
  const TellOfRetention& tell_;
  std::size_t count_ = 0;
};

/// All but the newest, which a server reads when it starts.
std::size_t sweep_journals(const RetentionWish& wish, WallTime now, const TellOfRetention& tell) {
  if (!wish.keep_journals || wish.journal.empty()) return 0;
  Sweep sweep("journal", *wish.keep_journals, now, tell);
  const auto folder = KeptFolder::open(wish.journal);
  if (!folder) return sweep.complain_of_kept(folder.error()), 0;
  auto files = journals_of(*folder);
  if (!files) return sweep.complain_of_kept(files.error()), 0;
  if (!files->empty()) files->pop_back();
  sweep.sweep(*folder, *files);
  return sweep.count();
}

std::size_t sweep_recordings(const RetentionWish& wish, WallTime now, const TellOfRetention& tell) {
  if (!wish.keep_recordings || wish.recordings.empty()) return 0;
  Sweep sweep("recording", *wish.keep_recordings, now, tell);
  const auto folder = KeptFolder::open(wish.recordings);
  if (!folder) return sweep.complain_of_kept(folder.error()), 0;
  const auto files = folder->files(kRecordingEnding);
  const auto tenants = folder->folders();
  if (!files) return sweep.complain_of_kept(files.error()), 0;
  if (!tenants) return sweep.complain_of_kept(tenants.error()), 0;
  sweep.sweep(*folder, *files);
  for (const std::string& tenant : *tenants) {
    const auto below = folder->below(tenant);
    if (!below || !*below) continue;
    const auto of_tenant = (*below)->files(kRecordingEnding);
    if (of_tenant) sweep.sweep(**below, *of_tenant, tenant);
  }
  return sweep.count();
}

}  // namespace

Result<std::chrono::seconds> parse_keeping(std::string_view text) {
  std::int64_t count = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  const std::string_view unit = text.substr(static_cast<std::size_t>(read.ptr - text.data()));
  for (const TimeUnit& each : kTimeUnits) {
    if (read.ec != std::errc() || unit != each.word) continue;
    if (count < 0 || count > kKeepingMax.count() / each.seconds) break;
    const std::chrono::seconds time(count * each.seconds);
    if (time < kKeepingMin) break;
    return time;
  }
  return Error{ErrorCode::OutOfRange,
               "a time to keep things is a number with s, m, h, d or w, as 90d, from a minute to a "
               "hundred years: " +
                   quoted(text)};
}

std::size_t delete_expired(const RetentionWish& wish, WallTime now, const TellOfRetention& tell) {
  std::size_t count = 0;
  RetentionWish of_scene = wish;
  for (const std::string& folder : with_scenes(wish.journal)) {
    of_scene.journal = folder;
    count += sweep_journals(of_scene, now, tell);
  }
  for (const std::string& folder : with_scenes(wish.recordings)) {
    of_scene.recordings = folder;
    count += sweep_recordings(of_scene, now, tell);
  }
  return count;
}

Retention::Retention(RetentionWish wish, TellOfRetention tell, std::chrono::milliseconds look_each)
    : wish_(std::move(wish)), tell_(std::move(tell)), look_each_(look_each) {
  if (wish_.deletes_any()) thread_ = std::thread([this] { work(); });
}

Retention::~Retention() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Retention::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    lock.unlock();
    delete_expired(wish_, std::chrono::system_clock::now(), tell_);
    lock.lock();
    stopped_.wait_for(lock, look_each_, [this] { return stopping_; });
  }
}

}  // namespace kine::server
