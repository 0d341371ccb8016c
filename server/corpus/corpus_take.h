// A take of a corpus: speech, and what a character does with it.
//
//   seed, number --make_take--> sound, script, motion (.bvh), truth (.csv)
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

namespace kine::server {

/// A voice, and which of its own says a take.
struct CorpusVoice {
  std::shared_ptr<const speech::Voice> voice;  // never null
  std::string name;                            // one of its own voices; empty: its first
};

struct CorpusTake {
  speech::Audio audio;
  std::string script;
  std::string bvh;  // at kCorpusRate
  std::string truth;
};

inline constexpr std::uint32_t kCorpusRate_hz = 30;

/// What was said and done, a row a thing: `phrase` with its arousal, `syllable` with its
/// prominence, `gesture` from its start to the end of its stroke, with its size; and `phase`, a
/// part of what arms do: out to the end of the stroke, a hold, or back.
inline constexpr std::string_view kTruthColumns = "kind,from_s,to_s,value,name\n";

/// Somebody says this, and moves by the grammar. Pre: phrases are in order, within the sound.
Result<CorpusTake> author_take(speech::Audio audio,
                               const std::vector<gesture::SpokenPhrase>& phrases,
                               std::uint64_t seed, std::size_t number,
                               const std::shared_ptr<const Cast>& cast);

/// Some 50 s. The same seed and number give the same take wherever the voice says the same.
Result<CorpusTake> make_take(std::uint64_t seed, std::size_t number, const CorpusVoice& voice,
                             const std::shared_ptr<const Cast>& cast);

}  // namespace kine::server
