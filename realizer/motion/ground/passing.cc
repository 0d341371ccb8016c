#include "realizer/motion/ground/passing.h"

#include <algorithm>
#include <cmath>

#include "realizer/body/walking_pace.h"
#include "realizer/motion/ground/course.h"
#include "realizer/motion/ground/gait.h"

namespace kine::motion {
namespace {

using pose::GroundKeys;
using pose::RootPath;
using pose::Spot;
using pose::WalkGoal;

/// What is nearer than it should be by less is let be, and what is planned keeps off by more.
constexpr double kLetBe_m = 0.02;
constexpr double kSpare_m = 0.05;

Spot spot_of(const Vec3& at_m) { return {static_cast<float>(at_m.x), static_cast<float>(at_m.z)}; }
Vec3 point_of(const Spot& spot_m) { return {spot_m[0], 0, spot_m[1]}; }

/// How near two come who both go evenly from one spot to another.
double nearest_m(const Vec3& from_m, const Vec3& to_m) {
  const Vec3 way = to_m - from_m;
  const double squared = dot(way, way);
  const double share = squared > 0 ? std::clamp(-dot(from_m, way) / squared, 0.0, 1.0) : 0;
  return length(from_m + share * way);
}

/// One's own way, which is known for longer than that of others.
using Ahead = std::array<Spot, 3 * kForeseenSpots>;

/// Where, on the way there, one comes nearer to somebody than one should.
struct Trespass {
  double by_m = -1e9;
  std::size_t spot = 0;
  const Passed* passed = nullptr;
};

/// How far to keep from somebody at a spot. Who gives way as well has to begin with it in time.
double clear_at_m(const Passed& other, std::size_t spot) {
  constexpr double kSoon_s = 1.5;
  constexpr double kSpared_m = 0.05;  // hips are not quite over where one stands
  if (spot >= other.stands_from) return other.clear_m;
  if (static_cast<double>(spot) * RootPath::kStep_s > kSoon_s) return other.clear_walking_m;
  return std::max(other.clear_walking_m, std::min(other.clear_m, body::kNearest_m + kSpared_m));
}

/// The worst of the first so many spots.
Trespass trespass_of(const Ahead& own, std::size_t spots, std::span<const Passed> passed) {
  Trespass worst;
  for (const Passed& other : passed) {
    // Who has come to stand is known for longer.
    const bool stands = other.stands_from < other.spots_m.size();
    const std::size_t known = stands ? spots : std::min(spots, other.spots_m.size());
    Vec3 before = point_of(own[0]) - point_of(other.spots_m[0]);
    for (std::size_t i = 1; i < known; ++i) {
      const Spot& there = other.spots_m[std::min(i, other.spots_m.size() - 1)];
      const Vec3 now = point_of(own[i]) - point_of(there);
      const double clear_m = clear_at_m(other, i);
      const double by_m = clear_m - nearest_m(before, now);
      if (by_m > worst.by_m) worst = {by_m, i, &other};
      before = now;
    }
  }
  return worst;
}

/// Courses by how gladly one takes them: the first that keeps clear is taken, or the clearest.
class Choice {
 public:
  explicit Choice(const Outlook& seen) : seen_(seen) {}

  /// Whether it keeps clear.
  bool look_at(const std::optional<Course>& course) {
    if (!course) return false;
    const double left_s = course->end_s() - seen_.now_s;
    return judge(*course, left_s, 0, [&](double later_s) {
      return spot_of(course->place_at_m(seen_.now_s + later_s));
    });
  }

  /// As the keys are.
  bool look_at_kept(const GroundKeys& keys, const Course& kept) {
    const double left_s = kept.end_s() - seen_.now_s;
    return judge(kept, left_s, kLetBe_m,
                 [&](double later_s) { return spot_at(keys.path, {}, seen_.now_s + later_s); });
  }

  const std::optional<Course>& best() const { return best_; }
  const Trespass& trespass() const { return trespass_; }
  const Ahead& own() const { return own_; }

 private:
  template <class At>
  bool judge(const Course& course, double left_s, double let_be_m, At at) {
    std::size_t spots = 0;
    Ahead own;
    while (!seen_.passed.empty() && spots < own.size()) {
      const double later_s = static_cast<double>(spots) * RootPath::kStep_s;
      own[spots++] = at(later_s);
      if (later_s >= left_s) break;
    }
    const Trespass trespass = trespass_of(own, spots, seen_.passed);
    // Of those that are alike the one that was looked at first.
    if (!best_ || trespass.by_m < trespass_.by_m - kLetBe_m) {
      best_ = course;
      trespass_ = trespass;
      own_ = own;
    }
    return trespass.by_m <= let_be_m;
  }

