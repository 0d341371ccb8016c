#include "realizer/plan/properties/power.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>
#include <variant>

#include "realizer/math/ease.h"
#include "realizer/plan/properties/fists.h"
#include "realizer/plan/properties/power_of_2010.h"
#include "realizer/plan/retime.h"
#include "realizer/plan/sketches.h"
#include "realizer/plan/strokes.h"

namespace kine::plan {
namespace {

// At a power of 1; all in proportion to it.

constexpr double kFasterBy = 0.2;       // the speed of every movement
constexpr double kDrawnBack = 0.1;      // of the stroke's way: before its start and beyond its end
constexpr Seconds kPreStrokeHold{0.3};  // drawn back, it waits
constexpr double kPreparationTime = 0.3;    // of the stroke's time: to draw back, and to settle
constexpr double kFollowThroughTime = 0.2;  // of the stroke's time: beyond its end

/// What takes less time than this is not put in: by a power, and by a sketch, whose part would be a
/// twitch.
constexpr Seconds kLeastPart{0.002};
constexpr Seconds kLeastSketched{0.06};

/// How far hips drop, drawn back, at an anticipation of 1.
constexpr double kHipsDrop_m = 0.02;

/// Who has less time, down or up again, drops less.
constexpr Seconds kDrops{0.6};

/// A power, and what a sketch makes of it before and after a stroke.
struct Force {
  double power = 0;
  double before = 0;  // in [0, 1]
  double after = 0;
};

/// What must be in its place stays there.
bool is_hard(const Key& key, const Sequence& sequence) {
  return std::ranges::any_of(key.goals, [&](const Goal& goal) {
    const auto* reach = std::get_if<Reach>(&goal);
    return reach != nullptr && is_hard(*reach, sequence.frame);
  });
}

Force force_of(const Plan& plan, const Sequence& sequence, const Key& key) {
  const Pose& pose = sequence.poses[key.pose];
  const double power = parameter_of(plan, pose.nucleus, script::kPower);
  const script::Expressivity& manner = manner_of(plan, sequence, pose);
  const double most_after = is_hard(key, sequence) ? 0 : 1;
  const auto share = [&](double more) { return std::clamp(std::max(power, 0.0) + more, 0.0, 1.0); };
  return {.power = power,
          .before = share(manner[script::kAnticipation]),
          .after = share(std::min(manner[script::kReaction], most_after))};
}

/// How much of its time a part takes. What a sketch adds grows with the square of its time, so that
/// a trace of it is no jolt.
double time_share(const Force& force, double part) {
  const double of_power = std::clamp(force.power, 0.0, part);
  return of_power + std::sqrt(part - of_power);
}

Seconds least_part(const Force& force) { return force.power > 0 ? kLeastPart : kLeastSketched; }

/// The parts that are put round a stroke, as wanted.
struct Parts {
  Seconds draw_back{0};
  Seconds wait{0};
  Seconds follow_through{0};
  Seconds settle{0};
};

Seconds faster(Seconds length, double p) { return length / (1 + kFasterBy * p); }

Parts parts_of(const Stroke& stroke, const Force& force) {
  const Seconds way = stroke.to - stroke.from;
  const Seconds stroke_time = faster(way, force.power);
  const double after = time_share(force, force.after);
  Parts parts{.follow_through = kFollowThroughTime * after * stroke_time};
  if (stroke.from_key) {
    parts.draw_back = kPreparationTime * time_share(force, force.before) * way;
    parts.wait = force.before * kPreStrokeHold;
  }
  // What stays in its pose, or ends there, comes back to it.
  if (stroke.hold > Seconds{0} || stroke.last) {
    parts.settle = kPreparationTime * after * stroke_time;
  }
  return parts;
}

void add_wishes(const Plan& plan, const Sequence& sequence, std::span<const Stroke> strokes,
                TimeWishes& wishes) {
  using Place = TimeWishes::Pause::Place;
  const auto hurry = [&](Seconds from, Seconds to, double p) {
    if (from < to) {
      wishes.stretches.push_back({.from = from, .to = to, .length = faster(to - from, p)});
    }
  };
  const std::vector<Leg> legs = legs_of(sequence);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const double p = parameter_of(plan, sequence.poses[i].nucleus, script::kPower);
    if (p != 0) hurry(legs[i].from, legs[i].to, p);
  }
  for (const Stroke& stroke : strokes) {
    const Force force = force_of(plan, sequence, sequence.tracks[stroke.track].keys[stroke.key]);
    const Parts parts = parts_of(stroke, force);
    hurry(stroke.from, stroke.to, force.power);
    if (force.before == 0 && force.after == 0) continue;
    wishes.pauses.push_back({.at = stroke.to, .length = parts.follow_through + parts.settle});
    wishes.pauses.push_back({.at = stroke.from,
                             .length = parts.draw_back + parts.wait,
                             .place = Place::BeforeDeparture});
  }
}

/// Each target of the key moved along the way of its hand.
std::vector<Goal> moved_along(const Stroke& stroke, double share, std::vector<Goal> goals) {
  for (Goal& goal : goals) {
    auto* reach = std::get_if<Reach>(&goal);
    if (reach == nullptr) continue;
    for (const Stroke::Way& each : stroke.ways) {
      if (each.hand == reach->joint) reach->target_m = reach->target_m + share * each.way_m;
    }
  }
  return goals;
}

/// Puts keys into one track, and poses for them into its sequence.
class Inserter {
 public:
  Inserter(Sequence& sequence, const Timeline& timeline)
      : sequence_(sequence), timeline_(timeline), written_count_(sequence.poses.size()) {}

