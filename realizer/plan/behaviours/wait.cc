// Behaviours that move nothing: waiting, whose end others can hang on to, and what is done to other
// blocks, which takes no time.
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/plan/parameters.h"
#include "realizer/speech/ssml.h"

namespace kine::plan {
namespace {

Draft idle_for(const Phase& phase, Where where) {
  return {.phases = {.points = {"start", "end"}, .phases = {phase}},
          .at = [where](const MomentTimes& times) {
            script::Sequence sequence;
            sequence.start = {times.front(), script::Time::From::Block, where};
            sequence.fade_out = times.back() - times.front();
            sequence.where = where;
            return sequence;
          }};
}

/// From the least value to the greatest; nothing of what cannot be changed.
std::optional<std::pair<double, double>> range_of(std::string_view parameter) {
  if (is_parameter(parameter) || parameter == "volume") return {{0.0, 1.0}};
  if (parameter == "rate") return {{speech::kRateMin, speech::kRateMax}};
  return std::nullopt;
}

/// "an amount is from 0 to 1"
std::string range_words(const std::string& parameter, const std::pair<double, double>& range) {
  return (parameter == "amount" ? "an " : "a ") + parameter + " is from " +
         format_number(range.first) + " to " + format_number(range.second);
}

}  // namespace

Drafted draft_wait(const script::Wait& wait, const script::Behaviour& behaviour,
                   const DraftContext&) {
  if (wait.length) return idle_for(Phase::rigid(*wait.length), behaviour.where);
  const Seconds longest = wait.longest.value_or(Seconds{0});
  return idle_for({.preferred = longest, .least = Seconds{0}, .most = wait.longest},
                  behaviour.where);
}

Drafted draft_activate(const script::Activate&, const script::Behaviour& behaviour,
                       const DraftContext&) {
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

Drafted draft_interrupt(const script::InterruptBlock&, const script::Behaviour& behaviour,
                        const DraftContext&) {
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

Drafted draft_change(const script::ChangeParameter& change, const script::Behaviour& behaviour,
                     const DraftContext&) {
  const auto unable_to = [&](std::string message) {
    return Unable{WarningKind::CannotCreateBehaviour, std::move(message), behaviour.where};
  };
  const auto range = range_of(change.parameter.text);
  if (!range) {
    return unable_to("of what plays 'amount', 'volume' and 'rate' can be changed, not " +
                     quoted(change.parameter.text));
  }
  if (change.to < range->first || change.to > range->second) {
    return unable_to(range_words(change.parameter.text, *range) + ", not " +
                     quoted(format_number(change.to)));
  }
  if (change.behaviour.text.find(':') == std::string::npos) {
    return unable_to("the target is no behaviour of a block: " + quoted(change.behaviour.text));
  }
  return idle_for(Phase::rigid(Seconds{0}), behaviour.where);
}

}  // namespace kine::plan
