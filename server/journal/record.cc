#include "server/journal/record.h"

#include <boost/crc.hpp>

#include "server/session_log/log_reader.h"

namespace kine::server {
namespace {

constexpr std::size_t kNumberBytes = 4;
constexpr std::size_t kFrameBytes = 2 * kNumberBytes;  // length and checksum
constexpr std::size_t kHeadBytes = 2;                  // version and kind

/// CRC-32C (Castagnoli), as iSCSI has it.
std::uint32_t crc32c(std::string_view bytes) {
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

void append_number(std::uint32_t number, std::string& bytes) {
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    bytes += static_cast<char>(number >> (8 * i) & 0xFF);
  }
}

std::uint32_t number_of(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < kNumberBytes; ++i) {
    number |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return number;
}

/// What `bytes` begin with, of whatever version and kind; nothing where it is torn or harmed.
std::optional<std::string_view> whole_body(std::string_view bytes) {
  if (bytes.size() < kFrameBytes) return {};
  const std::size_t length = number_of(bytes);
  if (length < kHeadBytes || length > kHeadBytes + kLogLineBytesMax) return {};
  if (bytes.size() - kFrameBytes < length) return {};
  const std::string_view body = bytes.substr(kFrameBytes, length);
  if (crc32c(body) != number_of(bytes.substr(kNumberBytes))) return {};
  return body;
}

/// Nothing where it is of another version, or of a kind that is none.
std::optional<RecordKind> kind_of_record(std::string_view body) {
  if (static_cast<std::uint8_t>(body[0]) != kJournalVersion) return {};
  for (const RecordKind kind : {RecordKind::Row, RecordKind::Scene}) {
    if (static_cast<std::uint8_t>(body[1]) == std::uint8_t(kind)) return kind;
  }
  return {};
}

}  // namespace

bool append_record(std::string_view row, std::string& bytes, RecordKind kind) {
  if (row.size() > kLogLineBytesMax) return false;
  std::string body;
  body.reserve(kHeadBytes + row.size());
  body += static_cast<char>(kJournalVersion);
  body += static_cast<char>(kind);
  body += row;
  append_number(static_cast<std::uint32_t>(body.size()), bytes);
  append_number(crc32c(body), bytes);
  bytes += body;
  return true;
}

std::optional<ReadRecord> read_record(std::string_view bytes) {
  const auto body = whole_body(bytes);
  const auto kind = body ? kind_of_record(*body) : std::nullopt;
  if (!kind) return {};
  return ReadRecord{
      .kind = *kind, .row = body->substr(kHeadBytes), .bytes = kFrameBytes + body->size()};
}

bool is_cut_short(std::string_view bytes) {
  return bytes.size() < kFrameBytes || bytes.size() - kFrameBytes < number_of(bytes);
}

WholeRecords find_whole_records(std::string_view journal) {
  if (!journal.starts_with(kJournalMagic)) return {};
  WholeRecords whole = find_whole_records_behind(journal.substr(kJournalMagic.size()));
  whole.bytes += kJournalMagic.size();
  return whole;
}

WholeRecords find_whole_records_behind(std::string_view records) {
  WholeRecords whole;
  while (const auto record = read_record(records.substr(whole.bytes))) {
    whole.bytes += record->bytes;
    whole.last = record->row;
    ++whole.records;
  }
  whole.is_of_others = whole_body(records.substr(whole.bytes)).has_value();
  return whole;
}

}  // namespace kine::server
