#include "server/journal/open_journal.h"

#include <algorithm>
#include <utility>

#include "realizer/core/number.h"
#include "server/journal/record.h"

namespace kine::server {
namespace {

/// What the first record of a journal has at most: the head, with 1,024 characters.
constexpr std::size_t kFirstRecordBytesMax = std::size_t{1} << 20;

/// Whether a crash may have left this of a journal's begin.
bool is_torn_begin(std::string_view bytes) {
  const std::string_view begin = bytes.substr(0, kJournalMagic.size());
  return begin == kJournalMagic.substr(0, begin.size()) && bytes.size() < kFirstRecordBytesMax &&
         is_cut_short(bytes.substr(begin.size()));
}

}  // namespace

Result<OpenedJournal> open_journal(const std::string& folder, const HeadRow& ours,
                                   RecoveredScene into,
                                   const std::function<void(double share)>& on_progress,
                                   const JournalLimits& limits) {
  auto file = JournalFile::open_newest(folder);
  if (!file) return file.error();
  const auto bytes = file->read(limits.file_bytes_max);
  if (!bytes) return bytes.error();
  const WholeRecords whole = find_whole_records(*bytes);
  if (whole.is_of_others) {
    return Error{
        ErrorCode::Unsupported,
        "another version of the program wrote the journal; start that one, or name another "
        "folder: " +
            quoted(file->path())};
  }
  if (whole.records == 0) {
    if (!is_torn_begin(*bytes)) {
      return Error{
          ErrorCode::Syntax,
          "no journal of this program, or its first record is harmed; move it away, or name "
          "another folder: " +
              quoted(file->path())};
    }
    if (auto cut = file->cut_at(0); !cut) return cut.error();
    return OpenedJournal{.file = *std::move(file)};
  }
  const std::string_view journal = std::string_view(*bytes).substr(0, whole.bytes);
  if (!has_to_be_recovered(journal)) {
    if (auto begun = file->begin_next(); !begun) return begun.error();
    return OpenedJournal{.file = *std::move(file)};
  }
  auto recovered = recover(journal, ours, std::move(into), on_progress);
  if (!recovered) {
    Error error = recovered.error();
    error.message = file->path() + ": " + error.message;
    return error;
  }
  if (auto cut = file->cut_at(whole.bytes); !cut) return cut.error();
  return OpenedJournal{.file = *std::move(file),
                       .recovered = *std::move(recovered),
                       .bytes_cut = bytes->size() - whole.bytes};
}

}  // namespace kine::server