  void prepare(const Stroke& stroke, const Force& force, std::vector<Key>& keys, const Key& key);
  void swing_through(const Stroke& stroke, const Force& force, Key key, std::vector<Key>& keys);

  /// Poses in the order of their time again, and what refers to them.
  void finish();

 private:
  std::size_t add_pose(const Pose& like, Seconds time, Seconds hold,
                       std::optional<script::Phase> phase);

  Sequence& sequence_;
  const Timeline& timeline_;
  std::size_t written_count_;
  std::map<std::pair<Seconds, Seconds>, std::size_t> added_;  // by time and hold
};

std::size_t Inserter::add_pose(const Pose& like, Seconds time, Seconds hold,
                               std::optional<script::Phase> phase) {
  const auto [place, fresh] = added_.try_emplace({time, hold}, sequence_.poses.size());
  if (!fresh) return place->second;
  sequence_.poses.push_back({.id = {},
                             .time = time,
                             .hold = hold,
                             .phase = phase,
                             .nucleus = like.nucleus,
                             .tension = like.tension,
                             .sketch = like.sketch,
                             .arm_sketches = like.arm_sketches});
  return place->second;
}

/// The hand draws back from where the stroke begins, and waits there.
void Inserter::prepare(const Stroke& stroke, const Force& force, std::vector<Key>& keys,
                       const Key& key) {
  const Parts parts = parts_of(stroke, force);
  const Seconds begin = timeline_.settled(stroke.from);
  const Seconds end = timeline_.departure(stroke.from);
  const Seconds draw_back = (end - begin) * (parts.draw_back / (parts.draw_back + parts.wait));
  Key& before = keys.back();
  before.hold = std::clamp(begin - before.time, Seconds{0}, before.hold);
  if (draw_back < least_part(force) || end - begin - draw_back < kLeastPart) return;
  const Seconds time = begin + draw_back;
  const Pose& like = sequence_.poses[key.pose];
  keys.push_back({.pose = add_pose(like, time, end - time, script::Phase::Preparation),
                  .time = time,
                  .hold = end - time,
                  .goals = moved_along(stroke, -kDrawnBack * force.before, before.goals),
                  .tcb = {.tension = force.before, .continuity = key.tcb.continuity}});
}

/// The hand passes the end of the stroke, turns beyond it, and comes back where it is to stay.
void Inserter::swing_through(const Stroke& stroke, const Force& force, Key key,
                             std::vector<Key>& keys) {
  const Parts parts = parts_of(stroke, force);
  const Seconds hold_end = key.time + key.hold;
  const Seconds settled = timeline_.settled(stroke.to);
  const Seconds gap = settled - key.time;
  const Seconds through = gap * (parts.follow_through / (parts.follow_through + parts.settle));
  const bool settles = parts.settle > Seconds{0};
  if (through < least_part(force) || (settles && gap - through < kLeastPart)) {
    keys.push_back(std::move(key));
    return;
  }
  const Pose like = sequence_.poses[key.pose];
  Key turn{.pose = add_pose(like, key.time + through, Seconds{0}, {}),
           .time = key.time + through,
           .hold = Seconds{0},
           .goals = moved_along(stroke, kDrawnBack * force.after, key.goals),
           .tcb = {.tension = force.after, .continuity = key.tcb.continuity}};
  Key rest = key;
  key.hold = Seconds{0};
  // It does not slow down where it passes; without a power it does as far as it cannot turn.
  if (!like.tcb) key.tcb.tension = force.power > 0 ? 0 : 1 - std::sqrt(force.after);
  keys.push_back(std::move(key));
  keys.push_back(std::move(turn));
  if (!settles) return;
  rest.time = settled;
  rest.hold = std::max(hold_end - settled, Seconds{0});
  rest.pose = add_pose(like, rest.time, rest.hold, {});
  keys.push_back(std::move(rest));
}

void Inserter::finish() {
  if (sequence_.poses.size() > written_count_) sort_poses(sequence_);
}

/// Firm curves are straight, loose ones wide.
void set_curves(const Plan& plan, Sequence& sequence) {
  for (Track& track : sequence.tracks) {
    for (Key& key : track.keys) {
      const double p = force_of(plan, sequence, key).power;
      const bool has_curve = !key.goes_back() && !sequence.poses[key.pose].tcb;
      if (p != 0 && has_curve) key.tcb.tension = p;
    }
  }
}

void put_in(const Plan& plan, Sequence& sequence, std::span<const Stroke> strokes,
            const Timeline& timeline) {
  Inserter inserter(sequence, timeline);
  std::map<std::size_t, std::vector<Key>> rebuilt;
  for (std::size_t i = 0; i < strokes.size();) {
    Track& track = sequence.tracks[strokes[i].track];
    const std::size_t t = strokes[i].track;
    std::vector<Key> keys;
    for (std::size_t k = 0; k < track.keys.size(); ++k) {
      Key key = track.keys[k];
      if (i == strokes.size() || strokes[i].track != t || strokes[i].key != k) {
        keys.push_back(std::move(key));
        continue;
      }
      const Stroke& stroke = strokes[i++];
      const Force force = force_of(plan, sequence, key);
      if (force.power < 0) {
        key.goals = moved_along(stroke, kDrawnBack * force.power, std::move(key.goals));
      }
      if (stroke.from_key && force.before > 0) inserter.prepare(stroke, force, keys, key);
      if (force.after > 0) {
        inserter.swing_through(stroke, force, std::move(key), keys);
      } else {
        keys.push_back(std::move(key));
      }
    }
    rebuilt[t] = std::move(keys);
  }
  for (auto& [track, keys] : rebuilt) sequence.tracks[track].keys = std::move(keys);
  inserter.finish();
}

/// What has a power, and what has none but anticipates or reacts, each sequence for itself.
std::vector<Gesture> forceful_gestures(const Plan& plan) {
  std::vector<Gesture> gestures = gestures_of(plan, script::kPower);
  if (plan.sketches.empty()) return gestures;
  std::vector<bool> taken(plan.sequences.size(), false);
  for (const Gesture& gesture : gestures) {
    for (const std::size_t i : gesture) taken[i] = true;
  }
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    const Sequence& sequence = plan.sequences[i];
    const bool has_force = std::ranges::any_of(
        sequence.poses, [&](const Pose& pose) { return is_forceful(plan, sequence, pose); });
    if (!taken[i] && has_force) gestures.push_back({i});
  }
  return gestures;
}

