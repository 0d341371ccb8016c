#include "realizer/plan/schedule/contradiction_words.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "realizer/core/number.h"

namespace kine::plan {
namespace {

/// Decimals of a script add up to less.
constexpr double kRounding_s = 1e-9;

/// In whole milliseconds, as anybody writes times.
std::string rounded_up(double seconds) {
  return format_number(std::ceil(seconds * 1000 - 1e-6) / 1000) + " s";
}
std::string rounded_down(double seconds) {
  return format_number(std::floor(seconds * 1000 + 1e-6) / 1000) + " s";
}

/// What is asked of two points of a behaviour, or of the block's start and one.
struct Distance {
  std::optional<std::size_t> from;  // none: the block's start
  std::size_t to = 0;
  double apart = 0;  // how much later, in seconds
};

/// Names what is far apart by the behaviour's own points.
class BehaviourFault {
 public:
  BehaviourFault(std::string_view id, const Phases& phases) : id_(id), phases_(phases) {}

  /// Empty where there is nothing amiss.
  std::string words_of(Distance distance) const;

 private:
  std::string words_of_one(const Distance& distance) const;
  std::string words_of_early(const Distance& distance) const;
  std::string between(std::size_t from, std::size_t to) const;
  bool is_first(std::size_t point) const { return name_of(point) == "start"; }
  bool is_last(std::size_t point) const { return point + 1 == phases_.points.size(); }

  /// What is planned while it plays has a point without a name before its start.
  std::string_view name_of(std::size_t point) const {
    const std::string& name = phases_.points[point];
    return name.empty() ? "now" : std::string_view(name);
  }

  std::string_view id_;
  const Phases& phases_;
};

/// Of all of it nothing; else " from its 'ready' to its 'relax'".
std::string BehaviourFault::between(std::size_t from, std::size_t to) const {
  const bool from_start = from == 0 || is_first(from);
  if (from_start && is_last(to)) return "";
  if (from_start) return " before its " + quoted(name_of(to));
  return " from its " + quoted(name_of(from)) + " to its " + quoted(name_of(to));
}

std::string BehaviourFault::words_of_one(const Distance& distance) const {
  return quoted(std::string(id_) + ":" + std::string(name_of(distance.to))) +
         " is asked for at two times, " + rounded_up(std::abs(distance.apart)) + " apart";
}

std::string BehaviourFault::words_of_early(const Distance& distance) const {
  const std::string early = rounded_up(-distance.apart);
  if (!distance.from) {
    if (distance.to == 0) return quoted(id_) + " starts " + early + " before its block";
    return "the " + quoted(name_of(distance.to)) + " of " + quoted(id_) + " is " + early +
           " before its block";
  }
  if (is_last(distance.to) && is_first(*distance.from)) {
    return quoted(id_) + " would end " + early + " before it starts";
  }
  return quoted(id_) + " would have its " + quoted(name_of(distance.to)) + " " + early +
         " before its " + quoted(name_of(*distance.from));
}

std::string BehaviourFault::words_of(Distance distance) const {
  if (distance.from && *distance.from > distance.to) {
    distance = {distance.to, *distance.from, -distance.apart};
  }
  if (distance.from == distance.to) {
    return std::abs(distance.apart) > kRounding_s ? words_of_one(distance) : "";
  }
  if (distance.apart < -kRounding_s) return words_of_early(distance);
  double least = 0;
  double most = 0;
  bool is_bounded = true;
  const std::size_t first = distance.from.value_or(0);
  for (std::size_t i = first; i < distance.to; ++i) {
    const Phase& phase = phases_.phases[i];
    least += phase.least.count();
    if (phase.most) most += phase.most->count();
    is_bounded = is_bounded && phase.most;
  }
  const std::string where = between(first, distance.to);
  if (distance.apart < least - kRounding_s) {
    return quoted(id_) + " needs at least " + rounded_up(least) + where + ", and has " +
           rounded_down(distance.apart);
  }
  if (distance.from && is_bounded && distance.apart > most + kRounding_s) {
    return quoted(id_) + " takes at most " + rounded_down(most) + where + ", and is to take " +
           rounded_up(distance.apart);
  }
  return "";
}

/// Calls it with all that ties of one behaviour say of how far its points are apart, until it
/// returns true or the work is over.
template <class Call>
void find_distance(std::size_t self, const BehaviourDemand& demand, WorkBudget* work, Call call) {
  for (std::size_t i = 0; i < demand.ties.size() && spend(work, 1 + i); ++i) {
    const Tie& tie = demand.ties[i];
    const double offset = tie.when.offset.count();
    if (tie.when.behaviour == self) {
      if (call(Distance{tie.when.point, tie.point, offset})) return;
      continue;
    }
    for (std::size_t k = 0; k < i && !is_over(work); ++k) {
      const Tie& other = demand.ties[k];
      if (other.when.behaviour != tie.when.behaviour || other.when.point != tie.when.point) {
        continue;
      }
      const double apart = offset - other.when.offset.count();
      if (call(Distance{other.point, tie.point, apart})) return;
    }
  }
  for (const Tie& tie : demand.ties) {
    if (tie.when.behaviour || is_over(work)) continue;
    if (call(Distance{{}, tie.point, tie.when.offset.count()})) return;
  }
}

/// Points of one behaviour in a row.
struct Run {
  CirclePoint first;
  CirclePoint last;
};

/// Where its first run begins: at the block's start, else where a behaviour's points do.
std::size_t beginning_of(std::span<const CirclePoint> circle) {
  const auto start = std::ranges::find_if(circle, &CirclePoint::is_start);
  if (start != circle.end()) return static_cast<std::size_t>(start - circle.begin());
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const CirclePoint& before = circle[(i + circle.size() - 1) % circle.size()];
    if (circle[i].behaviour != before.behaviour) return i;
  }
  return 0;
}

std::vector<Run> runs_of(std::span<const CirclePoint> circle) {
  std::vector<Run> runs;
  const std::size_t begin = beginning_of(circle);
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const CirclePoint& point = circle[(begin + i) % circle.size()];
    if (runs.empty() || runs.back().last.behaviour != point.behaviour) {
      runs.push_back({point, point});
    } else {
      runs.back().last = point;
    }
  }
  if (runs.size() != 1) return runs;
  // It has no beginning: the points that are farthest apart say most.
  const auto [first, last] = std::ranges::minmax_element(circle, {}, &CirclePoint::index);
  return {{*first, *last}};
}

