#include "realizer/script/writing/writer.h"

#include <cstddef>

#include "realizer/script/lines.h"
#include "realizer/script/values.h"
#include "realizer/script/words.h"
#include "realizer/script/writing/bml_writer.h"
#include "realizer/script/writing/kinesphere_writer.h"

namespace kine::script {
namespace {

void write_sequence(Lines& lines, const Sequence& sequence) {
  lines.open("sequence");
  lines.attribute("id", sequence.id);
  lines.attribute("character", sequence.character);
  lines.time_unless(Sequence{}.start.seconds, "start", sequence.start.seconds);
  write_content(lines, sequence);
  lines.close();
}

void write_gesture(Lines& lines, const Gesture& gesture) {
  lines.open("gesture");
  lines.attribute("id", gesture.id);
  lines.attribute("character", gesture.character);
  for (std::size_t i = 0; i < kGesturePointCount; ++i) {
    if (!gesture.points[i]) continue;
    lines.attribute(kGesturePointWords[i], format_time(gesture.points[i]->seconds));
  }
  write_content(lines, gesture);
  lines.close();
}

void write_sound(Lines& lines, const Sound& sound) {
  lines.open(kBodyLanguageElement);
  lines.attribute("id", sound.id);
  lines.attribute("character", sound.character);
  lines.time_unless(Seconds{0}, "start", sound.start.seconds);
  write_moving_sound(lines, sound.sound);
  lines.close();
}

std::string write_script(const Document& document) {
  Lines lines;
  lines.open("script");
  lines.attribute("xmlns", kNamespace);
  lines.attribute("id", document.id);
  lines.attribute("character", document.character);
  if (document.dialect != Dialect::Kinesphere) {
    lines.attribute("converted-from", word_of(kDialectWords, document.dialect));
  }
  if (document.time_reset) lines.attribute("time-reset", "yes");
  if (document.compat != Compat::None) {
    lines.attribute("compat", word_of(kCompatWords, document.compat));
  }
  write_definitions(lines, document, "");
  for (const Sequence& sequence : document.sequences) write_sequence(lines, sequence);
  for (const Gesture& gesture : document.gestures) write_gesture(lines, gesture);
  for (const Sound& sound : document.sounds) write_sound(lines, sound);
  for (const Name& message : document.feedback_messages) {
    lines.open("feedback-message");
    lines.attribute("text", message);
    lines.close();
  }
  lines.close();
  return lines.take();
}

}  // namespace

std::string write(const Document& document) {
  return document.behaviours ? write_bml(document) : write_script(document);
}

}  // namespace kine::script
