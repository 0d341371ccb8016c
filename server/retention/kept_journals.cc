#include "server/retention/kept_journals.h"

#include <algorithm>

#include "server/journal/journal_file.h"

namespace kine::server {

Result<std::vector<KeptFile>> journals_of(const KeptFolder& folder) {
  auto files = folder.files(kJournalEnding);
  if (!files) return files;
  std::erase_if(*files, [](const KeptFile& file) { return !journal_number(file.name); });
  std::ranges::stable_sort(*files, {},
                           [](const KeptFile& file) { return *journal_number(file.name); });
  return files;
}

}  // namespace kine::server
