#include "realizer/plan/tension/found_phases.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace kine::plan {
namespace {

/// Frames from `first` up to, but not, `end`.
struct Stretch {
  std::size_t first = 0;
  std::size_t end = 0;
  bool moves = false;
};

/// In lengths a second, over kSpeedOver round each frame.
std::vector<double> speeds_of(const WristPath& path) {
  const std::vector<Vec3>& places = path.from_shoulder;
  const auto half = static_cast<std::size_t>(
      std::max(1.0, std::round(kSpeedOver.count() / 2 / path.frame_time.count())));
  std::vector<double> speeds;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t from = i - std::min(i, half);
    const std::size_t to = std::min(i + half, places.size() - 1);
    const double way = length(places[to] - places[from]);
    speeds.push_back(to > from ? way / (static_cast<double>(to - from) * path.frame_time.count())
                               : 0);
  }
  return speeds;
}

bool goes_a_way(const std::vector<Vec3>& places, const Stretch& stretch) {
  for (std::size_t i = stretch.first; i < stretch.end; ++i) {
    if (length(places[i] - places[stretch.first]) >= kWayMin) return true;
  }
  return false;
}

/// What moves and what pauses, in turn.
std::vector<Stretch> stretches_of(const WristPath& path, const std::vector<double>& speeds) {
  const std::size_t count = speeds.size();
  std::vector<bool> moves(count, false);
  for (std::size_t i = 0; i < count;) {
    Stretch run{i, i, speeds[i] > kMovesUntil};
    double fastest = 0;
    while (run.end < count && (speeds[run.end] > kMovesUntil) == run.moves) {
      fastest = std::max(fastest, speeds[run.end++]);
    }
    const bool is_way = run.moves && fastest >= kMovesFrom && goes_a_way(path.from_shoulder, run);
    std::fill(moves.begin() + static_cast<std::ptrdiff_t>(run.first),
              moves.begin() + static_cast<std::ptrdiff_t>(run.end), is_way);
    i = run.end;
  }
  const auto pause_frames =
      static_cast<std::size_t>(std::ceil(kPauseMin.count() / path.frame_time.count()));
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < count;) {
    Stretch run{i, i, moves[i]};
    while (run.end < count && moves[run.end] == run.moves) ++run.end;
    i = run.end;
    const bool is_turning_point =
        !run.moves && run.end - run.first < pause_frames && run.first > 0 && run.end < count;
    if (!stretches.empty() && (is_turning_point || stretches.back().moves == run.moves)) {
      stretches.back().end = run.end;
    } else {
      stretches.push_back(run);
    }
  }
  return stretches;
}

/// A movement cut where the hand all but stops between two fast ways.
std::vector<Stretch> ways_of(const Stretch& movement, const std::vector<double>& speeds) {
  constexpr double kDip = 0.5;  // of the slower of the ways beside it
  std::vector<Stretch> ways;
  std::size_t first = movement.first;
  double peak = 0;
  std::size_t lowest = movement.first;
  for (std::size_t i = movement.first; i < movement.end; ++i) {
    if (speeds[i] < speeds[lowest]) lowest = i;
    const bool was_fast = peak >= kMovesFrom;
    if (was_fast && speeds[i] >= kMovesFrom && lowest > first &&
        speeds[lowest] < kDip * std::min(peak, speeds[i])) {
      ways.push_back({first, lowest, true});
      first = lowest;
      peak = speeds[i];
      lowest = i;
    }
    if (speeds[i] >= peak) {
      peak = speeds[i];
      lowest = i;
    }
  }
  ways.push_back({first, movement.end, true});
  return ways;
}

Vec3 middle_of(const WristPath& path, const Stretch& pause) {
  return path.from_shoulder[pause.first + (pause.end - pause.first) / 2];
}

/// Where the hand rests, if it does anywhere.
std::optional<Vec3> rest_of(const WristPath& path, const std::vector<Stretch>& stretches) {
  std::optional<Vec3> lowest;
  for (const Stretch& each : stretches) {
    if (each.moves) continue;
    const Vec3 place = middle_of(path, each);
    if (dot(place, path.down) < kRestDrop) continue;
    if (!lowest || dot(place, path.down) > dot(*lowest, path.down)) lowest = place;
  }
  return lowest;
}

/// The phase of each way of a movement.
script::Phase phase_of_way(std::size_t index, std::size_t count, bool from_rest, bool to_rest) {
  using enum script::Phase;
  const bool is_last = index + 1 == count;
  if (is_last && to_rest) return Retraction;
  const std::size_t before_stroke = to_rest ? 3 : 2;  // ways there must be to have one to spare
  const bool is_way_there = index == 0 && (from_rest || !to_rest);
  return is_way_there && count >= before_stroke ? Preparation : Stroke;
}

}  // namespace

std::vector<PhaseSpan> find_phases(const WristPath& path, script::ArmSet arms) {
  const std::vector<double> speeds = speeds_of(path);
  const std::vector<Stretch> stretches = stretches_of(path, speeds);
  const std::optional<Vec3> rest = rest_of(path, stretches);
  const auto rests = [&](std::size_t index) {
    if (index >= stretches.size()) return false;
    const Stretch& pause = stretches[index];
    const Seconds lasts = static_cast<double>(pause.end - pause.first) * path.frame_time;
    return lasts > kHoldMax || (rest && length(middle_of(path, pause) - *rest) <= kRestNear);
  };

  std::vector<PhaseSpan> spans;
  const auto add = [&](const Stretch& stretch, script::Phase phase) {
    const Seconds end = static_cast<double>(stretch.end) * path.frame_time;
    if (!spans.empty() && spans.back().phase == phase && phase == script::Phase::Retraction) {
      spans.back().end = end;  // and its rest
    } else {
      spans.push_back({static_cast<double>(stretch.first) * path.frame_time, end, phase, arms});
    }
  };
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    if (!stretches[i].moves) {
      add(stretches[i], rests(i) ? script::Phase::Retraction : script::Phase::PostStrokeHold);
      continue;
    }
    const std::vector<Stretch> ways = ways_of(stretches[i], speeds);
    for (std::size_t way = 0; way < ways.size(); ++way) {
      add(ways[way], phase_of_way(way, ways.size(), i > 0 && rests(i - 1), rests(i + 1)));
    }
  }
  return spans;
}

}  // namespace kine::plan
