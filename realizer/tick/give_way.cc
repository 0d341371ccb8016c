#include "realizer/tick/give_way.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "realizer/body/walking_pace.h"
#include "realizer/motion/ground/ground.h"
#include "realizer/motion/ground/passing.h"
#include "realizer/tick/kinds/ground_kind.h"
#include "realizer/tick/state/presence.h"

namespace kine {
namespace {

using motion::Passed;
using pose::RootPath;
using pose::Spot;

constexpr std::uint64_t kLooks_hz = 8;

/// In these ticks since a walk began one looks first: the one named first, then the other too.
constexpr std::uint64_t kFirstLook = 1;
constexpr std::uint64_t kSecondLook = 2;

/// Whoever is further away is seen later: as far as two go towards each other in what is foreseen.
constexpr double kSees_m = 9;

/// Who is nearer already comes no nearer than by this.
constexpr double kNoNearer_m = 0.02;

/// How many may walk to each other in a ring.
constexpr std::size_t kRingMax = 8;

/// A walk keeps its way by then: what is looked at again is all of it, and it could be led on for
/// ever after a character that never stands.
constexpr std::uint64_t kLooksFor_s = 120;

/// Not all of those who set out at once look at once.
bool has_turn(std::uint64_t age, std::string_view name, std::uint64_t hz) {
  const std::uint64_t turns = std::max<std::uint64_t>(1, hz / kLooks_hz);
  if (age <= kSecondLook) return age >= kFirstLook;
  for (const char letter : name) age += static_cast<unsigned char>(letter);
  return age % turns == 0;
}

bool comes_first(const Cast& a, const Cast& b) { return a.name < b.name; }

double apart_m(const Spot& a, const Spot& b) { return std::hypot(a[0] - b[0], a[1] - b[1]); }
Vec3 on_ground(const Spot& spot_m) { return {spot_m[0], 0, spot_m[1]}; }

double ends_s(const RootPath& path) {
  if (path.spots_m.empty()) return path.start_s;
  return path.start_s + static_cast<double>(path.spots_m.size() - 1) * RootPath::kStep_s;
}

/// The nearest ones, in the order of how near they are, then of their names.
class Nearest {
 public:
  void add(const Presence& presence, double far_m) {
    const Seen seen{far_m, &presence};
    if (count_ == seen_.size()) {
      if (!(seen < seen_.back())) return;
      --count_;
    }
    std::size_t place = count_++;
    for (; place > 0 && seen < seen_[place - 1]; --place) seen_[place] = seen_[place - 1];
    seen_[place] = seen;
  }

  std::size_t count() const { return count_; }
  const Presence& at(std::size_t index) const { return *seen_[index].presence; }

 private:
  struct Seen {
    double far_m = 0;
    const Presence* presence = nullptr;
    bool operator<(const Seen& other) const {
      return far_m != other.far_m ? far_m < other.far_m
                                  : comes_first(*presence->cast, *other.presence->cast);
    }
  };

  std::array<Seen, motion::kPassedMax> seen_;
  std::size_t count_ = 0;
};

/// Who walks and looks round.
struct Onlooker {
  const Cast& cast;
  double room_m = 0;
  Vec3 at_m;
  Spot here_m = {};
  double left_s = 0;    // how long it walks yet
  bool is_new = false;  // not all others have seen it walk
};

/// Somebody else, from now on.
struct Other {
  const Presence& presence;
  double now_s = 0;   // on the time of its keys
  double left_s = 0;  // how long it walks yet; 0: it stands

  const pose::GroundKeys& keys() const { return *presence.keys->find<pose::GroundKeys>(); }
  const RootPath& path() const { return keys().path; }
  bool walks() const { return left_s > 0; }
  bool gives_way() const { return walks() && !keys().goals.empty(); }
  Spot at(double later_s) const {
    return walks() ? motion::spot_at(path(), presence.stands_m, now_s + later_s)
                   : presence.stands_m;
  }
  Spot ends_at() const { return walks() ? path().spots_m.back() : presence.stands_m; }

