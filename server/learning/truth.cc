#include "server/learning/truth.h"

#include <algorithm>
#include <array>
#include <string>

#include "realizer/core/number.h"
#include "server/base/folder.h"

namespace kine::server {
namespace {

/// kind, from_s, to_s, value, name.
constexpr std::size_t kTruthCells = 5;
using Cells = std::array<std::string_view, kTruthCells>;

bool split(std::string_view line, Cells& cells) {
  for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
    const std::size_t comma = line.find(',');
    if (comma == std::string_view::npos) return false;
    cells[i] = line.substr(0, comma);
    line.remove_prefix(comma + 1);
  }
  cells.back() = line;
  return line.find(',') == std::string_view::npos;
}

}  // namespace

Result<TakeTruth> read_truth(std::string_view text) {
  TakeTruth truth;
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (++number == 1) continue;  // the names of the columns
    Cells cells;
    const auto fault = [&](std::string what) {
      return Error{ErrorCode::Syntax, std::move(what), {number, 1}};
    };
    if (!split(line, cells)) return fault("a row has 5 cells: kind, from_s, to_s, value, name");
    const auto from_s = parse_number(cells[1]);
    const auto to_s = parse_number(cells[2]);
    const auto value = parse_number(cells[3]);
    if (!from_s || !to_s || !value || !(*from_s >= 0) || !(*to_s >= *from_s)) {
      return fault("from_s, to_s and value must be numbers, and to_s no less than from_s");
    }
    if (cells[0] == "phrase") {
      truth.phrases.push_back({.from_s = *from_s, .to_s = *to_s, .arousal = *value});
    } else if (cells[0] == "syllable" && cells[4] == "stressed") {
      truth.nuclei_s.push_back(*from_s);
    } else if (cells[0] == "phase") {
      truth.arms.push_back({.from_s = *from_s, .to_s = *to_s, .label = std::string(cells[4])});
    }
  }
  std::ranges::sort(truth.nuclei_s);
  std::ranges::sort(truth.arms, {}, &gesture::LabelledSpan::from_s);
  return truth;
}

Result<TakeTruth> read_truth_file(const std::string& path) {
  const auto text = read_file_up_to(path, kTruthBytesMax);
  if (!text) return text.error();  // it names the file
  auto truth = read_truth(*text);
  if (!truth) return error_in_file(path, truth.error());
  return truth;
}

}  // namespace kine::server
