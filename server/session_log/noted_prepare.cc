#include "server/session_log/noted_prepare.h"

#include <memory>
#include <utility>

namespace kine::server {
namespace {

/// Of one preparation, on one thread.
class NotedVoice final : public speech::Voice {
 public:
  /// Both outlive it.
  NotedVoice(const speech::Voice& voice, std::vector<Preparation::Answer>& answers)
      : voice_(voice), answers_(answers) {}

  std::string_view name() const override { return voice_.name(); }

  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    auto said = voice_.say(utterance);
    Preparation::Answer answer{.utterance = utterance, .track = {}};
    answer.utterance.revisions.reset();
    if (said) {
      answer.track = std::make_shared<const speech::SpeechTrack>(*said);
    } else {
      answer.error = said.error().message;
    }
    answers_.push_back(std::move(answer));
    return said;
  }

 private:
  const speech::Voice& voice_;
  std::vector<Preparation::Answer>& answers_;
};

/// What else a script is prepared by does not compile until it is here.
Preparation preparation_of(std::string_view text, const PrepareContext& context) {
  // No server explains. The head has the seed.
  const auto& [casts, script_id, character, set_targets, voice, sketches, explains, meanings,
               live] = context;
  const auto& [tension, manners, located, others, so_far, cancelled, on_planning] = live;
  Preparation preparation{.text = std::string(text),
                          .casts = {casts.begin(), casts.end()},
                          .script_id = std::string(script_id),
                          .character = std::string(character),
                          .targets = {set_targets.begin(), set_targets.end()},
                          .tension = std::string(tension),
                          .sketches = {sketches.begin(), sketches.end()},
                          .manners = {manners.begin(), manners.end()},
                          .located = {located.begin(), located.end()},
                          .voice = std::string(voice->name()),
                          .styles = {meanings.styles.begin(), meanings.styles.end()}};
  if (so_far != nullptr) preparation.so_far = *so_far;
  return preparation;
}

}  // namespace

PrepareOutcome prepare_noted(HappeningSink* sink, std::string_view text,
                             const PrepareContext& context, Diagnostics& diagnostics,
                             const SettlePrepared& settle) {
  if (sink == nullptr) {
    auto prepared = prepare(text, context, diagnostics);
    if (settle) settle(prepared);
    return prepared;
  }
  Preparation preparation = preparation_of(text, context);
  const NotedVoice voice(*context.voice, preparation.said);
  PrepareContext noted = context;
  noted.voice = &voice;
  if (context.live.others) {
    noted.live.others = [&](const plan::OtherPointsWanted& wanted) {
      return preparation.others.emplace_back(context.live.others(wanted));
    };
  }
  auto prepared = prepare(text, noted, diagnostics);
  if (settle) settle(prepared);
  // What was stopped had no end of its own. What was done before that may still be played.
  if (!prepared && context.live.cancelled.stop_requested()) return prepared;
  if (prepared) {
    preparation.blocks = prepared->blocks;
  } else {
    preparation.error = prepared.error().message;
  }
  sink->push(std::move(preparation));
  return prepared;
}

}  // namespace kine::server
