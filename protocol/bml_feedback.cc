#include "protocol/bml_feedback.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "protocol/bml_elements.h"
#include "protocol/kinesphere.pb.h"
#include "protocol/warning_kind.h"

namespace kine::protocol {
namespace {

/// The sync points that are attributes of an element; others, as a speech's marks and the strokes
/// of a repeated nod, stand within it.
constexpr std::array<std::string_view, 8> kCorePoints = {
    "start", "attackPeak", "ready", "strokeStart", "stroke", "strokeEnd", "relax", "end"};

constexpr std::array<std::string_view, 13> kCoreElements = {
    "face",  "faceLexeme", "faceShift", "gaze",         "gazeShift",          "gesture",
    "head",  "pointing",   "posture",   "postureShift", "headDirectionShift", "locomotion",
    "speech"};

constexpr std::array<std::string_view, 3> kBmlaElements = {"activate", "interrupt",
                                                           "parametervaluechange"};

template <class List>
bool contains(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

std::string line(const BmlElement& element) { return element.ended() + "\n"; }

BmlElement element_named(std::string_view name) {
  if (contains(kCoreElements, name) || name == "wait") return BmlElement(name);
  if (name == "faceFacs") return BmlElement(name, kBmlExtensionsNamespace);
  if (contains(kBmlaElements, name)) return BmlElement(name, kBmlaNamespace);
  return BmlElement("sequence", kKinesphereNamespace);
}

/// Of "block:behaviour:point": what stands behind the behaviour.
std::string_view point_of(const kinesphere::PlannedSync& sync, std::string_view behaviour) {
  const std::string_view id = sync.id();
  const bool is_of_it =
      id.size() > behaviour.size() && id.starts_with(behaviour) && id[behaviour.size()] == ':';
  return is_of_it ? id.substr(behaviour.size() + 1) : std::string_view();
}

template <class Message>
void add_attributes(const Message& message, BmlElement& element) {
  for (const auto& each : message.attributes()) element.attribute(each.name(), each.value());
}

/// A mark of a speech, or a pose of a sequence of our own.
BmlElement mark_at(std::string_view point, double time_s) {
  BmlElement mark("sync");
  mark.attribute("id", point).seconds("ref", time_s);
  return mark;
}

/// The one of a behaviour's points whose attribute it is; empty where it is none. The first stroke
/// of several is the stroke, and of the others, which no attribute is for, their progress tells.
/// A mark of a speech may have any name.
std::string_view attribute_of(std::string_view point, bool is_of_speech) {
  if (is_of_speech && point != "start" && point != "end") return {};
  if (point == "stroke:1") return "stroke";
  return contains(kCorePoints, point) ? point : std::string_view();
}

/// A speech has a text, with its marks in it. Of others the points that are no attributes are left
/// out: parsers of BML refuse what they do not know in an element.
BmlElement element_of(const kinesphere::Prediction::Behaviour& behaviour) {
  BmlElement element = element_named(behaviour.element());
  element.attribute("id", behaviour.id());
  add_attributes(behaviour, element);
  const bool speaks = behaviour.element() == "speech";
  const bool is_ours = behaviour.element().empty();
  BmlElement text("text");
  std::vector<BmlElement> marks;
  std::vector<std::string_view> said;
  for (const auto& sync : behaviour.syncs()) {
    const std::string_view point = point_of(sync, behaviour.id());
    const std::string_view attribute = attribute_of(point, speaks);
    const std::string_view name = attribute.empty() ? point : attribute;
    if (name.empty() || contains(said, name)) continue;
    said.push_back(name);
    if (!attribute.empty()) {
      element.seconds(attribute, sync.time_s());
    } else if (speaks) {
      text.child(mark_at(point, sync.time_s()));
    } else if (is_ours) {
      marks.push_back(mark_at(point, sync.time_s()));
    }
  }
  if (speaks) element.child(std::move(text));
  for (const auto& each : behaviour.children()) {
    BmlElement child(each.element(),
                     each.element() == "facs" ? kBmlExtensionsNamespace : std::string_view());
    add_attributes(each, child);
    element.child(std::move(child));
  }
  for (BmlElement& mark : marks) element.child(std::move(mark));
  return element;
}

std::string warning(std::string_view id, std::string_view character, WarningKind kind,
                    std::string_view text) {
  BmlElement element = BmlElement::of_core("warningFeedback");
  element.attribute("id", id).attribute("type", word_of(kind));
  if (!character.empty()) element.attribute("characterId", character);
  return line(element.text(text));
}

/// Of an id: what stands before its first colon.
std::string block_of(const std::string& id) { return id.substr(0, id.find(':')); }

/// Several speeches in a row, as if they were one.
struct SaidInAll {
  std::uint32_t words_done = 0;
  std::string text_done;
  std::string text_left;
  double sound_ms = 0;
};

void add_text(std::string_view text, std::string& all) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const bool meets = !all.empty() && !text.empty() && kBlanks.find(all.back()) == kBlanks.npos &&
                     kBlanks.find(text.front()) == kBlanks.npos;
  if (meets) all += ' ';
  all += text;
}

/// What was performed, in attributes of our own namespace: parsers of BML pass those over.
void add_performed(const kinesphere::Performance& performed, std::string_view behaviour,
                   BmlElement& element) {
  const auto part = std::ranges::find_if(performed.behaviours(),
                                         [&](const auto& each) { return each.id() == behaviour; });
  if (part == performed.behaviours().end() && performed.speeches().empty()) return;
  element.attribute("xmlns:kine", kKinesphereNamespace);
  if (part != performed.behaviours().end()) {
    if (!part->phase().empty()) {
      element.attribute("kine:phase", part->phase());
      element.seconds("kine:phaseFraction", part->phase_fraction());
    }
    element.seconds("kine:fraction", part->fraction());
  }
  if (performed.speeches().empty()) return;
  SaidInAll all;
  for (const auto& each : performed.speeches()) {
    all.words_done += each.words_done();
    all.sound_ms += each.sound_ms();
    add_text(each.text_done(), all.text_done);
    add_text(each.text_left(), all.text_left);
  }
  if (all.words_done > 0) {
    element.attribute("kine:lastWord", std::to_string(all.words_done - 1));
  }
  if (!all.text_done.empty() || !all.text_left.empty()) {
    element.attribute("kine:textDone", all.text_done).attribute("kine:textLeft", all.text_left);
  }
  element.seconds("kine:soundMs", all.sound_ms);
}

/// Of "block:behaviour:point" what stands before the last colon.
std::string_view behaviour_of(std::string_view id) { return id.substr(0, id.rfind(':')); }

/// In metres: a pose that is missed by less is reached.
constexpr double kMissLeast_m = 0.001;

/// With what asap's extension says of a block beside.
BmlElement progress(const std::string& id, std::string_view status) {
  BmlElement element = BmlElement::of_core("blockProgress");
  element.attribute("xmlns:bmla", kBmlaNamespace).attribute("id", id);
  return element.attribute("bmla:status", status);
}

}  // namespace

std::string BmlFeedback::text_of(const kinesphere::Envelope& envelope) {
  switch (envelope.message_case()) {
    case kinesphere::Envelope::kHello:
      take(envelope.hello());
      return {};
    case kinesphere::Envelope::kPrediction:
      return text_of(envelope.prediction());
    case kinesphere::Envelope::kAccepted:
      return text_of(envelope.accepted());
    case kinesphere::Envelope::kRefused:
      return text_of(envelope.refused());
    case kinesphere::Envelope::kFeedback:
      return text_of(envelope.feedback());
    case kinesphere::Envelope::kProblem:
      return warning(kNoBmlId, {}, WarningKind::ParsingFailure, envelope.problem().error());
    default:
      return {};
  }
}

void BmlFeedback::take(const kinesphere::Hello& hello) {
  std::map<std::uint32_t, std::string> characters;
  for (const auto& character : hello.characters()) characters[character.id()] = character.name();
  introduce(hello.tick_rate_hz(), std::move(characters));
}

void BmlFeedback::introduce(std::uint32_t tick_rate_hz,
                            std::map<std::uint32_t, std::string> characters) {
  tick_rate_hz_ = std::max(1U, tick_rate_hz);
  characters_ = std::move(characters);
}

std::string BmlFeedback::text_of(const kinesphere::Prediction& prediction) {
  if (prediction.stage() == kinesphere::Prediction::PLANNING) {
    planning_ = {prediction.id(), prediction.character_id()};
  }
  BmlElement element = BmlElement::of_core("predictionFeedback");
  const std::string_view character = character_of(prediction.character_id());
  if (!character.empty()) element.attribute("characterId", character);
  if (prediction.has_start_tick() || prediction.has_end_tick()) {
    BmlElement bml("bml");
    bml.attribute("id", prediction.id());
    if (prediction.has_start_tick()) bml.seconds("globalStart", seconds(prediction.start_tick()));
    if (prediction.has_end_tick()) bml.seconds("globalEnd", seconds(prediction.end_tick()));
    element.child(std::move(bml));
  }
  for (const auto& behaviour : prediction.behaviours()) element.child(element_of(behaviour));
  return element.is_empty() ? std::string() : line(element);
}

std::string BmlFeedback::text_of(const kinesphere::Accepted& accepted) {
  const bool is_alone = accepted.blocks_size() == 1;
  const std::string& id = is_alone ? accepted.blocks(0) : accepted.id();
  for (const std::string& block : accepted.blocks()) {
    blocks_[block].push_back({.warnings_to_pass = is_alone ? accepted.warnings_size() : 0});
  }
  std::string text;
  for (const auto& each : accepted.warnings()) {
    text += warning(each.about().empty() || each.about() == id ? shown(id) : each.about(),
                    planned_character_of(id), find_warning_kind(each.kind()), each.message());
  }
  return text;
}

std::string BmlFeedback::text_of(const kinesphere::Refused& refused) {
  std::string text = warning(shown(refused.id()), planned_character_of(refused.id()),
                             find_warning_kind(refused.kind()), refused.error());
  if (!blocks_.contains(refused.id())) nameless_.erase(refused.id());
  return text;
}

/// Of the blocks of this id the one that is spoken of: an earlier one has not said its last word.
BmlFeedback::Block* BmlFeedback::find(const std::string& block) {
  const auto known = blocks_.find(block);
  return known == blocks_.end() ? nullptr : &known->second.front();
}

std::string BmlFeedback::text_of(const kinesphere::Feedback& feedback) {
  const std::string_view character = character_of(feedback.character_id());
  const double global = seconds(feedback.tick());
  const auto with_place = [&](BmlElement element) {
    element.seconds("globalTime", global);
    if (!character.empty()) element.attribute("characterId", character);
    if (feedback.has_performed()) {
      add_performed(feedback.performed(), behaviour_of(feedback.id()), element);
    }
    return line(element);
  };
  const std::string block = block_of(feedback.id());
  switch (feedback.kind()) {
    case kinesphere::Feedback::STARTED:
      if (Block* const known = find(block)) known->started = true;
      return with_place(progress(block + ":start", "IN_EXEC"));
    case kinesphere::Feedback::SYNC: {
      BmlElement element = BmlElement::of_core("syncPointProgress");
      element.attribute("id", feedback.id()).seconds("time", feedback.time_s());
      if (feedback.missed_m() >= kMissLeast_m) {
        element.attribute("xmlns:kine", kKinesphereNamespace);
        element.seconds("kine:missed",
                        std::round(feedback.missed_m() / kMissLeast_m) * kMissLeast_m);
      }
      return with_place(std::move(element));
    }
    case kinesphere::Feedback::ENDED:
    case kinesphere::Feedback::INTERRUPTED: {
      const std::string_view status = status_at_end(feedback.kind(), block);
      forget(block);
      // How far it had come is no fault; why it did not begin is one.
      const bool is_refused = feedback.last_sync_point().empty() && !feedback.message().empty();
      const std::string why =
          !is_refused
              ? std::string()
              : warning(block, character, WarningKind::ImpossibleToSchedule, feedback.message());
      return why + with_place(progress(block + ":end", status));
    }
    case kinesphere::Feedback::WARNING: {
      Block* const known = find(block);
      if (known != nullptr && known->warnings_to_pass > 0) {
        --known->warnings_to_pass;
        return {};
      }
      return warning(feedback.id(), character, find_warning_kind(feedback.warning()),
                     feedback.message());
    }
    default:
      return {};
  }
}

/// Of BMLA's words for the state of a block.
std::string_view BmlFeedback::status_at_end(int kind, const std::string& block) {
  if (kind == kinesphere::Feedback::ENDED) return "DONE";
  const Block* const known = find(block);
  return known != nullptr && !known->started ? "REVOKED" : "INTERRUPTED";
}

void BmlFeedback::forget(const std::string& block) {
  const auto known = blocks_.find(block);
  if (known != blocks_.end()) known->second.pop_front();
  if (known != blocks_.end() && known->second.empty()) blocks_.erase(known);
  if (!blocks_.contains(block)) nameless_.erase(block);
}

std::string_view BmlFeedback::planned_character_of(const std::string& block) const {
  return planning_.id == block ? character_of(planning_.character) : std::string_view();
}

std::string_view BmlFeedback::shown(const std::string& id) const {
  return nameless_.contains(id) ? kNoBmlId : std::string_view(id);
}

std::string_view BmlFeedback::character_of(std::uint32_t id) const {
  const auto found = characters_.find(id);
  return found == characters_.end() ? std::string_view() : std::string_view(found->second);
}

double BmlFeedback::seconds(std::uint64_t tick) const {
  return static_cast<double>(tick) / tick_rate_hz_;
}

}  // namespace kine::protocol