constexpr std::array<const script::Parameter*, 3> kPowerParameters = {
    &script::kPower, &script::kAnticipation, &script::kReaction};

class Power final : public Property {
 public:
  std::string_view name() const override { return "power"; }
  Stage stage() const override { return Stage::Strokes; }
  std::span<const script::Parameter* const> parameters() const override { return kPowerParameters; }

  Plan applied_to(Plan plan, const PropertyContext& context) const override {
    if (plan.compat == script::Compat::Embr2010) {
      return with_power_of_2010(std::move(plan), context);
    }
    for (const Gesture& gesture : forceful_gestures(plan)) {
      TimeWishes wishes = wishes_for(plan, gesture);
      std::map<std::size_t, std::vector<Stroke>> strokes;
      for (const std::size_t i : gesture) {
        Sequence& sequence = plan.sequences[i];
        set_curves(plan, sequence);
        strokes[i] = strokes_of(plan, sequence, context.body, context.placement);
        add_wishes(plan, sequence, strokes[i], wishes);
      }
      if (wishes.empty()) continue;
      const Timeline timeline(wishes);
      retime(plan, gesture, timeline, context.diagnostics);
      for (const std::size_t i : gesture) {
        close_hands(plan, i, context.body);
        put_in(plan, plan.sequences[i], strokes[i], timeline);
      }
    }
    return plan;
  }

  /// Who draws back for a sketch goes down a little, to set out from there, where there is time.
  void shape(const Plan& plan, const Sequence& sequence, const PropertyContext&,
             SolvedPoses& solved) const override {
    for (std::size_t i = 1; i + 1 < solved.poses.size(); ++i) {
      SolvedPose& each = solved.poses[i];
      const Pose& pose = sequence.poses[each.pose];
      if (!pose.id.empty() || pose.phase != script::Phase::Preparation) continue;
      const double more = std::max(manner_of(plan, sequence, pose)[script::kAnticipation], 0.0);
      const SolvedPose& before = solved.poses[i - 1];
      // It draws back within the hold of the pose before.
      const Seconds down = std::max(each.time, before.time + before.hold) - before.time;
      const Seconds up = solved.poses[i + 1].time - each.time - each.hold;
      each.body.pelvis_m.y -= kHipsDrop_m * more * eased(std::min(down, up) / kDrops);
    }
  }
};

}  // namespace

const Property& power() {
  static const Power property;
  return property;
}

}  // namespace kine::plan
