#include "realizer/plan/clarity.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "realizer/script/sketch.h"

namespace kine::plan {
namespace {

using script::Expressivity;
using script::MannerElement;
using script::Parameter;

/// What one more of a number brings to another.
struct Share {
  const Parameter* parameter;
  double share;
};

/// Delsarte's law of velocity: what is deep is large and slow.
constexpr std::array<Share, 4> kOfDepth = {{{&script::kExtent, 0.5},
                                            {&script::kAmplitude, 0.5},
                                            {&script::kTempo, -0.5},
                                            {&script::kPause, 0.25}}};

/// What is clearer takes more room, whatever else it is.
constexpr std::array<Share, 3> kOfExaggeration = {
    {{&script::kExtent, 0.5}, {&script::kAmplitude, 0.5}, {&script::kElbows, 0.25}}};

void add_to(const Parameter& parameter, double more, Expressivity& said) {
  const double sum = said[parameter] + more;
  said.write(parameter, std::clamp(sum, parameter.least, parameter.most));
}

void add_shares(std::span<const Share> shares, double amount, Expressivity& said) {
  if (amount == 0) return;
  for (const Share& each : shares) add_to(*each.parameter, each.share * amount, said);
}

/// Of contrasts to what is usual; involvement and hold are none.
bool is_contrast(const Parameter& parameter) {
  const bool is_of_body = parameter.element == MannerElement::Shape && parameter.least < 0;
  return is_of_body || parameter.element == MannerElement::Timing;
}

void exaggerate(double amount, Expressivity& said) {
  if (amount == 0) return;
  const Expressivity before = said;
  for (const Expressivity::Value& each : before.values()) {
    if (!is_contrast(*each.parameter)) continue;
    add_to(*each.parameter, amount * (each.value - each.parameter->usual), said);
  }
  add_shares(kOfExaggeration, amount, said);
}

/// What only goes along fades out.
void simplify(double amount, double involvement, Expressivity& said) {
  if (amount == 0) return;
  const double goes_along =
      said.says(script::kInvolvement) ? said[script::kInvolvement] : involvement;
  said.write(script::kInvolvement, (1 - amount) * goes_along);
  said.write(script::kIdleAmount, (1 - amount) * said[script::kIdleAmount]);
}

}  // namespace

Expressivity clarified(const Expressivity& said, double involvement) {
  const Expressivity clarity = part_of(said, MannerElement::Clarity);
  if (clarity.values().empty()) return said;
  Expressivity clear;
  for (const Expressivity::Value& each : said.values()) {
    if (each.parameter->element != MannerElement::Clarity) clear.write(*each.parameter, each.value);
  }
  add_shares(kOfDepth, clarity[script::kDepth], clear);
  exaggerate(clarity[script::kExaggerate], clear);
  simplify(clarity[script::kSimplify], involvement, clear);
  return clear;
}

void clarify(Plan& plan) {
  for (Sketch& each : plan.sketches) {
    each.expressivity = clarified(each.expressivity, plan.involvement);
  }
}

}  // namespace kine::plan