/// Whose points they are, each once.
std::vector<std::string_view> ids_of(const std::vector<Run>& runs) {
  std::vector<std::string_view> ids;
  std::set<std::string_view> seen;
  for (const Run& run : runs) {
    if (run.first.is_start()) continue;
    const std::string_view id = run.first.behaviour;
    if (seen.insert(id).second) ids.push_back(id);
  }
  return ids;
}

/// "'h1', 'h2' and 'h3'": as many as one can read.
std::string listed(const std::vector<std::string_view>& ids) {
  constexpr std::size_t kNamedMost = 6;
  const std::size_t shown = std::min(ids.size(), kNamedMost);
  std::string names;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == ids.size();
    if (i > 0) names += last ? " and " : ", ";
    names += quoted(ids[i]);
  }
  if (ids.size() > shown) names += " and " + std::to_string(ids.size() - shown) + " more";
  return names;
}

}  // namespace

std::string words_of_fault(std::string_view id, std::size_t self, const BehaviourDemand& demand,
                           WorkBudget* work) {
  const BehaviourFault fault(id, *demand.phases);
  std::string words;
  find_distance(self, demand, work, [&](const Distance& distance) {
    const std::size_t from = distance.from.value_or(0);
    spend(work, std::max(from, distance.to) - std::min(from, distance.to));
    words = fault.words_of(distance);
    return !words.empty();
  });
  return words;
}

std::string words_of_circle(std::span<const CirclePoint> circle) {
  const std::vector<Run> runs = runs_of(circle);
  const std::vector<std::string_view> ids = ids_of(runs);
  if (ids.empty()) return "";
  const std::string names = listed(ids);
  if (runs.front().first.is_start()) return "the times that are asked of " + names + " do not fit";
  bool forwards = false;
  bool backwards = false;
  for (const Run& run : runs) {
    forwards = forwards || run.last.index > run.first.index;
    backwards = backwards || run.last.index < run.first.index;
  }
  if (forwards && backwards) return "the lengths of " + names + " do not fit";
  return ids.size() == 1 ? names + " waits for itself" : names + " wait for each other";
}

std::string points_of_circle(std::span<const CirclePoint> circle) {
  constexpr std::size_t kNamedMost = 12;
  std::vector<CirclePoint> points;
  for (const Run& run : runs_of(circle)) {
    points.push_back(run.first);
    const bool is_one = run.first.index == run.last.index;
    if (!is_one) points.push_back(run.last);
  }
  const auto name = [](const CirclePoint& point) {
    if (point.is_start()) return std::string("the block's start");
    return quoted(std::string(point.behaviour) + ":" + std::string(point.point));
  };
  std::string words = "no times satisfy the circle of ";
  const std::size_t shown = std::min(points.size(), kNamedMost);
  for (std::size_t i = 0; i < shown; ++i) words += (i > 0 ? " -> " : "") + name(points[i]);
  if (points.size() > shown) words += " and " + std::to_string(points.size() - shown) + " more";
  return words;
}

}  // namespace kine::plan
