// The voice `external`: any program that answers on a socket, one line of JSON for one line of
// JSON. README.md in this folder has the protocol.
//
//   say --{"text": …, "words": […]}--> HOST:PORT --{"rate_hz": …, "samples": …, "words": […]}-->
//   say
//
// A connection an utterance, so that nothing is left over from one that failed.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "realizer/speech/utterance_text.h"
#include "realizer/speech/voice.h"
#include "server/voices/labels.h"

namespace kine::server {

class RevisionReader;

class ExternalVoice final : public speech::Voice {
 public:
  struct Options {
    std::string host;
    std::string port;
    std::chrono::milliseconds connect_wait_max{1'000};
    std::chrono::milliseconds answer_wait_max{10'000};
  };

  explicit ExternalVoice(Options options);
  ~ExternalVoice() override;

  std::string_view name() const override { return "external"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

 private:
  const Options options_;
  const std::unique_ptr<RevisionReader> revisions_;
};

/// Bytes of an answer: ten minutes at 24,000 Hz in base64, and what stands around.
inline constexpr std::size_t kExternalAnswerBytesMax = std::size_t{40} << 20;

/// The line that asks for it, with its end.
std::string external_request(const speech::Utterance& utterance, const speech::UtteranceText& text);

struct ExternalAnswer {
  Labels labels;
  speech::Audio audio;
  Seconds sound_from{0};  // where the sound of a revision goes on
  bool revises = false;   // whether it may say more on the connection, later
};

/// An error where it is none, or where it says that there is one.
Result<ExternalAnswer> read_external_answer(std::string_view line,
                                            const speech::UtteranceText& text);

/// The same, whose error says no more than what is wrong.
Result<ExternalAnswer> read_external_line(std::string_view line, const speech::UtteranceText& text);

/// Silent behind its end up to the last word: what an engine has not made yet.
speech::Audio with_silence_for(const Labels& labels, speech::Audio audio);

}  // namespace kine::server
