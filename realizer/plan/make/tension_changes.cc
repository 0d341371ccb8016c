#include "realizer/plan/make/tension_changes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/core/random.h"
#include "realizer/plan/hidden.h"
#include "realizer/plan/make/tension_waves.h"
#include "realizer/plan/names/places.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/transition.h"

namespace kine::plan {
namespace {

body::JointSet joints_of_arm(body::Side side) {
  const body::ArmChain chain = body::arm_chain(side);
  body::JointSet joints;
  for (const body::Joint joint : {chain.upper_arm, chain.lower_arm, chain.hand}) {
    joints.insert(joint);
  }
  return joints;
}

bool moves_arm(std::size_t group, body::Side side, const body::Body& body) {
  return !(body.groups[group].joints & joints_of_arm(side)).empty();
}

/// When a sequence begins to move the arm; nothing where it does not.
std::optional<Seconds> start_on(const Sequence& sequence, body::Side side, const body::Body& body) {
  std::optional<Seconds> start;
  const auto take = [&](Seconds each) { start = std::min(start.value_or(each), each); };
  for (const Track& track : sequence.tracks) {
    if (moves_arm(track.group, side, body)) take(track.start);
  }
  for (const Clip& clip : sequence.clips) {
    if (moves_arm(clip.group, side, body)) take(clip.time);
  }
  return start;
}

/// The way of an arm to a pose, and its rest there.
struct ArmLeg {
  std::size_t pose = 0;
  Seconds from{0};
  Seconds to{0};
  Seconds hold_end{0};
};

/// Poses that ask something of the arm, and those that ask nothing of either: they mark phases.
std::vector<ArmLeg> legs_of_arm(const Sequence& sequence, body::Side side, Seconds start,
                                const body::Body& body) {
  std::map<std::size_t, ArmLeg> legs;
  std::vector<bool> asks_an_arm(sequence.poses.size(), false);
  for (const Track& track : sequence.tracks) {
    const bool own = moves_arm(track.group, side, body);
    const bool of_an_arm = moves_arm(track.group, body::Side::Left, body) ||
                           moves_arm(track.group, body::Side::Right, body);
    for (const Key& key : track.keys) {
      if (key.goes_back()) continue;  // it begins for all arms at once
      asks_an_arm[key.pose] = asks_an_arm[key.pose] || of_an_arm;
      if (!own) continue;
      const Seconds hold_end = key.time + key.hold;
      const auto [leg, fresh] = legs.try_emplace(
          key.pose, ArmLeg{.pose = key.pose, .to = key.time, .hold_end = hold_end});
      if (!fresh) leg->second.hold_end = std::max(leg->second.hold_end, hold_end);
    }
  }
  for (std::size_t i = 0; i < sequence.poses.size(); ++i) {
    const Pose& pose = sequence.poses[i];
    if (asks_an_arm[i] || pose.goes_back || !(pose.phase || pose.tension)) continue;
    legs.emplace(i, ArmLeg{.pose = i, .to = pose.time, .hold_end = pose.time + pose.hold});
  }
  std::vector<ArmLeg> in_time;
  for (const auto& [pose, leg] : legs) in_time.push_back(leg);
  std::ranges::stable_sort(in_time, {}, &ArmLeg::to);
  for (std::size_t i = 0; i < in_time.size(); ++i) {
    in_time[i].from = start;
    if (i == 0) continue;
    // What marks a phase within a hold begins where the arm came to it.
    const ArmLeg& before = in_time[i - 1];
    in_time[i].from = before.hold_end <= in_time[i].to ? before.hold_end : before.to;
  }
  return in_time;
}

/// The hand of what must be at its place in time sways by nothing.
bool is_hard(const Sequence& sequence, std::size_t pose, body::Side side) {
  return std::ranges::any_of(sequence.tracks, [&](const Track& track) {
    return std::ranges::any_of(track.keys, [&](const Key& key) {
      return key.pose == pose && std::ranges::any_of(key.goals, [&](const Goal& goal) {
               const auto* reach = std::get_if<Reach>(&goal);
               return reach != nullptr && is_hard(*reach, sequence.frame) &&
                      hand_of(reach->joint) == body::arm_chain(side).hand;
             });
    });
  });
}

/// Collects the changes of one sequence on one arm.
class Teller {
 public:
  Teller(const Plan& plan, const Sequence& sequence, body::Side side,
         std::vector<TensionChange>& changes)
      : plan_(plan), sequence_(sequence), side_(side), changes_(changes) {}

