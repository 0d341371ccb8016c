// The characters of a server, as its clients know them: ids, names, and what describes each to a
// renderer. Const while the server runs, shared by all threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/framing.h"
#include "realizer/cast.h"
#include "realizer/core/ids.h"
#include "realizer/core/result.h"

namespace kine::server {

class Roster {
 public:
  struct Entry {
    CharacterId id;  // 1, 2, …: the index in entries() is one less
    std::shared_ptr<const Cast> cast;
    std::uint32_t skeleton_id = 0;  // the same for the same body
    protocol::Bytes skeleton;       // its description, ready to send
  };

  /// Names are unique.
  explicit Roster(std::vector<std::shared_ptr<const Cast>> casts);

  std::span<const Entry> entries() const { return entries_; }
  std::span<const std::shared_ptr<const Cast>> casts() const { return casts_; }

  const Entry* find(CharacterId id) const;
  const Entry* find(std::string_view name) const;

  /// These characters, ascending and each once, or all where there are no ids; an error of one that
  /// nobody has.
  Result<std::vector<CharacterId>> chosen(std::span<const std::uint32_t> ids) const;

  /// "ada, ben": what an error lists after a name that is none.
  std::string names() const;

 private:
  std::vector<std::shared_ptr<const Cast>> casts_;
  std::vector<Entry> entries_;
};

}  // namespace kine::server
