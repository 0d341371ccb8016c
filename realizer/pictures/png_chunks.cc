#include "realizer/pictures/png_chunks.h"

#include <zlib.h>

#include "realizer/core/assert.h"

namespace kine::pictures {
namespace {

/// The signature and the chunk IHDR: length, kind, 13 bytes, checksum.
constexpr std::size_t kPngHeadBytes = 8 + 4 + 4 + 13 + 4;

}  // namespace

void append_big_endian(std::string& bytes, std::uint32_t value, int size) {
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
    bytes += static_cast<char>(value >> shift & 0xFF);
  }
}

void append_chunk(std::string& bytes, std::string_view kind, std::string_view data) {
  append_big_endian(bytes, static_cast<std::uint32_t>(data.size()));
  const std::size_t from = bytes.size();
  bytes += kind;
  bytes += data;
  const auto* const checked = reinterpret_cast<const Bytef*>(bytes.data() + from);
  append_big_endian(
      bytes, static_cast<std::uint32_t>(crc32(0, checked, static_cast<uInt>(bytes.size() - from))));
}

std::string with_provenance(std::string png, const formats::Provenance& provenance) {
  KINE_ASSERT(png.size() > kPngHeadBytes);
  std::string texts;
  append_chunk(texts, "tEXt", std::string("Software\0kinesphere", 19));
  for (const auto& [name, value] : formats::rows_of(provenance)) {
    append_chunk(texts, "tEXt", "kinesphere " + std::string(name) + '\0' + value);
  }
  return png.insert(kPngHeadBytes, texts);
}

}  // namespace kine::pictures
