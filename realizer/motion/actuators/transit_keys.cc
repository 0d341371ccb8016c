#include "realizer/motion/actuators/transit_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/math/ease.h"
#include "realizer/math/units.h"
#include "realizer/motion/actuators/tremor.h"
#include "realizer/motion/key_times.h"
#include "realizer/pose/interval.h"
#include "realizer/pose/kernels.h"

namespace kine::motion {
namespace {

// Keys that say a transit stand so close, and those of what trembles closer.
constexpr double kStep_s = 0.05;
constexpr double kTremblingStep_s = kTremorStep.count();
constexpr std::size_t kStepsMost = 256;

// A shorter movement goes as it is: its keys would stand too close.
constexpr double kShortest_s = 0.12;

// At 1.
constexpr double kRebound = 0.03;    // … of its way, by which it springs back
constexpr double kDrift = 0.15;      // of its way a movement goes on through its hold
constexpr double kLoose = 0.4;       // below the tension of its key
constexpr double kSinks = 0.12;      // of the way to where the limb hangs
constexpr double kLongHold_s = 0.4;  // in a shorter one a limb sinks and drifts less: none jerks

/// A key is a row of blocks.
using Row = std::vector<pose::QuatBlock>;

Row row_of(const pose::JointKeys& keys, std::size_t key) {
  const auto begin = keys.rotations.begin() + static_cast<std::ptrdiff_t>(key * keys.blocks.size());
  return {begin, begin + static_cast<std::ptrdiff_t>(keys.blocks.size())};
}

void set_row(const Row& row, std::size_t key, pose::JointKeys& keys) {
  std::ranges::copy(row,
                    keys.rotations.begin() + static_cast<std::ptrdiff_t>(key * keys.blocks.size()));
}

/// What turns `from` into `to`, a share of it, behind another row.
Row turned_on(const Row& row, const Row& from, const Row& to, double share) {
  Row turned(row.size());
  for (std::size_t b = 0; b < row.size(); ++b) {
    pose::VectorBlock arc;
    pose::arc(from[b], to[b], arc);
    pose::turn_on(row[b], arc, static_cast<float>(share), turned[b]);
  }
  return turned;
}

/// A share of the great arcs from one row to the other; outside [0, 1] beyond their ends.
Row along(const Row& from, const Row& to, double share) { return turned_on(from, from, to, share); }

/// Angles between two rows, all in all.
double distance(const Row& from, const Row& to) {
  double sum = 0;
  for (std::size_t b = 0; b < from.size(); ++b) {
    pose::VectorBlock arc;
    pose::arc(from[b], to[b], arc);
    for (std::size_t i = 0; i < pose::kLanes; ++i) {
      sum += std::hypot(arc.x[i], arc.y[i], arc.z[i]);
    }
  }
  return sum;
}

/// The way from a key to the next one: what its squads are, gone over by how far it has come.
class Way {
 public:
  Way(const pose::JointKeys& keys, std::size_t before)
      : squads_(keys.blocks.size()), arcs_(squads_.size()) {
    pose::set_up(keys, before, squads_, arcs_);
    Row last = at_share(0);
    for (std::size_t i = 1; i < far_.size(); ++i) {
      Row next = at_share(static_cast<double>(i) / kParts);
      far_[i] = far_[i - 1] + distance(last, next);
      last = std::move(next);
    }
  }

  /// At a share of its time.
  Row at_share(double h) const {
    Row row(squads_.size());
    for (std::size_t b = 0; b < row.size(); ++b) {
      pose::squad(squads_[b], arcs_[b], static_cast<float>(h), row[b]);
    }
    return row;
  }

  /// At a share of its length, beyond its ends straight on.
  Row at_place(double place) const {
    if (far_.back() < kNoWay) return at_share(std::clamp(place, 0.0, 1.0));
    if (place < 0) return along(at_share(0), at_share(share_at(kEnd)), place / kEnd);
    if (place > 1) return along(at_share(1), at_share(share_at(1 - kEnd)), (1 - place) / kEnd);
    return at_share(share_at(place));
  }

 private:
  static constexpr std::size_t kParts = 24;
  static constexpr double kNoWay = 1e-6;
  static constexpr double kEnd = 0.1;