  /// An arm goes to a pose, and stays there, as the transitions to it say.
  void go(const ArmLeg& leg, const body::Body& body) {
    const Pose& pose = sequence_.poses[leg.pose];
    const script::Phase phase = pose.phase.value_or(script::Phase::Stroke);
    begin(phase, leg.from, pose.tension);
    if (pose.tension_from && leg.from < leg.to) leave(*pose.tension_from, phase, leg);
    const Transition transition = transition_to(leg, body);
    const double waves = transition.parameters[script::kWaves];
    if (in_force().tension && waves > 0 && leg.from < leg.to) {
      sway(tension_waves(in_force(), waves, leg.from, leg.to));
    }
    const double accents = transition.parameters[script::kAccents];
    if (in_force().tension && accents > 0 && leg.from < leg.to) burst(accents, leg);
    const double spasms = transition.parameters[script::kSpasms];
    if (spasms > 0) spasms_.push_back({.strength = spasms, .leg = leg});
    if (leg.hold_end <= leg.to) return;
    const bool keeps = transition.halt == script::Halt::Pause;
    begin(keeps ? phase : phase_of_hold(phase), leg.to, pose.tension);
    if (in_force().tension && transition.halt == script::Halt::Stop) {
      sway(ebb(in_force(), leg.to, leg.hold_end - leg.to));
    }
  }

  /// A phase begins: of pose, sequence and character the nearest that says anything is heard.
  void begin(script::Phase phase, Seconds at, std::optional<std::size_t> tension_of_pose) {
    for (const auto& tension : {tension_of_pose, sequence_.tension, plan_.tension}) {
      if (!tension) continue;
      const NamedTension& named = plan_.tensions[*tension];
      const NamedTension::Part* part = named.find_part(phase, side_);
      if (part == nullptr) continue;
      changes_.push_back(named.change_to(*part, phase, side_, at));
      if (accented_at_ == at) changes_.back().over = std::max(changes_.back().over, kAccentEbbs);
      swayed_from_.reset();
      return;
    }
    if (swayed_from_) changes_.push_back(back_to(*swayed_from_, at));
    swayed_from_.reset();
  }

  /// The movement leaves this tension, and comes to what has begun with it by its end.
  void leave(std::size_t tension, script::Phase phase, const ArmLeg& leg) {
    const NamedTension& named = plan_.tensions[tension];
    const NamedTension::Part* const part = named.find_part(phase, side_);
    if (part == nullptr) return;
    const bool has_begun = !changes_.empty() && changes_.back().at == leg.from;
    if (!has_begun) changes_.push_back(in_force());
    TensionChange& change = changes_.back();
    change.at = leg.from;
    change.from = named.change_to(*part, phase, side_, leg.from).tension;
    change.over = leg.to - leg.from;
  }

  /// Spasms come into all that has been said.
  void finish() {
    std::ranges::stable_sort(changes_, {}, &TensionChange::at);
    for (const Spasms& each : spasms_) {
      const Random random({.seed = key_of(plan_.character + "/" + sequence_.id),
                           .character = static_cast<std::uint64_t>(side_),
                           .tick = each.leg.pose,
                           .purpose = key_of("spasms")});
      const Seconds end = std::max(each.leg.to, each.leg.hold_end);
      changes_ =
          with_spasms(std::move(changes_), each.strength, spasm_times(each.leg.from, end, random));
    }
  }

 private:
  struct Spasms {
    double strength = 0;
    ArmLeg leg;
  };

  /// Nothing where the hand must be in its place.
  Transition transition_to(const ArmLeg& leg, const body::Body& body) const {
    const Transition transition = transition_of(plan_, sequence_, sequence_.poses[leg.pose], body,
                                                body::arm_chain(side_).lower_arm);
    const bool sways = transition.halt || transition.parameters[script::kWaves] > 0 ||
                       transition.parameters[script::kAccents] > 0 ||
                       transition.parameters[script::kSpasms] > 0;
    return sways && is_hard(sequence_, leg.pose, side_) ? Transition() : transition;
  }

  /// Waves and ebbs are over with their phase, where nothing is said of the next one.
  void sway(const std::vector<TensionChange>& changes) {
    if (changes.empty()) return;
    if (!swayed_from_) swayed_from_ = in_force();
    changes_.insert(changes_.end(), changes.begin(), changes.end());
  }

