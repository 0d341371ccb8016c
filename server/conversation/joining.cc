#include "server/conversation/joining.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "protocol/codec.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/conversation/answers.h"
#include "server/demonstration/demonstration.h"
#include "server/scene/casts.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

/// Those of these names, each once, or all where there are none.
Result<std::vector<CharacterId>> named(
    const Caller& caller, const google::protobuf::RepeatedPtrField<std::string>& names) {
  std::vector<std::uint32_t> ids;
  for (const std::string& name : names) {
    const auto entry = caller.stage->scene.roster.find(name);
    if (!entry) return Error{ErrorCode::UnknownName, no_character(caller, name)};
    ids.push_back(entry->id.value);
  }
  return caller.stage->scene.roster.chosen(ids);
}

/// Nothing where it is done.
std::optional<std::string> reason_not_to_claim(const Caller& caller,
                                               const kinesphere::Claim& claim) {
  if (caller.services.options.replay) return kReplaying;
  if (claim.key().size() > kNameBytesMax) return past("name_bytes_max", kNameBytesMax);
  const double longest_s = std::chrono::duration<double>(kClaimGraceMax).count();
  if (!(claim.grace() >= 0 && claim.grace() <= longest_s)) {
    return "a grace must be from 0 to " + format_number(longest_s) + " s, not " +
           quoted(format_number(claim.grace()));
  }
  const auto characters = named(caller, claim.characters());
  if (!characters) return characters.error().message;
  if (claim.release()) {
    caller.stage->claims.release(*characters, caller.id);
    return {};
  }
  const Claims::Claimant claimant{
      .client = caller.id,
      .name = caller.name,
      .key = claim.key(),
      .grace = std::chrono::duration_cast<Claims::Time>(Seconds(claim.grace()))};
  const auto holder = caller.stage->claims.claim(*characters, claimant, steady_now());
  if (!holder) {
    if (caller.stage->demonstration != nullptr) caller.stage->demonstration->give_way();
    return {};
  }
  return "one of these characters is claimed by " + quoted(*holder) + "; none was claimed";
}

std::optional<std::string> reason_of_rate(const Caller& caller, RateLimit& join_rate) {
  const std::size_t per_second = caller.services.limits.now().joins_per_second_max;
  join_rate.set_count(per_second);
  if (join_rate.allow(steady_now())) return {};
  return "busy: " + past("joins_per_second_max", per_second);
}

std::optional<std::string> reason_not_to_join(const Caller& caller, RateLimit& join_rate,
                                              const kinesphere::Join& join) {
  if (caller.services.options.replay) return kReplaying;
  if (caller.services.leaving) return kLeaving;
  if (join.name().size() > kNameBytesMax || join.body().size() > kNameBytesMax) {
    return past("name_bytes_max", kNameBytesMax) + ": " + quoted(join.name());
  }
  if (auto reason = reason_of_rate(caller, join_rate)) return reason;
  constexpr int kCoordinates = 2;
  if (join.place_size() != 0 && join.place_size() != kCoordinates) {
    return "a place is x and z, and not of the length " + quoted(std::to_string(join.place_size()));
  }
  return {};
}

/// On a thread of the pool.
Result<std::shared_ptr<const Cast>> cast_for(const Caller& caller, const kinesphere::Join& join) {
  CharacterSpec spec{.name = join.name(), .body = join.body(), .placement = {}};
  if (join.place_size() > 0) spec.placement.position_m = {join.place(0), 0, join.place(1)};
  spec.placement.heading_rad = join.heading();
  const auto stock = or_ours(caller.services.options.stock);
  if (!stock) return stock.error();
  KnownBody body = caller.stage->scene.roster.find_body(body_of(spec, **stock));
  const auto present = caller.stage->scene.roster.present();
  return make_cast(std::move(spec), *present->casts.front(), std::move(body), *stock);
}

