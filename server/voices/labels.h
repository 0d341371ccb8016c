// When words and sounds of a recording are, as the tools of phoneticians and others write it down.
//
//   bytes of a .TextGrid, .ctm or .json --read_labels--> Labels --labelled_track--> SpeechTrack
//
// Times come from a file and may be anything: what is read is finite, in order and without overlap,
// or an error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/speech/speech_track.h"

namespace kine::server {

struct LabelledWord {
  std::string text;
  Seconds start{0};
  Seconds end{0};

  friend bool operator==(const LabelledWord&, const LabelledWord&) = default;
};

struct Labels {
  std::vector<LabelledWord> words;                  // without pauses
  std::vector<speech::Phone> phones;                // none: nobody said when they are
  speech::Timing timing = speech::Timing::Aligned;  // of the words, where there are any

  /// What is in the file and means nothing here, each once, for people: "the tier 'notes'".
  std::vector<std::string> left_out = {};

  friend bool operator==(const Labels&, const Labels&) = default;
};

/// Bytes of a file of labels, and words or sounds in it: half an hour that is labelled closely.
inline constexpr std::size_t kLabelBytesMax = std::size_t{4} << 20;
inline constexpr std::size_t kLabelsMax = 50'000;

/// Praat's, in its long or its short form. The tier of words is called "words", "word" or "Word",
/// that of sounds "phones", "phone", "phonemes" or "segments".
Result<Labels> read_text_grid(std::string_view text);

/// NIST's: "FILE CHANNEL START LENGTH WORD", a line a word. Lines that begin with ;; are comments.
Result<Labels> read_ctm(std::string_view text);

/// {"words": [{"text": "Hello", "start": 0.1, "end": 0.4}], "phones": [{"ipa": "h", "start": 0.1,
/// "end": 0.15, "stress": 0}]}, the phones or not.
Result<Labels> read_json_labels(std::string_view text);

/// By the file's ending.
Result<Labels> read_labels(std::string_view file_name, std::string_view text);

/// In order, within themselves, finite and not before 0; else an error that says which is not.
Result<Labels> checked(Labels labels);

/// A sound as ARPAbet writes it ("AH0", "hh", "ax") in IPA, with its stress; what is no ARPAbet is
/// taken for IPA, and "sil", "sp", "pau" and the like for a pause.
speech::Phone phone_named(std::string_view name);

}  // namespace kine::server
