// A batch of bakes, as a table says it: which script, by which character, how, with which seed, and
// where to.
//
//   CsvTable --plan_batch--> BatchRuns --bake_batch--> files and a manifest
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "server/base/csv_table.h"

namespace kine::server {

/// Runs of a batch, all rows together.
inline constexpr std::size_t kBatchRunsMax = 100'000;

/// One bake. What is empty is as `bake` has it.
struct BatchRun {
  Where where;  // of its row
  std::string script;
  std::string character;  // as parse_character reads it
  std::string style;
  std::uint64_t seed = 0;
  std::optional<std::uint32_t> fps;
  std::optional<double> length_s;
  std::string output;

  friend bool operator==(const BatchRun&, const BatchRun&) = default;
};

/// The columns are script, character, style, seed, fps, seconds and output, in any order; script
/// and output are needed. A cell of the first four may have several values with | between them, and
/// seeds a range, 1..20: its row stands for every combination, the last of them changing first. In
/// an output {script}, {character}, {style}, {seed} and {row} stand for what the run has. No two
/// runs have one output. Another column is a warning.
Result<std::vector<BatchRun>> plan_batch(const CsvTable& table, Diagnostics& diagnostics);

}  // namespace kine::server
