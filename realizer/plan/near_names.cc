#include "realizer/plan/near_names.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "realizer/core/limits.h"

namespace kine::plan {
namespace {

constexpr std::size_t kNearNamesMost = 5;

/// How many letters must be put in, taken out or changed (Levenshtein 1966).
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

/// A third of the letters, and at least one.
bool is_near(std::size_t edits, std::string_view name) {
  return edits <= std::max<std::size_t>(name.size() / 3, 1);
}

}  // namespace

std::vector<std::string_view> names_near(std::string_view name,
                                         std::span<const std::string_view> known) {
  constexpr std::size_t kFragmentLeast = 3;
  std::vector<std::pair<std::size_t, std::string_view>> near;
  if (name.size() > kNameBytesMax) return {};
  for (const std::string_view each : known) {
    const std::size_t edits = edits_between(name, each);
    const bool within = std::min(name.size(), each.size()) >= kFragmentLeast &&
                        (each.find(name) != each.npos || name.find(each) != name.npos);
    if (is_near(edits, name) || within) near.emplace_back(edits, each);
  }
  std::ranges::stable_sort(near, {}, &std::pair<std::size_t, std::string_view>::first);
  std::vector<std::string_view> names;
  for (const auto& [edits, each] : near) {
    if (names.size() < kNearNamesMost) names.push_back(each);
  }
  return names;
}

}  // namespace kine::plan
