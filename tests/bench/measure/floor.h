// What no layout and no cleverness goes below, measured in the same run as what is compared with
// it: the key data must come in, the arithmetic must be done, the bytes must go out.
//
//   floor = max(streaming read of the keys, as many multiply-adds on what is near) + copy of the
//           output
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "realizer/core/memory.h"

namespace kine::bench {

/// What one character takes in one tick.
struct Work {
  std::size_t key_bytes = 0;
  std::size_t frame_bytes = 0;
  std::size_t lane_ops = 0;  // arithmetic on one lane each: multiply, add, multiply-add, …
};

class Floor {
 public:
  Floor(const Work& work, std::size_t characters);

  void read_keys();
  void multiply_add();
  void copy_frames();

 private:
  Work work_;
  std::size_t characters_;
  LargeVector<float> keys_;
  std::vector<char> frames_;
  LargeVector<char> sent_;
  float result_ = 0;
};

}  // namespace kine::bench
