#include "realizer/script/bml/bml_behaviours.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/bml/bml_face.h"
#include "realizer/script/bml/bml_speech.h"
#include "realizer/script/bml_words.h"
#include "realizer/script/kinesphere/kinesphere_elements.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

constexpr Bounds kBmlAmount{0, 1};
constexpr Bounds kRepetitions{1, 1000};
constexpr Bounds kOffset{-180, 180, "deg"};
constexpr Bounds kWaitLength{0, kBlockLengthMax.count(), "s"};
constexpr Bounds kEmitterPause{0.1, 600, "s"};  // between two blinks or breaths
constexpr Bounds kAny{-1e308, 1e308};

/// How drafts before 1.0 say a nod: action="ROTATION" rotation="NOD".
Name take_rotation(Attributes& take) {
  const xml::Attribute* action = take.raw("action");
  if (action != nullptr && !is_same_word(xml::trimmed(action->value), "ROTATION")) {
    take.refuse(*action, ErrorCode::UnknownName, "ROTATION");
  }
  return take.name("rotation", Need::Required);
}

BehaviourKind read_head(const xml::Element&, Attributes& take, std::string_view, BmlReading&) {
  HeadMove head;
  if (take.has("lexeme")) {
    head.lexeme = take.name("lexeme");
    static_cast<void>(take.raw("type"));  // of drafts, which says less
  } else if (take.has("action") || take.has("rotation")) {
    head.lexeme = take_rotation(take);
  } else {
    head.lexeme = take.has("type") ? take.name("type") : take.name("lexeme", Need::Required);
  }
  head.repetition = take.whole_number("repetition", kRepetitions).value_or(head.repetition);
  head.amount = take.number("amount", kBmlAmount).value_or(head.amount);
  return head;
}

BehaviourKind read_head_direction_shift(const xml::Element&, Attributes& take, std::string_view,
                                        BmlReading&) {
  return HeadDirectionShift{take.name("target", Need::Required)};
}

constexpr WordAlias kInfluenceAliases[] = {{"EYE", "EYES"}, {"NECK", "HEAD"}};

template <bool kShift>
BehaviourKind read_gaze(const xml::Element&, Attributes& take, std::string_view, BmlReading&) {
  Gaze gaze;
  gaze.shift = kShift;
  gaze.target = take.name("target", Need::Required);
  if (const auto influence = take_word(take, "influence", kInfluenceWords, kInfluenceAliases)) {
    gaze.influence = static_cast<Influence>(*influence);
  }
  gaze.offset_rad = take.angle_rad("offsetAngle", kOffset).value_or(gaze.offset_rad);
  const xml::Attribute* direction = take.raw("offsetDirection");
  if (direction != nullptr && is_same_word(xml::trimmed(direction->value), "NONE")) {
    gaze.offset_rad = 0;
  } else if (const auto word = take_word(take, "offsetDirection", kOffsetDirectionWords)) {
    gaze.offset_direction = static_cast<OffsetDirection>(*word);
  }
  return gaze;
}

std::optional<Gesture::Hand> take_mode(Attributes& take) {
  const xml::Attribute* mode = take.raw("mode");
  if (mode == nullptr || is_same_word(xml::trimmed(mode->value), "UNSPECIFIED")) return {};
  const auto word = take_word(take, "mode", kModeWords);
  return word ? std::optional(static_cast<Gesture::Hand>(*word)) : std::nullopt;
}

BehaviourKind read_pointing(const xml::Element&, Attributes& take, std::string_view, BmlReading&) {
  Pointing pointing;
  pointing.target = take.name("target", Need::Required);
  pointing.hand = take_mode(take);
  return pointing;
}

/// The lexeme of a gesture. Drafts before 1.0 had its type instead, which is a lexeme where it is
/// a beat, and beside a lexeme says nothing more.
Name take_lexeme(Attributes& take) {
  const xml::Attribute* type = take.raw("type");
  if (type == nullptr || take.has("lexeme")) return take.name("lexeme", Need::Required);
  if (is_same_word(xml::trimmed(type->value), "BEAT")) return take.name("type");
  take.refuse(ErrorCode::Syntax,
              "a <gesture> of the type " + quoted(xml::trimmed(type->value)) + " needs a lexeme");
  return {};
}

