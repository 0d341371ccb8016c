#include "realizer/script/bml/bml_behaviour.h"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/bml/bml_behaviours.h"
#include "realizer/script/bml/bml_speech.h"
#include "realizer/script/bml_words.h"
#include "realizer/script/kinesphere/kinesphere_elements.h"
#include "realizer/script/quoted_end.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

constexpr Bounds kBmlPriority{-1e6, 1e6};

/// Every sync point that behaviours have.
constexpr std::string_view kPoints[] = {"start",  "ready",     "attackPeak", "strokeStart",
                                        "stroke", "strokeEnd", "relax",      "end"};

/// What an element that stands in our language asks for.
std::optional<BehaviourKind> read_ours(const xml::Element& element, Attributes& take,
                                       BmlReading& reading) {
  if (element.name == "gesture") return read_gesture(element, take, reading.ours);
  if (element.name == kBodyLanguageElement) return read_moving_sound(element, take, reading.ours);
  if (element.name != "sequence") return {};
  Sequence sequence = read_sequence(element, take, reading.ours);
  const auto of_script = [](const auto& each) { return each.time.from == Time::From::Block; };
  if (std::ranges::any_of(sequence.poses, of_script) ||
      std::ranges::any_of(sequence.clips, of_script)) {
    take.refuse(ErrorCode::Syntax,
                "times of a <sequence> in a block count from its start, not from 'script'");
  }
  return sequence;
}

/// A description that is better than what its element asks for.
struct Description {
  const xml::Element* element = nullptr;
  int priority = 0;
};

bool is_ours(const xml::Element& element) { return element.namespace_uri == kNamespace; }

/// Whether we can do what a description of that type asks for.
bool is_supported(const xml::Element& description, std::string_view type, bool spoken) {
  if (type == kSsmlType) return spoken;
  return type == kNamespace && std::ranges::any_of(description.children, is_ours);
}

std::optional<Description> find_description(const xml::Element& element, std::string_view about,
                                            BmlReading& reading) {
  std::optional<Description> best;
  for (const xml::Element& child : element.children) {
    if (child.name != "description" || is_ours(child)) continue;
    Attributes take(child, reading.ours.error);
    const int priority = take.whole_number("priority", kBmlPriority, Need::Required).value_or(0);
    const Name type = take.name("type", Need::Required);
    warn_of_the_rest(child, take, about, reading);
    if (!is_supported(child, type.text, element.name == "speech")) continue;
    if (!best || priority > best->priority) best = Description{&child, priority};
  }
  return best;
}

BehaviourKind read_description(const xml::Element& description, std::string_view about,
                               BmlReading& reading) {
  const auto ours = std::ranges::find_if(description.children, is_ours);
  if (ours == description.children.end()) return read_ssml(description, about, reading);
  for (const xml::Element& child : description.children) {
    if (&child == &*ours) continue;
    reading.warn(WarningKind::CustomBehaviourNotSupported, std::string(about), child.where,
                 "a description has one <sequence> or <gesture>, so another element in it is "
                 "ignored: " +
                     quoted(child.name));
  }
  Attributes take(*ours, reading.ours.error);
  static_cast<void>(take.name("id"));  // its element's counts
  auto kind = read_ours(*ours, take, reading);
  if (kind) return *std::move(kind);
  take.refuse(
      ErrorCode::UnknownName,
      "a description takes <sequence> or <gesture>, but not the element " + quoted(ours->name));
  return Wait{};
}

void warn_of_children(const xml::Element& element, const BmlBehaviourRow& row,
                      std::string_view about, BmlReading& reading) {
  for (const xml::Element& child : element.children) {
    const auto known = std::ranges::find(row.children, child.name);
    if (known != row.children.end() || child.name == "description") continue;
    reading.warn(WarningKind::CustomBehaviourNotSupported, std::string(about), child.where,
                 "unknown element in <" + element.name + "> is ignored: " + quoted(child.name));
  }
  if (element.text_where != Where{}) {
    reading.warn(WarningKind::ParsingFailure, std::string(about), element.text_where,
                 "<" + element.name + "> takes no text, " + quoted(xml::trimmed(element.text)));
  }
}

/// Nothing for an element that is no behaviour we can do.
std::optional<BehaviourKind> read_kind(const xml::Element& element, Tongue tongue,
                                       const std::optional<Description>& description,
                                       std::string_view about, BmlReading& reading) {
  Attributes take(element, reading.ours.error);
  if (description) {
    BehaviourKind kind = read_description(*description->element, about, reading);
    if (auto* speech = std::get_if<Speech>(&kind)) {
      speech->voice = take.name("voice");  // whatever says its text
      take_times_of_marks(take, *speech, reading);
      speech->body_language = read_body_language(element, reading);
    }
    return kind;
  }
  static_cast<void>(take.raw("id"));
  for (const std::string_view point : kPoints) static_cast<void>(take.raw(point));
  if (tongue == Tongue::Ours) return read_ours(element, take, reading);
  const BmlBehaviourRow* row = find_bml_row(element.name, tongue);
  if (row == nullptr) return {};
  BehaviourKind kind = row->read(element, take, about, reading);
  warn_of_the_rest(element, take, about, reading);
  warn_of_children(element, *row, about, reading);
  return kind;
}

/// Whether it is the time of a mark, which has taken it; one with another time of its own has not.
bool is_time_of_mark(const BehaviourKind& kind, const xml::Attribute& attribute) {
  const auto* speech = std::get_if<Speech>(&kind);
  return speech != nullptr && std::ranges::any_of(speech->marks, [&](const SpeechMark& mark) {
           return mark.id.text == attribute.name &&
                  (!mark.when || mark.when->where == attribute.value_where);
         });
}

