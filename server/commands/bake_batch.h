// `kinesphere bake --batch FILE.csv`: many bakes, a manifest of what came of them, and no bake
// twice.
#pragma once

#include <iosfwd>
#include <string>

#include "server/commands/bake.h"

namespace kine::server {

struct BatchOptions {
  std::string table;  // a file; what it names lies beside it
  BakeOptions bake;  // what the table does not say; its own script, output, character, seed are not
};

/// Where the manifest of a table is: "study.manifest.jsonl" beside "study.csv".
std::string manifest_of(const std::string& table);

/// Bakes what is not done yet. A run that fails is told, and the others go on. The exit code: 1
/// where the table is wrong or a run failed, else 0.
int bake_batch(const BatchOptions& options, std::ostream& messages);

}  // namespace kine::server
