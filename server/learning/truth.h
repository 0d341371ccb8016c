// What is true of a take of a corpus, beside its sound and motion: NAME.truth.csv, as
// `kinesphere corpus` writes it.
//
//   text --read_truth--> phrases with their arousal, stressed syllables, phases of gestures
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/gesture/training/training_take.h"

namespace kine::server {

struct TruePhrase {
  double from_s = 0;
  double to_s = 0;
  double arousal = 0;  // 0 to 1
};

struct TakeTruth {
  std::vector<TruePhrase> phrases;
  std::vector<double> nuclei_s;             // of stressed syllables, ascending
  std::vector<gesture::LabelledSpan> arms;  // phases of gestures, in the order of time
};

inline constexpr std::string_view kTruthEnding = ".truth.csv";

/// Of a file: an hour of speech has less.
inline constexpr std::size_t kTruthBytesMax = std::size_t{8} << 20;

/// An error names the line. Rows of other kinds are passed over.
Result<TakeTruth> read_truth(std::string_view text);

/// An error names the file.
Result<TakeTruth> read_truth_file(const std::string& path);

}  // namespace kine::server
