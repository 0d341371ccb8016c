#include "realizer/plan/make/make.h"

#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/math/time_warp.h"
#include "realizer/plan/gestures/lexicon.h"
#include "realizer/plan/gestures/usual_way_back.h"
#include "realizer/plan/make/clips.h"
#include "realizer/plan/make/edits.h"
#include "realizer/plan/make/forces.h"
#include "realizer/plan/make/groups_apart.h"
#include "realizer/plan/make/idle_tensions.h"
#include "realizer/plan/make/manners.h"
#include "realizer/plan/make/moment.h"
#include "realizer/plan/make/sketch_scopes.h"
#include "realizer/plan/make/timing.h"
#include "realizer/plan/make/tracks.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/ids.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/tension/named_tension.h"
#include "realizer/plan/way_back.h"
#include "realizer/script/symmetry.h"

namespace kine::plan {
namespace {

/// What the parts of a plan are made with.
struct Making {
  const body::Body& body;
  Names names;
  Faults faults;
  script::Name nucleus;  // the character's
  SketchScopes sketches;
  script::Dynamics dynamics;  // the most of it at any time
  bool names_poses;  // also those that the script gives no name; else they are no sync points
};

Error limit_exceeded(std::string message, const std::string& value, Where where) {
  return {ErrorCode::LimitExceeded, std::move(message) + ": " + quoted(value), where};
}

/// What is said of a script while it plays: two moments a sequence, one a pose, and what classic
/// scripts want to hear beside them.
Result<Done> check_sync_points(const script::Document& document) {
  std::size_t points = document.feedback_messages.size();
  for (const script::Sequence& sequence : document.sequences) {
    points += 2;
    for (const script::Pose& pose : sequence.poses) points += 1 + pose.feedback_ids.size();
    if (points <= kSyncPointsMax) continue;
    return limit_exceeded("a script has at most " + std::to_string(kSyncPointsMax) + " sync points",
                          std::to_string(points), sequence.where);
  }
  if (points <= kSyncPointsMax) return Done{};
  return limit_exceeded("a script has at most " + std::to_string(kSyncPointsMax) + " sync points",
                        std::to_string(points), document.feedback_messages.front().where);
}

Result<Done> check_counts(const script::Document& document) {
  std::size_t poses = 0;
  for (const script::Sequence& sequence : document.sequences) {
    poses += sequence.poses.size();
    if (poses > kPosesMax) {
      return limit_exceeded("a script has at most " + std::to_string(kPosesMax) + " poses",
                            std::to_string(poses), sequence.where);
    }
  }
  const std::size_t sequences = document.sequences.size();
  if (sequences > kSequencesMax) {
    return limit_exceeded("a script has at most " + std::to_string(kSequencesMax) + " sequences",
                          std::to_string(sequences), document.sequences[kSequencesMax].where);
  }
  return check_sync_points(document);
}

/// The index of the nucleus that is meant; nothing where none is, or it is left out.
Result<std::optional<std::size_t>> find_nucleus(const script::Name& name,
                                                const std::vector<Nucleus>& nuclei,
                                                Faults& faults) {
  if (name.empty()) return std::optional<std::size_t>();
  for (std::size_t i = 0; i < nuclei.size(); ++i) {
    if (nuclei[i].id == name.text) return std::optional(i);
  }
  const auto met = faults.meet({.what = "there is no nucleus",
                                .mend = "it goes without",
                                .value = name.text,
                                .where = name.where});
  if (!met) return met.error();
  return std::optional<std::size_t>();
}

Result<Seconds> checked_start(const script::Sequence& written, Faults& faults) {
  const Seconds start = written.start.seconds;
  if (start > kStartAheadMax) {
    return limit_exceeded("a start lies at most " + text_of(kStartAheadMax) + " ahead",
                          text_of(start), written.start.where);
  }
  if (start >= Seconds{0}) return start;
  const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                .what = "the sequence starts before the script:",
                                .mend = "it starts with the script",
                                .value = text_of(start),
                                .where = written.start.where});
  if (!met) return met.error();
  return Seconds{0};
}

