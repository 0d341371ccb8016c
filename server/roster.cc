#include "server/roster.h"

#include <algorithm>
#include <map>
#include <utility>

#include "protocol/codec.h"

namespace kine::server {

Roster::Roster(std::vector<std::shared_ptr<const Cast>> casts) : casts_(std::move(casts)) {
  std::map<const body::Body*, std::uint32_t> skeleton_ids;
  for (const auto& cast : casts_) {
    const auto id = CharacterId{static_cast<std::uint32_t>(entries_.size() + 1)};
    const auto next = static_cast<std::uint32_t>(skeleton_ids.size() + 1);
    const std::uint32_t skeleton_id = skeleton_ids.emplace(cast->body.get(), next).first->second;
    const protocol::SkeletonSource source{
        .skeleton_id = skeleton_id,
        .character = id,
        .character_name = cast->name,
        .body = cast->body.get(),
    };
    entries_.push_back({id, cast, skeleton_id, protocol::encode(source)});
  }
}

const Roster::Entry* Roster::find(CharacterId id) const {
  const bool known = id.value >= 1 && id.value <= entries_.size();
  return known ? &entries_[id.value - 1] : nullptr;
}

const Roster::Entry* Roster::find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.cast->name == name) return &entry;
  }
  return nullptr;
}

Result<std::vector<CharacterId>> Roster::chosen(std::span<const std::uint32_t> ids) const {
  std::vector<CharacterId> characters;
  for (const std::uint32_t id : ids) {
    if (find(CharacterId{id}) == nullptr) {
      return Error{.code = ErrorCode::UnknownName,
                   .message = "no character has this id: '" + std::to_string(id) + "'"};
    }
    characters.push_back(CharacterId{id});
  }
  if (ids.empty()) {
    for (const Entry& entry : entries_) characters.push_back(entry.id);
  }
  std::sort(characters.begin(), characters.end());
  characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
  return characters;
}

std::string Roster::names() const {
  std::string result;
  for (const Entry& entry : entries_) {
    if (!result.empty()) result += ", ";
    result += entry.cast->name;
  }
  return result;
}

}  // namespace kine::server