  const Outlook& seen_;
  std::optional<Course> best_;
  Trespass trespass_;
  Ahead own_ = {};
};

/// What one may do to pass somebody, in the order in which people like it.
struct Manoeuvre {
  enum class Kind { Round, Turn, Wait };
  Kind kind;
  double much;         // of what lacks to the side; a wait in seconds
  bool other = false;  // on the other side, which is farther
};
constexpr std::array kManoeuvres = {
    Manoeuvre{Manoeuvre::Kind::Round, 1},       Manoeuvre{Manoeuvre::Kind::Round, 1.25},
    Manoeuvre{Manoeuvre::Kind::Round, 1, true}, Manoeuvre{Manoeuvre::Kind::Wait, 0.3},
    Manoeuvre{Manoeuvre::Kind::Round, 1.6},     Manoeuvre{Manoeuvre::Kind::Round, 1.4, true},
    Manoeuvre{Manoeuvre::Kind::Wait, 1},        Manoeuvre{Manoeuvre::Kind::Turn, 1.1},
    Manoeuvre{Manoeuvre::Kind::Round, 2.2},     Manoeuvre{Manoeuvre::Kind::Turn, 1.1, true},
    Manoeuvre{Manoeuvre::Kind::Wait, 2},        Manoeuvre{Manoeuvre::Kind::Turn, 1.7},
    Manoeuvre{Manoeuvre::Kind::Wait, 3.5},
};

/// Where one is to go through, so as to pass somebody on one's right side or on the other one.
class Sides {
 public:
  Sides(const Trespass& trespass, const Ahead& own, const Walking& walking) {
    const std::size_t at = trespass.spot;
    const Vec3 here = point_of(own[at]);
    Vec3 ahead = here - point_of(own[at - 1]);
    if (length(ahead) < 1e-3) ahead = here - walking.changes_at_m();
    ahead = length(ahead) < 1e-3 ? Vec3{0, 0, 1} : unit(ahead);
    // No way bends at once.
    constexpr double kStepsToBend = 3.2;
    const double along_m = dot(here - walking.changes_at_m(), ahead);
    here_m_ = here;
    bends_m_ = here + std::max(0.0, kStepsToBend * walking.step_m() - along_m) * ahead;
    right_ = {-ahead.z, 0, ahead.x};
    const Spot& there = trespass.passed->spots_m[std::min(at, kForeseenSpots - 1)];
    const double off_m = dot(point_of(there) - here, right_);
    // To the side on which the other one is not; to the right of who comes straight.
    constexpr double kStraight_m = 0.1;
    const double side = off_m > kStraight_m ? -1 : 1;
    // A way that bends there cuts the corner.
    constexpr double kCorner_m = 0.1;
    const double lacks_m = trespass.by_m + kCorner_m;
    near_m_ = side * lacks_m;
    far_m_ = -side * (lacks_m + 2 * std::abs(off_m));
  }

  Vec3 point_m(const Manoeuvre& manoeuvre) const {
    const bool bends = manoeuvre.kind == Manoeuvre::Kind::Round;
    const double aside_m = manoeuvre.other ? far_m_ : near_m_;
    return (bends ? bends_m_ : here_m_) + manoeuvre.much * aside_m * right_;
  }

