#include "server/scene/roster.h"

#include <algorithm>
#include <utility>

#include "protocol/codec.h"
#include "realizer/core/number.h"

namespace kine::server {
namespace {

Roster::EntryPointer find_in(const std::vector<Roster::EntryPointer>& entries, CharacterId id) {
  const auto found =
      std::ranges::lower_bound(entries, id, {}, [](const auto& each) { return each->id; });
  return found == entries.end() || (*found)->id != id ? nullptr : *found;
}

Roster::EntryPointer find_in(const std::vector<Roster::EntryPointer>& entries,
                             std::string_view name) {
  const auto found =
      std::ranges::find_if(entries, [&](const auto& each) { return each->cast->name == name; });
  return found == entries.end() ? nullptr : *found;
}

}  // namespace

Roster::Roster(const std::vector<std::shared_ptr<const Cast>>& casts) {
  std::vector<EntryPointer> entries;
  for (const auto& cast : casts) entries.push_back(make_entry(cast));
  change(std::move(entries));
}

Roster::EntryPointer Roster::make_entry(std::shared_ptr<const Cast> cast) {
  const CharacterId id{++counted_};
  const auto next = static_cast<std::uint32_t>(skeletons_.size() + 1);
  const std::uint32_t skeleton_id =
      skeletons_.emplace(cast->body, Skeleton{next, cast->clips}).first->second.id;
  const protocol::SkeletonSource source{
      .skeleton_id = skeleton_id,
      .character = id,
      .character_name = cast->name,
      .body = cast->body.get(),
  };
  protocol::Bytes skeleton = protocol::encode(source);
  return std::make_shared<const Entry>(
      Entry{id, std::move(cast), skeleton_id, std::move(skeleton)});
}

/// Who looks at those of before goes on doing so.
void Roster::change(std::vector<EntryPointer> entries) {
  auto present = std::make_shared<Present>();
  for (const EntryPointer& entry : entries) present->casts.push_back(entry->cast);
  present->entries = std::move(entries);
  present_ = std::move(present);
}

std::shared_ptr<const Roster::Present> Roster::present() const {
  const std::lock_guard lock(mutex_);
  return present_;
}

Roster::EntryPointer Roster::find(CharacterId id) const {
  const std::lock_guard lock(mutex_);
  EntryPointer found = find_in(present_->entries, id);
  return found ? found : find_in(leaving_, id);
}

Roster::EntryPointer Roster::find(std::string_view name) const {
  return find_in(present()->entries, name);
}

KnownBody Roster::find_body(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [body, skeleton] : skeletons_) {
    if (body->name == name) return {body, skeleton.clips};
  }
  return {};
}

Result<Roster::EntryPointer> Roster::join(std::shared_ptr<const Cast> cast, std::size_t most) {
  const std::lock_guard lock(mutex_);
  const auto is_taken = [&](const std::vector<EntryPointer>& entries) {
    return find_in(entries, std::string_view(cast->name)) != nullptr;
  };
  if (is_taken(present_->entries)) {
    return Error{ErrorCode::UnknownName, "a character has this name: " + quoted(cast->name)};
  }
  if (is_taken(leaving_)) {
    return Error{ErrorCode::UnknownName,
                 "a character of this name is leaving; try again: " + quoted(cast->name)};
  }
  if (present_->entries.size() + leaving_.size() >= most) {
    return Error{ErrorCode::LimitExceeded,
                 "past characters_max of " + std::to_string(most) + ": " + quoted(cast->name)};
  }
  std::vector<EntryPointer> entries = present_->entries;
  entries.push_back(make_entry(std::move(cast)));
  EntryPointer entry = entries.back();
  change(std::move(entries));
  return entry;
}

Result<Roster::EntryPointer> Roster::leave(std::string_view name) {
  const std::lock_guard lock(mutex_);
  EntryPointer entry = find_in(present_->entries, name);
  if (!entry) {
    return Error{ErrorCode::UnknownName, "no character has this name: " + quoted(name)};
  }
  if (present_->entries.size() == 1) {
    return Error{ErrorCode::OutOfRange,
                 "the last character stays; let another one join first: " + quoted(name)};
  }
  std::vector<EntryPointer> entries = present_->entries;
  std::erase(entries, entry);
  change(std::move(entries));
  // In their order, for they are looked for by their ids.
  leaving_.insert(
      std::ranges::upper_bound(leaving_, entry->id, {}, [](const auto& each) { return each->id; }),
      entry);
  return entry;
}

void Roster::take_back(CharacterId id) {
  const std::lock_guard lock(mutex_);
  std::vector<EntryPointer> entries = present_->entries;
  if (EntryPointer entry = find_in(leaving_, id)) {
    std::erase(leaving_, entry);
    entries.insert(
        std::ranges::upper_bound(entries, id, {}, [](const auto& each) { return each->id; }),
        std::move(entry));
  } else {
    std::erase_if(entries, [&](const EntryPointer& each) { return each->id == id; });
  }
  change(std::move(entries));
}

void Roster::forget(CharacterId id) {
  const std::lock_guard lock(mutex_);
  std::erase_if(leaving_, [&](const EntryPointer& entry) { return entry->id == id; });
}

Result<std::vector<CharacterId>> Roster::chosen(std::span<const std::uint32_t> ids) const {
  const std::shared_ptr<const Present> now = present();
  std::vector<CharacterId> characters;
  for (const std::uint32_t id : ids) {
    if (find_in(now->entries, CharacterId{id}) == nullptr) {
      return Error{.code = ErrorCode::UnknownName,
                   .message = "no character has this id: '" + std::to_string(id) + "'"};
    }
    characters.push_back(CharacterId{id});
  }
  if (ids.empty()) {
    for (const EntryPointer& entry : now->entries) characters.push_back(entry->id);
  }
  std::sort(characters.begin(), characters.end());
  characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
  return characters;
}

std::string Roster::names() const {
  const std::shared_ptr<const Present> now = present();
  std::string result;
  for (const EntryPointer& entry : now->entries) {
    if (!result.empty()) result += ", ";
    result += entry->cast->name;
  }
  return result;
}

}  // namespace kine::server