BehaviourKind read_gesture(const xml::Element& element, Attributes& take, std::string_view about,
                           BmlReading& reading) {
  const xml::Attribute* type = element.find_attribute("type");
  const bool points = type != nullptr && is_same_word(xml::trimmed(type->value), "POINT");
  if (points && take.has("target") && !take.has("lexeme")) {
    static_cast<void>(take.raw("type"));
    return read_pointing(element, take, about, reading);
  }
  Gesture gesture;
  gesture.where = element.where;
  gesture.lexeme = take_lexeme(take);
  gesture.hand = take_mode(take);
  gesture.hand_where = take.where_of("mode");
  const xml::Element ours = with_what_we_add(element);
  Attributes take_ours(ours, reading.ours.error);
  gesture.sketch = take_ours.name("sketch");
  gesture.nucleus = take_ours.name("nucleus");
  gesture.tension = take_ours.name("tension");
  gesture.dynamics = take_dynamics(take_ours);
  return gesture;
}

BehaviourKind read_locomotion(const xml::Element& element, Attributes& take, std::string_view,
                              BmlReading& reading) {
  Locomotion locomotion;
  locomotion.target = take.name("target", Need::Required);
  locomotion.manner = take.name("manner");
  const xml::Element ours = with_what_we_add(element);
  Attributes take_ours(ours, reading.ours.error);
  if (take_ours.has("distance")) locomotion.distance = take_distance("distance", take_ours);
  return locomotion;
}

void read_stance(const xml::Element& element, Posture& posture, std::string_view about,
                 BmlReading& reading) {
  Attributes take(element, reading.ours.error);
  const Name stance = take.name("type", Need::Required);
  if (!posture.stance.empty()) {
    take.refuse(ErrorCode::Syntax,
                "a posture has one <stance>, but there is another of " + quoted(stance.text));
  }
  posture.stance = stance;
  warn_of_the_rest(element, take, about, reading);
}

void read_part(const xml::Element& element, Posture& posture, std::string_view about,
               BmlReading& reading) {
  Attributes take(element, reading.ours.error);
  PosturePart part;
  part.where = element.where;
  part.part = take.name("part", Need::Required);
  part.lexeme = take.name("lexeme", Need::Required);
  const auto twin = std::ranges::find_if(
      posture.parts, [&](const PosturePart& each) { return each.part.text == part.part.text; });
  if (twin != posture.parts.end()) {
    take.refuse(ErrorCode::Syntax, "a posture has one <pose> of a part, but there is another of " +
                                       quoted(part.part.text));
  }
  posture.parts.push_back(std::move(part));
  warn_of_the_rest(element, take, about, reading);
}

template <bool kShift>
BehaviourKind read_posture(const xml::Element& element, Attributes& take, std::string_view about,
                           BmlReading& reading) {
  Posture posture;
  posture.shift = kShift;
  bool is_said = false;
  for (const xml::Element& child : element.children) {
    is_said = is_said || child.name == "stance" || child.name == "pose";
    if (child.name == "stance") read_stance(child, posture, about, reading);
    if (child.name == "pose") read_part(child, posture, about, reading);
  }
  if (!is_said) {
    take.refuse(ErrorCode::Syntax,
                "<" + element.name + "> needs a <stance> or a <pose>, but there is neither");
  }
  return posture;
}

BehaviourKind read_spoken(const xml::Element& element, Attributes& take, std::string_view about,
                          BmlReading& reading) {
  return read_speech(element, take, about, reading);
}

BehaviourKind read_wait(const xml::Element&, Attributes& take, std::string_view, BmlReading&) {
  Wait wait;
  wait.length = take.time("duration", kWaitLength);
  const xml::Attribute* longest = take.raw("max-wait");
  constexpr double kNone = -1;
  if (longest == nullptr || parse_number(xml::trimmed(longest->value)) == kNone) return wait;
  const auto length = take.time("max-wait", kWaitLength);
  if (!wait.length) wait.longest = length;
  return wait;
}

template <Emitter::What kWhat>
BehaviourKind read_emitter(const xml::Element&, Attributes& take, std::string_view, BmlReading&) {
  return Emitter{kWhat, take.time("avgwaitingtime", kEmitterPause)};
}

BehaviourKind read_audio_file(const xml::Element&, Attributes& take, std::string_view,
                              BmlReading&) {
  return read_sound(take, "fileName");
}

BehaviourKind read_activate(const xml::Element&, Attributes& take, std::string_view, BmlReading&) {
  return Activate{take.name("target", Need::Required)};
}

BehaviourKind read_interrupt(const xml::Element&, Attributes& take, std::string_view,
                             BmlReading& reading) {
  InterruptBlock interrupt;
  interrupt.block = take.name("target", Need::Required);
  interrupt.include = take_names(take, "include", reading.ours.error);
  interrupt.exclude = take_names(take, "exclude", reading.ours.error);
  return interrupt;
}

