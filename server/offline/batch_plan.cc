#include "server/offline/batch_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/base/seed.h"

namespace kine::server {
namespace {

enum Column : std::size_t { kScript, kCharacter, kStyle, kSeed, kFps, kSeconds, kOutput, kColumns };
constexpr std::array<std::string_view, kColumns> kColumnNames = {
    "script", "character", "style", "seed", "fps", "seconds", "output"};

/// As bake has it.
constexpr long long kBatchFpsMax = 1'000;

Error cell_error(const CsvCell& cell, std::string message) {
  return {ErrorCode::OutOfRange, std::move(message) + " " + quoted(cell.text), cell.where};
}

std::string_view without_blanks(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// One at least, which may be empty.
std::vector<std::string> values_of(std::string_view text) {
  std::vector<std::string> values;
  while (true) {
    const std::size_t bar = text.find('|');
    values.emplace_back(without_blanks(text.substr(0, bar)));
    if (bar == std::string_view::npos) return values;
    text.remove_prefix(bar + 1);
  }
}

Result<std::vector<std::uint64_t>> seeds_of(const CsvCell& cell) {
  std::vector<std::uint64_t> seeds;
  for (const std::string& value : values_of(cell.text)) {
    const std::size_t dots = value.find("..");
    const auto from = parse_seed(value.empty() ? "0" : value.substr(0, dots));
    const auto to = dots == std::string::npos ? from : parse_seed(value.substr(dots + 2));
    if (!from || !to) {
      Error error = from ? to.error() : from.error();
      error.where = cell.where;
      return error;
    }
    if (*to < *from || *to - *from >= kBatchRunsMax - seeds.size()) {
      return cell_error(cell, "a range of seeds rises, and has at most " +
                                  std::to_string(kBatchRunsMax) + " of them, unlike");
    }
    for (std::uint64_t seed = *from;; ++seed) {
      seeds.push_back(seed);
      if (seed == *to) break;
    }
  }
  return seeds;
}

/// "wave" of "scripts/wave.xml".
std::string stem_of(std::string_view path) {
  path = path.substr(path.find_last_of('/') + 1);
  return std::string(path.substr(0, path.find_last_of('.')));
}

/// A value as a part of a file's name.
std::string in_file_name(std::string_view value, std::string_view otherwise) {
  std::string name(value.empty() ? otherwise : value);
  std::ranges::replace(name, '/', '_');
  std::ranges::replace(name, '=', '-');
  return name;
}

Result<std::string> filled_in(const CsvCell& cell, const BatchRun& run) {
  const std::pair<std::string_view, std::string> values[] = {
      {"script", in_file_name(stem_of(run.script), "script")},
      {"character",
       in_file_name(std::string_view(run.character).substr(0, run.character.find('@')), "default")},
      {"style", in_file_name(run.style, "plain")},
      {"seed", std::to_string(run.seed)},
      {"row", std::to_string(run.where.line)}};
  std::string output;
  std::string_view rest = cell.text;
  while (!rest.empty()) {
    const std::size_t open = rest.find('{');
    output += rest.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = rest.find('}', open);
    const std::string_view name =
        close == std::string_view::npos ? rest : rest.substr(open + 1, close - open - 1);
    const auto* value = std::ranges::find(
        values, name, [](const auto& each) -> std::string_view { return each.first; });
    if (close == std::string_view::npos || value == std::end(values)) {
      return cell_error(cell,
                        "an output has {script}, {character}, {style}, {seed} and {row}, unlike");
    }
    output += value->second;
    rest.remove_prefix(close + 1);
  }
  if (output.empty()) return cell_error(cell, "each row has an output, unlike");
  return output;
}

class BatchPlanning {
 public:
  explicit BatchPlanning(const CsvTable& table) : table_(table) {}

  Result<std::vector<BatchRun>> plan(Diagnostics& diagnostics) {
    const CsvCell& first = table_.columns.front();
    if (table_.columns.size() == 1 && first.text.find(';') != std::string::npos) {
      return Error{ErrorCode::Syntax,
                   "commas separate the columns of a table, not semicolons: " + quoted(first.text),
                   first.where};
    }
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      const CsvCell& column = table_.columns[i];
      const auto* known = std::ranges::find(kColumnNames, column.text);
      if (known == kColumnNames.end()) {
        diagnostics.warn(column.where, "unknown column, it is left out: " + quoted(column.text));
      } else {
        places_[static_cast<std::size_t>(known - kColumnNames.begin())] = i;
      }
    }
    for (const Column needed : {kScript, kOutput}) {
      if (places_[needed]) continue;
      return Error{ErrorCode::Syntax, "a batch has a column " + quoted(kColumnNames[needed]),
                   first.where};
    }
    for (const auto& row : table_.rows) {
      if (const auto added = add_row(row); !added) return added.error();
    }
    return std::move(runs_);
  }

 private:
  /// Empty where there is no such column.
  CsvCell cell(const std::vector<CsvCell>& row, Column column) const {
    return places_[column] ? row[*places_[column]] : CsvCell{.text = {}, .where = row[0].where};
  }

  Result<Done> add_row(const std::vector<CsvCell>& row) {
    BatchRun run{.where = row.front().where};
    if (const CsvCell fps = cell(row, kFps); !fps.text.empty()) {
      const auto number = parse_integer(fps.text);
      if (!number || *number < 1 || *number > kBatchFpsMax) {
        return cell_error(fps,
                          "frames a second are 1 to " + std::to_string(kBatchFpsMax) + ", not");
      }
      run.fps = static_cast<std::uint32_t>(*number);
    }
    if (const CsvCell length = cell(row, kSeconds); !length.text.empty()) {
      run.length_s = parse_number(length.text);
      const double most_s = (kStartAheadMax + kBlockLengthMax).count();
      if (!run.length_s || *run.length_s < 0 || *run.length_s > most_s) {
        return cell_error(length, "seconds are 0 to " + format_number(most_s) + ", not");
      }
    }
    const auto seeds = seeds_of(cell(row, kSeed));
    if (!seeds) return seeds.error();
    for (std::string& script : values_of(cell(row, kScript).text)) {
      if (script.empty()) return cell_error(cell(row, kScript), "each row has a script, unlike");
      run.script = std::move(script);
      for (std::string& character : values_of(cell(row, kCharacter).text)) {
        run.character = std::move(character);
        for (std::string& style : values_of(cell(row, kStyle).text)) {
          run.style = std::move(style);
          for (run.seed = 0; const std::uint64_t seed : *seeds) {
            run.seed = seed;
            if (const auto added = add_run(run, cell(row, kOutput)); !added) return added;
          }
        }
      }
    }
    return Done{};
  }

  Result<Done> add_run(BatchRun run, const CsvCell& output) {
    if (runs_.size() == kBatchRunsMax) {
      return Error{ErrorCode::LimitExceeded,
                   "the runs of a batch must be at most " + std::to_string(kBatchRunsMax),
                   run.where};
    }
    auto name = filled_in(output, run);
    if (!name) return name.error();
    run.output = *std::move(name);
    const auto [first, is_new] = lines_.emplace(run.output, run.where.line);
    if (!is_new) {
      return Error{ErrorCode::Syntax,
                   "a run of line " + std::to_string(first->second) +
                       " has this output already, {seed} and the like tell runs apart: " +
                       quoted(run.output),
                   output.where};
    }
    runs_.push_back(std::move(run));
    return Done{};
  }

  const CsvTable& table_;
  std::array<std::optional<std::size_t>, kColumns> places_;
  std::vector<BatchRun> runs_;
  std::map<std::string, std::uint32_t> lines_;  // of each output
};

}  // namespace

Result<std::vector<BatchRun>> plan_batch(const CsvTable& table, Diagnostics& diagnostics) {
  return BatchPlanning(table).plan(diagnostics);
}

}  // namespace kine::server
