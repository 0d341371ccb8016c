// Numbers and texts of a model file as bytes, little-endian.
//
//   ByteWriter --> bytes --> ByteReader, which never reads past their end
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kine::gesture {

class ByteWriter {
 public:
  void put_number(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xFF);
  }
  void put_real(double value) { put_number(std::bit_cast<std::uint64_t>(value), 8); }
  void put_text(std::string_view text) {
    put_number(text.size(), 4);
    bytes_ += text;
  }
  void put_bytes(std::string_view bytes) { bytes_ += bytes; }

  std::string take() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Past the end all numbers are 0 and all texts empty, and it has failed from then on.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const std::string_view taken = take(size);
    for (std::size_t i = 0; i < taken.size(); ++i) {
      value |= std::uint64_t{static_cast<std::uint8_t>(taken[i])} << (8 * i);
    }
    return value;
  }
  double real() { return std::bit_cast<double>(number(8)); }
  std::string_view text() { return take(number(4)); }
  std::string_view take(std::size_t size) {
    if (has_failed_ || size > bytes_.size() - place_) {
      has_failed_ = true;
      return {};
    }
    place_ += size;
    return bytes_.substr(place_ - size, size);
  }

  bool has_failed() const { return has_failed_; }
  std::size_t place() const { return place_; }
  std::size_t left() const { return bytes_.size() - place_; }

 private:
  std::string_view bytes_;
  std::size_t place_ = 0;
  bool has_failed_ = false;
};

}  // namespace kine::gesture
