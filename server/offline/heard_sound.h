// What is heard of a whole sound, each thing with when it is known.
//
//   a .wav --hear_all--> HeardSound --OfflineStage::hear--> a character that moves like its
//   speaker
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/gesture/performance.h"
#include "realizer/speech/hearing/hear_all.h"
#include "realizer/speech/hearing/heard_lips.h"
#include "realizer/speech/speech_track.h"

namespace kine::server {

/// Syllables that have ended, and silences, in the order in which they are known. Times count from
/// the first sample.
using HeardSound = std::vector<gesture::HeardNow>;

/// A .wav with samples of 16 bits. An error names the file.
Result<speech::Audio> read_sound_file(const std::string& path);

/// All that is heard of one, from 8,000 to 48,000 samples a second. An error names the file.
Result<std::vector<speech::Heard>> hear_whole_file(const std::string& path,
                                                   const speech::ProsodyStatistics& training = {});

HeardSound heard_sound_of(const std::vector<speech::Heard>& all);

/// How mouth and brows of the speaker are seen to be, each change with when it is known.
struct LipsAt {
  double known_s = 0;
  speech::LipWeights lips = {};
  std::uint8_t brows = 0;  // 255: all the way up
};
using LipsOfSound = std::vector<LipsAt>;

/// Lips are closed at its end. `heard`: all of that sound, for brows.
LipsOfSound lips_of(const speech::Audio& audio, const std::vector<speech::Heard>& heard = {});

}  // namespace kine::server
