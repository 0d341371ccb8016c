#include "tests/bench/measure/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> count{0};

void* allocated(std::size_t size, std::size_t alignment) {
  count.fetch_add(1, std::memory_order_relaxed);
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  if (void* memory = std::aligned_alloc(alignment, whole)) return memory;
  throw std::bad_alloc();
}

}  // namespace

namespace kine::bench {

std::uint64_t allocations() { return count.load(std::memory_order_relaxed); }

}  // namespace kine::bench

void* operator new(std::size_t size) { return allocated(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