BehaviourKind read_change(const xml::Element& element, Attributes& take, std::string_view about,
                          BmlReading& reading) {
  ChangeParameter change;
  change.behaviour = take.name("target", Need::Required);
  change.parameter = take.name("paramId", Need::Required);
  const auto trajectory = std::ranges::find(element.children, "trajectory", &xml::Element::name);
  if (trajectory == element.children.end()) {
    take.refuse(ErrorCode::Syntax, "<" + element.name + "> needs a <trajectory>");
    return change;
  }
  Attributes how(*trajectory, reading.ours.error);
  change.trajectory = how.name("type");
  change.from = how.number("initialValue", kAny);
  change.to = how.number("targetValue", kAny, Need::Required).value_or(0);
  warn_of_the_rest(*trajectory, how, about, reading);
  return change;
}

constexpr std::string_view kOfFace[] = {"lexeme", "faceLexeme", "facs", "faceFacs"};
constexpr std::string_view kOfPosture[] = {"stance", "pose"};
constexpr std::string_view kOfSpeech[] = {"text", kBodyLanguageElement};
constexpr std::string_view kOfChange[] = {"trajectory"};

constexpr BmlBehaviourRow kRows[] = {
    {"head", Tongue::Core, {}, read_head},
    {"headDirectionShift", Tongue::Core, {}, read_head_direction_shift},
    {"face", Tongue::Core, kOfFace, read_face},
    {"faceLexeme", Tongue::Core, {}, read_face_lexeme},
    {"faceFacs", Tongue::Core, {}, read_face_facs},
    {"faceShift", Tongue::Core, kOfFace, read_face_shift},
    {"gaze", Tongue::Core, {}, read_gaze<false>},
    {"gazeShift", Tongue::Core, {}, read_gaze<true>},
    {"gesture", Tongue::Core, {}, read_gesture},
    {"pointing", Tongue::Core, {}, read_pointing},
    {"posture", Tongue::Core, kOfPosture, read_posture<false>},
    {"postureShift", Tongue::Core, kOfPosture, read_posture<true>},
    {"locomotion", Tongue::Core, {}, read_locomotion},
    {"speech", Tongue::Core, kOfSpeech, read_spoken},
    {"wait", Tongue::Core, {}, read_wait},
    {"blinkemitter", Tongue::Bmla, {}, read_emitter<Emitter::What::Blinks>},
    {"breathingemitter", Tongue::Bmla, {}, read_emitter<Emitter::What::Breaths>},
    {kAudioFile, Tongue::Bmla, {}, read_audio_file},
    {"activate", Tongue::Bmla, {}, read_activate},
    {"interrupt", Tongue::Bmla, {}, read_interrupt},
    {"parametervaluechange", Tongue::Bmla, kOfChange, read_change},
};

/// The point that stands for another where a kind has not got that one.
struct PointAlias {
  std::string_view point;
  std::string_view meant;
};

// A shift is there as soon as it is ready, and has nothing to relax from.
constexpr PointAlias kOfShift[] = {
    {"ready", "end"},  {"attackPeak", "end"}, {"strokeStart", "end"},
    {"stroke", "end"}, {"strokeEnd", "end"},  {"relax", "end"},
};
constexpr PointAlias kOfWay[] = {{"ready", "start"}, {"relax", "end"}};
constexpr PointAlias kOfFacelike[] = {{"attackPeak", "stroke"}};  // a description of a face

std::span<const PointAlias> aliases_of(const BehaviourKind& kind) {
  if (std::holds_alternative<HeadDirectionShift>(kind)) return kOfShift;
  if (const Face* face = std::get_if<Face>(&kind); face != nullptr && face->shift) return kOfShift;
  if (std::holds_alternative<Locomotion>(kind)) return kOfWay;
  const bool is_ours =
      std::holds_alternative<Sequence>(kind) || std::holds_alternative<Gesture>(kind);
  return is_ours ? std::span<const PointAlias>(kOfFacelike) : std::span<const PointAlias>();
}

}  // namespace

const BmlBehaviourRow* find_bml_row(std::string_view element, Tongue tongue) {
  const auto found = std::ranges::find_if(kRows, [&](const BmlBehaviourRow& row) {
    return row.element == element && row.tongue == tongue;
  });
  return found == std::end(kRows) ? nullptr : found;
}

std::string_view point_meant(const BehaviourKind& kind, std::string_view point) {
  const auto points = points_of(kind);
  const auto own = std::ranges::find(points, point);
  if (own != points.end()) return *own;
  const auto aliases = aliases_of(kind);
  const auto alias = std::ranges::find(aliases, point, &PointAlias::point);
  return alias == aliases.end() ? std::string_view() : alias->meant;
}

}  // namespace kine::script