  /// Whether it is where it goes before the onlooker is where that goes, and stays there.
  bool is_there_before(const Onlooker& who) const {
    if (!walks() || left_s < who.left_s) return true;
    return left_s == who.left_s && comes_first(*presence.cast, who.cast);
  }
};

Other other_at(const Presence& presence, TickRate rate, Tick tick) {
  Other other{.presence = presence};
  if (!presence.keys) return other;
  other.now_s = rate.between(presence.block_start, tick).count();
  other.left_s = std::max(0.0, ends_s(other.path()) - other.now_s);
  return other;
}

/// Whether it stands now, be it that it only waits.
bool stands_now(const Other& other) {
  constexpr double kSoon_s = 0.2;
  constexpr double kMoves_m = 0.01;
  return apart_m(other.at(0), other.at(kSoon_s)) < kMoves_m;
}

Passed foreseen(const Other& other, const Onlooker& who) {
  Passed passed;
  // Of two who would wait for each other one goes round.
  const bool is_before = comes_first(who.cast, *other.presence.cast);
  const bool waits = other.gives_way() && is_before && stands_now(other);
  for (std::size_t i = 0; i < passed.spots_m.size(); ++i) {
    passed.spots_m[i] = other.at(waits ? 0 : static_cast<double>(i) * RootPath::kStep_s);
  }
  const double left_s = waits ? 0 : other.left_s;
  passed.stands_from = static_cast<std::size_t>(std::ceil(left_s / RootPath::kStep_s));
  const double room_m = who.room_m + other.presence.room_m;
  const double now_m = std::max(0.0, apart_m(who.here_m, passed.spots_m[0]) - kNoNearer_m);
  passed.clear_m = std::min(room_m, now_m);
  const bool by_half = other.gives_way() && is_before && !waits;
  passed.clear_walking_m = std::min(by_half ? room_m / 2 : room_m, now_m);
  return passed;
}

/// Where it is to end it may come as near to others as that is.
void allow_for_end(const Onlooker& who, const pose::WalkGoal& goal, std::span<Passed> passed) {
  const Vec3 way_m = goal.point_m - who.at_m;
  const double far_m = std::hypot(way_m.x, way_m.z);
  const double share = far_m > 0 ? std::max(0.0, 1 - goal.short_of_m / far_m) : 0;
  const Spot end_m = spot_under(who.at_m + share * way_m);
  for (Passed& each : passed) {
    const double there_m = std::max(0.0, apart_m(end_m, each.spots_m.back()) - kNoNearer_m);
    each.clear_m = std::min(each.clear_m, there_m);
    each.clear_walking_m = std::min(each.clear_walking_m, there_m);
  }
}

/// Characters in a ring: each walks to the next one, and the last to the first.
struct Ring {
  std::size_t count = 0;  // 0: there is none
  Vec3 middle_m = {};
  bool at_once = false;  // all have just set out
  bool is_first = true;  // the name of the one that asks comes first
};

/// Those who walk to each other in a ring, from one on.
Ring ring_of(const TickContext& context, const CharacterRow& row, const ActiveSegment& walk,
             Tick tick) {
  Ring ring{.count = 1, .middle_m = row.state.placement.position_m};
  ring.at_once = tick.index - walk.started.index <= kSecondLook;
  const Presence* next = walk.walks_to ? context.scene.find_presence(*walk.walks_to) : nullptr;
  while (next != nullptr && next->id != row.id && ring.count < kRingMax) {
    ++ring.count;
    ring.middle_m = ring.middle_m + on_ground(next->stands_m);
    ring.at_once = ring.at_once && tick.index - next->started.index <= kSecondLook + 1;
    ring.is_first = ring.is_first && comes_first(*row.cast, *next->cast);
    next = next->walks_to ? context.scene.find_presence(*next->walks_to) : nullptr;
  }
  if (next == nullptr || next->id != row.id) return {};
  ring.middle_m = (1.0 / static_cast<double>(ring.count)) * ring.middle_m;
  return ring;
}

/// Where a walk leads to by now: who walks to somebody who walks meets them where that ends. Those
/// who set out to each other at once meet in the middle.
pose::WalkGoal goal_now(const TickContext& context, const CharacterRow& row,
                        const ActiveSegment& walk, Tick tick) {
  const pose::GroundKeys& keys = ground_of(walk);
  pose::WalkGoal goal = keys.goals.back();
  if (!keys.asked) return goal;
  const double usual_m = walk.walks_to ? body::kTalkingDistance_m : 0;
  const pose::WalkGoal kept = std::exchange(
      goal, {.point_m = goal.point_m, .short_of_m = keys.asked->short_of_m.value_or(usual_m)});
  const Presence* const other =
      walk.walks_to ? context.scene.find_presence(*walk.walks_to) : nullptr;
  if (other == nullptr || other->id == row.id) return goal;
  if (!other->keys) {
    const Vec3 stands_m = on_ground(other->stands_m);
    const Vec3 moved_m = stands_m - goal.point_m;
    // Hips are not quite over where one stands.
    if (std::hypot(moved_m.x, moved_m.z) > body::kNearest_m) goal.point_m = stands_m;
    return goal;
  }
  const Ring ring = ring_of(context, row, walk, tick);
  if (ring.count > 0 && ring.at_once) {
    const double corner_rad = std::numbers::pi / static_cast<double>(ring.count);
    return {.point_m = ring.middle_m, .short_of_m = goal.short_of_m / (2 * std::sin(corner_rad))};
  }
  // Later it is the others who come to the first one.
  if (ring.count > 2 || (ring.count == 2 && ring.is_first)) return kept;
  goal.point_m = motion::last_place(*other->keys->find<pose::GroundKeys>()).position_m;
  return goal;
}

}  // namespace

void give_way(const TickContext& context, CharacterRow& row, Tick tick) {
  ActiveSegment* const walk = find_ground(row.state);
  if (walk == nullptr || ground_of(*walk).goals.empty()) return;
  const std::uint64_t age = tick.index - walk->started.index;
  if (age > kLooksFor_s * context.rate.hz() || !has_turn(age, row.cast->name, context.rate.hz()))
    return;
  const pose::GroundKeys& keys = ground_of(*walk);
  const double now_s = context.rate.between(walk->block_start, tick).count();
  const Onlooker who{.cast = *row.cast,
                     .room_m = row.room_m,
                     .at_m = row.state.placement.position_m,
                     .here_m = motion::spot_at(keys.path, {}, now_s),
                     .left_s = ends_s(keys.path) - now_s,
                     .is_new = age == kFirstLook};
  if (who.left_s <= 0) return;
  Nearest nearest;
  context.scene.for_each_presence([&](const Presence& other) {
    const float x_m = other.stands_m[0] - who.here_m[0];
    const float z_m = other.stands_m[1] - who.here_m[1];
    const double squared = x_m * x_m + z_m * z_m;
    if (squared < kSees_m * kSees_m && other.id != row.id) nearest.add(other, std::sqrt(squared));
  });
  motion::Outlook seen{.now_s = now_s, .goal = goal_now(context, row, *walk, tick), .passed = {}};
  std::array<Passed, motion::kPassedMax> passed;
  std::size_t count = 0;
  for (std::size_t i = 0; i < nearest.count(); ++i) {
    const Other other = other_at(nearest.at(i), context.rate, tick);
    // They give way one behind the other.
    const bool gives_way_first = other.gives_way() && comes_first(*other.presence.cast, *row.cast);
    // Who is met does not go on as it was to.
    const bool is_met = walk->walks_to == other.presence.id && other.walks();
    if (who.is_new && (gives_way_first || is_met)) continue;
    passed[count++] = foreseen(other, who);
    if (walk->walks_to == other.presence.id || !other.is_there_before(who)) continue;
    seen.goal.short_of_m =
        motion::short_of_spot_m(seen.goal, who.at_m, other.ends_at(), body::kNearest_m);
  }
  seen.passed = std::span(passed).first(count);
  allow_for_end(who, seen.goal, std::span(passed).first(count));
  auto next = motion::walk_clear(keys, seen);
  if (!next) return;
  auto changed = std::make_shared<pose::Keys>(*walk->keys);
  walk->plan.end = std::max(walk->plan.end, Seconds(next->end_s));
  changed->solved = *std::move(next);
  walk->keys = std::move(changed);
}

}  // namespace kine
