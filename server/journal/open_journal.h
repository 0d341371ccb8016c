// A journal as a server starts: what is in its folder is run again, and it is written on.
//
//   FOLDER --open_journal--> a file to write behind, and what was recovered from it
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "server/journal/journal.h"
#include "server/journal/journal_file.h"
#include "server/journal/recovery.h"

namespace kine::server {

struct OpenedJournal {
  JournalFile file;
  std::optional<Recovered> recovered = {};  // nothing: there was nothing, the file is empty
  std::uint64_t bytes_cut = 0;              // behind it: what a crash has torn
};

/// `ours` and `into` are recover()'s. What a crash has torn is cut off. A journal that came to its
/// end stays as it is, and the next file of the folder is begun.
Result<OpenedJournal> open_journal(const std::string& folder, const HeadRow& ours,
                                   RecoveredScene into,
                                   const std::function<void(double share)>& on_progress = {},
                                   const JournalLimits& limits = {});

}  // namespace kine::server
