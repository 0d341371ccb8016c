// What a conversation says of who is there and whose they are: claims, its own client's and those
// of others that it runs into, and characters that join and leave.
#include <algorithm>

#include "protocol/codec.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/conversation/answers.h"
#include "server/conversation/conversation.h"
#include "server/demonstration/demonstration.h"
#include "server/scene/casts.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {

/// Nothing, and a complaint, for an id that is none.
std::optional<kinesphere::Envelope> Conversation::answer_to(const std::string& id) {
  if (id.size() > kNameBytesMax) {
    complain(past("name_bytes_max", kNameBytesMax) + ": " + quoted(id));
    return {};
  }
  kinesphere::Envelope message;
  message.mutable_answer()->set_id(id);
  return message;
}

void Conversation::on_claim(const kinesphere::Claim& claim) {
  auto message = answer_to(claim.id());
  if (!message) return;
  kinesphere::Answer& answer = *message->mutable_answer();
  if (auto reason = reason_not_to_claim(claim)) answer.set_error(*std::move(reason));
  for (const CharacterId id : services_.claims.held_by(client_)) {
    if (const auto entry = services_.scene.roster.find(id)) answer.add_claimed(entry->cast->name);
  }
  carrier_.send(protocol::encode(*message));
}

/// Nothing where it is done.
std::optional<std::string> Conversation::reason_not_to_claim(const kinesphere::Claim& claim) {
  if (services_.options.replay) return kReplaying;
  if (claim.key().size() > kNameBytesMax) return past("name_bytes_max", kNameBytesMax);
  const double longest_s = std::chrono::duration<double>(kClaimGraceMax).count();
  if (!(claim.grace() >= 0 && claim.grace() <= longest_s)) {
    return "a grace must be from 0 to " + format_number(longest_s) + " s, not " +
           quoted(format_number(claim.grace()));
  }
  const auto characters = named(claim.characters());
  if (!characters) return characters.error().message;
  if (claim.release()) {
    services_.claims.release(*characters, client_);
    return {};
  }
  const Claims::Claimant claimant{
      .client = client_,
      .name = name_,
      .key = claim.key(),
      .grace = std::chrono::duration_cast<Claims::Time>(Seconds(claim.grace()))};
  const auto holder = services_.claims.claim(*characters, claimant, steady_now());
  if (!holder) {
    if (services_.demonstration != nullptr) services_.demonstration->give_way();
    return {};
  }
  return "one of these characters is claimed by " + quoted(*holder) + "; none was claimed";
}

/// Those of these names, each once, or all where there are none.
Result<std::vector<CharacterId>> Conversation::named(
    const google::protobuf::RepeatedPtrField<std::string>& names) const {
  std::vector<std::uint32_t> ids;
  for (const std::string& name : names) {
    const auto entry = services_.scene.roster.find(name);
    if (!entry) return Error{ErrorCode::UnknownName, no_character(name)};
    ids.push_back(entry->id.value);
  }
  return services_.scene.roster.chosen(ids);
}

std::string Conversation::no_character(const std::string& name) const {
  return "of the characters " + services_.scene.roster.names() + " none is " + quoted(name);
}

/// Which client has claimed it, in a sentence; nothing where this client may do what it likes.
std::optional<std::string> Conversation::reason_to_keep_off(const Roster::Entry& character) const {
  const auto holder = services_.claims.find_other(character.id, client_, steady_now());
  if (!holder) return {};
  return quoted(character.cast->name) + " is claimed by " + quoted(*holder) +
         "; subscribe to it, or wait for its release";
}

/// A character that this client may change; null, and a complaint, where there is none or another
/// client has it.
Roster::EntryPointer Conversation::find_own(const std::string& character) {
  auto entry = services_.scene.roster.find(character);
  if (!entry) {
    complain(no_character(character));
    return nullptr;
  }
  auto reason = reason_to_keep_off(*entry);
  if (!reason) return entry;
  complain(*std::move(reason));
  return nullptr;
}

