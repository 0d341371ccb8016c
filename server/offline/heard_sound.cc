#include "server/offline/heard_sound.h"

#include "realizer/core/pcm16.h"
#include "realizer/speech/hearing/heard_brows.h"
#include "server/base/folder.h"
#include "server/voices/wave_file.h"

namespace kine::server {
namespace {

using speech::Heard;

static_assert(speech::Observation::kSymbols == gesture::kSymbols);

}  // namespace

Result<speech::Audio> read_sound_file(const std::string& path) {
  const auto bytes = read_file_up_to(path, kWaveBytesMax);
  if (!bytes) return bytes.error();
  auto audio = read_wave(*bytes);
  if (!audio) return error_in_file(path, audio.error());
  return audio;
}

HeardSound heard_sound_of(const std::vector<Heard>& all) {
  HeardSound sound;
  for (const Heard& heard : all) {
    if (heard.kind != Heard::Kind::Peak) {
      sound.push_back({.symbol = static_cast<std::uint8_t>(heard.observation.symbol()),
                       .context = heard.observation.context,
                       .known_s = heard.found.count()});
    } else if (!sound.empty() && sound.back().known_s == heard.found.count()) {
      sound.back().next_peak_s = heard.at.count();  // by which that was known
    }
  }
  return sound;
}

LipsOfSound lips_of(const speech::Audio& audio, const std::vector<Heard>& heard) {
  speech::HeardLips mouth(audio.rate_hz);
  speech::HeardBrows brows;
  auto next = heard.begin();
  LipsOfSound all;
  std::uint64_t taken = 0;
  for (const std::int16_t sample : audio.samples) {
    ++taken;
    const auto lips = mouth.push(amplitude_of(sample));
    if (!lips) continue;
    const Seconds known(static_cast<double>(taken) / audio.rate_hz);
    for (; next != heard.end() && next->found <= known; ++next) brows.push(*next);
    const LipsAt now{.known_s = known.count(), .lips = *lips, .brows = brows.at(known)};
    const bool is_same =
        !all.empty() && all.back().lips == now.lips && all.back().brows == now.brows;
    if (!is_same) all.push_back(now);
  }
  all.push_back({.known_s = static_cast<double>(taken) / audio.rate_hz, .lips = {}});
  return all;
}

Result<std::vector<Heard>> hear_whole_file(const std::string& path,
                                           const speech::ProsodyStatistics& training) {
  const auto audio = read_sound_file(path);
  if (!audio) return audio.error();
  auto all = speech::hear_all(*audio, training);
  if (!all) return error_in_file(path, all.error());
  return all;
}

}  // namespace kine::server