  /// At the end of a leg, and back to what holds without it.
  void burst(double accents, const ArmLeg& leg) {
    const TensionChange before = swayed_from_.value_or(in_force());
    changes_.push_back(accent(before, accents, leg.from, leg.to));
    changes_.push_back(back_to(before, leg.to));
    changes_.back().over = kAccentEbbs;
    swayed_from_.reset();
    accented_at_ = leg.to;
  }

  static TensionChange back_to(TensionChange before, Seconds at) {
    before.at = at;
    before.from.reset();
    before.over = kTensionOffOver;
    return before;
  }

  TensionChange in_force() const {
    return changes_.empty() ? TensionChange{.arms = arm_set_of(side_), .over = kTensionOffOver}
                            : changes_.back();
  }

  const Plan& plan_;
  const Sequence& sequence_;
  body::Side side_;
  std::vector<TensionChange>& changes_;
  std::optional<TensionChange> swayed_from_ = {};
  std::optional<Seconds> accented_at_ = {};
  std::vector<Spasms> spasms_ = {};
};

std::vector<TensionChange> changes_on(const Plan& plan, const Sequence& sequence, body::Side side,
                                      Seconds start, const body::Body& body) {
  std::vector<TensionChange> changes;
  Teller teller(plan, sequence, side, changes);
  const std::vector<ArmLeg> legs = legs_of_arm(sequence, side, start, body);
  if (legs.empty()) teller.begin(script::Phase::Stroke, start, {});
  for (const ArmLeg& leg : legs) teller.go(leg, body);
  const Pose* const back = sequence.find_way_back();
  teller.begin(script::Phase::Retraction, sequence.end_of_holds(),
               back == nullptr ? std::nullopt : back->tension);
  teller.finish();
  return changes;
}

bool says_nothing(const Plan& plan, const Sequence& sequence) {
  const auto says = [](const Pose& pose) { return pose.tension || pose.tension_from; };
  return !plan.tension && !sequence.tension && std::ranges::none_of(sequence.poses, says);
}

bool is_same(const TensionChange& a, const TensionChange& b) {
  return a.tension == b.tension && a.lag == b.lag && a.frame == b.frame && a.from == b.from;
}

/// A sequence on one arm: when it moves it, and what it says of it.
struct ArmClaim {
  std::size_t sequence = 0;
  Seconds start{0};
  Seconds end{0};
  std::vector<TensionChange> said;  // in the order of time

  /// What holds of it at `time`; null before it has said anything.
  const TensionChange* find_at(Seconds time) const {
    const auto later = std::ranges::upper_bound(said, time, {}, &TensionChange::at);
    return later == said.begin() ? nullptr : &*(later - 1);
  }
};

std::vector<ArmClaim> claims_on(body::Side side, const Plan& plan, const body::Body& body,
                                const TensionChanges& changes) {
  std::vector<ArmClaim> claims;
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    const auto start = start_on(plan.sequences[i], side, body);
    if (!start) continue;
    ArmClaim claim{.sequence = i, .start = *start, .end = plan.sequences[i].end(), .said = {}};
    for (const TensionChange& change : changes.of_sequences[i]) {
      if (contains(change.arms, side)) claim.said.push_back(change);
    }
    std::ranges::stable_sort(claim.said, {}, &TensionChange::at);
    claims.push_back(std::move(claim));
  }
  return claims;
}

/// Who is seen on the arm at a time: one that is over by then, only where there is no other.
const ArmClaim* find_seen(const Plan& plan, std::span<const ArmClaim> claims, Seconds time) {
  const ArmClaim* seen = nullptr;
  for (const ArmClaim& claim : claims) {
    if (time < claim.start || time > claim.end) continue;
    const bool lasts = time < claim.end;
    const bool seen_lasts = seen != nullptr && time < seen->end;
    if (seen == nullptr || (lasts && !seen_lasts) ||
        (lasts == seen_lasts && is_seen_over(plan, claim.sequence, seen->sequence))) {
      seen = &claim;
    }
  }
  return seen;
}

/// What an arm notices: of what is said at one time the last, and only what changes anything.
class Notices {
 public:
  void take(TensionChange change, Seconds at) {
    if (change.at != at) change.from.reset();  // it is heard again
    change.at = at;
    if (!noticed_.empty() && noticed_.back().at == at) noticed_.pop_back();
    if (noticed_.empty() || change.from || !is_same(noticed_.back(), change))
      noticed_.push_back(change);
  }
  std::vector<TensionChange> all() && { return std::move(noticed_); }