/// Nothing where it is done.
std::optional<std::string> bring_in(const Caller& caller, const std::shared_ptr<const Cast>& cast,
                                    kinesphere::Answer& answer) {
  const std::size_t most = caller.services.limits.now().characters_max;
  if (caller.services.leaving) return kLeaving;
  // No other join may come between the two, or ids would not ascend from tick to tick.
  const std::lock_guard lock(caller.stage->scene.joining);
  const auto entry = caller.stage->scene.roster.join(cast, most);
  if (!entry) return entry.error().message;
  std::vector<Input> inputs{
      Join{.character = (*entry)->id, .cast = cast, .life = caller.services.options.life}};
  if (caller.services.options.tension) {
    inputs.emplace_back(SetTension{(*entry)->id, *caller.services.options.tension});
  }
  if (!caller.stage->scene.mailbox.push(std::move(inputs))) {
    caller.stage->scene.roster.take_back((*entry)->id);
    return "busy: " + past("mailbox_inputs_max", kMailboxInputsMax);
  }
  *answer.mutable_character() = character_of(**entry);
  return {};
}

/// Nothing where it is done.
std::optional<std::string> reason_not_to_leave(const Caller& caller, RateLimit& join_rate,
                                               const std::string& character,
                                               kinesphere::Answer& answer) {
  if (caller.services.options.replay) return kReplaying;
  if (auto reason = reason_of_rate(caller, join_rate)) return reason;
  const auto entry = caller.stage->scene.roster.find(character);
  if (!entry) return no_character(caller, character);
  if (auto reason = reason_to_keep_off(caller, *entry)) return reason;
  const std::lock_guard lock(caller.stage->scene.joining);
  const auto leaving = caller.stage->scene.roster.leave(character);
  if (!leaving) return leaving.error().message;
  if (!caller.stage->scene.mailbox.push({Leave{(*leaving)->id}})) {
    caller.stage->scene.roster.take_back((*leaving)->id);
    return "busy: " + past("mailbox_inputs_max", kMailboxInputsMax);
  }
  *answer.mutable_character() = character_of(**leaving);
  return {};
}

}  // namespace

void answer_claim(const Caller& caller, const kinesphere::Claim& claim) {
  auto message = answer_to(caller, claim.id());
  if (!message) return;
  kinesphere::Answer& answer = *message->mutable_answer();
  if (auto reason = reason_not_to_claim(caller, claim)) answer.set_error(*std::move(reason));
  for (const CharacterId id : caller.stage->claims.held_by(caller.id)) {
    if (const auto entry = caller.stage->scene.roster.find(id))
      answer.add_claimed(entry->cast->name);
  }
  caller.carrier.send(protocol::encode(*message));
}

/// A body is read in the pool, as scripts are.
void answer_join(const Caller& caller, RateLimit& join_rate, const kinesphere::Join& join) {
  auto message = answer_to(caller, join.id());
  if (!message) return;
  const auto refuse = [&](std::string reason) {
    message->mutable_answer()->set_error(std::move(reason));
    caller.carrier.send(protocol::encode(*message));
  };
  if (auto reason = reason_not_to_join(caller, join_rate, join)) return refuse(*std::move(reason));
  auto job = [&caller, alive = caller.carrier.keep_alive(), join, message = *message] {
    const auto cast = cast_for(caller, join);
    alive->post([&caller, cast, message]() mutable {
      kinesphere::Answer& answer = *message.mutable_answer();
      auto reason = cast ? bring_in(caller, *cast, answer) : cast.error().message;
      if (reason) answer.set_error(*std::move(reason));
      caller.carrier.send(protocol::encode(message));
    });
  };
  if (!caller.services.pool.push(caller.id, join.ByteSizeLong(), std::move(job))) {
    refuse("busy: too many of your scripts are being prepared");
  }
}

void answer_leave(const Caller& caller, RateLimit& join_rate, const kinesphere::Leave& leave) {
  auto message = answer_to(caller, leave.id());
  if (!message) return;
  kinesphere::Answer& answer = *message->mutable_answer();
  const auto reason = reason_not_to_leave(caller, join_rate, leave.character(), answer);
  if (reason) answer.set_error(*reason);
  caller.carrier.send(protocol::encode(*message));
}

}  // namespace kine::server
