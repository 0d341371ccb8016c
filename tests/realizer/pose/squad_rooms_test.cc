// Tests for realizer/pose/squad_rooms.h.
#include "realizer/pose/squad_rooms.h"

#include "tests/support/catch.h"

namespace kine::pose::squad_rooms_test {

TEST_CASE("rooms follow each other in memory, within a page", "[squad_rooms]") {
  SquadRooms rooms;
  const auto first = rooms.next();
  const auto second = rooms.next();
  CHECK(first.size() == second.size());
  CHECK(second.data() == first.data() + first.size());
}

TEST_CASE("a room that was given back is the next one", "[squad_rooms]") {
  SquadRooms rooms;
  const auto first = rooms.next();
  const auto second = rooms.next();
  rooms.give_back(first);
  CHECK(rooms.next().data() == first.data());
  CHECK(rooms.next().data() == second.data() + second.size());
}

}  // namespace kine::pose::squad_rooms_test
