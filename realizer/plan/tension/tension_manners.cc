#include "realizer/plan/tension/tension_manners.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "realizer/script/words.h"

namespace kine::plan {
namespace {

/// What the paper sets in practice (Neff 2022, sections 5 and 6): the stroke is what takes effort,
/// and what is held after it shows how much, so both are stiffer than the ways there and back.
struct MannerRow {
  std::string_view name;
  Tension preparation;
  Tension stroke;  // and the holds round it
  Tension retraction;
};

constexpr MannerRow kMannerRows[] = {
    // A statue: no phase gives way more than another.
    {"rigid", {0.002, 0.6}, {0.002, 0.6}, {0.002, 0.6}},
    // A fairly stiff character; its ways are "controlled".
    {"tense", {0.01, 0.4}, {0.005, 0.3}, {0.01, 0.4}},
    // Between what was tested, "errors between 1 and 15 cm": firm where it says something.
    {"neutral", {0.02, 0.4}, {0.01, 0.4}, {0.03, 0.4}},
    // Half way between neutral and loose, by ratios.
    {"relaxed", {0.045, 0.45}, {0.03, 0.45}, {0.07, 0.4}},
    {"loose", {0.1, 0.5}, {0.1, 0.5}, {0.15, 0.4}},
    // The loosest of its first study, which has one value throughout: a limp arm stresses nothing.
    {"limp", {0.3, 0.4}, {0.3, 0.4}, {0.3, 0.4}},
    // With anger: "most effective if reserved for extreme situations", so strokes alone shake.
    {"shaking", {0.005, 0.3}, {0.005, 0.15}, {0.01, 0.4}},
};

TensionManner manner_of(const MannerRow& row) {
  TensionManner manner = same_in_every_phase(row.stroke);
  manner.by_phase[static_cast<std::size_t>(script::Phase::Preparation)] = row.preparation;
  manner.by_phase[static_cast<std::size_t>(script::Phase::Retraction)] = row.retraction;
  return manner;
}

}  // namespace

TensionManner same_in_every_phase(const std::optional<Tension>& tension) {
  TensionManner manner;
  manner.by_phase.fill(tension);
  return manner;
}

std::span<const std::string_view> tension_manner_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all = {script::kTensionOff};
    for (const MannerRow& row : kMannerRows) all.push_back(row.name);
    return all;
  }();
  return names;
}

std::optional<TensionManner> find_tension_manner(std::string_view name) {
  if (name == script::kTensionOff) return same_in_every_phase({});
  const auto row = std::ranges::find(kMannerRows, name, &MannerRow::name);
  if (row == std::end(kMannerRows)) return {};
  return manner_of(*row);
}

}  // namespace kine::plan
