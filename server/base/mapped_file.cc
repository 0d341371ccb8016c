#include "server/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

Error error_of(int code, const std::string& path) {
  return {.code = ErrorCode::Unsupported,
          .message = std::string(std::strerror(code)) + ": cannot read " + kine::quoted(path)};
}

/// Closed when it has been mapped.
struct Descriptor {
  explicit Descriptor(int number) : value(number) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
  int value;
};

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.value < 0) return error_of(errno, path);
  struct stat status = {};
  if (::fstat(file.value, &status) != 0) return error_of(errno, path);
  if (!S_ISREG(status.st_mode)) return error_of(S_ISDIR(status.st_mode) ? EISDIR : EINVAL, path);
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return MappedFile(nullptr, 0);
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.value, 0);
  if (data == MAP_FAILED) return error_of(errno, path);
  return MappedFile(data, size);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

}  // namespace kine::server
