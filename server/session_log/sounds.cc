#include "server/session_log/sounds.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "realizer/core/number.h"
#include "realizer/core/pcm16.h"
#include "server/base/base64.h"

namespace kine::server {

void ByteHash::add(std::string_view bytes) {
  // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv), eight bytes at a time, each time stirred.
  constexpr std::uint64_t kPrime = 0x100000001b3;
  const auto stir = [&](std::uint64_t word) {
    value_ = (value_ ^ word) * kPrime;
    value_ ^= value_ >> 29;
  };
  while (bytes.size() >= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    stir(word);
    bytes.remove_prefix(sizeof word);
  }
  for (const char byte : bytes) stir(static_cast<unsigned char>(byte));
}

std::string ByteHash::text() const {
  std::string digits(16, '0');
  for (std::size_t i = 0; i < digits.size(); ++i) {
    digits[i] = "0123456789abcdef"[value_ >> (60 - 4 * i) & 15];
  }
  return digits;
}

std::string hash_of(std::string_view bytes) {
  ByteHash hash;
  hash.add(bytes);
  return hash.text();
}

WrittenSounds::Written WrittenSounds::write(const speech::Audio& audio) {
  Written written;
  for (std::size_t i = 0; i < audio.samples.size(); i += kSoundPieceSamples) {
    const std::size_t count = std::min(kSoundPieceSamples, audio.samples.size() - i);
    const std::string bytes = pcm16_bytes(std::span(audio.samples).subspan(i, count));
    std::string name = hash_of(bytes);
    if (kept_.emplace(name, count).second) {
      written.rows.push_back({.sound = name, .samples = to_base64(bytes)});
      order_.push_back(name);
      if (order_.size() > kSoundPiecesKept) {
        kept_.erase(order_.front());
        order_.pop_front();
      }
    }
    written.names.push_back(std::move(name));
  }
  return written;
}

Result<Done> ReadSounds::add(const SoundRow& row) {
  const auto bytes = bytes_of_base64(row.samples);
  if (!bytes || bytes->size() % kPcm16Bytes != 0 ||
      bytes->size() > kPcm16Bytes * kSoundPieceSamples) {
    return Error{ErrorCode::Syntax, "no samples in base64: " + quoted(row.samples)};
  }
  // Written once more, by a server that has started again, it is kept as long as a new one.
  if (!kept_.insert_or_assign(row.sound, pcm16_samples(*bytes)).second) {
    std::erase(order_, row.sound);
  }
  order_.push_back(row.sound);
  if (order_.size() > kSoundPiecesKept) {
    kept_.erase(order_.front());
    order_.pop_front();
  }
  return Done{};
}

Result<speech::Audio> ReadSounds::audio(std::uint32_t rate_hz,
                                        const std::vector<std::string>& names) const {
  speech::Audio audio{.rate_hz = rate_hz, .samples = {}};
  if (names.size() > kSoundPiecesKept) {
    return Error{ErrorCode::LimitExceeded, "past sound_pieces_kept of " +
                                               std::to_string(kSoundPiecesKept) + ": '" +
                                               std::to_string(names.size()) + "'"};
  }
  for (const std::string& name : names) {
    const auto piece = kept_.find(name);
    if (piece == kept_.end()) {
      return Error{ErrorCode::UnknownName, "no row before it has the sound " + quoted(name)};
    }
    audio.samples.insert(audio.samples.end(), piece->second.begin(), piece->second.end());
  }
  return audio;
}

}  // namespace kine::server
