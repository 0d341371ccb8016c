#include "tests/support/plan/behaviours.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "server/scene/casts.h"
#include "tests/support/motion/bodies.h"

namespace kine::test {
namespace {

class HalfSecondVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "half-second"; }

  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    if (utterance.text.find("mumble") != std::string::npos) {
      return Error{ErrorCode::UnknownName, "nobody can say 'mumble'"};
    }
    if (utterance.text.find("hush") != std::string::npos) {
      return Error{ErrorCode::Unsupported, "it has lost its voice"};
    }
    constexpr Seconds kWord{0.5};
    speech::SpeechTrack track;
    const std::string& text = utterance.text;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = text.find_first_not_of(' ', at);
      if (begin == std::string::npos) break;
      at = std::min(text.find(' ', begin), text.size());
      const Seconds start = track.length;
      track.length += kWord;
      track.words.push_back(
          {.byte_begin = begin, .byte_end = at, .start = start, .end = track.length});
    }
    for (const speech::Utterance::Mark& mark : utterance.marks) {
      Seconds onset = track.length;
      for (std::size_t i = track.words.size(); i-- > 0;) {
        if (track.words[i].byte_begin >= mark.byte) onset = track.words[i].start;
      }
      track.marks.push_back({mark.id, onset});
    }
    return track;
  }
};

}  // namespace

const speech::Voice& half_second_voice() {
  static const HalfSecondVoice kVoice;
  return kVoice;
}

const plan::Vocabulary& whole_vocabulary() {
  static const auto kCasts = server::make_casts(server::default_characters());
  if (!kCasts) throw std::runtime_error(kCasts.error().message);
  return *kCasts->front()->vocabulary;
}

plan::DraftContext drafting() {
  return {.body = ada(),
          .vocabulary = whole_vocabulary(),
          .voice = half_second_voice(),
          .knows_target = [](std::string_view name) { return name == "camera" || name == "ball"; },
          .find_place =
              [](std::string_view name) {
                return name == "ball" ? std::optional(Vec3{1, 1, 1}) : std::nullopt;
              }};
}

script::Behaviour behaviour(const std::string& id, script::BehaviourKind kind) {
  script::Behaviour made;
  made.id = {id};
  made.element = id;
  made.kind = std::move(kind);
  return made;
}

plan::Draft draft_of(script::BehaviourKind kind) {
  plan::Drafted drafted = plan::draft_of(behaviour("b", std::move(kind)), drafting());
  if (auto* draft = std::get_if<plan::Draft>(&drafted)) return std::move(*draft);
  throw std::runtime_error(std::get<plan::Unable>(drafted).message);
}

plan::Unable unable_of(script::BehaviourKind kind) {
  plan::Drafted drafted = plan::draft_of(behaviour("b", std::move(kind)), drafting());
  if (auto* unable = std::get_if<plan::Unable>(&drafted)) return std::move(*unable);
  throw std::runtime_error("it can be done");
}

}  // namespace kine::test
