#include "server/conversation/performed_answers.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/codec.h"
#include "protocol/performed.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/live/later_text.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

/// Those by ids; an error where it cannot be told.
Result<std::vector<LiveBlocks::Sent>> blocks_asked_about(const Caller& caller, RateLimit& ask_rate,
                                                         const Scripts& scripts,
                                                         const kinesphere::AskPerformed& ask) {
  const Limits& limits = caller.services.limits.now();
  const auto no = [](ErrorCode code, std::string reason) { return Error{code, std::move(reason)}; };
  if (caller.services.options.replay) return no(ErrorCode::Unsupported, kReplaying);
  ask_rate.set_count(limits.performed_asks_per_second_max);
  if (!ask_rate.allow(steady_now())) {
    return no(ErrorCode::LimitExceeded, "busy: " + past("performed_asks_per_second_max",
                                                        limits.performed_asks_per_second_max));
  }
  if (static_cast<std::size_t>(ask.ids_size()) > limits.performed_ids_max) {
    return no(ErrorCode::LimitExceeded, past("performed_ids_max", limits.performed_ids_max) +
                                            ": '" + std::to_string(ask.ids_size()) + "'");
  }
  if (!ask.character().empty() && caller.stage->scene.roster.find(ask.character()) == nullptr) {
    return no(ErrorCode::UnknownName, no_character(caller, ask.character()));
  }
  std::vector<LiveBlocks::Sent> sent;
  for (const std::string& id : ask.ids()) {
    if (scripts.add_blocks_of(id, sent)) continue;
    return no(ErrorCode::UnknownName,
              "no script of yours with this id plays or waits: " + quoted(id));
  }
  return sent;
}

void tell_performed(const Caller& caller, const LiveBlocks::Underway& underway,
                    kinesphere::Performed& answer) {
  const TickRate rate(caller.services.options.tick_rate_hz);
  answer.set_tick(underway.now.index);
  std::size_t bytes_left = kPerformedBytesMax;
  for (const auto& [block, start, source] : underway.blocks) {
    const auto entry = caller.stage->scene.roster.find(block->character);
    if (entry == nullptr) continue;  // it has left meanwhile
    if (bytes_left == 0) return;
    const auto now = start ? std::optional(rate.between(*start, underway.now)) : std::nullopt;
    Performed performed = performed_of(*block, now);
    keep_within(bytes_left, performed);
    if (source != nullptr) add_later_text(*source, performed);
    kinesphere::Performed::Block& told = *answer.add_blocks();
    told.set_id(block->id);
    told.set_character_id(entry->id.value);
    if (start) told.set_start_tick(start->index);
    protocol::write_performed(performed, *told.mutable_performed());
  }
}

}  // namespace

void answer_performed(const Caller& caller, RateLimit& ask_rate, const Scripts& scripts,
                      const kinesphere::AskPerformed& ask) {
  if (ask.id().size() > kNameBytesMax) {
    return complain(caller, past("name_bytes_max", kNameBytesMax) + ": " + quoted(ask.id()));
  }
  kinesphere::Envelope envelope;
  kinesphere::Performed& answer = *envelope.mutable_performed();
  answer.set_id(ask.id());
  if (const auto sent = blocks_asked_about(caller, ask_rate, scripts, ask)) {
    tell_performed(caller, caller.stage->scene.live_blocks.underway(*sent, ask.character()),
                   answer);
  } else {
    answer.set_error(sent.error().message);
  }
  caller.carrier.send(protocol::encode(envelope));
}

}  // namespace kine::server
