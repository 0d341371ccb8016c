#include "realizer/plan/behaviours/planned_gestures.h"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "realizer/core/limits.h"
#include "realizer/gesture/authored.h"
#include "realizer/gesture/heard_phrases.h"
#include "realizer/speech/phrases.h"

namespace kine::plan {
namespace {

// They lie below all that scripts can ask for.
constexpr int kPlannedPriority = -1'000'000;

// The purpose of random numbers.
constexpr std::uint64_t kPurposeOfGestures = 3'000;

// Of a gesture that is as small as they come, so much of its way is left.
constexpr double kSmallest = 0.7;

// A wrist comes to rest a little behind the end of its stroke: so strokes end earlier by this.
constexpr double kComesToRest_s = 0.01;

// How lively a phrase is that has no accent, and how much its accents make of it.
constexpr double kQuiet = 0.2;
constexpr double kOfAccents = 0.6;

/// A phrase whose accents are strong is livelier.
double arousal_of(const speech::Phrase& phrase) {
  if (phrase.accents.empty()) return kQuiet;
  double sum = 0;
  for (const speech::Accent& each : phrase.accents) sum += each.strength;
  return kQuiet + kOfAccents * sum / static_cast<double>(phrase.accents.size());
}

/// By its words; of a sound without any, by what is heard of it.
std::vector<gesture::SpokenPhrase> spoken_phrases_of(const speech::SpeechTrack& track) {
  if (track.words.empty()) {
    auto heard = gesture::phrases_heard(track.audio);
    return heard ? *std::move(heard) : std::vector<gesture::SpokenPhrase>();
  }
  std::vector<gesture::SpokenPhrase> spoken;
  for (const speech::Phrase& phrase : speech::phrases_of(track)) {
    spoken.push_back({.from_s = phrase.start.count(),
                      .to_s = phrase.end.count(),
                      .arousal = arousal_of(phrase)});
    for (const speech::Accent& each : phrase.accents) {
      spoken.back().syllables.push_back(
          {.nucleus_s = each.at.count(), .stressed = true, .prominence = each.strength});
    }
  }
  return spoken;
}

/// The same speech gestures in the same way wherever it stands.
std::uint64_t seed_of(const script::Behaviour& speech, const speech::SpeechTrack& track) {
  return key_of(track.words.empty() ? std::get<script::Speech>(speech.kind).voice.text
                                    : track.text);
}

script::Gesture::Hand hand_of(gesture::GestureHand hand) {
  using Hand = script::Gesture::Hand;
  if (hand == gesture::GestureHand::Both) return Hand::Both;
  return hand == gesture::GestureHand::Left ? Hand::Left : Hand::Right;
}

/// So long after the speech has begun.
script::Appointment in_speech(std::string point, const script::Behaviour& speech, double after_s) {
  return {.point = std::move(point),
          .when = {.behaviour = speech.id,
                   .point = "start",
                   .offset = Seconds(after_s),
                   .where = speech.where}};
}

script::Behaviour behaviour_of(const gesture::ArmGesture& arm, std::size_t number,
                               const script::Behaviour& speech) {
  return {.id = {speech.id.text + "+" + std::to_string(number), speech.where},
          .element = "gesture",
          .kind = script::Gesture{.lexeme = {std::string(arm.lexeme), speech.where},
                                  .hand = hand_of(arm.hand),
                                  .nucleus = {},
                                  .tension = {},
                                  .priority = kPlannedPriority,
                                  .where = speech.where},
          .appointments = {in_speech("strokeEnd", speech, arm.stroke_end_s - kComesToRest_s)},
          .where = speech.where};
}

bool overlap(const MomentTimes& a, const MomentTimes& b) {
  return a.front() < b.back() && b.front() < a.back();
}

}  // namespace

std::vector<PlannedGesture> gestures_of_speech(const script::Behaviour& speech,
                                               const speech::SpeechTrack& track) {
  const std::vector<gesture::SpokenPhrase> phrases = spoken_phrases_of(track);
  Random random({.seed = seed_of(speech, track), .purpose = kPurposeOfGestures});
  const auto motion = gesture::author_motion(phrases, random);
  std::vector<PlannedGesture> gestures;
  for (const gesture::ArmGesture& arm : motion.arms) {
    if (gestures.size() == kSequencesMax) break;
    gestures.push_back({.behaviour = behaviour_of(arm, gestures.size() + 1, speech),
                        .size = kSmallest + (1 - kSmallest) * (arm.size + 1) / 2});
  }
  return gestures;
}

bool moves_arms(const script::BehaviourKind& kind) {
  return std::holds_alternative<script::Gesture>(kind) ||
         std::holds_alternative<script::Pointing>(kind) ||
         std::holds_alternative<script::Sequence>(kind);
}

void leave_out_beside_arms(const script::Behaviours& block, std::size_t first, Schedule& schedule) {
  const auto is_taken = [&](const MomentTimes& times) {
    for (std::size_t i = 0; i < first; ++i) {
      const auto& other = schedule.times[i];
      if (other && moves_arms(block.behaviours[i].kind) && overlap(times, *other)) return true;
    }
    return false;
  };
  for (std::size_t i = first; i < schedule.times.size(); ++i) {
    if (schedule.times[i] && is_taken(*schedule.times[i])) schedule.times[i].reset();
  }
}

}  // namespace kine::plan
