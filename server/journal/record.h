// A record of a journal: a row of the session log, framed so that a torn one is told from a whole
// one.
//
//   "KSJ1", then for each record: length, CRC32C, version, kind, the row
//
// Numbers have their low byte first. The length and the checksum are of all that follows both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kine::server {

inline constexpr std::string_view kJournalMagic = "KSJ1";
inline constexpr std::uint8_t kJournalVersion = 1;

/// Of what a record holds. Another kind is another number.
enum class RecordKind : std::uint8_t {
  Row = 1,
  Scene = 2,  // quiet_scene.h: behind the first row of a journal that begins anew
};

/// `row` is a line of the session log, without its line feed; or a scene. False, and nothing added,
/// where it is longer than one that is read.
[[nodiscard]] bool append_record(std::string_view row, std::string& bytes,
                                 RecordKind kind = RecordKind::Row);

struct ReadRecord {
  RecordKind kind = RecordKind::Row;
  std::string_view row;
  std::size_t bytes = 0;  // of the whole record
};

/// The record that `bytes` begin with. Nothing where they have none that is whole and unharmed.
std::optional<ReadRecord> read_record(std::string_view bytes);

/// Whether the end of the record is missing that `bytes` begin with.
bool is_cut_short(std::string_view bytes);

/// How many of the bytes of a journal are whole records behind its magic, from its begin on; 0
/// where it begins with another one.
struct WholeRecords {
  std::size_t bytes = 0;
  std::uint64_t records = 0;
  std::string_view last = {};  // row
  bool is_of_others = false;   // a whole record of another version or kind follows
};
WholeRecords find_whole_records(std::string_view journal);

/// Likewise of what stands behind the magic, or behind other records.
WholeRecords find_whole_records_behind(std::string_view records);

}  // namespace kine::server
