#include "server/retention/forget.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "server/journal/journal.h"
#include "server/journal/journal_file.h"
#include "server/journal/record.h"
#include "server/journal/recovery.h"
#include "server/recordings/recordings_folder.h"
#include "server/retention/kept_folder.h"
#include "server/retention/kept_journals.h"

namespace kine::server {
namespace {

constexpr std::size_t kTenantBytesMax = 64;

/// With which a log of a session begins, and nothing else that ends like one.
constexpr std::string_view kSessionLogBegin = R"({"row":"head")";

/// Files of one folder that go, in this order.
struct Found {
  KeptFolder folder;
  std::vector<KeptFile> files;
  std::string what;  // "recording"
};

/// That nothing is left to go on from. The last journal is the only one that a server reads.
Result<Done> check_is_over(const std::string& path) {
  auto file = JournalFile::open_newest(path);
  if (!file) return file.error();
  const auto bytes = file->read(JournalLimits{}.file_bytes_max);
  if (!bytes) return bytes.error();
  const WholeRecords whole = find_whole_records(*bytes);
  const bool is_over =
      !whole.is_of_others &&
      (whole.records == 0 || !has_to_be_recovered(std::string_view(*bytes).substr(0, whole.bytes)));
  if (is_over) return Done{};
  return Error{ErrorCode::Unsupported,
               "the journal is not over, a server can go on from it; start that server, stop it, "
               "and ask again: " +
                   quoted(file->path())};
}

Result<Done> find_journals(const std::string& path, std::vector<Found>& all) {
  auto folder = KeptFolder::open(path);
  if (!folder) return folder.error();
  auto files = journals_of(*folder);
  if (!files) return files.error();
  if (files->empty()) return Done{};
  if (folder->is_in_use(files->back())) {
    return Error{ErrorCode::Unsupported,
                 "a server writes the journal; stop it first: " + quoted(files->back().path)};
  }
  if (auto over = check_is_over(path); !over) return over;
  all.push_back({*std::move(folder), *std::move(files), "journal"});
  return Done{};
}

Result<Done> find_recordings(const std::string& path, const ForgetWish& wish,
                             std::vector<Found>& all) {
  const auto folder = KeptFolder::open(path);
  if (!folder) return folder.error();
  auto of_tenant = folder->below(wish.tenant);
  if (!of_tenant) return of_tenant.error();
  if (!*of_tenant) return Done{};
  auto files = (*of_tenant)->files(kRecordingEnding);
  if (!files) return files.error();
  all.push_back({**std::move(of_tenant), *std::move(files), "recording"});
  return Done{};
}

Result<Done> find_logs(const ForgetWish& wish, std::vector<Found>& all) {
  if (wish.logs.empty()) return Done{};
  auto folder = KeptFolder::open(wish.logs);
  if (!folder) return folder.error();
  auto files = folder->files(".jsonl");
  if (!files) return files.error();
  std::erase_if(*files, [&](const KeptFile& file) {
    return folder->begin_of(file, kSessionLogBegin.size()) != kSessionLogBegin;
  });
  all.push_back({*std::move(folder), *std::move(files), "log of a session"});
  return Done{};
}

/// Of all scenes.
Result<std::vector<Found>> find_all(const ForgetWish& wish) {
  std::vector<Found> all;
  const std::vector<std::string> none;
  for (const auto& path : wish.journal.empty() ? none : with_scenes(wish.journal)) {
    if (auto found = find_journals(path, all); !found) return found.error();
  }
  for (const auto& path : wish.recordings.empty() ? none : with_scenes(wish.recordings)) {
    if (auto found = find_recordings(path, wish, all); !found) return found.error();
  }
  if (auto found = find_logs(wish, all); !found) return found.error();
  return all;
}

/// Before anything is deleted.
Result<Done> check_is_free(const std::vector<Found>& all) {
  for (const Found& found : all) {
    for (const KeptFile& file : found.files) {
      if (!found.folder.is_in_use(file)) continue;
      return Error{ErrorCode::Unsupported,
                   "a server writes this " + found.what + "; stop it first: " + quoted(file.path)};
    }
  }
  return Done{};
}

LogEvent event_of_file(const ForgetWish& wish, const Found& found, const KeptFile& file) {
  LogEvent event((wish.dry_run ? "would be deleted, a " : "a ") + found.what +
                 (wish.dry_run ? "" : " was deleted"));
  event.of_kind("deleted", LogLevel::Info)
      .text("tenant", wish.tenant)
      .text("file", file.path)
      .number("bytes", static_cast<double>(file.bytes));
  return event;
}

}  // namespace

bool is_name_of_tenant(std::string_view name) {
  return !name.empty() && name.size() <= kTenantBytesMax && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

Result<Forgotten> forget(const ForgetWish& wish,
                         const std::function<void(const LogEvent& event)>& tell) {
  if (!is_name_of_tenant(wish.tenant)) {
    return Error{ErrorCode::OutOfRange,
                 "a tenant has 1 to 64 letters, digits, - and _: " + quoted(wish.tenant)};
  }
  auto found_all = find_all(wish);
  if (!found_all) return found_all.error();
  const std::vector<Found> all = *std::move(found_all);
  if (auto free = check_is_free(all); !free) return free.error();

  Forgotten forgotten;
  for (const Found& found : all) {
    for (const KeptFile& file : found.files) {
      if (!wish.dry_run) {
        if (auto removed = found.folder.remove(file); !removed) return removed.error();
      }
      ++forgotten.files;
      forgotten.bytes += file.bytes;
      tell(event_of_file(wish, found, file));
    }
  }
  if (wish.dry_run || wish.recordings.empty()) return forgotten;
  if (const auto folder = KeptFolder::open(wish.recordings)) folder->remove_if_empty(wish.tenant);
  return forgotten;
}

}  // namespace kine::server
