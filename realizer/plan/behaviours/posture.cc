// Postures: stored poses of parts of the body, for a while or from now on.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/behaviours/lexeme_motion.h"
#include "realizer/plan/names/names.h"

namespace kine::plan {
namespace {

/// How long a body takes to change its posture, and stays in one that nobody ends.
constexpr Phase kComes{.preferred = Seconds{0.9}, .least = Seconds{0.3}, .most = {}};
constexpr Seconds kPostureStays{2};

struct PartRow {
  std::string_view part;
  std::string_view group;  // empty: all that the stored pose poses
};
constexpr std::array kParts = {PartRow{"ARMS", ""}, PartRow{"LEFT_ARM", "leftArm"},
                               PartRow{"RIGHT_ARM", "rightArm"}, PartRow{"HEAD", "headNeck"},
                               PartRow{"WHOLEBODY", ""}};

/// What a body does below the waist, in BML's words; in the order of script::StanceKind and Legs.
constexpr std::array<std::string_view, 4> kStances = {"STANDING", "SITTING", "CROUCHING", "LYING"};
constexpr std::array<std::string_view, 3> kLegs = {"LEGS_NEUTRAL", "LEGS_OPEN", "LEGS_CROSSED"};
constexpr std::array<std::string_view, 3> kLegParts = {"LEGS", "LEFT_LEG", "RIGHT_LEG"};

/// How long a person takes for it, which is more than for arms.
constexpr std::array<Phase, 4> kStanceComes = {
    Phase{.preferred = Seconds{1.5}, .least = Seconds{0.7}, .most = {}},
    Phase{.preferred = Seconds{1.5}, .least = Seconds{0.7}, .most = {}},
    Phase{.preferred = Seconds{1.2}, .least = Seconds{0.5}, .most = {}},
    Phase{.preferred = Seconds{4}, .least = Seconds{2}, .most = {}}};
constexpr Phase kLegsCome{.preferred = Seconds{1.3}, .least = Seconds{0.7}, .most = {}};

template <std::size_t kCount>
std::optional<std::size_t> index_in(const std::array<std::string_view, kCount>& words,
                                    std::string_view word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return {};
  return static_cast<std::size_t>(found - words.begin());
}

/// What a part asks of the legs; nothing where it is none of theirs, or there is no such posture.
bool take_legs(const script::PosturePart& part, script::Stance& stance) {
  const auto which = index_in(kLegParts, part.part.text);
  std::string lexeme = part.lexeme.text;
  if (lexeme.starts_with("LEG_")) lexeme = "LEGS_" + lexeme.substr(4);
  const auto legs = index_in(kLegs, lexeme);
  if (!which || !legs) return false;
  const auto wanted = static_cast<script::Legs>(*legs);
  if (*which != 2) stance.legs[0] = wanted;
  if (*which != 1) stance.legs[1] = wanted;
  stance.where = part.where;
  return true;
}

const PartRow* find_part(std::string_view part) {
  for (const PartRow& row : kParts) {
    if (row.part == part) return &row;
  }
  return nullptr;
}

/// The stored pose that a lexeme of BML stands for: "arms-crossed" of ARMS_CROSSED. What is neutral
/// is so in every part.
std::string stored_pose(std::string_view lexeme, const Vocabulary& vocabulary) {
  if (lexeme.ends_with("_NEUTRAL")) return "neutral";
  return lexeme_name(lexeme, vocabulary);
}

std::optional<script::Shape> shape_of(const script::PosturePart& part,
                                      const DraftContext& context) {
  const PartRow* row = find_part(part.part.text);
  if (row == nullptr) return {};
  script::Shape shape;
  shape.group = {std::string(row->group), part.where};
  shape.shape = {stored_pose(part.lexeme.text, context.vocabulary), part.where};
  shape.where = part.where;
  const Names names(context.body, context.vocabulary);
  const auto group = names.find_group(shape.group.text);
  if (!shape.group.empty() && !group) return {};
  if (names.find_shapes(group, shape.shape.text).empty()) return {};
  return shape;
}

/// What is neutral is stored for each arm by itself.
std::vector<script::PosturePart> arms_apart(const std::vector<script::PosturePart>& written) {
  std::vector<script::PosturePart> parts;
  for (const script::PosturePart& part : written) {
    const bool both = part.part.text == "ARMS" && part.lexeme.text.ends_with("_NEUTRAL");
    parts.push_back(part);
    if (!both) continue;
    parts.back().part.text = "LEFT_ARM";
    parts.push_back(part);
    parts.back().part.text = "RIGHT_ARM";
  }
  return parts;
}

script::Pose taking(const std::vector<script::Constraint>& shapes, Seconds time, Where where) {
  script::Pose pose;
  pose.time = {time, script::Time::From::Sequence, where};
  pose.constraints = shapes;
  pose.where = where;
  return pose;
}

script::Sequence posing(const std::vector<script::Constraint>& shapes, bool shift,
                        const MomentTimes& times, Where where) {
  const Seconds start = times.front();
  script::Sequence sequence;
  sequence.start = {start, script::Time::From::Block, where};
  sequence.where = where;
  sequence.poses = {taking(shapes, times[1] - start, where)};
  if (shift) {
    sequence.lasting = true;
    sequence.fade_out = Seconds{0};
    return sequence;
  }
  sequence.poses.front().id = {"ready", where};
  sequence.poses.front().hold = times[2] - times[1];
  sequence.poses.push_back(taking({}, times[2] - start, where));
  sequence.poses.back().id = {"relax", where};
  sequence.fade_out = times[3] - times[2];
  return sequence;
}

}  // namespace

Drafted draft_posture(const script::Posture& posture, const script::Behaviour& behaviour,
                      const DraftContext& context) {
  const auto kind = index_in(kStances, posture.stance.text);
  if (!posture.stance.empty() && !kind) {
    return Unable{WarningKind::CannotCreateBehaviour,
                  "there is no such stance: " + quoted(posture.stance.text), posture.stance.where};
  }
  std::vector<script::Constraint> shapes;
  script::Stance stance{.kind = {}, .legs = {}, .where = posture.stance.where};
  if (kind) stance.kind = static_cast<script::StanceKind>(*kind);
  Phase comes = kind ? kStanceComes[*kind] : kComes;
  for (const script::PosturePart& part : arms_apart(posture.parts)) {
    if (take_legs(part, stance)) {
      if (!kind) comes = kLegsCome;
      continue;
    }
    const auto shape = shape_of(part, context);
    if (!shape) {
      return Unable{
          WarningKind::CannotCreateBehaviour,
          "there is no such posture of " + part.part.text + ": " + quoted(part.lexeme.text),
          part.where};
    }
    shapes.emplace_back(*shape);
  }
  if (stance != script::Stance{.kind = {}, .legs = {}, .where = stance.where}) {
    shapes.emplace_back(stance);
  }
  Phases phases{.points = {"start", "end"}, .phases = {comes}};
  if (!posture.shift) {
    phases = {.points = {"start", "ready", "relax", "end"},
              .phases = {comes, Phase::hold(kPostureStays), comes}};
  }
  return Draft{.phases = std::move(phases),
               .at = [shapes = std::move(shapes), shift = posture.shift, where = behaviour.where](
                         const MomentTimes& times) { return posing(shapes, shift, times, where); }};
}

}  // namespace kine::plan
