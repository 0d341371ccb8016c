// Memory for what is walked through once a tick: in pages of 2 MiB where the system has them, and
// brought near before it is needed.
//
// Ten thousand characters do not fit into any cache, and with pages of 4 KiB the processor would
// look up one page table after the other. Small amounts come from where all others do.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kine {

inline constexpr std::size_t kLargePageBytes = std::size_t{2} << 20;

/// A stretch of memory that will be read soon.
using Stretch = std::span<const std::byte>;

inline constexpr std::size_t kCacheLineBytes = 64;

/// Into the second cache: the first one has no room for what is far ahead. Inlined early, for g++
/// takes a function that only fetches for one that does nothing.
[[gnu::always_inline]] inline void bring_near(const std::byte* line) {
  constexpr int kToRead = 0;
  constexpr int kSecondCache = 2;
  __builtin_prefetch(line, kToRead, kSecondCache);
}

[[gnu::always_inline]] inline void bring_near(Stretch memory) {
  for (std::size_t at = 0; at < memory.size(); at += kCacheLineBytes) bring_near(&memory[at]);
}

/// Aligned to a cache line at least, to a large page if there is more than one. Not initialized.
void* allocate_in_large_pages(std::size_t bytes);
void free_large_pages(void* memory, std::size_t bytes);

/// For containers.
template <class T>
struct LargePages {
  using value_type = T;

  LargePages() = default;
  template <class U>
  LargePages(const LargePages<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(allocate_in_large_pages(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) { free_large_pages(memory, count * sizeof(T)); }

  friend bool operator==(const LargePages&, const LargePages&) { return true; }
};

template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace kine