/// When its points are to be. One that means another of which is spoken itself is passed over.
std::vector<Appointment> take_appointments(const xml::Element& element, const BehaviourKind& kind,
                                           std::string_view about, BmlReading& reading) {
  std::vector<Appointment> appointments;
  for (const std::string_view point : kPoints) {
    const xml::Attribute* attribute = element.find_attribute(point);
    if (attribute == nullptr) continue;
    const std::string_view meant = point_meant(kind, point);
    const auto same = [&](const Appointment& each) { return each.point == meant; };
    if (meant.empty() && is_time_of_mark(kind, *attribute)) continue;
    const bool said_itself = meant != point && element.find_attribute(meant) != nullptr;
    if (meant.empty() || said_itself || std::ranges::any_of(appointments, same)) {
      reading.warn(
          WarningKind::CustomAttributeNotSupported, std::string(about), attribute->where,
          "a <" + element.name + "> has no such sync point of its own, " + quoted(attribute->name));
      continue;
    }
    if (auto when = take_reference(*attribute, reading)) {
      appointments.push_back({std::string(meant), *std::move(when)});
    }
  }
  return appointments;
}

std::size_t count_points(const BehaviourKind& kind) {
  std::size_t count = points_of(kind).size();
  if (const HeadMove* head = std::get_if<HeadMove>(&kind)) {
    count += static_cast<std::size_t>(head->repetition);
  }
  if (const Speech* speech = std::get_if<Speech>(&kind)) count += speech->marks.size();
  if (const Sequence* sequence = std::get_if<Sequence>(&kind)) count += sequence->poses.size();
  return count;
}

/// The id as written, or one of our own.
Name id_of(const xml::Element& element, BmlReading& reading) {
  Attributes take(element, reading.ours.error);
  if (take.has("id")) return take.name("id");
  std::string id;
  do {
    id = element.name + std::to_string(++reading.numbered);
  } while (reading.ids.contains(id));
  reading.ids.insert(id);
  reading.warn(WarningKind::ParsingFailure, id, element.where,
               "<" + element.name + "> has no id, so it gets " + quoted(id));
  return {id, {}};
}

Loss unknown(const xml::Element& element, Tongue tongue) {
  const std::string tag = "<" + element.name + ">";
  const bool is_bmla =
      tongue == Tongue::Core && find_bml_row(element.name, Tongue::Bmla) != nullptr;
  if (is_bmla) {
    return {.kind = WarningKind::BehaviourTypeNotSupported,
            .fault = {ErrorCode::Unsupported,
                      tag + " is not of BML, but of the namespace " + std::string(kBmlaNamespace) +
                          " (xmlns:bmla, <bmla:" + element.name + ">)",
                      element.where}};
  }
  if (tongue == Tongue::Core) {
    return {.kind = WarningKind::BehaviourTypeNotSupported,
            .fault = {ErrorCode::Unsupported, "BML has no behaviour " + quoted(element.name),
                      element.where}};
  }
  return {.kind = WarningKind::CustomBehaviourNotSupported,
          .fault = {ErrorCode::Unsupported,
                    tag + " is a behaviour that is not supported, of " +
                        quoted_end(element.namespace_uri),
                    element.where}};
}

/// Where something is missing, which stands where its element begins: what that has instead, for it
/// may be misspelt.
Error with_passed_over(Error fault, std::span<const PassedOver> passed_over) {
  constexpr std::size_t kNamedMost = 3;
  std::string names;
  std::size_t count = 0;
  for (const PassedOver& each : passed_over) {
    if (each.element != fault.where || ++count > kNamedMost) continue;
    names += (names.empty() ? "" : ", ") + quoted(each.attribute);
  }
  if (count == 0) return fault;
  fault.message += " (there is " + names + ", which it does not know)";
  return fault;
}

}  // namespace

std::optional<Behaviour> read_behaviour(const xml::Element& element, Tongue tongue, Demand demand,
                                        BmlReading& reading) {
  if (!reading.count(reading.behaviours, 1, kSequencesMax, "behaviours", element.where)) return {};
  reading.ours.error = {};
  reading.hold_warnings();
  Behaviour behaviour;
  behaviour.where = element.where;
  behaviour.element = element.name;
  behaviour.required = demand == Demand::Required;
  behaviour.id = id_of(element, reading);
  const std::string about = behaviour.id.text;
  const auto description = find_description(element, about, reading);
  auto kind = read_kind(element, tongue, description, about, reading);
  if (kind) behaviour.appointments = take_appointments(element, *kind, about, reading);
  std::optional<Loss> loss;
  if (!kind) {
    loss = unknown(element, tongue);
  } else if (const auto& fault = reading.ours.error.found()) {
    loss = Loss{.fault = with_passed_over(*fault, reading.passed_over)};
  }
  if (loss) {
    loss->about = about;
    loss->required = behaviour.required;
    reading.drop_held_warnings();
    reading.leave_out(*std::move(loss));
    return {};
  }
  reading.say_held_warnings();
  if (description) behaviour.priority = description->priority;
  // A draft's gesture that points is what it means, also when it is written back.
  if (std::holds_alternative<Pointing>(*kind)) behaviour.element = "pointing";
  behaviour.kind = *std::move(kind);
  reading.count(reading.sync_points, count_points(behaviour.kind), kSyncPointsMax, "sync points",
                element.where);
  return behaviour;
}

}  // namespace kine::script
