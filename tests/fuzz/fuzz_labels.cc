// Files of a folder of recordings: labels in each of their forms, and sound.
//
// What is read keeps its promises: finite, in order, and a track of it is valid.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "realizer/core/assert.h"
#include "server/voices/labelled_track.h"
#include "server/voices/labels.h"
#include "server/voices/wave_file.h"

using namespace kine;
using namespace kine::server;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char* const name : {"a.TextGrid", "a.ctm", "a.json"}) {
    const auto labels = read_labels(name, bytes);
    if (!labels) continue;
    KINE_ASSERT(labels->words.size() <= kLabelsMax && labels->phones.size() <= kLabelsMax);
    std::string text = "one";
    for (const LabelledWord& word : labels->words) {
      if (text.size() < 1'000) text += " " + bare_word(word.text);
    }
    speech::Audio audio{.rate_hz = 8'000, .samples = {}};
    audio.samples.resize(12'345);
    const auto track =
        labelled_track({.text = text, .marks = {{"m", 4}}, .voice = {}}, *labels, std::move(audio));
    KINE_ASSERT(!track || track->valid());
  }
  if (const auto audio = read_wave(bytes)) {
    KINE_ASSERT(audio->samples.size() * 2 <= size && audio->rate_hz > 0);
  }
  return 0;
}
