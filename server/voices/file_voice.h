// The voice `file`: recordings of a folder that the operator names, with labels that say when each
// word is.
//
//   NAME.wav, NAME.TextGrid or .ctm or .json --open--> FileVoice --say--> SpeechTrack
//
// An utterance names its recording as its voice ("welcome"), or has just the words that one of them
// is labelled with. Labels are read when the voice opens, so that the operator hears of a bad one;
// sound is read when it is said.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "realizer/core/diagnostics.h"
#include "realizer/speech/voice.h"
#include "server/voices/labels.h"

namespace kine::server {

/// Recordings of a folder.
inline constexpr std::size_t kVoiceFilesMax = 4'096;

class FileVoice final : public speech::Voice {
 public:
  /// Recordings that cannot be used are left out, with a warning each.
  static Result<std::unique_ptr<FileVoice>> open(const std::string& folder, Diagnostics& left_out);

  std::string_view name() const override { return "file"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

  std::size_t recording_count() const { return labels_.size(); }

 private:
  explicit FileVoice(std::string folder) : folder_(std::move(folder)) {}
  Result<std::string> find(const speech::Utterance& utterance) const;

  const std::string folder_;
  std::map<std::string, Labels> labels_;         // by name
  std::map<std::string, std::string> by_words_;  // the first name that has them
};

}  // namespace kine::server
