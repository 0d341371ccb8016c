#include "realizer/plan/behaviours/behaviours.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/behaviours/planned_gestures.h"
#include "realizer/plan/parameters.h"
#include "realizer/plan/schedule/sync_demands.h"

namespace kine::plan {
namespace {

using Drafts = std::vector<std::optional<Draft>>;

/// One a behaviour; nothing, and a warning, for one that cannot be done.
Result<Drafts> make_drafts(const script::Behaviours& block, const DraftContext& context,
                           Diagnostics& diagnostics) {
  Drafts drafts;
  DraftContext in_block = context;
  in_block.beside = block.behaviours;
  for (const script::Behaviour& behaviour : block.behaviours) {
    Drafted drafted = draft_of(behaviour, in_block);
    Draft* draft = std::get_if<Draft>(&drafted);
    if (draft != nullptr && !draft->remark.empty()) {
      diagnostics.warn({.message = draft->remark,
                        .where = behaviour.where,
                        .kind = WarningKind::ParsingFailure,
                        .about = behaviour.id.text});
    }
    if (draft != nullptr && draft->lacks.empty()) {
      drafts.emplace_back(std::move(*draft));
      continue;
    }
    Unable fault = draft == nullptr ? std::get<Unable>(std::move(drafted))
                                    : Unable{.message = draft->lacks, .where = behaviour.where};
    if (behaviour.required) {
      return Error{ErrorCode::Unsupported, std::move(fault.message), fault.where};
    }
    diagnostics.warn({.message = std::move(fault.message),
                      .where = fault.where,
                      .kind = fault.kind,
                      .about = behaviour.id.text});
    drafts.push_back(draft == nullptr ? std::nullopt : std::optional(std::move(*draft)));
  }
  return drafts;
}

/// What one gaze moves another cannot move at the same time.
bool is_gaze(const script::Behaviour& behaviour) {
  return std::holds_alternative<script::Gaze>(behaviour.kind);
}

/// Of two gazes at once the one that begins later is left out; of two that begin together, the one
/// whose id comes later, wherever it stands in the text.
void leave_out_colliding_gazes(const script::Behaviours& block, Schedule& schedule,
                               Diagnostics& diagnostics) {
  std::vector<std::size_t> gazes;
  for (std::size_t i = 0; i < block.behaviours.size(); ++i) {
    if (schedule.times[i] && is_gaze(block.behaviours[i])) gazes.push_back(i);
  }
  std::ranges::sort(gazes, {}, [&](std::size_t i) {
    return std::pair(schedule.times[i]->front(), block.behaviours[i].id.text);
  });
  std::optional<std::size_t> before;
  for (const std::size_t i : gazes) {
    if (!before || schedule.times[i]->front() >= schedule.times[*before]->back()) {
      before = i;
      continue;
    }
    const script::Behaviour& left_out = block.behaviours[i];
    diagnostics.warn({.message = "it would look elsewhere at the same time as " +
                                 quoted(block.behaviours[*before].id.text),
                      .where = left_out.where,
                      .kind = WarningKind::CannotCreateBehaviour,
                      .about = left_out.id.text});
    schedule.times[i].reset();
  }
}

std::vector<std::string> texts_of(std::span<const script::Name> names) {
  std::vector<std::string> texts;
  for (const script::Name& name : names) texts.push_back(name.text);
  return texts;
}

void take_composition(const script::Composition& written, PlacedBehaviours& placed) {
  Arrival arrival = arrival_of(written);
  placed.composition = arrival.composition;
  placed.entrance = std::move(arrival.entrance);
  for (const script::Name& block : written.interrupt) {
    placed.cues.push_back({Cue::Kind::Interrupt, Seconds{0}, block.text});
  }
  for (const script::Name& block : written.on_start) {
    placed.cues.push_back({Cue::Kind::Activate, Seconds{0}, block.text});
  }
}

/// What a behaviour does to other blocks.
void take_cue(const script::Behaviour& behaviour, const MomentTimes& times,
              PlacedBehaviours& placed) {
  const Seconds time = times.front();
  if (const auto* activate = std::get_if<script::Activate>(&behaviour.kind)) {
    placed.cues.push_back({.kind = Cue::Kind::Activate,
                           .time = time,
                           .block = activate->block.text,
                           .by = behaviour.id.text});
  }
  if (const auto* written = std::get_if<script::ChangeParameter>(&behaviour.kind)) {
    const script::ChangeParameter change = in_our_scale(*written);
    const std::string& target = change.behaviour.text;
    const std::size_t colon = target.find(':');
    placed.cues.push_back(
        {.kind = Cue::Kind::Change,
         .time = time,
         .block = target.substr(0, colon),
         .change = {.part = target.substr(colon + 1),
                    .parameter = change.parameter.text,
                    .value = change.to,
                    .from = change.from,
                    .over = change.trajectory.text == "instant" ? Seconds{0} : times.back() - time},
         .by = behaviour.id.text});
  }
  if (const auto* interrupt = std::get_if<script::InterruptBlock>(&behaviour.kind)) {
    placed.cues.push_back({.kind = Cue::Kind::Interrupt,
                           .time = time,
                           .block = interrupt->block.text,
                           .include = texts_of(interrupt->include),
                           .exclude = texts_of(interrupt->exclude),
                           .by = behaviour.id.text});
  }
}

/// When the points of other blocks are that this one names.
std::vector<KnownPoint> ask_others(const script::Behaviours& block, const DraftContext& context,
                                   const OtherPoints& others, const PlacedBehaviours& placed) {
  const std::vector<std::string_view> named = blocks_named(block);
  if (!others || named.empty()) return {};
  return others({.character = context.character,
                 .blocks = named,
                 .composition = placed.composition,
                 .entrance = &placed.entrance});
}

bool takes_manner(const script::BehaviourKind& kind) {
  return std::holds_alternative<script::Gesture>(kind) ||
         std::holds_alternative<script::Sequence>(kind);
}

script::BodyLanguage body_language_of(const script::BehaviourKind& kind) {
  const auto* const speech = std::get_if<script::Speech>(&kind);
  return speech == nullptr ? script::BodyLanguage{} : speech->body_language;
}

/// A speech that says no mode of body language has the usual one.
void give_mode(script::BodyLanguageMode usual, script::Behaviour& behaviour) {
  auto* const speech = std::get_if<script::Speech>(&behaviour.kind);
  if (speech != nullptr && !speech->body_language.mode) speech->body_language.mode = usual;
}

/// Gestures of speeches that are planned, behind all that is written. One entry a behaviour: those
/// of what is written are empty.
std::vector<PlacedBehaviours::Beside> add_planned_gestures(const DraftContext& context,
                                                           script::Behaviours& block,
                                                           Drafts& drafts) {
  std::vector<PlacedBehaviours::Beside> beside(block.behaviours.size());
  for (std::size_t i = 0; i < beside.size(); ++i) {
    const script::Behaviour speech = block.behaviours[i];  // a copy: more are put behind it
    const script::BodyLanguage moves = body_language_of(speech.kind);
    const bool gestures = moves.mode == script::BodyLanguageMode::Planned && moves.sections.arms;
    if (!gestures || !drafts[i] || drafts[i]->speech == nullptr) continue;
    for (PlannedGesture& each : gestures_of_speech(speech, *drafts[i]->speech)) {
      Drafted drafted = draft_of(each.behaviour, context);
      if (!std::holds_alternative<Draft>(drafted)) continue;  // another lexicon has no such one
      drafts.emplace_back(std::get<Draft>(std::move(drafted)));
      block.behaviours.push_back(std::move(each.behaviour));
      beside.push_back({.speech = speech.id.text, .weight = moves.amount * each.size});
    }
    if (block.behaviours.size() > kSequencesMax) break;
  }
  return beside;
}

/// Whether nobody says when a gesture has come back, or waits for it: then it is as its manner is.
bool ends_freely(const script::Behaviour& behaviour, const script::Behaviours& block) {
  const auto* gesture = std::get_if<script::Gesture>(&behaviour.kind);
  const auto* key_poses = std::get_if<script::Sequence>(&behaviour.kind);
  const bool is_written =
      (gesture != nullptr && gesture->fade_out) || (key_poses != nullptr && key_poses->fade_out);
  if ((gesture == nullptr && key_poses == nullptr) || is_written) return false;
  constexpr std::string_view kEnd = "end";
  const auto is_it = [&](const script::SyncReference& when) {
    return when.block.empty() && when.behaviour.text == behaviour.id.text && when.point == kEnd;
  };
  const auto waits = [&](const script::Behaviour& each) {
    return std::ranges::any_of(each.appointments, [&](const auto& a) { return is_it(a.when); });
  };
  const auto ties = [&](const script::SyncConstraint& each) {
    return is_it(each.reference) || std::ranges::any_of(each.points, is_it);
  };
  return std::ranges::find(behaviour.appointments, kEnd, &script::Appointment::point) ==
             behaviour.appointments.end() &&
         std::ranges::none_of(block.behaviours, waits) &&
         std::ranges::none_of(block.constraints, ties);
}

std::optional<Seconds> stays_until(const script::BehaviourKind& kind, const PartTimes& part,
                                   Seconds now) {
  const std::size_t pinned = pinned_points(kind, part, now);
  return pinned == 0 ? std::nullopt : std::optional(part.times[pinned - 1]);
}

}  // namespace

Arrival arrival_of(const script::Composition& written) {
  constexpr Composition kKinds[] = {Composition::Merge, Composition::Append, Composition::Replace};
  return {.composition = kKinds[static_cast<std::size_t>(written.kind)],
          .entrance = {.after_end = texts_of(written.append_after),
                       .after_relax = texts_of(written.chunk_after),
                       .before_end = texts_of(written.prepend_before),
                       .before_relax = texts_of(written.chunk_before),
                       .waits_for_activation = written.preplan,
                       .yields = true}};
}

Result<PlacedBehaviours> with_behaviours_as_sequences(const script::Document& document,
                                                      const DraftContext& context,
                                                      script::BodyLanguageMode usual,
                                                      const OtherPoints& others, const Rest* rest,
                                                      Diagnostics& diagnostics) {
  KINE_ASSERT(document.behaviours.has_value());
  script::Behaviours block = *document.behaviours;
  DraftContext drafting = context;
  if (rest != nullptr) drafting.changes = rest->changes;
  Diagnostics said_before;
  auto drafts = make_drafts(block, drafting, rest == nullptr ? diagnostics : said_before);
  if (!drafts) return drafts.error();
  for (script::Behaviour& each : block.behaviours) give_mode(usual, each);
  const std::size_t written = block.behaviours.size();
  PlacedBehaviours placed;
  placed.beside = add_planned_gestures(drafting, block, *drafts);
  std::vector<std::optional<Phases>> wanted;
  for (const auto& draft : *drafts) {
    wanted.push_back(draft ? std::optional(draft->phases) : std::nullopt);
  }
  take_composition(block.composition, placed);
  placed.others = ask_others(block, context, others, placed);
  if (rest == nullptr) warn_of_first_strokes(block, placed.others, diagnostics);
  if (rest != nullptr) pin(*rest, block, wanted);
  auto schedule =
      make_schedule(block, wanted, placed.others, diagnostics,
                    {.earliest = rest == nullptr ? Seconds{0} : rest->now, .work = context.work});
  if (!schedule) return schedule.error();
  if (rest != nullptr) unpin(*rest, block, *schedule);
  leave_out_colliding_gazes(block, *schedule, diagnostics);
  leave_out_beside_arms(block, written, *schedule);

  placed.document = document;
  placed.document.behaviours.reset();
  std::vector<PlacedBehaviours::Beside> beside;
  for (std::size_t i = 0; i < block.behaviours.size(); ++i) {
    if (!schedule->times[i]) continue;
    const Draft& draft = *(*drafts)[i];
    script::Sequence sequence = draft.at(*schedule->times[i]);
    sequence.id = block.behaviours[i].id;
    sequence.keeps_end = !ends_freely(block.behaviours[i], block);
    placed.document.sequences.push_back(std::move(sequence));
    placed.speech.push_back(draft.speech);
    placed.body_language.push_back(body_language_of(block.behaviours[i].kind));
    beside.push_back(std::move(placed.beside[i]));
    placed.takes_manner.push_back(takes_manner(block.behaviours[i].kind));
    placed.times.push_back({block.behaviours[i].id.text, draft.phases.points, *schedule->times[i],
                            parameters_of(block.behaviours[i].kind)});
    placed.stays_until.push_back(
        rest == nullptr ? std::nullopt
                        : stays_until(block.behaviours[i].kind, placed.times.back(), rest->now));
    take_cue(block.behaviours[i], *schedule->times[i], placed);
  }
  placed.beside = std::move(beside);
  std::ranges::stable_sort(placed.cues, {}, &Cue::time);
  placed.others = points_named(*document.behaviours, placed.others);
  return placed;
}

void complete(PlacedBehaviours placed, Plan& plan) {
  KINE_ASSERT(plan.sequences.size() == placed.speech.size());
  for (std::size_t i = 0; i < placed.speech.size(); ++i) {
    plan.sequences[i].goes_with = std::move(placed.beside[i].speech);
    plan.sequences[i].weight = placed.beside[i].weight;
    if (placed.speech[i] == nullptr) continue;
    plan.sequences[i].speech = std::move(placed.speech[i]);
    plan.sequences[i].body_language = placed.body_language[i];
    plan.sequences[i].fade_out = Seconds{0};  // it ends with what it says
  }
  plan.composition = placed.composition;
  plan.entrance = std::move(placed.entrance);
  plan.cues = std::move(placed.cues);
}

}  // namespace kine::plan