  double share_at(double place) const {
    const double goal = std::clamp(place, 0.0, 1.0) * far_.back();
    const auto next = std::upper_bound(far_.begin() + 1, far_.end() - 1, goal);
    const double part = *next - *(next - 1);
    const double within = part > 0 ? (goal - *(next - 1)) / part : 0;
    return (static_cast<double>(next - far_.begin() - 1) + within) / kParts;
  }

  std::vector<pose::SquadBlock> squads_;
  std::vector<pose::Arcs> arcs_;
  std::array<double, kParts + 1> far_ = {};  // how far it has come after each part
};

/// The share of its way by which it has sprung back from a hard stop.
double rebound_at(const Transit& transit, double time) {
  const double arrival = arrival_of(transit);
  if (time <= arrival || time >= 1) return 0;
  const double bump = std::sin(std::numbers::pi * (time - arrival) / (1 - arrival));
  return kRebound * transit.touch * bump * bump;
}

/// 0 at either end of a movement, 1 in its midst.
double in_midst(double time) { return 16 * time * time * (1 - time) * (1 - time); }

void tremble(const pose::JointKeys& keys, double amplitude_rad, double time_s, std::uint64_t seed,
             Row& row) {
  for (std::size_t b = 0; b < row.size(); ++b) {
    pose::VectorBlock turn;
    for (std::size_t i = 0; i < pose::kLanes; ++i) {
      if (!keys.masks[b].has(i)) continue;
      const Vec3 tremor =
          tremor_at(time_s, body::joint_at(keys.blocks[b] * pose::kLanes + i), seed);
      turn.x[i] = static_cast<float>(tremor.x);
      turn.y[i] = static_cast<float>(tremor.y);
      turn.z[i] = static_cast<float>(tremor.z);
    }
    const pose::QuatBlock at = row[b];
    pose::turn_on(at, turn, static_cast<float>(amplitude_rad / 2), row[b]);
  }
}

/// The lane of a joint, if the keys have it.
struct LaneOf {
  std::size_t block = 0;
  std::size_t lane = 0;
};

std::optional<LaneOf> lane_of(const pose::JointKeys& keys, body::Joint joint) {
  const std::size_t index = body::index_of(joint);
  const auto block = std::ranges::find(keys.blocks, index / pose::kLanes);
  if (!keys.joints.contains(joint) || block == keys.blocks.end()) return {};
  return LaneOf{static_cast<std::size_t>(block - keys.blocks.begin()), index % pose::kLanes};
}

Quat turn_in(const Row& row, const LaneOf& at) {
  const pose::QuatBlock& block = row[at.block];
  return {block.x[at.lane], block.y[at.lane], block.z[at.lane], block.w[at.lane]};
}

void set_turn(const Quat& turn, const LaneOf& at, Row& row) {
  pose::QuatBlock& block = row[at.block];
  // It stays on its side of the sphere.
  const double sign = dot(turn, turn_in(row, at)) < 0 ? -1 : 1;
  block.x[at.lane] = static_cast<float>(sign * turn.x);
  block.y[at.lane] = static_cast<float>(sign * turn.y);
  block.z[at.lane] = static_cast<float>(sign * turn.z);
  block.w[at.lane] = static_cast<float>(sign * turn.w);
}

/// An arm whose hand goes a straighter or a rounder way: shoulder and elbow make up for it.
class Arc {
 public:
  Arc(const pose::JointKeys& keys, const body::Body& body, body::Side side)
      : upper_(lane_of(keys, body::arm_chain(side).upper_arm)),
        lower_(lane_of(keys, body::arm_chain(side).lower_arm)),
        upper_m_(body.offsets_m[body::index_of(body::arm_chain(side).lower_arm)]),
        lower_m_(body.offsets_m[body::index_of(body::arm_chain(side).hand)]) {}

  bool is_there() const { return upper_ && lower_; }

  /// Moves the hand away from the straight way between the ends, or, by a share below 0, to it.
  void bend(const Row& from, const Row& to, double place, double share, Row& row) const {
    const Vec3 hand_m = hand_in(row);
    const Vec3 straight_m = (1 - place) * hand_in(from) + place * hand_in(to);
    // Nearly straight, an elbow would snap for the least way.
    constexpr double kBends_rad = 3 * kDegree;
    const double bent_rad = angle_between({}, turn_in(row, *lower_));
    bring(hand_m + share * eased(bent_rad / kBends_rad) * (hand_m - straight_m), row);
  }

