// Our own language, element by element as schemas/README.md describes it.

#include <optional>
#include <string>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/attributes.h"
#include "realizer/script/kinesphere/elements.h"
#include "realizer/script/kinesphere/kinesphere_constraints.h"
#include "realizer/script/kinesphere/kinesphere_elements.h"
#include "realizer/script/kinesphere/kinesphere_forces.h"
#include "realizer/script/kinesphere/kinesphere_sketch.h"
#include "realizer/script/reader.h"
#include "realizer/script/words.h"
#include "realizer/xml/xml.h"

namespace kine::script {
namespace {

constexpr Bounds kStart{0, kStartAheadMax.count(), "s"};
constexpr Bounds kPointInScript{0, (kStartAheadMax + kBlockLengthMax).count(), "s"};

void add_sequence(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!count_sequence(take, reading)) return;
  Name id = take_id(take, Need::Optional, reading.sequence_ids, reading);
  Name character = take.name("character");
  Time start;
  start.seconds = take.time("start", kStart).value_or(Seconds{0});
  start.where = take.where_of("start");
  Sequence sequence = read_sequence(element, take, reading);
  sequence.id = std::move(id);
  sequence.character = std::move(character);
  sequence.start = start;
  document.sequences.push_back(std::move(sequence));
}

using GesturePoints = decltype(Gesture::points);

/// Its points in their order: none may lie before one that stands before it.
GesturePoints take_points(Attributes& take) {
  GesturePoints points;
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < kGesturePointCount; ++i) {
    const std::string_view word = kGesturePointWords[i];
    const Bounds bounds = i == 0 ? kStart : kPointInScript;
    const auto seconds = take.time(word, bounds);
    if (!seconds) continue;
    points[i] = Time{*seconds, Time::From::Block, take.where_of(word)};
    if (before && *seconds < points[*before]->seconds) {
      take.refuse(*take.raw(word), ErrorCode::OutOfRange,
                  "no earlier than its " + std::string(kGesturePointWords[*before]));
    }
    before = i;
  }
  return points;
}

void add_gesture(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!count_sequence(take, reading)) return;
  Name id = take_id(take, Need::Optional, reading.sequence_ids, reading);
  Name character = take.name("character");
  const GesturePoints points = take_points(take);
  Gesture gesture = read_gesture(element, take, reading);
  gesture.id = std::move(id);
  gesture.character = std::move(character);
  gesture.points = points;
  document.gestures.push_back(std::move(gesture));
}

void add_sound(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!count_sequence(take, reading)) return;
  Sound sound;
  sound.id = take_id(take, Need::Optional, reading.sequence_ids, reading);
  sound.character = take.name("character");
  sound.start.seconds = take.time("start", kStart).value_or(Seconds{0});
  sound.start.where = take.where_of("start");
  sound.sound = read_moving_sound(element, take, reading);
  document.sounds.push_back(std::move(sound));
}

void read_feedback_message(const xml::Element& element, Document& document,
                           KinesphereReading& reading) {
  Attributes take(element, reading.error);
  document.feedback_messages.push_back(take.name("text", Need::Required));
  take.done();
  expect_no_children(element, reading);
}

constexpr ElementRow<Document, KinesphereReading> kInScript[] = {
    {"character", read_character},
    {"nucleus", read_nucleus},
    {"tension", read_named_tension},
    {"sketch", read_sketch},
    {"edit", read_edit},
    {"push", read_push},
    {"load", read_load},
    {"sequence", add_sequence},
    {"gesture", add_gesture},
    {kBodyLanguageElement, add_sound},
    {"feedback-message", read_feedback_message}};

Document read_script(const xml::Element& root, KinesphereReading& reading) {
  Attributes take(root, reading.error);
  Document document;
  document.id = take.name("id");
  document.character = take.name("character");
  document.time_reset = take.yes_no("time-reset").value_or(false);
  if (const auto dialect = take.one_of("converted-from", kDialectWords)) {
    reading.dialect = document.dialect = static_cast<Dialect>(*dialect);
  }
  if (const auto compat = take.one_of("compat", kCompatWords)) {
    document.compat = static_cast<Compat>(*compat);
  }
  take.done();
  read_children<Document, KinesphereReading>(root, kInScript, document, reading);
  return document;
}

class KinesphereReader : public Reader {
 public:
  bool accepts(std::string_view root, std::string_view) const override {
    return root == "script" || root.starts_with("{" + std::string(kNamespace) + "}");
  }

  Result<Document> read(std::string_view text, Diagnostics&) const override {
    const auto root = xml::parse(text);
    if (!root) return root.error();
    if (root->name != "script" || root->namespace_uri != kNamespace) {
      return Error{ErrorCode::Unsupported,
                   "the root of a script must be <script xmlns=\"" + std::string(kNamespace) +
                       "\">, not " + quoted(root->name) + " of " + quoted(root->namespace_uri),
                   root->where};
    }
    KinesphereReading reading;
    Document document = read_script(*root, reading);
    if (reading.error.found()) return *reading.error.found();
    return document;
  }
};

}  // namespace

const Reader& kinesphere_reader() {
  static const KinesphereReader reader;
  return reader;
}

}  // namespace kine::script
