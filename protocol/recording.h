// A recording (.ksr): the conversation written down, message by message, each with its tick.
//
//   messages --RecordingWriter--> bytes of a file --RecordingReader--> messages
//
//   8 bytes   89 'K' 'S' 'R' 0D 0A 1A 0A
//   u32       kRecordingLayout
//   records   u64 tick, u32 length, and so many bytes: an Envelope as it travels
//   an end    u64 kNoTick, u32 length, so many bytes: the index, 16 bytes an entry: u64 tick, u64
//             the place of the first record of that tick, in bytes from the file's beginning;
//             then u64 the place of this end itself, and 8 bytes 'K' 'S' 'R' 'e' 'n' 'd' 0D 0A
//
// All numbers are little-endian. First stands the server's Hello, then a Skeleton of each
// character, all at the first tick; ticks do not decrease. Skeletons hold for the whole recording,
// so that playing may begin at any record. A file whose end is missing, for its writer was stopped,
// is read up to its last whole record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/framing.h"
#include "realizer/body/body.h"
#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"

namespace kine::protocol {

inline constexpr std::uint32_t kRecordingLayout = 1;
inline constexpr std::uint64_t kNoTick = UINT64_MAX;

/// Of a recording that is read: what a server can have.
inline constexpr std::uint32_t kRecordedRateMax_hz = 1'000;
inline constexpr std::size_t kRecordedCharactersMax = 16'384;

struct RecordedCharacter {
  CharacterId id;
  std::uint32_t skeleton_id = 0;
  std::string name;
  std::shared_ptr<const body::Body> body;  // its name and its offsets, no more; never null
};

/// What a recording begins with.
struct RecordingHead {
  TickRate rate;
  std::vector<RecordedCharacter> characters;
};

class RecordingWriter {
 public:
  /// Appends all that stands before what happens, from `first` on.
  RecordingWriter(const RecordingHead& head, Tick first, std::string& bytes);

  /// Pre: no tick before the last one.
  void append(Tick tick, const Bytes& message, std::string& bytes);

  /// The end; nothing more can be appended.
  void finish(std::string& bytes);

  /// Of the file so far, without its end.
  std::uint64_t size() const { return size_; }
  Tick last_tick() const { return last_; }

 private:
  struct Entry {
    Tick tick;
    std::uint64_t place = 0;
  };
  void put(std::uint64_t tick, std::string_view message_with_length, std::string& bytes);

  TickRate rate_;
  std::uint64_t size_ = 0;
  Tick last_;
  std::vector<Entry> index_;
};

/// One message of a recording, without its length; a view of the recording's bytes.
struct Record {
  Tick tick;
  std::string_view message;
};

class RecordingReader {
 public:
  /// `bytes` outlive this, and must not change.
  static Result<RecordingReader> open(std::string_view bytes);

  const RecordingHead& head() const { return head_; }
  Tick first_tick() const { return first_; }
  Tick last_tick() const { return last_; }

  /// Whether its writer came to its end.
  bool whole() const { return whole_; }

  /// The next message behind the skeletons; nothing at the end.
  Result<std::optional<Record>> next();

  /// What next() gives then is the first message at or after `tick`.
  Result<Done> seek(Tick tick);

 private:
  struct Entry {
    Tick tick;
    std::size_t place = 0;
  };

  explicit RecordingReader(std::string_view bytes) : bytes_(bytes) {}
  Result<Done> read_head();
  Result<Done> read_end();
  Result<Done> scan();
  Result<std::optional<Record>> read_record(std::size_t& place) const;
  Error broken(std::string what, std::size_t place) const;

  std::string_view bytes_;
  RecordingHead head_{TickRate(1), {}};
  Tick first_;
  Tick last_;
  bool whole_ = false;
  std::size_t begin_ = 0;  // of what stands behind the skeletons
  std::size_t end_ = 0;    // of the last whole record
  std::size_t place_ = 0;  // of what next() gives
  Tick read_;              // of the record before
  std::vector<Entry> index_;
};

}  // namespace kine::protocol
