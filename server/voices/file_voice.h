// The voice `file`: recordings of a folder that the operator names, with labels that say when each
// word is.
//
//   NAME.wav, NAME.TextGrid or .ctm or .json --open--> FileVoice --say--> SpeechTrack
//
// An utterance names its recording as its voice ("welcome"), or has just the words that one of them
// is labelled with. Labels and the heads of sounds are read when the voice opens, so that the
// operator hears of a bad file; sound is read when it is said. Each utterance looks at the folder
// again: what has changed is read anew, and what has not is kept.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "realizer/speech/voice.h"
#include "server/voices/labels.h"

namespace kine::server {

/// Recordings of a folder.
inline constexpr std::size_t kVoiceFilesMax = 4'096;

class FileVoice final : public speech::Voice {
 public:
  /// Takes one line about each file that is skipped, and about labels that mean nothing, when it is
  /// first seen and each time that it has changed and is still bad. From any thread, one call at a
  /// time; may be empty.
  using Report = std::function<void(const std::string& line)>;

  static Result<std::unique_ptr<FileVoice>> open(const std::string& folder, Report report = {});

  std::string_view name() const override { return "file"; }

  /// Looks at the folder first. An error about a recording that is skipped says why it is.
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

  /// As many as could be said when the folder was looked at last.
  std::size_t recording_count() const;

 private:
  /// A recording whose files were as `stamp` says when it was read.
  struct Recording {
    std::string stamp;
    Result<Labels> labels;  // or why it is skipped
  };
  struct Contents {
    std::map<std::string, std::shared_ptr<const Recording>> recordings = {};  // by name
    std::map<std::string, std::string> by_words = {};  // the first name that has them
  };

  FileVoice(std::string folder, Report report)
      : folder_(std::move(folder)), report_(std::move(report)) {}
  Result<std::shared_ptr<const Contents>> look() const;
  std::shared_ptr<const Recording> read(const std::string& name, std::string stamp) const;
  Result<std::string> find(const speech::Utterance& utterance, const Contents& contents) const;

  const std::string folder_;
  const Report report_;
  mutable std::mutex mutex_;  // of what follows
  mutable std::shared_ptr<const Contents> contents_ = std::make_shared<const Contents>();
};

}  // namespace kine::server