 private:
  std::vector<TensionChange> noticed_;
};

std::vector<TensionChange> noticed_on(body::Side side, const Plan& plan, const body::Body& body,
                                      const TensionChanges& changes) {
  Notices notices;
  for (const TensionChange& change : changes.of_character) {
    if (contains(change.arms, side)) notices.take(change, change.at);
  }
  const std::vector<ArmClaim> claims = claims_on(side, plan, body, changes);
  std::vector<Seconds> times;
  for (const ArmClaim& claim : claims) {
    times.insert(times.end(), {claim.start, claim.end});
    for (const TensionChange& change : claim.said) times.push_back(change.at);
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const ArmClaim* before = nullptr;
  for (const Seconds time : times) {
    const ArmClaim* seen = find_seen(plan, claims, time);
    const TensionChange* said = seen == nullptr ? nullptr : seen->find_at(time);
    if (said != nullptr && (said->at == time || seen != before)) notices.take(*said, time);
    before = seen;
  }
  std::vector<TensionChange> noticed = std::move(notices).all();
  for (TensionChange& change : noticed) change.arms = arm_set_of(side);
  return noticed;
}

}  // namespace

script::Phase phase_of_hold(script::Phase phase) {
  if (phase == script::Phase::Preparation) return script::Phase::PreStrokeHold;
  return phase == script::Phase::Stroke ? script::Phase::PostStrokeHold : phase;
}

ArmSet arms_of(const Sequence& sequence, const body::Body& body) {
  ArmSet arms = ArmSet::None;
  for (const body::Side side : body::kSides) {
    if (start_on(sequence, side, body)) arms = arms | arm_set_of(side);
  }
  return arms;
}

std::vector<ArmStroke> arm_strokes(const Sequence& sequence, const body::Body& body) {
  std::vector<ArmStroke> strokes;
  for (const body::Side side : body::kSides) {
    const auto start = start_on(sequence, side, body);
    if (!start) continue;
    for (const ArmLeg& leg : legs_of_arm(sequence, side, *start, body)) {
      const script::Phase phase = sequence.poses[leg.pose].phase.value_or(script::Phase::Stroke);
      if (phase != script::Phase::Stroke || leg.from >= leg.to) continue;
      Seconds from = leg.from;
      const bool goes_on =
          !strokes.empty() && strokes.back().side == side && strokes.back().end == leg.from;
      if (goes_on) {
        from = strokes.back().start;
        strokes.pop_back();
      }
      strokes.push_back({.side = side,
                         .start = from,
                         .last_leg = leg.from,
                         .end = leg.to,
                         .priority = sequence.priority});
    }
  }
  return strokes;
}

TensionChanges tension_changes(const Plan& plan, const body::Body& body) {
  TensionChanges all;
  all.of_sequences.resize(plan.sequences.size());
  for (const body::Side side : body::kSides) {
    if (plan.tension) {
      const NamedTension& named = plan.tensions[*plan.tension];
      const NamedTension::Part* part = named.find_part(script::Phase::Stroke, side);
      if (part != nullptr) {
        all.of_character.push_back(named.change_to(*part, script::Phase::Stroke, side, Seconds{0}));
      }
    }
    for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
      const Sequence& sequence = plan.sequences[i];
      const auto start = start_on(sequence, side, body);
      if (!start || says_nothing(plan, sequence)) continue;
      for (const TensionChange& change : changes_on(plan, sequence, side, *start, body)) {
        all.of_sequences[i].push_back(change);
      }
    }
  }
  return all;
}

std::vector<TensionChange> in_order(const Plan& plan, const body::Body& body,
                                    const TensionChanges& changes) {
  const std::vector<TensionChange> left = noticed_on(body::Side::Left, plan, body, changes);
  const std::vector<TensionChange> right = noticed_on(body::Side::Right, plan, body, changes);
  std::vector<TensionChange> ordered;
  auto r = right.begin();
  for (TensionChange change : left) {
    while (r != right.end() && r->at < change.at) ordered.push_back(*r++);
    if (r != right.end() && r->at == change.at && r->over == change.over && is_same(*r, change)) {
      change.arms = ArmSet::Both;
      ++r;
    }
    ordered.push_back(change);
  }
  ordered.insert(ordered.end(), r, right.end());
  return ordered;
}

}  // namespace kine::plan
