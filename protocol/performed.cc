#include "protocol/performed.h"

#include <cmath>

#include "protocol/kinesphere.pb.h"

namespace kine::protocol {
namespace {

constexpr double kMillisecondsPerSecond = 1000;

double or_zero(double value) { return std::isfinite(value) ? value : 0; }

}  // namespace

void write_performed(const Performed& performed, kinesphere::Performance& out) {
  for (const Performed::Speech& each : performed.speeches) {
    kinesphere::Performance::Speech& speech = *out.add_speeches();
    speech.set_id(each.id);
    speech.set_words(each.words);
    speech.set_words_done(each.words_done);
    speech.set_last_word(each.last_word);
    speech.set_text_done(each.text_done);
    speech.set_text_left(each.text_left);
    speech.set_sound_ms(each.sound.count() * kMillisecondsPerSecond);
  }
  for (const Performed::Part& each : performed.parts) {
    kinesphere::Performance::Behaviour& behaviour = *out.add_behaviours();
    behaviour.set_id(each.id);
    behaviour.set_phase(each.phase);
    behaviour.set_phase_fraction(each.phase_fraction);
    behaviour.set_fraction(each.fraction);
  }
}

Performed read_performed(const kinesphere::Performance& message) {
  Performed performed;
  for (const auto& each : message.speeches()) {
    performed.speeches.push_back(
        {.id = each.id(),
         .words = each.words(),
         .words_done = each.words_done(),
         .last_word = each.last_word(),
         .text_done = each.text_done(),
         .text_left = each.text_left(),
         .sound = Seconds(or_zero(each.sound_ms()) / kMillisecondsPerSecond)});
  }
  for (const auto& each : message.behaviours()) {
    performed.parts.push_back({.id = each.id(),
                               .phase = each.phase(),
                               .phase_fraction = or_zero(each.phase_fraction()),
                               .fraction = or_zero(each.fraction())});
  }
  return performed;
}

}  // namespace kine::protocol