/// A warp by which time would run backwards, where that is not what the script wants, is brought to
/// the nearest by which it does not.
Result<std::optional<script::TimeWarp>> checked_warp(std::optional<script::TimeWarp> warp,
                                                     Faults& faults) {
  if (!warp || warp->recoil) return warp;
  const bool exp = warp->kind == script::TimeWarp::Kind::Exp;
  const auto is_even = [&](double symmetry) {
    return (exp ? exp_warp(symmetry) : tan_warp(symmetry)).is_monotone();
  };
  if (is_even(warp->symmetry)) return warp;
  const script::SymmetryRange even = script::even_symmetries(warp->kind);
  const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                .what = "by this warp time would run backwards",
                                .mend = "the nearest by which it does not is taken",
                                .value = format_number(warp->symmetry),
                                .where = warp->where});
  if (!met) return met.error();
  warp->symmetry = std::clamp(warp->symmetry, even.least, even.most);
  return warp;
}

Result<std::vector<Moment>> make_moments(const script::Sequence& written, Seconds start,
                                         Making& making) {
  std::vector<Moment> moments;
  for (const script::Pose& pose : written.poses) {
    auto moment = make_moment(pose, start, making.names, making.faults);
    if (!moment) return moment.error();
    const auto hold = checked_length(pose.hold, "hold", pose.where, making.faults);
    if (!hold) return hold.error();
    moment->hold = *hold;
    moments.push_back(*std::move(moment));
  }
  return moments;
}

/// Of two places for one target in a pose the later one counts.
Result<Done> take_target(const script::PlaceTarget& place, Pose& pose, Faults& faults) {
  const auto name_of = [](const script::PlaceTarget& each) { return each.target.text; };
  const auto twin = std::ranges::find(pose.targets, place.target.text, name_of);
  if (twin == pose.targets.end()) {
    pose.targets.push_back(place);
    return Done{};
  }
  *twin = place;
  return faults.meet({.code = ErrorCode::OutOfRange,
                      .what = "the pose gives two places to the target",
                      .mend = "the later one counts",
                      .value = place.target.text,
                      .where = place.where});
}

/// Lays the sketch of a scope over the set of what lies around it.
Result<Done> name_sketch(const script::Name& name, SketchScope scope,
                         std::optional<std::size_t>& set, std::vector<SketchNaming>& named_by,
                         Making& making) {
  const auto sketch = making.sketches.find(name, scope, making.faults);
  if (!sketch) return sketch.error();
  if (!*sketch) return Done{};
  named_by.push_back({.scope = scope, .sketch = **sketch, .where = name.where});
  set = making.sketches.set_of(set, {&named_by.back(), 1});
  return Done{};
}

/// What edits and itself say of a pose, over what its sequence says.
void take_sketches(std::vector<SketchNaming> namings, std::optional<std::size_t> outer, Pose& pose,
                   Making& making) {
  if (namings.empty()) return;
  give_manners(namings, making.sketches.named(), pose);
  const auto whole = making.sketches.set_of(outer, namings);
  if (whole != outer && (outer || making.sketches.says_anything(*whole))) pose.sketch = whole;
  const bool has_parts =
      std::ranges::any_of(namings, [](const auto& each) { return each.group.has_value(); });
  for (const body::Side side : body::kSides) {
    if (!has_parts) break;
    const auto of_arm = making.sketches.set_of(outer, namings, side);
    if (of_arm != whole) pose.arm_sketches[static_cast<std::size_t>(side)] = of_arm;
  }
  pose.sketched_by = std::move(namings);
}

/// Each once, in the order in which they are written.
void take_feedback_ids(const script::Pose& pose, std::vector<std::string>& wanted) {
  for (const script::Name& id : pose.feedback_ids) {
    if (std::ranges::find(wanted, id.text) == wanted.end()) wanted.push_back(id.text);
  }
}

