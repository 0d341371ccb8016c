// Speech: its times are the voice's, and nobody stretches them. Where the voice fails, the words
// are mouthed at the times that they are likely to take, so that what goes with them goes on.
#include <memory>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"
#include "realizer/script/bml_words.h"

namespace kine::plan {
namespace {

speech::Utterance utterance_of(const script::Speech& written, const std::string& id) {
  speech::Utterance utterance{.text = written.text,
                              .ssml = written.ssml,
                              .marks = {},
                              .voice = written.voice.text,
                              .id = id};
  for (const script::SpeechMark& mark : written.marks) {
    utterance.marks.push_back({mark.id.text, mark.byte});
  }
  return utterance;
}

/// From mark to mark, as long as it takes to say.
Phases phases_of(const speech::SpeechTrack& track) {
  Phases phases{.points = {"start"}, .phases = {}};
  Seconds at{0};
  for (const speech::Mark& mark : track.marks) {
    phases.points.push_back(mark.id);
    phases.phases.push_back(Phase::rigid(mark.at - at));
    at = mark.at;
  }
  phases.points.emplace_back("end");
  phases.phases.push_back(Phase::rigid(track.length - at));
  return phases;
}

/// Whether it is the voice's fault, and not what was asked of it.
bool is_of_the_voice(const Error& error) { return error.code == ErrorCode::Unsupported; }

}  // namespace

Drafted draft_speech(const script::Speech& written, const script::Behaviour& behaviour,
                     const DraftContext& context) {
  speech::Utterance utterance = utterance_of(written, behaviour.id.text);
  auto said = context.voice.say(utterance);
  std::string lacks;
  const bool is_sound = script::is_sound(behaviour.element);
  if (!said && (is_sound || is_of_the_voice(said.error()))) {
    lacks = said.error().message;
    utterance.voice.clear();
    said = speech::silent_voice().say(utterance);
  } else if (is_sound && said && said->audio.samples.empty()) {
    lacks = "no recording was given for " + quoted(written.voice.text);
  }
  if (!said) return unable(said.error());
  said->text = written.text;  // for what is told of an interruption
  said->ssml = written.ssml;
  auto track = std::make_shared<const speech::SpeechTrack>(*std::move(said));
  Phases phases = phases_of(*track);
  return Draft{.phases = phases,
               .at =
                   [points = phases.points, where = behaviour.where](const MomentTimes& times) {
                     script::Sequence sequence;
                     sequence.start = {times.front(), script::Time::From::Block, where};
                     for (std::size_t i = 1; i + 1 < points.size(); ++i) {
                       script::Pose pose;
                       pose.id = {points[i], where};
                       pose.time = {times[i] - times.front(), script::Time::From::Sequence, where};
                       pose.where = where;
                       sequence.poses.push_back(std::move(pose));
                     }
                     sequence.fade_out = times.back() - times[times.size() - 2];
                     sequence.where = where;
                     return sequence;
                   },
               .speech = std::move(track),
               .lacks = std::move(lacks)};
}

}  // namespace kine::plan