 private:
  Vec3 hand_in(const Row& row) const {
    return turn_in(row, *upper_) * (upper_m_ + turn_in(row, *lower_) * lower_m_);
  }

  /// The elbow bends as far as brings the hand as near as its goal, then the shoulder turns.
  void bring(const Vec3& goal_m, Row& row) const {
    const Quat lower = turn_in(row, *lower_);
    const Vec3 shin = lower * lower_m_;
    const double a = length(upper_m_);
    const double b = length(lower_m_);
    const double reach_m = std::clamp(length(goal_m), std::abs(a - b) + kSlack_m, a + b - kSlack_m);
    const double wanted =
        std::acos(std::clamp((reach_m * reach_m - a * a - b * b) / (2 * a * b), -1.0, 1.0));
    const double bent = std::acos(std::clamp(dot(unit(upper_m_), unit(shin)), -1.0, 1.0));
    const Vec3 axis = cross(upper_m_, shin);
    if (length(axis) < kSlack_m * kSlack_m) return;
    const Quat elbow = rotation_about(unit(axis), wanted - bent) * lower;
    set_turn(normalized(elbow), *lower_, row);
    const Quat shoulder = shortest_arc(unit(hand_in(row)), unit(goal_m)) * turn_in(row, *upper_);
    set_turn(normalized(shoulder), *upper_, row);
  }

  static constexpr double kSlack_m = 0.005;  // no elbow is quite straight

