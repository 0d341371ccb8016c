// The bytes of a file, looked at where they lie: a recording of an hour is not copied to be played.
//
// Shortening a file while it is looked at ends the program, as with every mapped file; recordings
// grow, or are put in their place whole.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/result.h"

namespace kine::server {

class MappedFile {
 public:
  static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  /// As long as this lives, wherever it is moved to.
  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, std::size_t size) : data_(data), size_(size) {}

  void* data_ = nullptr;  // null: an empty file
  std::size_t size_ = 0;
};

}  // namespace kine::server
