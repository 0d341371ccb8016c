#include "realizer/core/memory.h"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace kine {
namespace {

constexpr std::align_val_t kCacheLine{kCacheLineBytes};
constexpr std::align_val_t kLargePage{kLargePageBytes};

}  // namespace

void* allocate_in_large_pages(std::size_t bytes) {
  if (bytes < kLargePageBytes) return ::operator new(bytes, kCacheLine);
  void* memory = ::operator new(bytes, kLargePage);
#if defined(__linux__)
  // A wish: where it is not granted, only speed differs.
  madvise(memory, bytes / kLargePageBytes * kLargePageBytes, MADV_HUGEPAGE);
#endif
  return memory;
}

void free_large_pages(void* memory, std::size_t bytes) {
  ::operator delete(memory, bytes < kLargePageBytes ? kCacheLine : kLargePage);
}

}  // namespace kine
