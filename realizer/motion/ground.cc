#include "realizer/motion/ground.h"

#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/motion/footing.h"
#include "realizer/motion/gait.h"
#include "realizer/motion/stance.h"

namespace kine::motion {
namespace {

using pose::Bends;
using pose::GroundKeys;

/// Nobody changes a stance in less.
constexpr double kBendMin_s = 0.25;

/// A leg that goes to its place waits for the other, which carries meanwhile.
constexpr std::array kFirstLegs = {pose::Bend::OpenLeft, pose::Bend::CrossLeft};
constexpr std::array kSecondLegs = {pose::Bend::OpenRight, pose::Bend::CrossRight};

double& of(Bends& bends, pose::Bend bend) { return bends[static_cast<std::size_t>(bend)]; }

/// What goes on of keys that were there: the gait that has begun, up to its last steps.
void take_over(const GroundKeys& before, double time_s, double ahead_s, GroundKeys& keys) {
  for (const pose::Gait& gait : before.gaits) {
    const double passed_s = time_s - gait.start_s;
    if (passed_s <= 0 || passed_s >= gait.length_s()) continue;
    keys.gaits = {stopped(gait, passed_s)};
    keys.gaits.front().start_s -= ahead_s;
  }
}

/// Writes moves behind each other.
class Writer {
 public:
  Writer(GroundKeys& keys, double begins_s) : keys_(keys), begun_s_(begins_s), free_s_(begins_s) {
    if (!keys.gaits.empty()) free_s_ = keys.gaits.back().start_s + keys.gaits.back().length_s();
  }

  void begin_at(const Bends& values, const Bends& velocities) {
    constexpr double kMoment_s = 1e-3;
    now_ = values;
    velocities_ = velocities;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      if (now_[i] == 0 || velocities_[i] != 0) continue;
      keys_.bends[i].push_back(
          {.from_s = begun_s_, .to_s = begun_s_ + kMoment_s, .from = now_[i], .to = now_[i]});
    }
  }
  const Bends& now() const { return now_; }

  /// Of two legs that go to other places while one stands, one waits for the other.
  void bend_to(const Bends& goal, double from_s, double to_s) {
    const double begins_s = std::max(from_s, free_s_);
    const double ends_s = std::max(to_s, begins_s + kBendMin_s);
    const double half_s = (begins_s + ends_s) / 2;
    const bool both = changes(kFirstLegs, goal) && changes(kSecondLegs, goal);
    for (std::size_t i = 0; i < now_.size(); ++i) {
      if (now_[i] == goal[i] && velocities_[i] == 0) continue;
      const auto bend = static_cast<pose::Bend>(i);
      const bool first = both && std::ranges::find(kFirstLegs, bend) != kFirstLegs.end();
      const bool second = both && std::ranges::find(kSecondLegs, bend) != kSecondLegs.end();
      // What moves already goes on at once.
      const double starts_s = second ? half_s : begins_s;
      keys_.bends[i].push_back({.from_s = velocities_[i] != 0 ? begun_s_ : starts_s,
                                .to_s = first ? half_s : ends_s,
                                .from = now_[i],
                                .velocity = velocities_[i],
                                .to = goal[i]});
    }
    now_ = goal;
    velocities_ = {};
    free_s_ = ends_s;
  }

  /// In the time that was meant, and later by what it waits for and by getting up.
  void walk_to(const Vec3& target_m, double short_of_m, double from_s, double to_s) {
    const double length_s = to_s - from_s;
    double begins_s = std::max(from_s, free_s_);
    if (now_ != Bends{} || velocities_ != Bends{}) {
      const double up_s = std::max(usual_length(now_, {}).count(), kBendMin_s);
      bend_to({}, begins_s, begins_s + up_s);
      begins_s = free_s_;
    }
    const body::Placement stands = last_place(keys_);
    auto gait = plan_gait(body::way_to(target_m, stands, short_of_m), stands, Seconds(length_s),
                          keys_.body);
    if (!gait) return;
    gait->start_s = begins_s;
    free_s_ = begins_s + gait->length_s();
    keys_.gaits.push_back(*gait);
  }

