#include "server/offline/heard_sound.h"

#include <span>

#include "server/base/folder.h"
#include "server/voices/wave_file.h"

namespace kine::server {
namespace {

using speech::Heard;

// Sound is heard in pieces of so many samples; the pieces change nothing.
constexpr std::size_t kPiece = 4'096;

constexpr float kHalfRange = 32'768;

static_assert(speech::Observation::kSymbols == gesture::kSymbols);

}  // namespace

Result<std::vector<Heard>> hear_all(const speech::Audio& audio,
                                    const speech::ProsodyStatistics& training) {
  auto hearing = speech::Hearing::make({.rate_hz = audio.rate_hz, .training = training});
  if (!hearing) return hearing.error();
  std::vector<Heard> all;
  const auto add = [&](std::span<const Heard> heard) {
    all.insert(all.end(), heard.begin(), heard.end());
  };
  std::vector<float> piece;
  for (const std::int16_t sample : audio.samples) {
    piece.push_back(sample / kHalfRange);
    if (piece.size() < kPiece) continue;
    add(hearing->push(piece));
    piece.clear();
  }
  add(hearing->push(piece));
  add(hearing->finish());
  return all;
}

HeardSound heard_sound_of(const std::vector<Heard>& all) {
  HeardSound sound;
  for (const Heard& heard : all) {
    if (heard.kind == Heard::Kind::Peak) continue;
    sound.push_back({.symbol = static_cast<std::uint8_t>(heard.observation.symbol()),
                     .context = heard.observation.context,
                     .known_s = heard.found.count()});
  }
  return sound;
}

Result<std::vector<Heard>> hear_whole_file(const std::string& path,
                                           const speech::ProsodyStatistics& training) {
  const auto bytes = read_file_up_to(path, kWaveBytesMax);
  if (!bytes) return bytes.error();  // it names the file
  const auto audio = read_wave(*bytes);
  if (!audio) return error_in_file(path, audio.error());
  auto all = hear_all(*audio, training);
  if (!all) return error_in_file(path, all.error());
  return all;
}

Result<HeardSound> hear_file(const std::string& path, const speech::ProsodyStatistics& training) {
  const auto all = hear_whole_file(path, training);
  if (!all) return all.error();
  return heard_sound_of(*all);
}

}  // namespace kine::server
