// Where the squads of a crowd stand: those of a character behind those of the one before it, as a
// tick reads them. Memory comes several times as fast where it is read straight on.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "realizer/core/memory.h"
#include "realizer/pose/interval.h"

namespace kine::pose {

class SquadRooms {
 public:
  /// For three segments of the whole body; where one was given back, that one.
  std::span<SquadBlock> next();
  void give_back(std::span<SquadBlock> room) { free_.push_back(room); }

 private:
  std::vector<LargeVector<SquadBlock>> pages_;
  std::size_t given_ = 0;
  std::vector<std::span<SquadBlock>> free_;
};

}  // namespace kine::pose
