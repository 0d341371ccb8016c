// How much memory things of clients take, as the account counts it: sound as it is, and an estimate
// of what else there is. Pure functions.
//
//   ScriptSource, SpeechTrack, Block --> bytes --> MemoryAccount
#pragma once

#include <cstddef>

#include "realizer/prepare/prepare.h"
#include "realizer/speech/voice.h"

namespace kine::server {

struct ScriptSource;

/// Of a script from its Submit on: what is remembered beside its text.
inline constexpr std::size_t kScriptBytes = 1'024;

/// Of a block, for each byte of the text it was planned from: the keys of its segments. An
/// estimate.
inline constexpr std::size_t kPlannedBytesOfText = 32;

std::size_t memory_of(const ScriptSource& source);
std::size_t memory_of(const speech::SpeechTrack& track);

/// Without what it says, which counts by itself. `text_bytes` of its script.
std::size_t memory_of(const motion::Block& block, std::size_t text_bytes);

}  // namespace kine::server
