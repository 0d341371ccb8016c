#include "realizer/plan/properties/repetition.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/retime.h"
#include "realizer/plan/sketches.h"
#include "realizer/plan/strokes.h"

namespace kine::plan {
namespace {

/// How often a stroke comes again at a repetition of 1.
constexpr double kAgainMost = 3;

/// Where an appointment leaves less time, a way takes at least this share of what the stroke takes.
constexpr double kShortestWay = 0.5;

int times_again(const Plan& plan, const Sequence& sequence, const Pose& pose) {
  if (pose.goes_back) return 0;
  const double repetition = manner_of(plan, sequence, pose)[script::kRepetition];
  return static_cast<int>(std::lround(kAgainMost * repetition));
}

/// Looks, leans, steps and stances stay as they are while hands and head repeat.
bool repeats(const Key& key) {
  return std::ranges::any_of(key.goals, [](const Goal& goal) {
    return std::holds_alternative<Reach>(goal) || std::holds_alternative<Aim>(goal) ||
           std::holds_alternative<Swivel>(goal) || std::holds_alternative<TakeShape>(goal) ||
           std::holds_alternative<Turn>(goal) || std::holds_alternative<Point>(goal);
  });
}

bool leads_hand(const Key& key) {
  return find_reach(key, body::Joint::LeftHand) != nullptr ||
         find_reach(key, body::Joint::RightHand) != nullptr ||
         std::ranges::any_of(key.goals,
                             [](const Goal& goal) { return std::holds_alternative<Point>(goal); });
}

/// A stroke that comes again.
struct Again {
  std::size_t sequence = 0;  // index into Plan::sequences
  std::size_t pose = 0;      // of the stroke
  std::size_t before = 0;    // the pose that it comes from, and goes back to
  int times = 0;             // > 0
  Seconds to{0};             // as written: when the stroke is over
  Seconds way{0};            // what it takes
};

/// Where a key of this track comes again: the stroke's, behind one of the pose before.
bool is_again(const std::vector<Key>& keys, std::size_t k, const Again& again) {
  return k > 0 && keys[k].pose == again.pose && keys[k - 1].pose == again.before &&
         repeats(keys[k]);
}

/// The pose before, and the time that the stroke takes from it; nothing where there is none.
std::optional<Again> find_again(const Sequence& sequence, std::size_t pose) {
  std::optional<Again> found;
  Seconds left{0};
  for (const Track& track : sequence.tracks) {
    for (std::size_t k = 1; k < track.keys.size(); ++k) {
      const Key& key = track.keys[k];
      const Key& before = track.keys[k - 1];
      if (key.pose != pose || !repeats(key) || key.time <= before.time + before.hold) continue;
      if (found && before.time < left) continue;
      left = before.time;
      found = Again{.pose = pose,
                    .before = before.pose,
                    .to = key.time,
                    .way = key.time - before.time - before.hold};
    }
  }
  return found;
}

/// The poses that are strokes: those named so, else the last one that leads a hand.
std::vector<std::size_t> poses_to_repeat(const Plan& plan, const Sequence& sequence) {
  std::vector<bool> moves(sequence.poses.size(), false);
  std::vector<bool> leads(sequence.poses.size(), false);
  for (const Track& track : sequence.tracks) {
    for (const Key& key : track.keys) {
      if (repeats(key)) moves[key.pose] = true;
      if (leads_hand(key)) leads[key.pose] = true;
    }
  }
  std::vector<std::size_t> named;
  std::optional<std::size_t> last;
  bool names_strokes = false;
  for (std::size_t i = 0; i < sequence.poses.size(); ++i) {
    const Pose& pose = sequence.poses[i];
    const bool is_named = pose.phase == script::Phase::Stroke && moves[i];
    names_strokes = names_strokes || is_named;
    if (leads[i]) last = i;
    if (is_named && times_again(plan, sequence, pose) > 0) named.push_back(i);
  }
  const bool lasts = last && !names_strokes && times_again(plan, sequence, sequence.poses[*last]);
  if (lasts) named.push_back(*last);
  return named;
}

/// The strokes of one sequence that come again. Of strokes that go on without a hold, as those of
/// a wave, the last one does.
std::vector<Again> strokes_again(const Plan& plan, std::size_t index, Diagnostics& diagnostics) {
  const Sequence& sequence = plan.sequences[index];
  std::vector<Again> all;
  if (sequence.speech != nullptr || sequence.lasting) return all;
  for (const std::size_t pose : poses_to_repeat(plan, sequence)) {
    auto again = find_again(sequence, pose);
    if (!again) {
      diagnostics.warn(sequence.where, "the stroke of sequence " + quoted(sequence.id) +
                                           " does not repeat, for no pose comes before it: write "
                                           "one that it goes back to");
      continue;
    }
    const bool goes_on = !all.empty() && all.back().pose == again->before &&
                         sequence.poses[again->before].hold <= Seconds{0};
    if (goes_on) all.pop_back();
    again->sequence = index;
    again->times = times_again(plan, sequence, sequence.poses[pose]);
    all.push_back(*again);
  }
  return all;
}

/// Copies of the two poses of a stroke are put in as often as the limit of poses allows.
void keep_limit(const Plan& plan, std::vector<Again>& all, Diagnostics& diagnostics) {
  std::size_t poses = 0;
  for (const Sequence& sequence : plan.sequences) poses += sequence.poses.size();
  const Again* first_less = nullptr;
  for (Again& each : all) {
    const std::size_t room = poses < kPosesMax ? (kPosesMax - poses) / 2 : 0;
    if (room < static_cast<std::size_t>(each.times)) {
      if (first_less == nullptr) first_less = &each;
      each.times = static_cast<int>(room);
    }
    poses += 2 * static_cast<std::size_t>(each.times);
  }
  if (first_less == nullptr) return;
  const Sequence& sequence = plan.sequences[first_less->sequence];
  diagnostics.warn(sequence.where, "strokes repeat less from sequence " + quoted(sequence.id) +
                                       " on, for a script has at most " +
                                       std::to_string(kPosesMax) + " poses: repeat fewer");
}

/// A pose with the manner of the stroke, and without a sync point.
Pose put_in_like(const Pose& stroke, Seconds time) {
  return {.id = {},
          .time = time,
          .nucleus = stroke.nucleus,
          .tension = stroke.tension,
          .sketch = stroke.sketch,
          .arm_sketches = stroke.arm_sketches};
}

/// Puts the copies of one stroke into its retimed sequence.
class Repeater {
 public:
  Repeater(Sequence& sequence, const Again& again, const Timeline& timeline)
      : sequence_(sequence), again_(again), start_(sequence.poses[again.pose].time) {
    Seconds end = timeline.settled(again.to);
    for (const Track& track : sequence.tracks) {
      for (std::size_t k = 1; k < track.keys.size(); ++k) {
        const Key& key = track.keys[k];
        if (is_again(track.keys, k, again)) end = std::min(end, key.time + key.hold);
      }
    }
    room_ = std::max(end - start_, Seconds{0});
    const double fit = std::floor(room_ / (2 * kShortestWay * again.way) + kRounds);
    times_ = std::min(again.times, static_cast<int>(fit));
  }

