// What a conversation answers to a client that asks how far blocks have come.
#include <algorithm>

#include "protocol/codec.h"
#include "protocol/performed.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/conversation/conversation.h"
#include "server/live/later_text.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {

void Conversation::on_ask_performed(const kinesphere::AskPerformed& ask) {
  if (ask.id().size() > kNameBytesMax) {
    return complain(past("name_bytes_max", kNameBytesMax) + ": " + quoted(ask.id()));
  }
  kinesphere::Envelope envelope;
  kinesphere::Performed& answer = *envelope.mutable_performed();
  answer.set_id(ask.id());
  if (const auto sent = blocks_asked_about(ask)) {
    tell_performed(services_.scene.live_blocks.underway(*sent, ask.character()), answer);
  } else {
    answer.set_error(sent.error().message);
  }
  carrier_.send(protocol::encode(envelope));
}

/// Those by ids; an error where it cannot be told.
Result<std::vector<LiveBlocks::Sent>> Conversation::blocks_asked_about(
    const kinesphere::AskPerformed& ask) {
  const Limits& limits = services_.options.limits;
  const auto no = [](ErrorCode code, std::string reason) { return Error{code, std::move(reason)}; };
  if (services_.options.replay) return no(ErrorCode::Unsupported, kReplaying);
  if (!ask_rate_.allow(steady_now())) {
    return no(ErrorCode::LimitExceeded, "busy: " + past("performed_asks_per_second_max",
                                                        limits.performed_asks_per_second_max));
  }
  if (static_cast<std::size_t>(ask.ids_size()) > limits.performed_ids_max) {
    return no(ErrorCode::LimitExceeded, past("performed_ids_max", limits.performed_ids_max) +
                                            ": '" + std::to_string(ask.ids_size()) + "'");
  }
  if (!ask.character().empty() && services_.scene.roster.find(ask.character()) == nullptr) {
    return no(ErrorCode::UnknownName, no_character(ask.character()));
  }
  std::vector<LiveBlocks::Sent> sent;
  for (const std::string& id : ask.ids()) {
    bool found = false;
    for (const Script& script : scripts_) {
      found = found || script.id == id;
      for (const OwnBlock& block : script.blocks) {
        if (script.id != id && block.name != id) continue;
        sent.push_back({block.id, block.block.get()});
        found = true;
      }
    }
    if (found) continue;
    return no(ErrorCode::UnknownName,
              "no script of yours with this id plays or waits: " + quoted(id));
  }
  return sent;
}

void Conversation::tell_performed(const LiveBlocks::Underway& underway,
                                  kinesphere::Performed& answer) const {
  const TickRate rate(services_.options.tick_rate_hz);
  answer.set_tick(underway.now.index);
  std::size_t bytes_left = kPerformedBytesMax;
  for (const auto& [block, start, source] : underway.blocks) {
    const auto entry = services_.scene.roster.find(block->character);
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

}  // namespace kine::server
