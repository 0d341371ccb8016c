// Sound in a session log: in pieces that are written once, for a speech that grows is logged with
// each change of it.
//
//   Audio --LoggedSounds::write--> names of pieces, rows of those that are new --read--> Audio
//
// Writer and reader keep the last kSoundPiecesKept pieces of the log, so neither grows with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/speech/speech_track.h"
#include "server/session_log/rows.h"

namespace kine::server {

/// Samples of a piece: 0.4 s of espeak's.
inline constexpr std::size_t kSoundPieceSamples = 8'192;

/// More than ten minutes at 48,000 Hz, which is as long as a block: 64 MiB of samples.
inline constexpr std::size_t kSoundPiecesKept = 4'096;

/// Of what is written.
class WrittenSounds {
 public:
  struct Written {
    std::vector<std::string> names;
    std::vector<SoundRow> rows;  // to come before what names them
  };
  Written write(const speech::Audio& audio);

 private:
  std::map<std::string, std::size_t, std::less<>> kept_;
  std::deque<std::string> order_;
};

/// Of what is read.
class ReadSounds {
 public:
  /// An error where the samples are no base64 of a piece.
  Result<Done> add(const SoundRow& row);

  /// An error that names the piece that there is not.
  Result<speech::Audio> audio(std::uint32_t rate_hz, const std::vector<std::string>& names) const;

 private:
  std::map<std::string, std::vector<std::int16_t>, std::less<>> kept_;
  std::deque<std::string> order_;
};

/// 16 hexadecimal digits of 64 bits that are another for other bytes.
std::string hash_of(std::string_view bytes);

/// The same of several pieces in a row.
class ByteHash {
 public:
  void add(std::string_view bytes);
  std::string text() const;

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace kine::server
