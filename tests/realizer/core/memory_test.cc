// Tests for realizer/core/memory.h.
#include "realizer/core/memory.h"

#include <cstdint>
#include <numeric>

#include "tests/support/catch.h"

namespace kine::memory_test {
namespace {

std::uintptr_t address_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

TEST_CASE("small memory stands at a cache line, large memory at a large page", "[memory]") {
  for (const std::size_t bytes : {std::size_t{1}, kLargePageBytes - 1}) {
    void* small = allocate_in_large_pages(bytes);
    CHECK(address_of(small) % kCacheLineBytes == 0);
    free_large_pages(small, bytes);
  }
  for (const std::size_t bytes : {kLargePageBytes, 3 * kLargePageBytes + 1}) {
    void* large = allocate_in_large_pages(bytes);
    CHECK(address_of(large) % kLargePageBytes == 0);
    static_cast<char*>(large)[bytes - 1] = 1;  // all of it can be written
    free_large_pages(large, bytes);
  }
}

TEST_CASE("a large vector keeps what it holds while it grows past a page", "[memory]") {
  LargeVector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 2'000'000; ++i) numbers.push_back(i);
  CHECK(std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}) == 1'999'999'000'000);
}

TEST_CASE("bringing memory near reads and changes nothing", "[memory]") {
  const std::vector<std::uint32_t> before(1000, 7);
  bring_near(std::as_bytes(std::span(before)));
  bring_near(Stretch{});
  CHECK(before == std::vector<std::uint32_t>(1000, 7));
}

}  // namespace
}  // namespace kine::memory_test
