#include "realizer/gesture/training/section_truth.h"

#include <algorithm>
#include <map>
#include <string>

namespace kine::gesture {
namespace {

const std::vector<LabelledSpan>& spans_of(const TrainingTake& take, BodySection section) {
  return take.truth[static_cast<std::size_t>(section)];
}

/// The label that covers most of a segment; null: none does.
const std::string* find_label(const std::vector<LabelledSpan>& truth,
                              const MotionSegment& segment) {
  double longest_s = 0;
  const std::string* label = nullptr;
  for (const LabelledSpan& each : truth) {
    const double common_s =
        std::min(each.to_s, segment.to_s) - std::max(each.from_s, segment.from_s);
    if (common_s <= longest_s) continue;
    longest_s = common_s;
    label = &each.label;
  }
  return label;
}

/// Where spans begin and end, ascending. One that begins where another ends is one boundary. Where
/// the take itself begins or ends there is nothing to be found.
std::vector<double> boundaries_of(const TrainingTake& take, BodySection section) {
  const double length_s = static_cast<double>(take.motion.frames.size()) / take.motion.rate_hz;
  std::vector<double> all;
  const auto add = [&](double time_s) {
    if (time_s > kBoundaryNear_s && time_s < length_s - kBoundaryNear_s) all.push_back(time_s);
  };
  for (const LabelledSpan& each : spans_of(take, section)) {
    add(each.from_s);
    add(each.to_s);
  }
  std::ranges::sort(all);
  constexpr double kSame_s = 1e-3;
  const auto is_same = [](double before, double after) { return after - before < kSame_s; };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  return all;
}

}  // namespace

std::optional<double> purity_of(std::span<const TrainingTake> takes, const std::vector<Take>& cut,
                                BodySection section, std::size_t motions) {
  std::vector<std::map<std::string, std::size_t>> labels(motions);
  std::size_t labelled = 0;
  for (std::size_t i = 0; i < takes.size(); ++i) {
    const auto& truth = spans_of(takes[i], section);
    for (const MotionSegment& each : cut[i].segments) {
      const std::string* const label = find_label(truth, each);
      if (label == nullptr) continue;
      ++labels[each.motion][*label];
      ++labelled;
    }
  }
  if (labelled == 0) return {};
  std::size_t alike = 0;
  for (const auto& its : labels) {
    std::size_t most = 0;
    for (const auto& [label, count] : its) most = std::max(most, count);
    alike += most;
  }
  return static_cast<double>(alike) / static_cast<double>(labelled);
}

std::size_t count_near(std::span<const double> found, std::span<const double> known) {
  std::size_t count = 0;
  std::size_t next = 0;
  for (const double each : found) {
    while (next < known.size() && known[next] < each - kBoundaryNear_s) ++next;
    if (next == known.size() || known[next] > each + kBoundaryNear_s) continue;
    ++count;
    ++next;
  }
  return count;
}

std::optional<double> boundary_f1_of(std::span<const TrainingTake> takes,
                                     std::span<const std::vector<double>> found_s,
                                     BodySection section) {
  std::size_t known = 0;
  std::size_t found = 0;
  std::size_t both = 0;
  for (std::size_t i = 0; i < takes.size(); ++i) {
    if (spans_of(takes[i], section).empty()) continue;
    const std::vector<double> boundaries = boundaries_of(takes[i], section);
    known += boundaries.size();
    found += found_s[i].size();
    both += count_near(found_s[i], boundaries);
  }
  if (known == 0) return {};
  return 2 * static_cast<double>(both) / static_cast<double>(known + found);
}

}  // namespace kine::gesture
