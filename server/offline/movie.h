// Pictures and sound as an MP4, by the program ffmpeg where there is one on the PATH. Nothing else
// needs it.
//
//   bytes of an .apng, Audio --write_movie--> a child process --> FILE.mp4
#pragma once

#include <chrono>
#include <string>

#include "realizer/core/result.h"
#include "realizer/formats/provenance.h"
#include "realizer/speech/voice.h"

namespace kine::server {

/// A movie of two minutes takes ffmpeg some ten seconds; past this it is ended.
inline constexpr std::chrono::minutes kMovieWaitMax{10};

struct Movie {
  std::string pictures;  // an .apng
  speech::Audio sound;   // of no length: there is none
  formats::Provenance provenance;
};

/// The file is there whole or not at all. An error where there is no ffmpeg, and what ffmpeg says
/// where it fails.
Result<Done> write_movie(const std::string& output, const Movie& movie);

}  // namespace kine::server