  int times() const { return times_; }

  void put_in() {
    if (times_ == 0) return;
    const std::size_t first = sequence_.poses.size();
    move_marks();
    add_poses();
    for (Track& track : sequence_.tracks) {
      for (std::size_t k = 1; k < track.keys.size(); ++k) {
        if (!is_again(track.keys, k, again_)) continue;
        put_into(track, k, first);
        break;
      }
    }
  }

 private:
  static constexpr double kRounds = 1e-6;  // a way misses its time by less

  Seconds time_of(int way) const { return start_ + room_ * (static_cast<double>(way) / ways()); }
  int ways() const { return 2 * times_; }

  bool has_keys(std::size_t pose) const {
    const auto is_of_it = [&](const auto& track) {
      return std::ranges::any_of(track.keys, [&](const auto& key) { return key.pose == pose; });
    };
    return std::ranges::any_of(sequence_.tracks, is_of_it) ||
           std::ranges::any_of(sequence_.channels, is_of_it);
  }

  /// What only marks that the stroke is over, as a relax without a hold, is behind the last one.
  void move_marks() {
    for (std::size_t i = again_.pose + 1; i < sequence_.poses.size(); ++i) {
      Pose& pose = sequence_.poses[i];
      const bool is_kept = pose.phase == script::Phase::Stroke && pose.appointed;
      if (pose.time != start_ || is_kept || has_keys(i)) continue;
      const Seconds hold_end = pose.time + pose.hold;
      pose.time = start_ + room_;
      pose.hold = std::max(hold_end - pose.time, Seconds{0});
    }
  }

  /// The pose before and the stroke, in turn.
  void add_poses() {
    Pose& stroke = sequence_.poses[again_.pose];
    const bool is_named = stroke.phase == script::Phase::Stroke;
    stroke.appointed = stroke.appointed && is_named;
    stroke.phase = script::Phase::Stroke;
    const Seconds hold_end = stroke.time + stroke.hold;
    stroke.hold = Seconds{0};
    const Pose like = stroke;
    const auto curve = sequence_.poses[again_.before].tcb;
    for (int way = 1; way <= ways(); ++way) {
      Pose pose = put_in_like(like, time_of(way));
      if (way % 2 == 1) {
        pose.tcb = curve;
      } else {
        pose.phase = script::Phase::Stroke;
        pose.appointed = false;
        pose.warp = like.warp;
        pose.tcb = like.tcb;
      }
      if (way == ways()) pose.hold = std::max(hold_end - pose.time, Seconds{0});
      sequence_.poses.push_back(std::move(pose));
    }
  }

