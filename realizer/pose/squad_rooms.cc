#include "realizer/pose/squad_rooms.h"

#include "realizer/pose/pose.h"

namespace kine::pose {

std::span<SquadBlock> SquadRooms::next() {
  constexpr std::size_t kSquadsARoom = 3 * kBlocks;
  constexpr std::size_t kRoomsAPage = kLargePageBytes / (kSquadsARoom * sizeof(SquadBlock));
  if (!free_.empty()) {
    const std::span<SquadBlock> room = free_.back();
    free_.pop_back();
    return room;
  }
  const std::size_t place = given_++ % kRoomsAPage;
  if (place == 0) pages_.emplace_back(kRoomsAPage * kSquadsARoom);
  return std::span(pages_.back()).subspan(place * kSquadsARoom, kSquadsARoom);
}

}  // namespace kine::pose
