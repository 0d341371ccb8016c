#include "tests/support/plan/plans.h"

#include <stdexcept>
#include <utility>

#include "realizer/cast/builtins.h"
#include "realizer/plan/make/make.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"

namespace kine::test {
namespace {

plan::Vocabulary with_a_clip() {
  plan::Vocabulary vocabulary = example_vocabulary();
  vocabulary.clips["nod"] = Seconds(1);
  return vocabulary;
}

}  // namespace

plan::Plan plan_of(const script::Document& document) {
  Diagnostics diagnostics;
  static const plan::Vocabulary vocabulary = with_a_clip();
  const auto plan = plan::make(document, plan::characters_of(document, vocabulary).front(), ada(),
                               vocabulary, diagnostics);
  if (!plan) throw std::runtime_error(plan.error().message);
  return *plan;
}

plan::Plan applied(const plan::Property& property, plan::Plan plan, Diagnostics& diagnostics) {
  return property.applied_to(std::move(plan),
                             {.body = ada(), .placement = {}, .diagnostics = diagnostics});
}

plan::Plan applied(const plan::Property& property, plan::Plan plan) {
  Diagnostics diagnostics;
  return applied(property, std::move(plan), diagnostics);
}

plan::Plan with_all(plan::Plan plan) {
  Diagnostics diagnostics;
  return plan::with_properties(std::move(plan), builtins().properties,
                               {.body = ada(), .placement = {}, .diagnostics = diagnostics});
}

plan::Plan without_ways_back(plan::Plan plan) {
  for (plan::Sequence& sequence : plan.sequences) {
    if (sequence.find_way_back() != nullptr) sequence.poses.pop_back();
    for (plan::Track& track : sequence.tracks) {
      if (track.keys.back().goes_back()) track.keys.pop_back();
    }
  }
  return plan;
}

std::string lines_of(const plan::Plan& plan) {
  const std::string text = to_text(plan, ada());
  return text.substr(text.find("sequence "));
}

}  // namespace kine::test