  void put_into(Track& track, std::size_t k, std::size_t first_pose) const {
    const Key before = track.keys[k - 1];
    const Key stroke = track.keys[k];
    const Seconds hold_end = stroke.time + stroke.hold;
    std::vector<Key> copies;
    for (int way = 1; way <= ways(); ++way) {
      Key key = way % 2 == 1 ? before : stroke;
      key.pose = first_pose + static_cast<std::size_t>(way) - 1;
      key.time = time_of(way);
      key.hold = way == ways() ? std::max(hold_end - key.time, Seconds{0}) : Seconds{0};
      copies.push_back(std::move(key));
    }
    track.keys[k].hold = Seconds{0};
    track.keys.insert(track.keys.begin() + static_cast<std::ptrdiff_t>(k) + 1, copies.begin(),
                      copies.end());
  }

  Sequence& sequence_;
  Again again_;
  Seconds start_{0};
  Seconds room_{0};  // of all ways together
  int times_ = 0;
};

/// Two arms that strike nearly at once cannot share one beat, and the first would creep while the
/// other repeats.
void warn_of_uneven(const Plan& plan, const std::vector<Again>& all, Diagnostics& diagnostics) {
  for (const Again& a : all) {
    for (const Again& b : all) {
      const bool overlap = a.to < b.to - kRounding && a.to > b.to - b.way;
      if (a.sequence == b.sequence || !overlap) continue;
      const Sequence& sequence = plan.sequences[b.sequence];
      return diagnostics.warn(sequence.where, "a stroke of sequence " + quoted(sequence.id) +
                                                  " repeats out of step with " +
                                                  quoted(plan.sequences[a.sequence].id) +
                                                  ": let both end at one time");
    }
  }
}

/// `all` are those of one gesture, in the order of its sequences and their poses.
void repeat(Plan& plan, const Gesture& gesture, const std::vector<Again>& all,
            Diagnostics& diagnostics) {
  warn_of_uneven(plan, all, diagnostics);
  TimeWishes wishes = wishes_for(plan, gesture);
  for (const Again& each : all) {
    wishes.pauses.push_back({.at = each.to, .length = 2.0 * each.times * each.way});
  }
  const Timeline timeline(wishes);
  retime(plan, gesture, timeline, diagnostics, "sketch");
  // The last one first: what comes before a stroke is as it was written.
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    Sequence& sequence = plan.sequences[each->sequence];
    Repeater repeater(sequence, *each, timeline);
    if (repeater.times() < each->times) {
      diagnostics.warn(sequence.where, "a stroke of sequence " + quoted(sequence.id) +
                                           " repeats less than asked, for a later stroke keeps "
                                           "its time: let that come later");
    }
    repeater.put_in();
  }
  for (const std::size_t i : gesture) sort_poses(plan.sequences[i]);
}

constexpr std::array<const script::Parameter*, 1> kRepetitionParameters = {&script::kRepetition};

class Repetition final : public Property {
 public:
  std::string_view name() const override { return "repetition"; }
  Stage stage() const override { return Stage::Strokes; }
  std::span<const script::Parameter* const> parameters() const override {
    return kRepetitionParameters;
  }

  Plan applied_to(Plan plan, const PropertyContext& context) const override {
    if (plan.sketches.empty()) return plan;
    std::vector<Again> all;
    for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
      const std::vector<Again> more = strokes_again(plan, i, context.diagnostics);
      all.insert(all.end(), more.begin(), more.end());
    }
    keep_limit(plan, all, context.diagnostics);
    std::erase_if(all, [](const Again& each) { return each.times == 0; });
    std::vector<std::size_t> sequences;
    for (const Again& each : all) {
      if (sequences.empty() || sequences.back() != each.sequence) {
        sequences.push_back(each.sequence);
      }
    }
    for (const Gesture& gesture : gestures_at_once(plan, std::move(sequences))) {
      std::vector<Again> of_it;
      for (const Again& each : all) {
        if (std::ranges::find(gesture, each.sequence) != gesture.end()) of_it.push_back(each);
      }
      repeat(plan, gesture, of_it, context.diagnostics);
    }
    return plan;
  }
};

}  // namespace

const Property& repetition() {
  static const Repetition property;
  return property;
}

}  // namespace kine::plan