Result<Done> take_poses(const script::Sequence& written, const std::vector<Moment>& moments,
                        std::span<const SpannedEdit> edits, const Plan& plan, Sequence& sequence,
                        Making& making) {
  Faults& faults = making.faults;
  constexpr std::string_view kReserved[] = {"start", "end"};  // sync points of the sequence itself
  std::vector<const script::Name*> names;
  for (const script::Pose& pose : written.poses) names.push_back(&pose.id);
  const auto ids = give_ids(names, {.thing = "pose", .prefix = "p", .reserved = kReserved}, faults);
  if (!ids) return ids.error();

  for (const Moment& moment : moments) {
    const script::Pose& pose = *moment.written;
    const auto nucleus = find_nucleus(pose.nucleus, plan.nuclei, faults);
    if (!nucleus) return nucleus.error();
    const auto tension = find_tension(pose.tension, plan.tensions, faults);
    if (!tension) return tension.error();
    const auto tension_from = find_tension(pose.tension_from, plan.tensions, faults);
    if (!tension_from) return tension_from.error();
    const auto sketch = making.sketches.find(pose.sketch, SketchScope::Pose, faults);
    if (!sketch) return sketch.error();
    const auto warp = checked_warp(pose.warp, faults);
    if (!warp) return warp.error();
    // The poses of a gesture have its place, and what they name is the gesture's.
    const bool is_of_gesture = pose.where == written.where && pose.where != Where{};
    const ScopedName by = is_of_gesture ? ScopedName{SketchScope::Sequence, written.sketch}
                                        : ScopedName{SketchScope::Pose, pose.sketch};
    const auto place = static_cast<std::size_t>(&pose - written.poses.data());
    auto namings = namings_at(edits, static_cast<std::size_t>(&moment - moments.data()));
    if (*sketch) {
      namings.push_back(
          {.scope = SketchScope::Pose, .sketch = **sketch, .where = pose.sketch.where});
    }
    const bool is_named = making.names_poses || !pose.id.empty();
    Pose taken{.id = is_named ? (*ids)[place] : std::string(),
               .time = moment.time,
               .hold = moment.hold,
               .phase = pose.phase,
               .appointed = pose.appointed,
               .nucleus = pose.nucleus.empty() ? sequence.nucleus : *nucleus,
               .tension = *tension,
               .tension_from = *tension_from,
               .sketch = {},
               .manners_by = manners_named({by.scope, pose.nucleus, pose.tension, {&by, 1}},
                                           making.sketches.named(), plan),
               .warp = *warp,
               .tcb = pose.tcb,
               .autonomous = {},
               .targets = {},
               .feedback_ids = {}};
    const auto outer = sequence.sketch ? sequence.sketch : plan.sketch;
    take_sketches(std::move(namings), outer, taken, making);
    for (const script::Constraint& constraint : pose.constraints) {
      const auto* autonomous = std::get_if<script::Autonomous>(&constraint);
      if (autonomous != nullptr) taken.autonomous.push_back(*autonomous);
      const auto* target = std::get_if<script::PlaceTarget>(&constraint);
      if (target == nullptr) continue;
      if (const auto placed = take_target(*target, taken, faults); !placed) return placed;
    }
    take_feedback_ids(pose, taken.feedback_ids);
    sequence.poses.push_back(std::move(taken));
  }
  return Done{};
}

