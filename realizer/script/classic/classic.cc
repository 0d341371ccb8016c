#include "realizer/script/classic/classic.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/script/classic/classic_constraints.h"
#include "realizer/script/classic/classic_limits.h"
#include "realizer/script/classic/classic_values.h"

namespace kine::script::classic {
namespace {

struct KindRow {
  Kind kind;
  std::string_view keyword;
  Level level;
  std::array<std::string_view, 5> keys;  // besides those of every constraint
};

constexpr std::array<std::string_view, 3> kConstraintKeys = {"BODY_GROUP", "JOINT", "FEEDBACK_ID"};

// clang-format off
constexpr std::array<KindRow, 12> kKinds = {{
    {Kind::Nucleus, "NUCLEUS", Level::Script,
     {"NUCLEUS_ID", "SPATIAL_EXT", "TEMPORAL_EXT", "POWER", "FLUIDITY"}},
    {Kind::Sequence, "K_POSE_SEQUENCE", Level::Script,
     {"CHARACTER", "START", "FADE_IN", "FADE_OUT", "TIME_WARP"}},
    {Kind::Pose, "K_POSE", Level::Sequence, {"TIME_POINT", "HOLD", "NUCLEUS"}},
    {Kind::Clip, "ANIMATION", Level::Sequence,
     {"TIME_POINT", "HOLD", "ANIMATION_CLIP", "BODY_GROUP"}},
    {Kind::Position, "POSITION_CONSTRAINT", Level::Pose, {"TARGET", "OFFSET"}},
    {Kind::Orientation, "ORIENTATION_CONSTRAINT", Level::Pose, {"DIRECTION", "NORMAL"}},
    {Kind::Swivel, "SWIVEL_CONSTRAINT", Level::Pose, {"SWIVEL_ANGLE", "TARGET"}},
    {Kind::LookAt, "LOOK_AT_CONSTRAINT", Level::Pose, {"TARGET"}},
    {Kind::Shape, "POSE_TARGET", Level::Pose, {"POSE_KEY", "INFLUENCE"}},
    {Kind::Morph, "MORPH_TARGET", Level::Pose, {"MORPH_KEY", "MORPH_VALUE"}},
    {Kind::Shader, "SHADER", Level::Pose, {"SHADER_KEY", "SHADER_VALUE"}},
    {Kind::Autonomous, "AUTONOMOUS_BEHAVIOR", Level::Pose, {"BEHAVIOR_KEY", "BEHAVIOR_VALUE"}},
}};
// clang-format on

const KindRow& row_of(Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

bool is_among(std::string_view key, std::span<const std::string_view> keys) {
  return !key.empty() && std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool takes(Kind kind, std::string_view key) {
  const KindRow& row = row_of(kind);
  return is_among(key, row.keys) || (row.level == Level::Pose && is_among(key, kConstraintKeys));
}

void warn_about_settings(const Element& element, Diagnostics& diagnostics) {
  for (const Setting& setting : element.settings) {
    const bool of_an_old_script = setting.key == "TIME_WARP" && element.kind != Kind::Nucleus;
    if (!takes(element.kind, setting.key) && !of_an_old_script) {
      diagnostics.warn(setting.where, std::string(keyword_of(element.kind)) +
                                          " does not take this: " + quoted(setting.key));
    } else if (element.find(setting.key) != &setting) {
      diagnostics.warn(setting.where, "a later " + setting.key +
                                          " of the same element holds: " + quoted(setting.value));
    }
  }
}

void warn_that_it_stands_wrong(const Element& element, Diagnostics& diagnostics) {
  diagnostics.warn(element.where, "an element at a place where nothing takes it is left out: " +
                                      quoted(keyword_of(element.kind)));
}

Seconds duration_or(const Element& element, std::string_view key, Seconds silent,
                    Diagnostics& diagnostics) {
  const Setting* setting = element.find(key);
  return setting == nullptr ? silent : duration_of(*setting, diagnostics).value_or(silent);
}

/// When a pose or clip is reached, or nothing where that cannot be read.
std::optional<Time> time_of(const Element& element, Diagnostics& diagnostics) {
  const Setting* setting = element.find("TIME_POINT");
  if (setting != nullptr) return time_point_of(*setting, diagnostics);
  diagnostics.warn(element.where, "an element without TIME_POINT is taken at 0: " +
                                      quoted(keyword_of(element.kind)));
  return Time{Seconds{0}, Time::From::Block, element.where};
}

void warn_that_its_time_is_unknown(const Element& element, Diagnostics& diagnostics) {
  diagnostics.warn(element.where, "an element whose time cannot be read is left out: " +
                                      quoted(keyword_of(element.kind)));
}

/// A warp in a pose or a constraint is one of its sequence, in old scripts.
void take_old_time_warp(const Element& element, Sequence& sequence, Diagnostics& diagnostics) {
  const Setting* warp = element.find("TIME_WARP");
  if (warp == nullptr || element.kind == Kind::Sequence) return;
  diagnostics.warn(warp->where, "a TIME_WARP inside a pose is old; it counts for the sequence: " +
                                    quoted(warp->value));
  if (!sequence.warp) sequence.warp = time_warp_of(*warp, diagnostics);
}

void add_constraint(const Element& element, Sequence& sequence, Pose& pose,
                    Diagnostics& diagnostics) {
  warn_about_settings(element, diagnostics);
  take_old_time_warp(element, sequence, diagnostics);
  for (const Element& child : element.elements) warn_that_it_stands_wrong(child, diagnostics);

  auto constraint = build_constraint(element, diagnostics);
  if (!constraint) return;
  pose.constraints.push_back(*std::move(constraint));
  Name feedback_id = name_of(element, "FEEDBACK_ID");
  if (!feedback_id.empty() && feedback_id.text != "unlabelled") {
    pose.feedback_ids.push_back(std::move(feedback_id));
  }
}

void add_pose(const Element& element, Sequence& sequence, Diagnostics& diagnostics) {
  warn_about_settings(element, diagnostics);
  const std::optional<Time> time = time_of(element, diagnostics);
  if (!time) return warn_that_its_time_is_unknown(element, diagnostics);

  Pose pose;
  pose.where = element.where;
  pose.id = element.id;
  pose.time = *time;
  pose.hold = duration_or(element, "HOLD", Seconds{0}, diagnostics);
  pose.nucleus = name_of(element, "NUCLEUS");
  take_old_time_warp(element, sequence, diagnostics);
  for (const Element& child : element.elements) {
    if (level_of(child.kind) == Level::Pose) {
      add_constraint(child, sequence, pose, diagnostics);
    } else {
      warn_that_it_stands_wrong(child, diagnostics);
    }
  }
  sequence.poses.push_back(std::move(pose));
}

void add_clip(const Element& element, Sequence& sequence, Diagnostics& diagnostics) {
  warn_about_settings(element, diagnostics);
  for (const Element& child : element.elements) warn_that_it_stands_wrong(child, diagnostics);
  const std::optional<Time> time = time_of(element, diagnostics);
  if (!time) return warn_that_its_time_is_unknown(element, diagnostics);

  Clip clip;
  clip.where = element.where;
  clip.clip = name_of(element, "ANIMATION_CLIP");
  clip.group = name_of(element, "BODY_GROUP");
  clip.time = *time;
  clip.hold = duration_or(element, "HOLD", Seconds{0}, diagnostics);
  if (clip.clip.empty()) {
    diagnostics.warn(element.where, "an ANIMATION without ANIMATION_CLIP is left out");
    return;
  }
  sequence.clips.push_back(std::move(clip));
}

void add_part(const Element& element, Sequence& sequence, Diagnostics& diagnostics) {
  switch (level_of(element.kind)) {
    case Level::Script:
      return warn_that_it_stands_wrong(element, diagnostics);
    case Level::Sequence:
      return element.kind == Kind::Pose ? add_pose(element, sequence, diagnostics)
                                        : add_clip(element, sequence, diagnostics);
    case Level::Pose:
      break;
  }
  // One END too many closed its pose.
  if (sequence.poses.empty()) return warn_that_it_stands_wrong(element, diagnostics);
  diagnostics.warn(element.where, "a constraint behind its pose is taken for the last one: " +
                                      quoted(keyword_of(element.kind)));
  add_constraint(element, sequence, sequence.poses.back(), diagnostics);
}

Sequence build_sequence(const Element& element, Diagnostics& diagnostics) {
  warn_about_settings(element, diagnostics);
  Sequence sequence;
  sequence.where = element.where;
  sequence.frame = Space::HipsAtRest;
  sequence.character = name_of(element, "CHARACTER");
  if (sequence.character.empty()) {
    diagnostics.warn(element.where,
                     "a sequence without CHARACTER plays on the character that it is sent to");
  }
  sequence.start.where = element.where;
  if (const Setting* start = element.find("START")) {
    sequence.start = start_of(*start, diagnostics).value_or(sequence.start);
  }
  sequence.fade_in = duration_or(element, "FADE_IN", sequence.fade_in, diagnostics);
  // FADE_OUT:0 left the figure in its last pose, for there was no rest pose beneath; to give the
  // joints back at once would be a jump that no author saw.
  const Seconds fade_out = duration_or(element, "FADE_OUT", Seconds{0}, diagnostics);
  if (fade_out > Seconds(0)) sequence.fade_out = fade_out;
  if (const Setting* warp = element.find("TIME_WARP")) {
    sequence.warp = time_warp_of(*warp, diagnostics);
  }
  for (const Element& part : element.elements) add_part(part, sequence, diagnostics);
  return sequence;
}

void add_nucleus(const Element& element, Document& document, Diagnostics& diagnostics) {
  warn_about_settings(element, diagnostics);
  for (const Element& child : element.elements) warn_that_it_stands_wrong(child, diagnostics);
  Nucleus nucleus;
  nucleus.where = element.where;
  nucleus.id = name_of(element, "NUCLEUS_ID");
  if (nucleus.id.empty()) {
    diagnostics.warn(element.where, "a NUCLEUS without NUCLEUS_ID is left out");
    return;
  }
  const auto parameter = [&](std::string_view key) {
    const Setting* setting = element.find(key);
    return setting == nullptr ? 0 : number_within(*setting, -1, 1, diagnostics).value_or(0);
  };
  nucleus.parameters = {{kSpatialExtent, parameter("SPATIAL_EXT")},
                        {kTemporalExtent, parameter("TEMPORAL_EXT")},
                        {kPower, parameter("POWER")},
                        {kFluidity, parameter("FLUIDITY")}};

  for (Nucleus& earlier : document.nuclei) {
    if (earlier.id.text != nucleus.id.text) continue;
    diagnostics.warn(element.where, "a nucleus with the id of an earlier one replaces it: " +
                                        quoted(nucleus.id.text));
    earlier = std::move(nucleus);
    return;
  }
  document.nuclei.push_back(std::move(nucleus));
}

void add_element(const Element& element, Document& document, Diagnostics& diagnostics) {
  if (element.kind == Kind::Nucleus) return add_nucleus(element, document, diagnostics);
  if (element.kind == Kind::Sequence) {
    document.sequences.push_back(build_sequence(element, diagnostics));
    return;
  }
  // One END too many closed its sequence.
  if (document.sequences.empty()) return warn_that_it_stands_wrong(element, diagnostics);
  diagnostics.warn(element.where, "an element behind its sequence is taken for the last one: " +
                                      quoted(keyword_of(element.kind)));
  add_part(element, document.sequences.back(), diagnostics);
}

void leave_out_empty_sequences(std::vector<Sequence>& sequences, Diagnostics& diagnostics) {
  const auto does_nothing = [](const Sequence& sequence) {
    return sequence.poses.empty() && sequence.clips.empty();
  };
  for (const Sequence& sequence : sequences) {
    if (!does_nothing(sequence)) continue;
    diagnostics.warn(sequence.where, "a sequence without poses is left out");
  }
  std::erase_if(sequences, does_nothing);
}

}  // namespace

std::optional<Kind> find_kind(std::string_view keyword) {
  for (const KindRow& row : kKinds) {
    if (row.keyword == keyword) return row.kind;
  }
  return {};
}

std::string_view keyword_of(Kind kind) { return row_of(kind).keyword; }

Level level_of(Kind kind) { return row_of(kind).level; }

bool is_key(std::string_view key) {
  return std::any_of(kKinds.begin(), kKinds.end(),
                     [&](const KindRow& row) { return takes(row.kind, key); });
}

const Setting* Element::find(std::string_view key) const {
  const auto found = std::find_if(settings.rbegin(), settings.rend(),
                                  [&](const Setting& setting) { return setting.key == key; });
  return found == settings.rend() ? nullptr : &*found;
}

Result<Document> build(const Script& script, Dialect dialect, Diagnostics& diagnostics) {
  if (auto error = find_excess(script)) return *std::move(error);

  Document document;
  document.dialect = dialect;
  document.time_reset = script.time_reset;
  document.feedback_messages = script.feedback_messages;
  for (const Element& element : script.elements) add_element(element, document, diagnostics);
  leave_out_empty_sequences(document.sequences, diagnostics);
  return document;
}

}  // namespace kine::script::classic
