// What the characters of a shard see: places by name, as everybody saw them in the tick before.
//
//   frames of the last tick, SetTarget --Scene--> gaze targets in the world
//
// Names are looked up when a motion is bound; a tick follows what was found. Nobody sees the tick
// that is being made, so results do not depend on who is made first, or on which shard.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/tick/state/frame.h"
#include "realizer/tick/state/presence.h"

namespace kine {

/// Where `camera` is until a client sets it.
inline constexpr Vec3 kCameraAtFirst = {0, 1.5, 3};

/// A point of a joint, in the character's axes.
Vec3 find_in_character(const Frame& frame, const body::Body& body, body::Joint joint,
                       const Vec3& offset_m);

/// What is looked at of a character by its name alone: the point between the eyes.
Vec3 find_in_world(const Frame& frame, const body::Body& body, std::optional<body::Joint> joint);

/// A target that clients move. It glides after the point that was set last, as a gaze would; one
/// that is set again and again along its way it goes with, and is not late.
struct SetPoint {
  std::string name;
  Vec3 goal_m;
  Vec3 at_m;
  Vec3 velocity_m_s;
  std::optional<Tick> since;  // nothing: from the beginning

  Seconds unheard{1};      // since it was set last, as far as that matters
  Seconds beat{0};         // how long it takes from one set to the next, unless they are late
  Vec3 last_way_m_s;       // the velocity by its last two goals
  Vec3 goal_velocity_m_s;  // where it goes steadily; else none

  Vec3 destination_m;      // where its goal goes evenly …
  Seconds still_to_go{0};  // … in this time; 0: the goal stands

  friend bool operator==(const SetPoint&, const SetPoint&) = default;
};

class Scene {
 public:
  /// What a name leads to.
  struct Place {
    enum class Kind { Nowhere, Character, Set };
    Kind kind = Kind::Nowhere;
    std::size_t index = 0;             // among the characters, or the set points
    std::optional<body::Joint> joint;  // of a character
    friend bool operator==(const Place&, const Place&) = default;
  };

  Scene();

  /// Characters in the order of the frames that will be seen of them. The result is their group.
  std::size_t add_group() { return groups_.emplace_back(), groups_.size() - 1; }
  /// Who comes later says since when.
  void add(std::size_t group, CharacterId id, std::shared_ptr<const Cast> cast,
           std::optional<Tick> since = {});

  /// It will be in no frames any more. Who looks at it goes on looking to where it was seen last;
  /// nobody finds it by its name.
  void remove(CharacterId id);

  /// Forgets those that have gone and that nobody looks at, by the index of their places.
  void forget_gone(const std::vector<bool>& looked_at);
  std::size_t actor_count() const { return actors_.size(); }

  /// What a group showed in the last tick. It stays where it is until the next call.
  void see(std::size_t group, std::span<const Frame> frames,
           std::span<const Presence> presences = {}) {
    groups_[group].frames = frames;
    groups_[group].presences = presences;
  }

  /// Everybody that was there in the last tick, in no order that counts.
  template <class Call>
  void for_each_presence(Call call) const {
    for (const Group& group : groups_) std::ranges::for_each(group.presences, call);
  }

  /// The frames of everybody in the last tick, with their bodies, in no order that counts.
  template <class Call>
  void for_each_frame(Call call) const {
    for (const Actor& actor : actors_) {
      if (actor.cast == nullptr || actor.is_gone) continue;
      const std::span<const Frame> frames = groups_[actor.group].frames;
      if (actor.frame < frames.size()) call(frames[actor.frame], *actor.cast->body);
    }
  }

  /// Null where it is not there.
  const Presence* find_presence(CharacterId id) const;

  Place find(std::string_view name) const;

  /// Sets the target of this name, new or there already. Where a character has the name it is left
  /// to it. One that is there already goes to the point evenly in the time `over`.
  void set(std::string_view name, const Vec3& point_m, Tick tick, Seconds over = Seconds{0});

  /// Moves the set points on by a tick.
  void advance(Seconds step);

  /// Nothing for what nobody has seen yet.
  std::optional<Vec3> point_in_world(const Place& place) const;

  /// Whose place it is; nothing for those of nobody.
  std::optional<CharacterId> character_at(const Place& place) const;

  /// When the place came to be; nothing: it was there always.
  std::optional<Tick> since(const Place& place) const;

  const std::vector<SetPoint>& set_points() const { return points_; }
  void restore(std::vector<SetPoint> points) { points_ = std::move(points); }

 private:
  struct Actor {
    CharacterId id;
    std::size_t group = 0;
    std::size_t frame = 0;             // index among those of the group
    std::shared_ptr<const Cast> cast;  // null: a place for the next one who comes
    std::optional<Tick> since = {};    // nothing: it was there from the beginning
    bool is_gone = false;
    std::optional<Frame> last_seen = {};  // of one that has gone; nothing: never
  };
  struct Group {
    std::size_t actors = 0;
    std::span<const Frame> frames;
    std::span<const Presence> presences;
  };

  std::vector<Group> groups_;
  std::vector<Actor> actors_;
  std::map<std::string, std::size_t, std::less<>> actors_by_name_;
  std::vector<SetPoint> points_;  // in the order in which they came
};

}  // namespace kine
