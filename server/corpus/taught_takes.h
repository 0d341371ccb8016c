// Takes of somebody's own speech. Our grammar authors what they do from what is heard of them: a
// teacher that knows the whole talk, for a model that will hear it live.
//
//   a talk, a .wav --phrases_heard, parts_of--> parts --author_take--> CorpusTakes
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/gesture/authored.h"
#include "realizer/speech/voice.h"
#include "server/corpus/corpus.h"

namespace kine::server {

/// Another take begins in the first pause after so long, or where there is none, between syllables.
inline constexpr double kTaughtTake_s = 50;

/// A part of a talk, its phrases in times of the talk.
struct TalkPart {
  Seconds from{0};
  Seconds to{0};
  std::vector<gesture::SpokenPhrase> phrases;
};

/// Parts that follow each other without a gap. A rest that is shorter than a fifth of a take
/// belongs to the part before. Pre: phrases are in order, within `length`.
std::vector<TalkPart> parts_of(std::vector<gesture::SpokenPhrase> phrases, Seconds length);

/// Gives the takes of a talk to `sink`, numbered from `first` on. An error where its rate cannot be
/// heard, or nobody speaks in it, or it is too short to be learnt from.
Result<CorpusLength> teach(const speech::Audio& talk, std::uint64_t seed, std::size_t first,
                           const std::shared_ptr<const Cast>& cast, const TakeSink& sink);

/// The same of .wav files and of folders with them, one after the other. An error names the file.
Result<CorpusLength> teach_files(const std::vector<std::string>& sources, std::uint64_t seed,
                                 const TakeSink& sink);

}  // namespace kine::server
