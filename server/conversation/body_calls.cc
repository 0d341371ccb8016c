#include "server/conversation/body_calls.h"

#include <string>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/live/live_forces.h"
#include "server/base/limits.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

void complain_of_mailbox(const Caller& caller) {
  complain(caller, "busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
}

PushWish wish_of(const kinesphere::Push& push) {
  PushWish wish{.joint = push.joint(),
                .force_N = {push.force().begin(), push.force().end()},
                .duration_s = push.duration()};
  if (!push.has_towards()) return wish;
  const kinesphere::Push::Drag& drag = push.towards();
  wish.drag = PushWish::Drag{.to_m = {drag.point().begin(), drag.point().end()}};
  if (drag.has_stiffness()) wish.drag->stiffness_N_m = drag.stiffness();
  if (drag.has_limit()) wish.drag->most_N = drag.limit();
  return wish;
}

std::optional<LoadWish> wish_of(const kinesphere::SetLoad& set) {
  LoadWish wish{.mass_kg = set.mass()};
  if (set.has_believed()) wish.believed_kg = set.believed();
  if (set.hand() == kinesphere::SetLoad::RIGHT) return wish;
  wish.hand = body::Side::Left;
  return set.hand() == kinesphere::SetLoad::LEFT ? std::optional(wish) : std::nullopt;
}

}  // namespace

void take_dynamics(const Caller& caller, const kinesphere::SetDynamics& set) {
  const Roster::EntryPointer entry = find_own(caller, set.character());
  if (entry == nullptr) return;
  LiveScene& scene = caller.stage->scene;
  SetDynamics input{.character = entry->id, .muscles = {}};
  const bool whole = set.dynamics() == kinesphere::SetDynamics::BODY;
  if (whole || set.dynamics() == kinesphere::SetDynamics::TORSO) {
    auto muscles = scene.muscle_models.model_of(
        entry->cast->body, whole ? script::Dynamics::Body : script::Dynamics::Torso);
    if (!muscles) return complain(caller, muscles.error().message);
    input.muscles = *std::move(muscles);
  } else if (set.dynamics() != kinesphere::SetDynamics::NONE) {
    return complain(
        caller, "dynamics are NONE, TORSO or BODY, not " + quoted(std::to_string(set.dynamics())));
  }
  const auto taken = scene.muscled.set(input, caller.services.options.shards,
                                       [&] { return scene.mailbox.push({input}); });
  if (taken == MuscledCharacters::Taken::TooMany) {
    complain(caller, "busy: " + past("physical_max", scene.muscled.most()) +
                         ", the characters of a core that move by their muscles");
  } else if (taken == MuscledCharacters::Taken::NoRoom) {
    complain_of_mailbox(caller);
  }
}

void take_push(const Caller& caller, RateLimit& push_rate, const kinesphere::Push& push) {
  const std::size_t per_second = caller.services.limits.now().pushes_per_second_max;
  push_rate.set_count(per_second);
  if (!push_rate.allow(steady_now())) {
    return complain(caller, "busy: " + past("pushes_per_second_max", per_second));
  }
  const Roster::EntryPointer entry = find_own(caller, push.character());
  if (entry == nullptr) return;
  const auto made =
      make_live_push(wish_of(push), plan::Names(*entry->cast->body, *entry->cast->vocabulary));
  if (!made) return complain(caller, made.error().message);
  LiveScene& scene = caller.stage->scene;
  const PushJoint input{.character = entry->id, .client = caller.id, .push = *made};
  switch (scene.muscled.push(input, [&] { return scene.mailbox.push({input}); })) {
    case MuscledCharacters::Taken::Yes:
      return;
    case MuscledCharacters::Taken::NoMuscles:
      return complain(caller, quoted(entry->cast->name) +
                                  " does not move by its muscles, so it feels no push: "
                                  "SetDynamics to TORSO or BODY first");
    case MuscledCharacters::Taken::TooMany:
      return complain(caller, "busy: " + past("pushes_at_once_max", kPushesAtOnceMax) + " on " +
                                  quoted(entry->cast->name));
    case MuscledCharacters::Taken::NoRoom:
      return complain_of_mailbox(caller);
  }
}

void take_load(const Caller& caller, const kinesphere::SetLoad& set) {
  const Roster::EntryPointer entry = find_own(caller, set.character());
  if (entry == nullptr) return;
  const auto wish = wish_of(set);
  if (!wish) {
    return complain(caller, "a hand is LEFT or RIGHT, not " + quoted(std::to_string(set.hand())));
  }
  const auto load = make_live_load(*wish);
  if (!load) return complain(caller, load.error().message);
  const bool taken = caller.stage->scene.mailbox.push({SetLoad{entry->id, *load}});
  if (!taken) complain_of_mailbox(caller);
}

}  // namespace kine::server