Result<Sequence> make_sequence(const script::Sequence& written, std::string id, const Plan& plan,
                               const script::Document& document, Making& making) {
  Faults& faults = making.faults;
  const auto start = checked_start(written, faults);
  if (!start) return start.error();
  const auto fade_in = checked_length(written.fade_in, "fade-in", written.where, faults);
  if (!fade_in) return fade_in.error();
  const auto usual = usual_way_back(written, making.names, making.body);
  const auto fade_out = checked_length(written.fade_out.value_or(usual.value_or(kUsualFadeOut)),
                                       "fade-out", written.where, faults);
  if (!fade_out) return fade_out.error();
  const script::Name& manner = written.nucleus.empty() ? making.nucleus : written.nucleus;
  const auto nucleus = find_nucleus(manner, plan.nuclei, faults);
  if (!nucleus) return nucleus.error();
  const auto tension = find_tension(written.tension, plan.tensions, faults);
  if (!tension) return tension.error();
  const auto warp = checked_warp(written.warp, faults);
  if (!warp) return warp.error();

  auto moments = make_moments(written, *start, making);
  if (!moments) return moments.error();
  Sequence sequence{.id = std::move(id),
                    .start = *start,
                    .fade_in = *fade_in,
                    .fade_out = *fade_out,
                    .lasts = written.lasts,
                    .priority = written.priority,
                    .lasting = written.lasting,
                    .frame = written.frame,
                    .warp = *warp,
                    .nucleus = *nucleus,
                    .tension = *tension,
                    .poses = {},
                    .tracks = {},
                    .channels = {},
                    .clips = {},
                    .where = written.where};
  if (const auto settled = settle_times(sequence.start, *moments, faults); !settled) {
    return settled.error();
  }
  sequence.dynamics = written.dynamics;
  sequence.sketch = plan.sketch;
  const auto sketched = name_sketch(written.sketch, SketchScope::Sequence, sequence.sketch,
                                    sequence.sketched_by, making);
  if (!sketched) return sketched.error();
  if (sequence.sketched_by.empty()) sequence.sketch.reset();
  const ScopedName by{SketchScope::Sequence, written.sketch};
  sequence.manners_by = manners_named({by.scope, written.nucleus, written.tension, {&by, 1}},
                                      making.sketches.named(), plan);
  const auto edits = edits_of(document, sequence.id, *moments,
                              {making.names, making.body, making.sketches, making.faults});
  if (!edits) return edits.error();
  const auto posed = take_poses(written, *moments, *edits, plan, sequence, making);
  if (!posed) return posed.error();
  auto clips = make_clips(written, sequence.start, making.names, faults);
  if (!clips) return clips.error();
  sequence.clips = *std::move(clips);
  sequence.tracks = make_tracks(sequence.start, *moments, faults);
  sequence.channels = make_channel_tracks(sequence.start, *moments, faults);
  if (const auto apart = check_groups(sequence, making.body, faults); !apart) return apart.error();
  const bool is_free =
      (!written.fade_out || !written.keeps_end) && plan.compat == script::Compat::None;
  add_way_back(is_free, sequence);
  if (Pose* const back = sequence.find_way_back()) {
    const auto outer = sequence.sketch ? sequence.sketch : plan.sketch;
    take_sketches(namings_at(*edits, {}), outer, *back, making);
  }
  warn_of_idle_tensions(written, sequence, plan, making.body, making.dynamics, faults);
  return sequence;
}

Result<std::vector<std::string>> sequence_ids(const script::Document& document, Faults& faults) {
  std::vector<const script::Name*> names;
  for (const script::Sequence& sequence : document.sequences) names.push_back(&sequence.id);
  return give_ids(names, {.thing = "sequence", .prefix = "s"}, faults);
}

/// The document without gestures, and with all manners named that its sketches name.
Result<script::Document> made_plain(const script::Document& document, std::string_view character,
                                    const body::Body& body, const Vocabulary& vocabulary,
                                    Diagnostics& diagnostics) {
  script::Document named = with_sketches_named(document, vocabulary);
  if (named.gestures.empty()) return named;
  return with_gestures_as_sequences(named, character, body, vocabulary, diagnostics);
}

/// What holds for the character throughout the script.
Result<Done> take_manners_of(std::string_view character, const script::Document& document,
                             const Vocabulary& vocabulary, Plan& plan, Making& making) {
  Faults& faults = making.faults;
  making.nucleus = nucleus_of(character, document, vocabulary);
  const script::Name tension_name = tension_of(character, document, vocabulary);
  const auto tension = find_tension(tension_name, plan.tensions, faults);
  if (!tension) return tension.error();
  plan.tension = *tension;
  warn_of_missing_muscles(tension_name, plan, making.dynamics, faults);
  plan.dynamics = dynamics_of(character, document, vocabulary);
  auto forces = forces_on(character, document, vocabulary, making.names, making.dynamics, faults);
  if (!forces) return forces.error();
  plan.forces = *std::move(forces);
  const auto sketches = sketches_of(character, document, vocabulary);
  plan.manners_by = manners_named({SketchScope::Script, making.nucleus, tension_name, sketches},
                                  making.sketches.named(), plan);
  for (const ScopedName& each : sketches) {
    const auto named = name_sketch(each.name, each.scope, plan.sketch, plan.sketched_by, making);
    if (!named) return named.error();
  }
  return Done{};
}

/// What the document says once, whomever it speaks to.
Result<Done> take_common(const script::Document& document, const body::Body& body,
                         const Vocabulary& vocabulary, Plan& plan, Faults& faults) {
  auto nuclei = make_nuclei(document, vocabulary, faults);
  if (!nuclei) return nuclei.error();
  plan.nuclei = *std::move(nuclei);
  auto tensions = make_tensions(document, Names(body, vocabulary), faults);
  if (!tensions) return tensions.error();
  plan.tensions = *std::move(tensions);
  for (const script::Name& message : document.feedback_messages) {
    plan.feedback_messages.push_back(message.text);
  }
  return Done{};
}

}  // namespace

