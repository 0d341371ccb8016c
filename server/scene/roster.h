// The characters of a server, as its clients know them: ids, names, and what describes each to a
// renderer.
//
//   join, leave --> Roster --present()--> the characters there now, which never change
//
// One that leaves is found by its id alone from then on, and forgotten by the tick in which it
// goes. Ids are never used again. Every call may come from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/framing.h"
#include "realizer/cast/cast.h"
#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "server/scene/casts.h"

namespace kine::server {

class Roster {
 public:
  struct Entry {
    CharacterId id;  // 1, 2, … in the order in which they came
    std::shared_ptr<const Cast> cast;
    std::uint32_t skeleton_id = 0;  // the same for the same body
    protocol::Bytes skeleton;       // its description, ready to send
  };
  using EntryPointer = std::shared_ptr<const Entry>;

  /// The characters of one moment, ascending by id.
  struct Present {
    std::vector<EntryPointer> entries;
    std::vector<std::shared_ptr<const Cast>> casts;  // of them
  };

  /// Names are unique.
  explicit Roster(const std::vector<std::shared_ptr<const Cast>>& casts);

  std::shared_ptr<const Present> present() const;

  /// Null where there is none; by its id also one that is about to go.
  EntryPointer find(CharacterId id) const;
  EntryPointer find(std::string_view name) const;

  /// The body that somebody has or had.
  KnownBody find_body(std::string_view name) const;

  /// Another character, of which there may be `most` at once; an error where its name is taken.
  Result<EntryPointer> join(std::shared_ptr<const Cast> cast, std::size_t most);

  /// It is about to go. An error where it is the last one: scripts need somebody to speak to.
  Result<EntryPointer> leave(std::string_view name);

  /// It has gone.
  void forget(CharacterId id);

  /// The join or leave that was made last does not come about.
  void take_back(CharacterId id);

  /// These characters, ascending and each once, or all where there are no ids; an error of one that
  /// nobody has.
  Result<std::vector<CharacterId>> chosen(std::span<const std::uint32_t> ids) const;

  /// "ada, ben": what an error lists after a name that is none.
  std::string names() const;

 private:
  EntryPointer make_entry(std::shared_ptr<const Cast> cast);
  void change(std::vector<EntryPointer> entries);

  mutable std::mutex mutex_;
  std::uint32_t counted_ = 0;
  struct Skeleton {
    std::uint32_t id = 0;
    std::shared_ptr<const pose::Clips> clips;  // as its body plays them
  };
  std::map<std::shared_ptr<const body::Body>, Skeleton> skeletons_;
  std::shared_ptr<const Present> present_;
  std::vector<EntryPointer> leaving_;
};

}  // namespace kine::server
