// Who is on a shard: characters that are there at first, that join and that leave.
#include <algorithm>
#include <utility>

#include "realizer/body/walking_pace.h"
#include "realizer/tick/begin.h"
#include "realizer/tick/interruption.h"
#include "realizer/tick/kinds/kinds.h"
#include "realizer/tick/shard.h"

namespace kine {
namespace {

pose::Pose base_pose_of(const body::Body& body) {
  pose::Pose pose;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    pose.set_rotation(body::joint_at(i), body.base_pose[i]);
  }
  const Vec3& hips = body.offsets_m[body::index_of(body::Joint::Hips)];
  pose.hips_m = {static_cast<float>(hips.x), static_cast<float>(hips.y), static_cast<float>(hips.z),
                 0};
  return pose;
}

}  // namespace

void Shard::add_row(CharacterId id, std::shared_ptr<const Cast> cast,
                    const autonomy::LifeOptions& life) {
  KINE_ASSERT(find_row(id) == nullptr);
  CharacterState state;
  state.placement = cast->placement;
  state.life = autonomy::make_life(life, id);
  const pose::Pose* base = base_of(*cast->body);
  const double room_m = body::room_m(*cast->body);
  state.filters = filters_.make_memories(*cast->body);
  const auto place = std::ranges::lower_bound(places_, id, {}, &Place::id);
  places_.insert(place, {id, rows_.size()});
  rows_.push_back({.id = id,
                   .cast = std::move(cast),
                   .base = base,
                   .room_m = room_m,
                   .room = rooms_.next(),
                   .state = std::move(state)});
  CharacterRow& row = rows_.back();
  if (row.state.life.carriage) put_on_base(row, {});
  row.state.poses = pose::PoseHistory(*row.base);
}

std::size_t Shard::add_neighbours(const Shard& other) {
  const std::size_t group = scene_.add_group();
  for (const CharacterRow& row : other.rows_) scene_.add(group, row.id, row.cast);
  const std::size_t number = other.number_.number;
  if (number < groups_.size() && number != number_.number) groups_[number] = group;
  return group;
}

void Shard::welcome(Tick tick, const Join& join) {
  scene_.forget_gone(looked_at());
  const std::size_t home = join.character.value % number_.shards;
  scene_.add(groups_[home], join.character, join.cast, tick);
  if (number_.is_home_of(join.character)) {
    add_row(join.character, join.cast, join.life);
    frames_.emplace_back();
    presences_.emplace_back();
    show_presences_anew();
  }
  find_places_again();
}

/// The places of the scene that somebody looks at.
std::vector<bool> Shard::looked_at() const {
  std::vector<bool> looked_at(scene_.actor_count(), false);
  for (const CharacterRow& row : rows_) {
    for (const ActiveSegment& active : row.state.segments) {
      for (const Scene::Place& place : active.gaze_places) {
        if (place.kind == Scene::Place::Kind::Character) looked_at[place.index] = true;
      }
    }
  }
  return looked_at;
}

/// Whoever was told to look at something before it was there finds it now.
void Shard::find_places_again() {
  for (CharacterRow& row : rows_) {
    for (ActiveSegment& active : row.state.segments) {
      kind_of(active).find_places(context(), active);
    }
  }
}

void Shard::let_go(Tick tick, CharacterId id) {
  scene_.remove(id);
  CharacterRow* const row = find_row(id);
  if (row == nullptr) return;
  interrupt(context(), *row, tick, {.character = id, .block = {}, .fade = Seconds{0}});
  const auto index = row - rows_.data();
  rooms_.give_back(row->room);
  rows_.erase(rows_.begin() + index);
  frames_.erase(frames_.begin() + index);
  presences_.erase(presences_.begin() + index);
  show_presences_anew();
  std::erase_if(places_, [&](const Place& place) { return place.id == id; });
  for (Place& place : places_) {
    if (place.row > static_cast<std::size_t>(index)) --place.row;
  }
}

/// What a character shows where nothing moves it.
const pose::Pose* Shard::base_of(const body::Body& body) {
  const auto known = std::ranges::find(bases_, &body, &Standing::body);
  if (known != bases_.end()) return known->pose.get();
  bases_.push_back({&body, std::make_unique<pose::Pose>(base_pose_of(body))});
  return bases_.back().pose.get();
}

}  // namespace kine
