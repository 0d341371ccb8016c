// Any text as a table of bakes, and as a manifest of them.
//
// Runs keep their promises: no two have one output, and there are no more than there may be.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "realizer/core/assert.h"
#include "server/base/csv_table.h"
#include "server/offline/batch_manifest.h"
#include "server/offline/batch_plan.h"

using namespace kine;
using namespace kine::server;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto table = read_csv(text);
  if (table) {
    for (const auto& row : table->rows) KINE_ASSERT(row.size() == table->columns.size());
    Diagnostics diagnostics;
    const auto runs = plan_batch(*table, diagnostics);
    if (runs) {
      KINE_ASSERT(runs->size() <= kBatchRunsMax);
      std::set<std::string> outputs;
      for (const BatchRun& run : *runs) {
        KINE_ASSERT(!run.script.empty() && outputs.insert(run.output).second);
      }
    }
  }
  KINE_ASSERT(read_manifest(text).size() <= kBatchRunsMax + 1);
  return 0;
}
