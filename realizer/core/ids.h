// Numbers that name things while a server runs. Each kind is a type of its own, so that they
// cannot be mixed.
#pragma once

#include <compare>
#include <cstdint>

namespace kine {

/// A character of a server, from its birth to its death. 0 is nobody.
struct CharacterId {
  std::uint32_t value = 0;
  friend auto operator<=>(CharacterId, CharacterId) = default;
};

/// One submitted script block. Counted by the server in the order of acceptance, never reused.
struct BlockId {
  std::uint64_t value = 0;
  friend auto operator<=>(BlockId, BlockId) = default;
};

/// The sender of an input: a session of the server, or 0 for the program itself.
struct ClientId {
  std::uint64_t value = 0;
  friend auto operator<=>(ClientId, ClientId) = default;
};

}  // namespace kine