  double free_s() const { return free_s_; }

 private:
  template <class Legs>
  bool changes(const Legs& legs, Bends goal) {
    return std::ranges::any_of(legs,
                               [&](pose::Bend each) { return of(now_, each) != of(goal, each); });
  }

  GroundKeys& keys_;
  double begun_s_;
  double free_s_;
  Bends now_ = {};
  Bends velocities_ = {};
};

void take_over_bends(const GroundKeys& before, double time_s, Writer& writer) {
  Bends values{};
  Bends velocities{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const BendNow now = bend_at(before.bends[i], time_s);
    values[i] = now.value;
    velocities[i] = now.velocity;
  }
  writer.begin_at(values, velocities);
}

Bends with(const std::array<std::optional<double>, pose::kBendCount>& wanted, const Bends& other) {
  Bends bends = other;
  for (std::size_t i = 0; i < bends.size(); ++i) bends[i] = wanted[i].value_or(other[i]);
  return bends;
}

const plan::Walk* find_walk(const plan::Key& key) {
  for (const plan::Goal& goal : key.goals) {
    if (const auto* walk = std::get_if<plan::Walk>(&goal)) return walk;
  }
  return nullptr;
}

const plan::Stance* find_stance(const plan::Key& key) {
  for (const plan::Goal& goal : key.goals) {
    if (const auto* stance = std::get_if<plan::Stance>(&goal)) return stance;
  }
  return nullptr;
}

using Wanted = std::array<std::optional<double>, pose::kBendCount>;

std::optional<double>& of(Wanted& wanted, pose::Bend bend) {
  return wanted[static_cast<std::size_t>(bend)];
}

Wanted bends_of(const plan::Stance& stance) {
  using enum script::StanceKind;
  Wanted wanted = {};
  if (stance.kind) {
    of(wanted, pose::Bend::Sit) = *stance.kind == Sitting ? 1 : 0;
    of(wanted, pose::Bend::Crouch) = *stance.kind == Crouching ? 1 : 0;
    of(wanted, pose::Bend::Lie) = *stance.kind == Lying ? 1 : 0;
  }
  constexpr std::array kOpen = {pose::Bend::OpenLeft, pose::Bend::OpenRight};
  constexpr std::array kCross = {pose::Bend::CrossLeft, pose::Bend::CrossRight};
  for (std::size_t side = 0; side < stance.legs.size(); ++side) {
    const auto legs = stance.legs[side];
    if (!legs) continue;
    of(wanted, kOpen[side]) = *legs == script::Legs::Open ? 1 : 0;
    of(wanted, kCross[side]) = *legs == script::Legs::Crossed ? 1 : 0;
  }
  return wanted;
}

}  // namespace

Ground::Ground(std::vector<GroundMove> moves) : moves_(std::move(moves)) {
  KINE_ASSERT(!moves_.empty());
}

body::JointSet Ground::joints() const {
  body::JointSet joints;
  joints.insert(body::Joint::Hips);
  for (std::size_t i = body::index_of(body::Joint::LeftUpperLeg); i < body::kJointCount; ++i) {
    joints.insert(body::joint_at(i));
  }
  return joints;
}

