#include "server/conversation/script.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "protocol/codec.h"
#include "realizer/core/number.h"
#include "server/conversation/answers.h"
#include "server/conversation/predictions.h"
#include "server/conversation/returning.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

/// From any thread.
void predict_planning(const Caller& caller, const ReadBlock& block) {
  const auto entry = caller.stage->scene.roster.find(block.character);
  if (!entry) return;  // it has left meanwhile
  const auto start = starts_at_once(block.composition, block.entrance)
                         ? present_tick(caller)
                         : caller.stage->scene.live_blocks.foreseen_start(
                               block.character, block.composition, block.entrance);
  const auto message = prediction_of_planning(block.id, entry->id, start);
  caller.carrier.post(
      [&carrier = caller.carrier, bytes = protocol::encode(message)] { carrier.send(bytes); });
}

/// On a thread of the pool: what only the caller can have done wrong is refused, and not mouthed.
void judge_given(LiveBlocks& live_blocks, const ScriptSource& source, Result<Prepared>& prepared,
                 Diagnostics& diagnostics) {
  if (!prepared) return;
  const auto& voice = static_cast<const GivenVoice&>(*source.own_voice);
  std::optional<Error> fault = voice.given().fault();
  if (!voice.was_asked()) {
    fault = Error{ErrorCode::Syntax, "the script has no <speech> that could be said so"};
  }
  if (fault) {
    for (const auto& block : prepared->blocks) live_blocks.forget(*block);
    prepared = *std::move(fault);
    return;
  }
  if (const std::string remark = voice.given().remark(); !remark.empty()) {
    diagnostics.warn({.message = remark, .about = source.script_id});
  }
}

}  // namespace

void refuse(const Caller& caller, const ScriptName& script, const Error& error, WarningKind kind) {
  ++caller.services.status.scripts_refused;
  caller.services.guest_log.note(GuestLog::Kind::ScriptRefused,
                                 event_of(caller, script, error.message), steady_now());
  kinesphere::Envelope answer = refused(script.id, error, kind);
  answer.mutable_refused()->set_traceparent(script.traceparent);
  tell_refused(caller, script.id, answer, error.code);
}

LogEvent event_of(const Caller& caller, const ScriptName& script, std::string_view what) {
  LogEvent event = event_of(caller, what);
  event.text("id", script.id).text("traceparent", script.traceparent);
  if (script.planning) event.number("planning_ms", std::round(1e4 * script.planning->count()) / 10);
  return event;
}

void predict(const Caller& caller, const Script& script, const OwnBlock& own,
             std::optional<Tick> start, kinesphere::Prediction::Stage stage) {
  const PlannedBlock planned{*own.block, own.character, script.behaviours};
  const TickRate rate(caller.services.options.tick_rate_hz);
  caller.carrier.send(protocol::encode(prediction(planned, stage, start, rate)));
}

std::optional<Tick> start_of(const Caller& caller, const OwnBlock& own) {
  const motion::Block& block = *own.block;
  return starts_at_once(block.composition, block.entrance)
             ? present_tick(caller)
             : caller.stage->scene.live_blocks.foreseen_start(block);
}

std::optional<Seconds> heard_of(const Caller& caller, const Script& script) {
  const auto now = present_tick(caller);
  for (const OwnBlock& own : script.blocks) {
    if (!own.start || !now || own.block->utterances.empty()) continue;
    const Seconds played = TickRate(caller.services.options.tick_rate_hz).between(*own.start, *now);
    const Seconds heard = played - own.block->utterances.front().start;
    if (heard >= Seconds{0}) return heard;
  }
  return {};
}

std::shared_ptr<const Outcome> prepare_script(const Caller& caller,
                                              const std::shared_ptr<const ScriptSource>& source,
                                              bool predicts, PreparePool::Turn& turn) {
  Diagnostics diagnostics;
  const auto began = std::chrono::steady_clock::now();
  bool was_read = false;
  const auto on_planning = [&](const ReadBlock& block) {
    was_read = true;
    if (predicts) predict_planning(caller, block);
  };
  auto live = prepare_live(source, caller.stage->scene.live_blocks, diagnostics,
                           {.on_planning = on_planning, .cancelled = turn.stop});
  turn.steps += live.prepared.steps;
  auto outcome = std::make_shared<Outcome>(Outcome{.prepared = std::move(live.prepared),
                                                   .diagnostics = std::move(diagnostics),
                                                   .was_read = was_read,
                                                   .source = source,
                                                   .zero = live.zero});
  if (source->own_voice)
    judge_given(caller.stage->scene.live_blocks, *source, outcome->prepared, outcome->diagnostics);
  outcome->took = std::chrono::steady_clock::now() - began;
  return outcome;
}

}  // namespace kine::server
