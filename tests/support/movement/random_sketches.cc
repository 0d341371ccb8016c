#include "tests/support/movement/random_sketches.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/math/units.h"
#include "realizer/script/sketch.h"
#include "tests/support/draws.h"

namespace kine::test::movement {
namespace {

using script::Lexeme;
using script::MannerElement;
using script::Parameter;

/// Often an end of the range: faults live there.
double value_of(const Parameter& parameter, Draws& draws) {
  if (draws.one_in(4)) return draws.one_in(2) ? parameter.least : parameter.most;
  return std::round(1000 * draws.number(parameter.least, parameter.most)) / 1000;
}

/// What came later is drawn from a stream of its own: what else a seed says stays the same.
struct Streams {
  explicit Streams(std::uint32_t seed) : draws(seed), of_later(~seed) {}
  Draws draws;
  Draws of_later;
};

bool came_later(const Parameter& parameter) {
  return &parameter == &script::kLoadLeft || &parameter == &script::kLoadRight ||
         &parameter == &script::kRepetition;
}

/// `<shape …/>`, with about half of what it can say.
std::string part(MannerElement element, Streams& streams) {
  std::string text = "<" + std::string(script::kMannerElementWords[static_cast<int>(element)]);
  for (const Parameter* const each : script::parameters(element)) {
    Draws& draws = came_later(*each) ? streams.of_later : streams.draws;
    const double value = value_of(*each, draws);
    const bool aside = each == &script::kComSide;
    if (each == &script::kComAhead || draws.one_in(2)) continue;
    const std::string number = format_number(value);
    const std::string name = aside ? "com" : std::string(each->name);
    const std::string more = aside ? " " + format_number(value_of(script::kComAhead, draws)) : "";
    text += " " + name + "=\"" + number + more + "\"";
  }
  return text + "/>";
}

std::string sketch(const std::string& id, const plan::Vocabulary& vocabulary, Streams& streams) {
  Draws& draws = streams.draws;
  std::string text = "<sketch id=\"" + id + "\" nucleus=\"plain\" tension=\"off\"";
  if (draws.one_in(3)) {
    const auto style = std::next(vocabulary.styles.begin(),
                                 static_cast<long>(draws.below(vocabulary.styles.size())));
    text += " style=\"" + style->first + "\"";
  }
  text += ">";
  for (const MannerElement element : script::kSketchElements) {
    if (!draws.one_in(3)) text += part(element, streams);
  }
  return text + "</sketch>";
}

std::string hand(const Lexeme& lexeme, Draws& draws) {
  if (lexeme.hands == script::LexemeHands::Both) return "both";
  return draws.one_in(2) ? "left" : "right";
}

bool is_of_finger(body::Joint joint) {
  const auto within = [&](body::Joint first, body::Joint last) {
    return joint >= first && joint <= last;
  };
  using enum body::Joint;
  return within(LeftThumbMetacarpal, LeftLittleDistal) ||
         within(RightThumbMetacarpal, RightLittleDistal);
}

bool is_elbow(body::Joint joint) {
  return joint == body::Joint::LeftLowerArm || joint == body::Joint::RightLowerArm;
}

bool is_finite(const Frame& frame) {
  const auto all = [](const auto& numbers) {
    return std::ranges::all_of(numbers, [](float each) { return std::isfinite(each); });
  };
  return all(frame.root) && all(frame.hips_m) && all(frame.channels) &&
         std::ranges::all_of(frame.parent_from_joint, all);
}

/// A forearm that turns while its elbow bends takes the short way of both: there, only the bend is
/// asked for.
double beyond_limits_deg(const body::JointLimits& limits, const Quat& turn, body::Joint joint) {
  if (!is_elbow(joint)) {
    return angle_between(turn, body::within_limits(limits, turn)) * kDegreesPerRadian;
  }
  const double bend_rad = body::turns_of(limits.bone, turn).y;
  const double beyond_rad = std::max(limits.min_rad.y - bend_rad, bend_rad - limits.max_rad.y);
  return std::max(beyond_rad, 0.0) * kDegreesPerRadian;
}

}  // namespace

std::string random_sketches(std::uint32_t seed, const plan::Vocabulary& vocabulary) {
  Streams streams(seed);
  Draws& draws = streams.draws;
  std::string text = "<nucleus id=\"plain\"/>";
  text += sketch("a", vocabulary, streams);  // a compiler may draw the terms of a sum in any order
  text += sketch("b", vocabulary, streams);
  if (draws.one_in(2)) text += "<character sketch=\"a\"/>";
  double start_s = 0;
  for (std::size_t i = 1 + draws.below(3); i > 0; --i) {
    const auto lexeme = std::next(vocabulary.lexemes.begin(),
                                  static_cast<long>(draws.below(vocabulary.lexemes.size())));
    text += "<gesture lexeme=\"" + lexeme->first + "\" hand=\"" + hand(lexeme->second, draws) +
            "\" start=\"" + format_number(start_s) + "\"";
    if (!draws.one_in(3)) text += draws.one_in(2) ? " sketch=\"a\"" : " sketch=\"b\"";
    text += "/>";
    start_s += std::round(100 * draws.number(0.2, 2.5)) / 100;
  }
  return text;
}

Soundness soundness_of(const Film& film) {
  Soundness sound;
  const body::Body& body = *film.cast->body;
  std::vector<Figure> last;  // the one before the last, and the last
  sound.inside_cm = inside_support_cm(film.figure(0));
  for (std::size_t i = 0; i < film.frames.size(); ++i) {
    sound.finite = sound.finite && is_finite(film.frames[i]);
    Figure figure = film.figure(i);
    sound.inside_cm = std::min(sound.inside_cm, inside_support_cm(figure));
    for (std::size_t j = 0; j < body::kJointCount; ++j) {
      const body::Joint joint = body::joint_at(j);
      const double beyond_deg =
          beyond_limits_deg(body.limits[j], figure.parent_from_joint[j], joint);
      if (beyond_deg > sound.beyond_limits_deg) {
        sound.beyond_limits_deg = beyond_deg;
        sound.joint = joint;
      }
      if (last.size() < 2 || is_of_finger(joint)) continue;
      const Vec3 change_m = figure.places_m[j] - 2 * last[1].places_m[j] + last[0].places_m[j];
      const double jump_m_s = length(change_m) * film.ticks_a_second;
      if (jump_m_s > sound.velocity_jump_m_s) {
        sound.velocity_jump_m_s = jump_m_s;
        sound.jumping = joint;
        sound.jump_at_s = static_cast<double>(i) / film.ticks_a_second;
      }
    }
    if (last.size() == 2) last.erase(last.begin());
    last.push_back(figure);
  }
  return sound;
}

Soundness soundness_of(const std::shared_ptr<const Cast>& cast, const std::string& script) {
  constexpr std::uint32_t kHz = 240;
  constexpr std::uint32_t kMuchFiner = 4;
  constexpr double kPlain_m_s = 0.25;  // of the gestures as they are written, at most
  Soundness sound = soundness_of(film(cast, script, kHz));
  if (sound.velocity_jump_m_s <= kPlain_m_s) {
    sound.velocity_jump_m_s = 0;
    return sound;
  }
  // Smooth motion changes its velocity a quarter as much in a quarter of the time.
  const Soundness finer = soundness_of(film(cast, script, kMuchFiner * kHz));
  const bool jumps = finer.velocity_jump_m_s > sound.velocity_jump_m_s / 2;
  sound.velocity_jump_m_s = jumps ? finer.velocity_jump_m_s : 0;
  sound.jumping = finer.jumping;
  sound.jump_at_s = finer.jump_at_s;
  return sound;
}

}  // namespace kine::test::movement