pose::Keys Ground::compile(const Entry& entry, const body::Body& body) const {
  constexpr GroundEntry kAtOrigin;
  const GroundEntry& ground = entry.ground != nullptr ? *entry.ground : kAtOrigin;
  pose::Keys bound;
  GroundKeys& keys = bound.ground;
  keys.body = standing_body(body);
  keys.stands = ground.root;
  const double entry_s = entry.time.count();
  if (ground.keys != nullptr) {
    const double behind_s = ground.behind.count();
    take_over(*ground.keys, entry_s + behind_s, behind_s, keys);
  }
  Writer writer(keys, entry_s);
  if (ground.keys != nullptr) {
    take_over_bends(*ground.keys, entry_s + ground.behind.count(), writer);
  }
  Bends base = ground.base;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const GroundMove& move = moves_[i];
    const double from_s = std::max(move.from.count(), entry_s);
    if (move.walks_to) {
      base = {};
      std::optional<WalkTarget> target;
      if (i < ground.targets.size()) target = ground.targets[i];
      if (const Vec3* point = std::get_if<Vec3>(&*move.walks_to)) target = WalkTarget{*point};
      if (!target) continue;
      const double usual_m = target->is_character ? body::kTalkingDistance_m : 0;
      writer.walk_to(target->point_m, move.short_of_m.value_or(usual_m), from_s, move.to.count());
      continue;
    }
    const Bends goal = move.back ? base : with(move.bends, writer.now());
    writer.bend_to(goal, from_s, move.to.count());
  }
  keys.end_s = std::max(writer.free_s(), 1e-6);
  return bound;
}

std::vector<GroundMove> make_ground_moves(const plan::Track& track,
                                          const plan::Sequence& sequence) {
  std::vector<GroundMove> moves;
  Seconds rested = track.start;
  bool bends = false;
  for (const plan::Key& key : track.keys) {
    GroundMove move{.from = std::min(rested, key.time), .to = key.time};
    if (const plan::Walk* walk = find_walk(key)) {
      move.walks_to = walk->target;
      move.short_of_m = walk->short_of_m;
      moves.push_back(move);
      bends = false;
    } else if (const plan::Stance* stance = find_stance(key)) {
      move.bends = bends_of(*stance);
      moves.push_back(move);
      bends = true;
    }
    rested = key.time + key.hold;
  }
  if (moves.empty() || !bends || sequence.lasting) return moves;
  moves.push_back({.from = sequence.end_of_holds(), .to = sequence.end(), .back = true});
  return moves;
}

GroundKeys stopped(const GroundKeys& keys, double time_s, const Bends& bends) {
  GroundKeys shorter;
  shorter.body = keys.body;
  shorter.stands = keys.stands;
  for (const pose::Gait& gait : keys.gaits) {
    if (gait.start_s >= time_s) break;
    shorter.gaits.push_back(stopped(gait, time_s - gait.start_s));
  }
  Writer writer(shorter, time_s);
  take_over_bends(keys, time_s, writer);
  const double length_s = usual_length(writer.now(), bends).count();
  if (length_s > 0) writer.bend_to(bends, time_s, time_s + length_s);
  shorter.end_s = std::max(writer.free_s(), time_s);
  return shorter;
}

std::optional<GroundKeys> with_last_move_later(const GroundKeys& keys, double time_s,
                                               double later_s) {
  if (!keys.gaits.empty()) return {};
  GroundKeys moved = keys;
  moved.end_s = time_s;
  for (std::vector<pose::BendMove>& moves : moved.bends) {
    if (moves.empty()) continue;
    pose::BendMove& last = moves.back();
    if (std::min(last.from_s, last.from_s + later_s) <= time_s) return {};
    if (moves.size() > 1 && last.from_s + later_s < moves[moves.size() - 2].to_s) return {};
    last.from_s += later_s;
    last.to_s += later_s;
    moved.end_s = std::max(moved.end_s, last.to_s);
  }
  return moved;
}

Bends last_bends(const GroundKeys& keys) {
  Bends bends{};
  for (std::size_t i = 0; i < bends.size(); ++i) {
    if (!keys.bends[i].empty()) bends[i] = keys.bends[i].back().to;
  }
  return bends;
}

body::Placement last_place(const GroundKeys& keys) {
  return keys.gaits.empty() ? keys.stands : end_of(keys.gaits.back());
}

}  // namespace kine::motion
