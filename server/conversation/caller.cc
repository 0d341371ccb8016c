#include "server/conversation/caller.h"

#include <utility>

#include "protocol/codec.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {

LogEvent event_of(const Caller& caller, std::string_view what) {
  return LogEvent(what)
      .number("client", static_cast<double>(caller.id.value))
      .text("tenant", caller.grant->tenant);
}

void complain(const Caller& caller, std::string problem) {
  kinesphere::Envelope answer;
  answer.mutable_problem()->set_error(std::move(problem));
  caller.carrier.send(protocol::encode(answer));
}

std::optional<kinesphere::Envelope> answer_to(const Caller& caller, const std::string& id) {
  if (id.size() > kNameBytesMax) {
    complain(caller, past("name_bytes_max", kNameBytesMax) + ": " + quoted(id));
    return {};
  }
  kinesphere::Envelope message;
  message.mutable_answer()->set_id(id);
  return message;
}

std::string no_character(const Caller& caller, const std::string& name) {
  return "of the characters " + caller.stage->scene.roster.names() + " none is " + quoted(name);
}

std::optional<std::string> reason_to_keep_off(const Caller& caller,
                                              const Roster::Entry& character) {
  const auto holder = caller.stage->claims.find_other(character.id, caller.id, steady_now());
  if (!holder) return {};
  return quoted(character.cast->name) + " is claimed by " + quoted(*holder) +
         "; subscribe to it, or wait for its release";
}

Roster::EntryPointer find_own(const Caller& caller, const std::string& character) {
  auto entry = caller.stage->scene.roster.find(character);
  if (!entry) {
    complain(caller, no_character(caller, character));
    return nullptr;
  }
  auto reason = reason_to_keep_off(caller, *entry);
  if (!reason) return entry;
  complain(caller, *std::move(reason));
  return nullptr;
}

Seconds present_time(const Caller& caller) {
  const auto now = steady_now();
  const auto zero = caller.stage->tick_zero.load();
  return now <= zero ? Seconds{0} : Seconds(now - zero);
}

std::optional<Tick> present_tick(const Caller& caller) {
  const auto now = steady_now();
  const auto zero = caller.stage->tick_zero.load();
  if (now <= zero) return {};
  const auto us = static_cast<std::uint64_t>((now - zero).count());
  return Tick{us * caller.services.options.tick_rate_hz / 1'000'000};
}

}  // namespace kine::server
