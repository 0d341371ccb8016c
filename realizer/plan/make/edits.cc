#include "realizer/plan/make/edits.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/layers.h"
#include "realizer/plan/names/near_names.h"

namespace kine::plan {
namespace {

constexpr std::string_view kStartPoint = "start";
constexpr std::string_view kEndPoint = "end";

/// More names than these are no help in a message.
constexpr std::size_t kListedMax = 20;

/// The poses that an edit may name.
struct EditedPoses {
  std::string_view id;  // of their sequence
  std::span<const Moment> moments;
};

Result<Done> meet_unknown_of_edit(const std::string& thing, const script::Name& name,
                                  std::span<const std::string_view> known, Faults& faults) {
  const bool is_short = known.size() <= kListedMax || !names_near(name.text, known).empty();
  const std::string near = known.empty() || !is_short ? "" : known_names(name.text, known) + ":";
  return faults.meet({.what = "there is no " + thing + near,
                      .mend = "the edit is left out",
                      .value = name.text,
                      .where = name.where});
}

/// Of the poses of a sequence that one: of no name `otherwise`. Nothing where there is none, which
/// is a fault.
Result<std::optional<std::size_t>> find_pose(const script::Name& name, std::size_t otherwise,
                                             const EditedPoses& poses, Faults& faults) {
  const auto& [id, moments] = poses;
  if (name.empty()) return std::optional(otherwise);
  if (name.text == kStartPoint) return std::optional<std::size_t>(0);
  if (name.text == kEndPoint) return std::optional(moments.size() - 1);
  std::vector<std::string_view> known = {kStartPoint, kEndPoint};
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const std::string_view pose = moments[i].written->id.text;
    if (pose == name.text) return std::optional(i);
    if (!pose.empty()) known.push_back(pose);
  }
  const auto met = meet_unknown_of_edit("pose of '" + std::string(id) + "'", name, known, faults);
  if (!met) return met.error();
  return std::optional<std::size_t>();
}

Result<std::optional<std::size_t>> find_edited_group(const script::Name& name,
                                                     const EditContext& context) {
  if (const auto group = context.names.find_group(name.text)) return group;
  std::vector<std::string_view> known;
  for (const body::Group& each : context.body.groups) known.push_back(each.name);
  const auto met = meet_unknown_of_edit("group", name, known, context.faults);
  if (!met) return met.error();
  return std::optional<std::size_t>();
}

/// What a sketch writes for more than the group is left out, which nobody would notice.
void warn_of_idle_numbers(const script::Edit& written, const NamedSketch& sketch,
                          const body::Group& group, Faults& faults) {
  std::string idle;
  for (const script::Expressivity::Value& each : sketch.written.values()) {
    const auto is_of = [&](std::optional<body::Side> arm) {
      return is_about(*each.parameter, group.joints, arm);
    };
    if (is_of({}) || is_of(body::Side::Left) || is_of(body::Side::Right)) continue;
    idle += (idle.empty() ? "" : ", ") + std::string(each.parameter->name);
  }
  if (idle.empty()) return;
  faults.warn(written.where, "the edit is of " + group.name +
                                 " alone, so it leaves out what sketch " + quoted(sketch.says.id) +
                                 " says of more: " + idle);
}

/// What a sketch gives beside its numbers and an edit cannot give a part or a share of.
void warn_of_idle_manners(const script::Edit& written, const NamedSketch& sketch, Faults& faults) {
  if (gives_manners(written) || written.amount == 0) return;
  std::string idle = sketch.nucleus ? "nucleus" : "";
  if (sketch.tension) idle += idle.empty() ? "tension" : " and tension";
  if (idle.empty()) return;
  const std::string why = written.group.empty() ? "the edit has an amount below 0.5"
                                                : "the edit is of a part of the body";
  faults.warn(written.where,
              why + ", so it leaves out the " + idle + " of sketch " + quoted(written.sketch.text));
}

/// Nothing where it is left out.
Result<std::optional<SpannedEdit>> spanned(const script::Edit& written, const EditedPoses& poses,
                                           const EditContext& context) {
  Faults& faults = context.faults;
  const auto sketch = context.scopes.find(written.sketch, SketchScope::Edit, faults);
  if (!sketch) return sketch.error();
  const auto first = find_pose(written.from, 0, poses, faults);
  if (!first) return first.error();
  const auto last = find_pose(written.to, poses.moments.size() - 1, poses, faults);
  if (!last) return last.error();
  std::optional<SpannedEdit> none;
  if (!*sketch || !*first || !*last) return none;
  if (**last < **first) {
    const auto met = faults.meet(
        {.code = ErrorCode::OutOfRange,
         .what = "the edit ends before " + quoted(written.from.text) + ", where it begins, at",
         .mend = "it is left out",
         .value = written.to.text,
         .where = written.to.where});
    if (!met) return met.error();
    return none;
  }
  SpannedEdit edit{.naming = {.scope = SketchScope::Edit,
                              .sketch = **sketch,
                              .amount = written.amount,
                              .where = written.where},
                   .first = **first,
                   .last = **last,
                   .to_the_end = written.to.empty() || written.to.text == kEndPoint};
  if (written.group.empty()) return std::optional(edit);
  const auto group = find_edited_group(written.group, context);
  if (!group) return group.error();
  if (!*group) return none;
  edit.naming.scope = SketchScope::PartEdit;
  edit.naming.group = *group;
  warn_of_idle_numbers(written, context.scopes.named()[**sketch], context.body.groups[**group],
                       faults);
  return std::optional(edit);
}

/// Which nuclei and tensions edits give, the nearest last.
MannerNamings manners_of(std::span<const SketchNaming> namings,
                         std::span<const NamedSketch> named) {
  MannerNamings manners;
  for (const SketchNaming& each : namings) {
    if (each.scope != SketchScope::Edit || each.amount < script::kMannersFrom) continue;
    const NamedSketch& sketch = named[each.sketch];
    if (sketch.nucleus) {
      manners.nuclei.push_back({each.scope, *sketch.nucleus, each.sketch, each.where});
    }
    if (sketch.tension) {
      manners.tensions.push_back({each.scope, *sketch.tension, each.sketch, each.where});
    }
  }
  return manners;
}

}  // namespace

