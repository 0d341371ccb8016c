#include "realizer/plan/make/forces.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/gestures/lexicon.h"
#include "realizer/plan/tension/muscle_tension.h"

namespace kine::plan {
namespace {

/// Nothing where the push is left out.
Result<std::optional<Push>> make_push(const script::Push& written, const Names& names,
                                      Faults& faults) {
  const auto joint = names.find_joint(written.joint.text);
  if (joint && pushed_joints().contains(*joint)) {
    return std::optional(Push{.start = written.start,
                              .duration = written.duration,
                              .joint = *joint,
                              .force_N = written.force_N,
                              .expected = written.expected});
  }
  const auto met = faults.meet({.code = joint ? ErrorCode::OutOfRange : ErrorCode::UnknownName,
                                .what = joint ? kPushedJoints : "there is no joint",
                                .mend = "the push is left out",
                                .value = written.joint.text,
                                .where = written.joint.where});
  if (!met) return met.error();
  return std::optional<Push>();
}

/// Legs of a torso go where they are told.
void warn_of_told_legs(body::Joint joint, script::Dynamics dynamics, const script::Push& written,
                       Faults& faults) {
  if (dynamics != script::Dynamics::Torso) return;
  if (joint != body::Joint::Hips && !leg_muscles().contains(joint)) return;
  faults.warn(written.joint.where, "nothing feels a push at its " +
                                       std::string(body::name_of(joint)) +
                                       " without <character dynamics=\"body\">");
}

struct WrittenPush {
  Push push;
  Where where;
};

/// Those that come when so many others push already do nothing. Pre: in the order of their starts.
void warn_of_many(const std::vector<WrittenPush>& pushes, Faults& faults) {
  std::priority_queue<Seconds, std::vector<Seconds>, std::greater<>> ends;
  for (const WrittenPush& each : pushes) {
    while (!ends.empty() && ends.top() <= each.push.start) ends.pop();
    ends.push(each.push.start + each.push.duration);
    if (ends.size() <= kPushesAtOnceMax) continue;
    return faults.warn(each.where, "more than " + std::to_string(kPushesAtOnceMax) +
                                       " pushes at once: the others do nothing");
  }
}

Load make_load(const script::Load& written) {
  return {.start = written.start,
          .end = written.end.value_or(kUntilEnd),
          .hand = static_cast<body::Side>(written.hand),
          .mass_kg = written.mass_kg,
          .believed_kg = written.believed_kg.value_or(written.mass_kg)};
}

/// Of loads in the same hand the one that begins later counts while it lasts.
void warn_of_overlap(const std::vector<const script::Load*>& loads, Faults& faults) {
  for (std::size_t i = 0; i < loads.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const script::Load& a = *loads[j];
      const script::Load& b = *loads[i];
      const bool apart = a.hand != b.hand || a.end.value_or(kUntilEnd) <= b.start ||
                         b.end.value_or(kUntilEnd) <= a.start;
      if (apart) continue;
      return faults.warn(
          b.where,
          "the hand carries another load already: of both, the one that begins later counts");
    }
  }
}

}  // namespace

Result<Forces> forces_on(std::string_view character, const script::Document& document,
                         const Vocabulary& vocabulary, const Names& names,
                         script::Dynamics dynamics, Faults& faults) {
  Forces forces;
  std::vector<WrittenPush> pushes;
  std::optional<Where> first;
  const auto acts_on_it = [&](const script::Name& said, Where where) {
    const bool acts = character_of(document, said, vocabulary) == character;
    if (acts && !first) first = where;
    return acts;
  };
  for (const script::Push& written : document.pushes) {
    if (!acts_on_it(written.character, written.where)) continue;
    const auto push = make_push(written, names, faults);
    if (!push) return push.error();
    if (!*push) continue;
    pushes.push_back({**push, written.where});
    warn_of_told_legs((*push)->joint, dynamics, written, faults);
  }
  std::ranges::stable_sort(pushes, {}, [](const WrittenPush& each) { return each.push.start; });
  warn_of_many(pushes, faults);
  for (const WrittenPush& each : pushes) forces.pushes.push_back(each.push);
  std::vector<const script::Load*> loads;
  for (const script::Load& written : document.loads) {
    if (!acts_on_it(written.character, written.where)) continue;
    loads.push_back(&written);
    forces.loads.push_back(make_load(written));
  }
  warn_of_overlap(loads, faults);
  std::ranges::stable_sort(forces.loads, {}, &Load::start);
  if (first && dynamics == script::Dynamics::None) {
    faults.warn(*first, "a push or a load does nothing to " + quoted(character) +
                            ": give it <character dynamics=\"torso\">");
  }
  return forces;
}

}  // namespace kine::plan
