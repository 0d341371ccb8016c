#include "realizer/plan/names/near_names.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"

namespace kine::plan {
namespace {

constexpr std::size_t kNearNamesMost = 5;

/// `name` in small letters.
std::string in_small_letters(std::string_view name) {
  std::string letters(name);
  for (char& letter : letters) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return letters;
}

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

/// A third of the letters, to the nearest number, and at least one.
bool is_near(std::size_t edits, std::string_view name) {
  return edits <= std::max<std::size_t>((name.size() + 1) / 3, 1);
}

}  // namespace

std::vector<std::string_view> names_near(std::string_view name,
                                         std::span<const std::string_view> known) {
  constexpr std::size_t kFragmentLeast = 3;
  std::vector<std::pair<std::size_t, std::string_view>> near;
  if (name.size() > kNameBytesMax) return {};
  const std::string asked = in_small_letters(name);
  for (const std::string_view each : known) {
    const std::string offered = in_small_letters(each);
    const std::size_t edits = edits_between(asked, offered);
    const bool within = std::min(asked.size(), offered.size()) >= kFragmentLeast &&
                        (offered.find(asked) != offered.npos || asked.find(offered) != asked.npos);
    if (is_near(edits, asked) || within) near.emplace_back(edits, each);
  }
  std::ranges::stable_sort(near, {}, &std::pair<std::size_t, std::string_view>::first);
  std::vector<std::string_view> names;
  for (const auto& [edits, each] : near) {
    if (names.size() < kNearNamesMost) names.push_back(each);
  }
  return names;
}

std::string known_names(std::string_view name, std::span<const std::string_view> known) {
  const std::vector<std::string_view> near = names_near(name, known);
  std::string text = near.empty() ? ", there are " : ", near to it are ";
  const std::span<const std::string_view> named = near.empty() ? known : near;
  for (std::size_t i = 0; i < named.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(named[i]);
  }
  return text;
}

Error unknown_name(const script::Name& name, const NamedThings& things,
                   std::span<const std::string_view> known) {
  std::string near_to_it;
  for (const std::string_view near : names_near(name.text, known)) {
    near_to_it += (near_to_it.empty() ? "near to it are " : ", ") + std::string(near);
  }
  if (near_to_it.empty()) near_to_it = "`" + things.listed_by + "` lists those there are";
  return {ErrorCode::UnknownName,
          "unknown " + things.thing + ", " + near_to_it + ": " + quoted(name.text), name.where};
}

std::optional<std::string_view> find_name(std::string_view name,
                                          std::span<const std::string_view> known) {
  if (std::ranges::find(known, name) != known.end()) return name;
  if (name.size() > kNameBytesMax) return {};
  const std::string asked = in_small_letters(name);
  const auto found = std::ranges::find(known, asked, in_small_letters);
  return found == known.end() ? std::nullopt : std::optional(*found);
}

}  // namespace kine::plan