Result<Done> check_length(const Plan& plan) {
  Seconds start = kStartAheadMax;
  for (const Sequence& sequence : plan.sequences) start = std::min(start, sequence.start);
  for (const Sequence& sequence : plan.sequences) {
    const Seconds length = sequence.end() - start;
    if (length <= kBlockLengthMax) continue;
    return limit_exceeded("a script lasts at most " + text_of(kBlockLengthMax), text_of(length),
                          sequence.where);
  }
  return Done{};
}

std::vector<std::string> characters_of(const script::Document& document,
                                       const Vocabulary& vocabulary) {
  std::vector<std::string> characters;
  const auto take = [&](const script::Name& said) {
    std::string name = character_of(document, said, vocabulary);
    if (std::ranges::find(characters, name) == characters.end()) {
      characters.push_back(std::move(name));
    }
  };
  for (const script::Sequence& sequence : document.sequences) take(sequence.character);
  for (const script::Gesture& gesture : document.gestures) take(gesture.character);
  for (const script::Sound& sound : document.sounds) take(sound.character);
  for (const script::Push& push : document.pushes) take(push.character);
  for (const script::Load& load : document.loads) take(load.character);
  for (const script::Character& each : document.characters) {
    if (!each.tension.empty()) take(each.name);
  }
  if (characters.empty()) characters.push_back(character_of(document, {}, vocabulary));
  return characters;
}

Result<Plan> make(const script::Document& original, std::string_view character,
                  const body::Body& body, const Vocabulary& vocabulary, Diagnostics& diagnostics) {
  script::Document expanded;
  const bool is_plain =
      original.gestures.empty() && original.sketches.empty() && original.edits.empty();
  if (!is_plain) {
    auto plain = made_plain(original, character, body, vocabulary, diagnostics);
    if (!plain) return plain.error();
    expanded = *std::move(plain);
  }
  const script::Document& document = is_plain ? original : expanded;
  if (const auto counted = check_counts(document); !counted) return counted.error();

  // What concerns the whole document is warned of with its first character alone.
  Diagnostics unsaid(diagnostics.on_error());
  const bool first = characters_of(original, vocabulary).front() == character;
  Faults common_faults(document.dialect, first ? diagnostics : unsaid);
  Plan plan{.id = document.id.text,
            .character = std::string(character),
            .composition = document.time_reset ? Composition::Replace : Composition::Merge,
            .compat = document.compat,
            .nuclei = {},
            .tensions = {},
            .tension = {},
            .sequences = {},
            .feedback_messages = {}};
  const auto common = take_common(document, body, vocabulary, plan, common_faults);
  if (!common) return common.error();
  auto sketches = make_sketches(document, plan, body, vocabulary, common_faults);
  if (!sketches) return sketches.error();
  if (const auto known = check_edit_targets(original, common_faults); !known) return known.error();
  const auto ids = sequence_ids(document, common_faults);
  if (!ids) return ids.error();

  Making making{.body = body,
                .names = Names(body, vocabulary),
                .faults = Faults(document.dialect, diagnostics),
                .nucleus = {},
                .sketches = SketchScopes(*std::move(sketches), body.groups, vocabulary),
                .dynamics = most_dynamics(character, document, vocabulary),
                .names_poses = document.dialect != script::Dialect::Bml};
  const auto taken = take_manners_of(character, document, vocabulary, plan, making);
  if (!taken) return taken.error();
  for (std::size_t i = 0; i < document.sequences.size(); ++i) {
    const script::Sequence& written = document.sequences[i];
    if (character_of(document, written.character, vocabulary) != character) continue;
    auto sequence = make_sequence(written, (*ids)[i], plan, document, making);
    if (sequence) {
      plan.sequences.push_back(*std::move(sequence));
    } else if (const auto met = diagnostics.meet(sequence.error()); !met) {
      return met.error();
    }
  }
  std::move(making.sketches).give_to(plan);
  if (const auto fits = check_length(plan); !fits) return fits.error();
  return plan;
}

}  // namespace kine::plan
