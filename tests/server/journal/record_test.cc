// Tests for server/journal/record.h
#include "server/journal/record.h"

#include <string>
#include <vector>

#include "server/session_log/log_reader.h"
#include "tests/support/catch.h"

namespace kine::server::record_test {
namespace {

/// CRC-32C, bit by bit.
std::uint32_t checksum_of(std::string_view bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78 : 0);
  }
  return ~crc;
}

std::string little_endian(std::uint32_t number) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xFF);
  return bytes;
}

std::string row_of(std::size_t i) { return "{\"row\":" + std::string(i % 7, '1') + "}"; }

/// Of so many records, and where each of them ends.
struct Written {
  std::string bytes = std::string(kJournalMagic);
  std::vector<std::size_t> ends;
};

Written written(std::size_t records) {
  Written all;
  for (std::size_t i = 0; i < records; ++i) {
    REQUIRE(append_record(row_of(i), all.bytes));
    all.ends.push_back(all.bytes.size());
  }
  return all;
}

/// How many records end up to there.
std::uint64_t whole_up_to(const Written& all, std::size_t bytes) {
  std::uint64_t records = 0;
  for (const std::size_t end : all.ends) records += end <= bytes ? 1 : 0;
  return records;
}

}  // namespace

TEST_CASE("a record is its length, its checksum, version, kind and row", "[journal]") {
  CHECK(checksum_of("123456789") == 0xE3069283);  // the check value of CRC-32C
  std::string bytes;
  REQUIRE(append_record("{}", bytes));
  const std::string body = std::string("\x01\x01", 2) + "{}";
  CHECK(bytes == little_endian(4) + little_endian(checksum_of(body)) + body);
  const auto read = read_record(bytes);
  REQUIRE(read);
  CHECK(read->row == "{}");
  CHECK(read->bytes == bytes.size());
}

TEST_CASE("a journal that is torn at any byte has its longest whole part", "[journal]") {
  const Written all = written(100);
  CHECK(find_whole_records(all.bytes).records == 100);
  CHECK(find_whole_records(all.bytes).last == row_of(99));
  const std::string_view behind = std::string_view(all.bytes).substr(all.ends[0]);
  CHECK(find_whole_records_behind(behind).records == 99);
  CHECK(find_whole_records_behind(behind).bytes == behind.size());
  CHECK(find_whole_records_behind(behind).last == row_of(99));
  CHECK(find_whole_records_behind("").records == 0);
  for (std::size_t length = 0; length < all.bytes.size(); ++length) {
    const WholeRecords whole = find_whole_records(std::string_view(all.bytes).substr(0, length));
    INFO(length);
    REQUIRE(whole.records == whole_up_to(all, length));
    if (whole.records > 0) REQUIRE(whole.bytes == all.ends[whole.records - 1]);
  }
}

TEST_CASE("a journal ends before a record of which a bit is another", "[journal]") {
  const Written all = written(100);
  for (std::size_t at = kJournalMagic.size(); at < all.bytes.size(); ++at) {
    std::string harmed = all.bytes;
    harmed[at] = static_cast<char>(harmed[at] ^ 0x10);
    INFO(at);
    REQUIRE(find_whole_records(harmed).records == whole_up_to(all, at));
  }
}

TEST_CASE("what begins with another magic, or claims to be longer than there is, is none",
          "[journal]") {
  CHECK(find_whole_records("").bytes == 0);
  CHECK(find_whole_records("KSJ2").bytes == 0);
  CHECK(find_whole_records("KSJ1").bytes == 4);
  CHECK_FALSE(read_record(little_endian(0xFFFFFFFF) + std::string(100, 'x')));
  CHECK_FALSE(read_record(little_endian(1) + little_endian(checksum_of("x")) + "x"));
  const std::string body = std::string("\x02\x01", 2) + "{}";
  const std::string later = little_endian(4) + little_endian(checksum_of(body)) + body;
  CHECK_FALSE(read_record(later));
  CHECK(find_whole_records(std::string(kJournalMagic) + later).is_of_others);
  std::string too_long;
  CHECK_FALSE(append_record(std::string(kLogLineBytesMax + 1, ' '), too_long));
  CHECK(too_long.empty());
}

}  // namespace kine::server::record_test
