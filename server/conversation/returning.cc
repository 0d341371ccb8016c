#include "server/conversation/returning.h"

#include <utility>

#include "protocol/codec.h"
#include "realizer/core/limits.h"
#include "server/conversation/answers.h"
#include "server/session_log/session_rows.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

/// What goes with a client that does not come back.
void let_go(Stage& stage, PreparePool& pool, ClientId client, bool keeps_waiting,
            std::chrono::microseconds left_at) {
  stage.claims.leave(client, left_at);
  pool.leave(client);
  if (!keeps_waiting) stage.scene.waiting.leave(client);
}

}  // namespace

Result<Done> take_up(Caller& caller, const kinesphere::Hello& hello) {
  if (hello.resume().empty()) return Done{};
  if (hello.resume().size() > kNameBytesMax) {
    return Error{ErrorCode::LimitExceeded, past("name_bytes_max", kNameBytesMax) + ": resume"};
  }
  Stage& stage = *caller.stage;
  const std::string key = Resumes::key_of(caller.grant->tenant, hello.resume());
  const auto found = stage.resumes.find_or_make(key, caller.connection);
  if (!found) return found.error();
  caller.resumed = found->client;
  caller.has_come_back = !found->is_new;
  caller.id = caller.resumed->client();
  stage.resumes.keep_waiting(key, caller.keeps_waiting);
  if (stage.scene.sink != nullptr) {
    stage.scene.sink->push(
        ClientNamed{.client = caller.id, .key = key, .keeps_waiting = caller.keeps_waiting});
  }
  return Done{};
}

ResumedClient::Returned attach(const Caller& caller, const kinesphere::Hello& hello,
                               ResumedConnection connection) {
  Hub& hub = caller.stage->hub;
  if (caller.id != caller.connection) hub.remove(caller.connection);
  hub.add(caller.id, caller.resumed);
  hub.subscribe(caller.id, {});
  hub.offer_motions_to(caller.id, false);
  return caller.resumed->attach(std::move(connection), Tick{hello.heard_tick()}, caller.memory);
}

void leave_scene(const Caller& caller) {
  Stage& stage = *caller.stage;
  const auto now = steady_now();
  if (stage.scene.sink != nullptr) stage.scene.sink->push(ClientGone{caller.connection});
  if (caller.resumed == nullptr) {
    stage.hub.remove(caller.id);
    stage.recorder.stop_all_of(caller.id);
    return let_go(stage, caller.services.pool, caller.id, caller.keeps_waiting, now);
  }
  if (caller.id != caller.connection) stage.hub.remove(caller.connection);
  const bool is_gone = caller.resumed->detach(
      caller.connection, now,
      {.let_go = [&stage, &pool = caller.services.pool, client = caller.id,
                  keeps = caller.keeps_waiting, now] { let_go(stage, pool, client, keeps, now); },
       .forget = [&stage, client = caller.id] { stage.hub.remove(client); }});
  if (!is_gone) return;  // another connection has come
  stage.recorder.stop_all_of(caller.id);
  stage.hub.subscribe(caller.id, {});
}

bool is_gone_for_good(const Caller& caller) {
  if (!caller.has_left || caller.keeps_waiting) return false;
  return caller.resumed == nullptr || caller.resumed->is_let_go();
}

bool is_answered_again(const Caller& caller, const std::string& id) {
  if (caller.resumed == nullptr || id.empty()) return false;
  const ResumedClient::Again again = caller.resumed->again(id);
  if (!again.is_known) return false;
  if (again.answer != nullptr) {
    caller.carrier.send(again.answer);
  } else if (!again.script.blocks.empty()) {
    Prepared prepared{.script_id = id, .blocks = {}};
    for (const RememberedBlock& block : again.script.blocks) prepared.blocks.push_back(block.block);
    caller.carrier.send(protocol::encode(accepted(id, prepared, Diagnostics{})));
  }
  for (const protocol::Bytes& message : again.told) caller.carrier.send(message);
  return true;
}

Result<bool> expect_script(const Caller& caller, const std::string& id) {
  return caller.resumed == nullptr ? Result<bool>(true) : caller.resumed->expect(id);
}

void remember(const Caller& caller, const Script& script) {
  if (caller.resumed == nullptr) return;
  RememberedScript remembered{.id = script.id, .blocks = {}};
  for (const OwnBlock& own : script.blocks) {
    remembered.blocks.push_back(
        {.id = own.id, .character = own.character, .name = own.name, .block = own.block});
  }
  caller.resumed->played(remembered, caller.stage->journal != nullptr);
}

void tell_accepted(const Caller& caller, const std::string& id,
                   const kinesphere::Envelope& answer) {
  const protocol::Bytes bytes = protocol::encode(answer);
  if (caller.resumed == nullptr || caller.resumed->accepted(id, bytes, caller.connection)) {
    caller.carrier.send(bytes);
  }
}

void tell_refused(const Caller& caller, const std::string& id, const kinesphere::Envelope& answer,
                  ErrorCode code) {
  const protocol::Bytes bytes = protocol::encode(answer);
  if (caller.resumed == nullptr) return caller.carrier.send(bytes);
  if (code == ErrorCode::LimitExceeded) caller.resumed->forget(id);
  if (caller.resumed->refused(id, bytes, caller.connection)) caller.carrier.send(bytes);
}

}  // namespace kine::server