Result<Done> check_edit_targets(const script::Document& document, Faults& faults) {
  for (const script::Edit& edit : document.edits) {
    std::vector<std::string_view> known;
    for (const script::Sequence& each : document.sequences) known.push_back(each.id.text);
    for (const script::Gesture& each : document.gestures) known.push_back(each.id.text);
    if (std::ranges::find(known, edit.target.text) != known.end()) continue;
    std::erase(known, std::string_view());
    const auto met = meet_unknown_of_edit("sequence or gesture", edit.target, known, faults);
    if (!met) return met;
  }
  return Done{};
}

Result<std::vector<SpannedEdit>> edits_of(const script::Document& document, std::string_view id,
                                          std::span<const Moment> moments,
                                          const EditContext& context) {
  std::vector<SpannedEdit> edits;
  if (moments.empty()) return edits;
  for (const script::Edit& written : document.edits) {
    if (written.target.text != id) continue;
    auto edit = spanned(written, {id, moments}, context);
    if (!edit) return edit.error();
    if (!*edit) continue;
    const NamedSketch& sketch = context.scopes.named()[(*edit)->naming.sketch];
    warn_of_idle_manners(written, sketch, context.faults);
    edits.push_back(**std::move(edit));
  }
  std::ranges::stable_sort(edits, {}, [](const SpannedEdit& each) { return each.naming.scope; });
  return edits;
}

std::vector<SketchNaming> namings_at(std::span<const SpannedEdit> edits,
                                     std::optional<std::size_t> place) {
  std::vector<SketchNaming> namings;
  for (const SpannedEdit& each : edits) {
    const bool holds = place ? each.first <= *place && *place <= each.last : each.to_the_end;
    if (holds) namings.push_back(each.naming);
  }
  return namings;
}

void give_manners(std::span<const SketchNaming> namings, std::span<const NamedSketch> named,
                  Pose& pose) {
  const MannerNamings of_edits = manners_of(namings, named);
  const auto give = [&](const std::vector<MannerNaming>& edits, std::vector<MannerNaming>& by,
                        std::optional<std::size_t>& manner) {
    if (edits.empty()) return;
    const bool is_hidden = !by.empty() && by.back().scope == SketchScope::Pose;
    if (!is_hidden) manner = edits.back().manner;
    by.insert(is_hidden ? by.begin() : by.end(), edits.begin(), edits.end());
  };
  const bool keeps_time = pose.goes_back && pose.appointed;
  if (!keeps_time) give(of_edits.nuclei, pose.manners_by.nuclei, pose.nucleus);
  give(of_edits.tensions, pose.manners_by.tensions, pose.tension);
}

}  // namespace kine::plan