/// A body is read in the pool, as scripts are.
void Conversation::on_join(const kinesphere::Join& join) {
  auto message = answer_to(join.id());
  if (!message) return;
  const auto refuse = [&](std::string reason) {
    message->mutable_answer()->set_error(std::move(reason));
    carrier_.send(protocol::encode(*message));
  };
  if (auto reason = reason_to_refuse(join)) return refuse(*std::move(reason));
  auto job = [this, alive = carrier_.keep_alive(), join, message = *message] {
    const auto cast = cast_for(join);
    alive->post([this, cast, message]() mutable {
      kinesphere::Answer& answer = *message.mutable_answer();
      auto reason = cast ? bring_in(*cast, answer) : cast.error().message;
      if (reason) answer.set_error(*std::move(reason));
      carrier_.send(protocol::encode(message));
    });
  };
  if (!services_.pool.push(client_, join.ByteSizeLong(), std::move(job))) {
    refuse("busy: too many of your scripts are being prepared");
  }
}

std::optional<std::string> Conversation::reason_to_refuse(const kinesphere::Join& join) {
  const Limits& limits = services_.options.limits;
  if (services_.options.replay) return kReplaying;
  if (services_.leaving) return "the server is leaving";
  if (join.name().size() > kNameBytesMax || join.body().size() > kNameBytesMax) {
    return past("name_bytes_max", kNameBytesMax) + ": " + quoted(join.name());
  }
  if (!join_rate_.allow(steady_now())) {
    return "busy: " + past("joins_per_second_max", limits.joins_per_second_max);
  }
  constexpr int kCoordinates = 2;
  if (join.place_size() != 0 && join.place_size() != kCoordinates) {
    return "a place is x and z, and not of the length " + quoted(std::to_string(join.place_size()));
  }
  return {};
}

/// On a thread of the pool.
Result<std::shared_ptr<const Cast>> Conversation::cast_for(const kinesphere::Join& join) const {
  CharacterSpec spec{.name = join.name(), .body = join.body(), .placement = {}};
  if (join.place_size() > 0) spec.placement.position_m = {join.place(0), 0, join.place(1)};
  spec.placement.heading_rad = join.heading();
  const auto stock = or_ours(services_.options.stock);
  if (!stock) return stock.error();
  KnownBody body = services_.scene.roster.find_body(body_of(spec, **stock));
  const auto present = services_.scene.roster.present();
  return make_cast(std::move(spec), *present->casts.front(), std::move(body), *stock);
}

/// Nothing where it is done.
std::optional<std::string> Conversation::bring_in(const std::shared_ptr<const Cast>& cast,
                                                  kinesphere::Answer& answer) {
  const std::size_t most = services_.options.limits.characters_max;
  if (services_.leaving) return "the server is leaving";
  // Between the two nobody else's join may come, or ids would not ascend from tick to tick.
  const std::lock_guard lock(services_.scene.joining);
  const auto entry = services_.scene.roster.join(cast, most);
  if (!entry) return entry.error().message;
  std::vector<Input> inputs{
      Join{.character = (*entry)->id, .cast = cast, .life = services_.options.life}};
  if (services_.options.tension) {
    inputs.emplace_back(SetTension{(*entry)->id, *services_.options.tension});
  }
  if (!services_.scene.mailbox.push(std::move(inputs))) {
    services_.scene.roster.take_back((*entry)->id);
    return "busy: " + past("mailbox_inputs_max", kMailboxInputsMax);
  }
  *answer.mutable_character() = character_of(**entry);
  return {};
}

void Conversation::on_leave(const kinesphere::Leave& leave) {
  auto message = answer_to(leave.id());
  if (!message) return;
  kinesphere::Answer& answer = *message->mutable_answer();
  const auto reason = reason_not_to_leave(leave.character(), answer);
  if (reason) answer.set_error(*reason);
  carrier_.send(protocol::encode(*message));
}

/// Nothing where it is done.
std::optional<std::string> Conversation::reason_not_to_leave(const std::string& character,
                                                             kinesphere::Answer& answer) {
  if (services_.options.replay) return kReplaying;
  if (!join_rate_.allow(steady_now())) {
    return "busy: " + past("joins_per_second_max", services_.options.limits.joins_per_second_max);
  }
  const auto entry = services_.scene.roster.find(character);
  if (!entry) return no_character(character);
  if (auto reason = reason_to_keep_off(*entry)) return reason;
  const std::lock_guard lock(services_.scene.joining);
  const auto leaving = services_.scene.roster.leave(character);
  if (!leaving) return leaving.error().message;
  if (!services_.scene.mailbox.push({Leave{(*leaving)->id}})) {
    services_.scene.roster.take_back((*leaving)->id);
    return "busy: " + past("mailbox_inputs_max", kMailboxInputsMax);
  }
  *answer.mutable_character() = character_of(**leaving);
  return {};
}

}  // namespace kine::server