 private:
  Vec3 here_m_;
  Vec3 bends_m_;
  Vec3 right_;
  double near_m_ = 0;
  double far_m_ = 0;
};

std::optional<Course> course_of(const Manoeuvre& manoeuvre, const Sides& sides,
                                const Walking& walking) {
  switch (manoeuvre.kind) {
    case Manoeuvre::Kind::Round:
      return walking.round(sides.point_m(manoeuvre));
    case Manoeuvre::Kind::Turn:
      return walking.turning(sides.point_m(manoeuvre));
    case Manoeuvre::Kind::Wait:
      break;
  }
  return walking.waiting(manoeuvre.much);
}

GroundKeys with_course(const GroundKeys& keys, const Course& course) {
  GroundKeys next = keys;
  next.gaits.pop_back();
  next.gaits.insert(next.gaits.end(), course.gaits.begin(),
                    course.gaits.begin() + static_cast<std::ptrdiff_t>(course.count));
  next.goals.assign(course.goals.begin(),
                    course.goals.begin() + static_cast<std::ptrdiff_t>(course.goal_count));
  next.path = path_of(next);
  next.end_s = course.end_s();
  for (const auto& moves : next.bends) {
    if (!moves.empty()) next.end_s = std::max(next.end_s, moves.back().to_s);
  }
  return next;
}

/// Whether somebody is to bend or sit down behind a time: what comes before is to be over by then.
bool bends_later(const GroundKeys& keys, double time_s) {
  return std::ranges::any_of(keys.bends, [&](const auto& moves) {
    return !moves.empty() && moves.back().from != moves.back().to && moves.back().to_s > time_s;
  });
}

}  // namespace

RootPath path_of(const GroundKeys& keys) {
  RootPath path;
  if (keys.gaits.empty()) return path;
  path.start_s = keys.gaits.front().start_s;
  const double end_s = keys.gaits.back().start_s + keys.gaits.back().length_s();
  const auto steps =
      static_cast<std::size_t>(std::ceil((end_s - path.start_s) / RootPath::kStep_s));
  path.spots_m.reserve(steps + 1);
  auto gait = keys.gaits.begin();
  for (std::size_t i = 0; i <= steps; ++i) {
    const double time_s = path.start_s + static_cast<double>(i) * RootPath::kStep_s;
    while (gait + 1 != keys.gaits.end() && (gait + 1)->start_s <= time_s) ++gait;
    path.spots_m.push_back(spot_of(root_at(*gait, time_s - gait->start_s).position_m));
  }
  return path;
}

Spot spot_at(const RootPath& path, const Spot& stands_m, double time_s) {
  if (path.spots_m.empty()) return stands_m;
  const double at = std::max(0.0, (time_s - path.start_s) / RootPath::kStep_s);
  const auto last = static_cast<double>(path.spots_m.size() - 1);
  if (at >= last) return path.spots_m.back();
  const auto before = static_cast<std::size_t>(at);
  const auto share = static_cast<float>(at - static_cast<double>(before));
  const Spot& from = path.spots_m[before];
  const Spot& to = path.spots_m[before + 1];
  return {from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])};
}

double short_of_spot_m(const WalkGoal& goal, const Vec3& from, const Spot& spot_m, double clear_m) {
  const Vec3 way = {goal.point_m.x - from.x, 0, goal.point_m.z - from.z};
  const double far_m = length(way);
  if (far_m <= goal.short_of_m) return goal.short_of_m;
  const Vec3 ahead = (1 / far_m) * way;
  const Vec3 beside = Vec3{goal.point_m.x, 0, goal.point_m.z} - point_of(spot_m);
  const double along = dot(beside, ahead);
  const double inside = along * along - dot(beside, beside) + clear_m * clear_m;
  if (inside <= 0) return goal.short_of_m;
  const double leaves = along - std::sqrt(inside);  // going back from the goal
  const double clears = along + std::sqrt(inside);
  const bool is_clear = goal.short_of_m <= leaves || goal.short_of_m >= clears;
  return is_clear ? goal.short_of_m : std::min(clears, far_m);
}

std::optional<GroundKeys> walk_clear(const GroundKeys& keys, const Outlook& seen) {
  const Walking walking(keys, seen.goal, seen.now_s);
  Choice choice(seen);
  const bool is_there = ends_there(keys.gaits.back(), seen.goal);
  const double ends_s = keys.gaits.back().start_s + keys.gaits.back().length_s();
  const bool keeps_time = bends_later(keys, seen.now_s);
  const auto look_at = [&](const std::optional<Course>& course) {
    return !(course && keeps_time && course->end_s() > ends_s + 1e-9) && choice.look_at(course);
  };
  bool is_clear = false;
  if (!is_there) {
    is_clear = look_at(walking.straight());
    if (!choice.best() && would_pass(keys.gaits.back(), seen.goal)) {
      is_clear = look_at(walking.waiting(0));
    }
    if (!choice.best()) is_clear = look_at(walking.going_on());
  }
  if (!choice.best()) is_clear = choice.look_at_kept(keys, walking.kept());
  const Trespass before = choice.trespass();
  if (!is_clear && before.by_m > 0) {
    const Sides sides(before, choice.own(), walking);
    for (const Manoeuvre& manoeuvre : kManoeuvres) {
      if (look_at(course_of(manoeuvre, sides, walking))) break;
    }
  }
  const bool is_better = choice.trespass().by_m < before.by_m - kSpare_m;
  if (is_there && !is_better) return {};
  GroundKeys next = with_course(keys, *choice.best());
  if (next.gaits == keys.gaits) return {};
  return next;
}

}  // namespace kine::motion