  std::optional<LaneOf> upper_;
  std::optional<LaneOf> lower_;
  Vec3 upper_m_;
  Vec3 lower_m_;
};

/// A row where each joint hangs.
Row hanging(const pose::JointKeys& keys, const body::Body& body, const Row& like) {
  Row row = like;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const auto at = lane_of(keys, body::joint_at(i));
    if (at) set_turn(body.base_pose[i], *at, row);
  }
  return row;
}

/// The keys where movements end: short of them, on the way through them, or sunk behind them.
void change_ends(std::span<const Transit> transits, const body::Body& body, pose::JointKeys& keys) {
  const pose::JointKeys written = keys;
  for (std::size_t k = 1; k < keys.key_count(); ++k) {
    const Transit& transit = transits[k];
    if (keys.passings[k - 1].holds || !transit.changes()) continue;
    const bool holds = keys.passings[k].holds;
    const Row from = row_of(keys, k - 1);
    // What a movement has left out, the next one does not make up for if it is incomplete, too.
    const Row end = transit.incomplete == 0 ? row_of(written, k)
                                            : turned_on(from, row_of(written, k - 1),
                                                        row_of(written, k), 1 - transit.incomplete);
    const double has_time =
        holds ? eased((keys.times_s[k + 1] - keys.times_s[k]) / kLongHold_s) : 0;
    const double drift = has_time * kDrift * std::max(transit.flow, 0.0);
    set_row(drift > 0 ? along(from, end, 1 - drift) : end, k, keys);
    if (!holds) {
      Tcb& tcb = keys.passings[k].tcb;
      const double tension = transit.flow < 0 ? -transit.flow : -kLoose * transit.flow;
      tcb.tension = std::clamp(tcb.tension + tension, -1.0, 1.0);
      continue;
    }
    const Row held = transit.stops ? along(end, hanging(keys, body, end), has_time * kSinks) : end;
    if (transit.incomplete > 0 || drift > 0 || transit.stops) set_row(held, k + 1, keys);
    keys.passings[k].holds = drift == 0 && !transit.stops;
    // A trace of a flow all but stops at its pose.
    const double stopping = drift > 0 ? 1 - has_time * transit.flow : 0;
    for (const std::size_t end_of_hold : {k, k + 1}) {
      double& tension = keys.passings[end_of_hold].tcb.tension;
      tension = std::clamp(tension + stopping, -1.0, 1.0);
    }
    if (transit.stops) keys.passings[k].tcb = keys.passings[k + 1].tcb = {.tension = 1};
  }
}

/// A movement for which there are too few keys is too long to tremble.
bool trembles(const Transit& transit, double length_s) {
  return transit.tremble > 0 && length_s <= kTremblingStep_s * static_cast<double>(kStepsMost);
}

/// When keys are to stand on a movement, as shares of it.
std::vector<double> times_within(double length_s, const Transit& transit) {
  const double rounded = rounded_of(Seconds{length_s});
  const double step_s = trembles(transit, length_s) ? kTremblingStep_s : kStep_s;
  const double within = 1 - 2 * rounded;
  const auto steps =
      std::clamp(static_cast<std::size_t>(within * length_s / step_s), std::size_t{2}, kStepsMost);
  std::vector<double> times;
  for (std::size_t i = 0; i <= steps; ++i) {
    times.push_back(rounded + within * static_cast<double>(i) / static_cast<double>(steps));
  }
  return times;
}

bool goes_otherwise(const Transit& transit) {
  return transit.curve || transit.touch != 0 || transit.arc != 0 || transit.tremble != 0 ||
         transit.waves != 0 || transit.flow < 0;
}

void append(const Row& row, float time_s, const pose::Passing& passing, pose::JointKeys& keys) {
  keys.times_s.push_back(time_s);
  keys.rotations.insert(keys.rotations.end(), row.begin(), row.end());
  keys.passings.push_back(passing);
}

/// The keys that stand on the movement behind `before`.
void append_transit(const pose::JointKeys& keys, std::size_t before, const Transit& transit,
                    const body::Body& body, std::uint64_t seed, pose::JointKeys& result) {
  const double from_s = keys.times_s[before];
  const double length_s = keys.times_s[before + 1] - from_s;
  const Way way(keys, before);
  const Row from = row_of(keys, before);
  const Row to = row_of(keys, before + 1);
  const std::array arcs = {Arc(keys, body, body::Side::Left), Arc(keys, body, body::Side::Right)};
  for (const double time : times_within(length_s, transit)) {
    const double bent = bent_time(transit, time, Seconds{length_s});
    const double place = transit.curve ? transit.curve->at(bent) : bent;
    Row row = transit.curve ? way.at_place(place) : way.at_share(bent);
    for (const Arc& arc : arcs) {
      if (transit.arc != 0 && arc.is_there()) {
        arc.bend(from, to, std::clamp(place, 0.0, 1.0), transit.arc, row);
      }
    }
    const double rebound = rebound_at(transit, time);
    if (rebound > 0) row = along(row, from, rebound);
    if (trembles(transit, length_s)) {
      tremble(keys, transit.tremble * kTremor_rad * in_midst(time), from_s + time * length_s, seed,
              row);
    }
    const float time_s = static_cast<float>(from_s + time * length_s);
    if (time_s > result.times_s.back() && time_s < keys.times_s[before + 1]) {
      append(row, time_s, {}, result);
    }
  }
}

/// A tangent is as long as its interval lasts: the curve leaves its first key at the same velocity.
void shorten_first_tangent(const pose::JointKeys& before, pose::JointKeys& keys) {
  if (keys.first_tangent.empty()) return;
  const float share = (keys.times_s[1] - keys.times_s[0]) / (before.times_s[1] - before.times_s[0]);
  for (pose::VectorBlock& tangent : keys.first_tangent) {
    for (std::size_t i = 0; i < pose::kLanes; ++i) {
      tangent.x[i] *= share;
      tangent.y[i] *= share;
      tangent.z[i] *= share;
    }
  }
}

}  // namespace

pose::JointKeys with_transits(pose::JointKeys keys, std::span<const Transit> transits,
                              const body::Body& body, std::uint64_t seed) {
  KINE_ASSERT(transits.size() == keys.key_count());
  if (std::ranges::none_of(transits, &Transit::changes)) return keys;
  change_ends(transits, body, keys);
  pose::JointKeys result = keys;
  result.times_s.clear();
  result.rotations.clear();
  result.passings.clear();
  for (std::size_t k = 0; k < keys.key_count(); ++k) {
    const bool moves = k > 0 && !keys.passings[k - 1].holds &&
                       keys.times_s[k] - keys.times_s[k - 1] >= kShortest_s;
    if (moves && goes_otherwise(transits[k])) {
      append_transit(keys, k - 1, transits[k], body, seed + k, result);
    }
    append(row_of(keys, k), keys.times_s[k], keys.passings[k], result);
  }
  shorten_first_tangent(keys, result);
  return result;
}

}  // namespace kine::motion
