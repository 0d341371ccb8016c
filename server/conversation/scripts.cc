#include "server/conversation/scripts.h"

#include <algorithm>
#include <utility>

#include "protocol/codec.h"
#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/conversation/answers.h"
#include "server/conversation/returning.h"
#include "server/demonstration/demonstration.h"
#include "server/journal/journal.h"
#include "server/live/accounted_voice.h"
#include "server/live/memory_of.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

bool has_control_characters(std::string_view name) {
  return std::any_of(name.begin(), name.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

/// Whether a script was planned for this character, and not for one of its name before it.
bool is_as_planned_for(const Roster::Entry& entry, const ScriptSource& source) {
  return std::ranges::find(source.casts, entry.cast) != source.casts.end();
}

/// Whether the points of both are at the same times.
bool are_timed_alike(const motion::Block& a, const motion::Block& b) {
  return std::ranges::equal(a.sync_points, b.sync_points,
                            [](const motion::SyncPoint& one, const motion::SyncPoint& other) {
                              return one.id == other.id && one.time == other.time;
                            });
}

}  // namespace

Scripts::Scripts(Caller& caller)
    : caller_(caller), rate_(caller.services.limits.now().scripts_per_second_max) {}

/// Its clients have so many scripts planned a second, together.
std::optional<std::string> Scripts::reason_of_tenant() {
  if (caller_.services.tenants.allow_script(*caller_.grant, steady_now())) return {};
  return "busy: tenant " + quoted(caller_.grant->tenant) + " begins at most " +
         std::to_string(*caller_.grant->scripts_per_second) + " scripts a second";
}

/// What would not be kept is not taken.
std::optional<std::string> Scripts::reason_of_journal() {
  if (caller_.stage->journal == nullptr) return {};
  const auto fault = caller_.stage->journal->fault();
  return fault ? std::optional("busy: " + *fault) : std::nullopt;
}

std::optional<std::string> Scripts::reason_to_refuse(const std::string& id) {
  const Limits& limits = caller_.services.limits.now();
  if (caller_.services.options.replay) return kReplaying;
  if (caller_.services.leaving) return kLeaving;
  if (id.size() > kNameBytesMax) return past("name_bytes_max", kNameBytesMax) + ": " + quoted(id);
  if (id.find(':') != std::string::npos) return "a ':' in the id " + quoted(id);
  if (has_control_characters(id)) return "control characters in " + quoted(id);
  rate_.set_count(limits.scripts_per_second_max);
  if (!rate_.allow(steady_now())) {
    return "busy: " + past("scripts_per_second_max", limits.scripts_per_second_max);
  }
  if (auto reason = reason_of_tenant()) return reason;
  if (auto reason = reason_of_journal()) return reason;
  if (scripts_.size() >= limits.scripts_at_once_max) {
    return "busy: " + past("scripts_at_once_max", limits.scripts_at_once_max);
  }
  return {};
}

/// An error where there is no room for it.
Result<std::shared_ptr<ScriptSource>> Scripts::source_of(const std::string& id, std::string text,
                                                         std::string character) {
  const auto present = caller_.stage->scene.roster.present();
  auto source = std::make_shared<ScriptSource>(
      ScriptSource{.text = std::move(text),
                   .casts = present->casts,
                   .script_id = id,
                   .character = std::move(character),
                   .targets = caller_.stage->scene.targets.names(),
                   .sketches = sketches_of(caller_.services.options.stock),
                   .located = caller_.stage->scene.located(),
                   .voice = caller_.services.options.voice.get(),
                   .seed = caller_.services.options.life.seed,
                   .styles = caller_.stage->scene.live_blocks.styles(),
                   .memory = caller_.memory,
                   .keeps_casts = present});
  auto share = caller_.memory.take(memory_of(*source));
  if (!share) return share.error();
  source->share = std::make_shared<const MemoryShare>(*std::move(share));
  return source;
}

/// What a script is called that has no id.
std::string Scripts::count() {
  ++counted_;
  if (caller_.resumed != nullptr) caller_.resumed->count_script(counted_);
  return "script" + std::to_string(counted_);
}

void Scripts::submit(kinesphere::Submit& submit) {
  if (is_answered_again(caller_, submit.id())) return;
  const std::string counted = count();
  const std::string& id = submit.id().empty() ? counted : submit.id();
  auto trace = ScriptTrace::of(submit.traceparent());
  if (auto reason = reason_to_refuse(submit.id())) {
    return refuse(caller_, {id, trace.parent}, {ErrorCode::LimitExceeded, *std::move(reason)});
  }
  auto source =
      source_of(id, std::move(*submit.mutable_script()), std::move(*submit.mutable_character()));
  if (!source) return refuse(caller_, {id, trace.parent}, source.error());
  const auto is_new = expect_script(caller_, submit.id());
  if (!is_new) return refuse(caller_, {id, trace.parent}, is_new.error());
  if (!*is_new) return;
  const Place script =
      scripts_.insert(scripts_.end(), Script{.id = submit.id(),
                                             .number = counted_,
                                             .wants_predictions = submit.predictions(),
                                             .trace = std::move(trace)});
  send_to_pool(script, *std::move(source));
}

/// In the pool, and from there on to its commit.
void Scripts::send_to_pool(Place script, std::shared_ptr<const ScriptSource> source) {
  const std::size_t bytes = source->text.size();
  const std::string id = source->script_id;
  auto job = [this, alive = caller_.carrier.keep_alive(), script, source = std::move(source),
              predicts = script->wants_predictions](PreparePool::Turn& turn) {
    const auto outcome = prepare_script(caller_, source, predicts, turn);
    alive->post([this, script, source, outcome] {
      if (script->id.empty() && !outcome->prepared) script->id = source->script_id;
      commit(script, *outcome);
    });
  };
  if (caller_.services.pool.push(caller_.id, bytes, std::move(job))) return;
  const ScriptName name{id, script->trace.parent};
  scripts_.erase(script);
  refuse(caller_, name,
         {ErrorCode::LimitExceeded, "busy: too many of your scripts are being prepared"});
}

void Scripts::commit(Place script, const Outcome& outcome) {
  if (script->id.empty() && outcome.prepared) script->id = outcome.prepared->script_id;
  const ScriptName name{script->id, script->trace.parent, outcome.took};
  if (!outcome.prepared) {
    const Error& error = outcome.prepared.error();
    refuse(caller_, name, error, kind_of_refusal(error, outcome.was_read));
    scripts_.erase(script);
    return;
  }
  const auto taken = find_taken_id(script->id, *outcome.prepared);
  auto reason =
      taken ? "a script with this id is still playing: " + quoted(*taken) : play(*script, outcome);
  if (reason) {
    for (const auto& block : outcome.prepared->blocks)
      caller_.stage->scene.live_blocks.forget(*block);
    refuse(caller_, name, {ErrorCode::LimitExceeded, *std::move(reason)});
    scripts_.erase(script);
    return;
  }
  if (is_gone_for_good(caller_)) caller_.stage->scene.waiting.leave(caller_.id);
  ++caller_.services.status.scripts_accepted;
  caller_.services.status.script_accept.add(steady_now() - script->came_at);
  expect_kept(*script);
  accept(*script, name, outcome);
  if (script->wants_predictions) {
    script->behaviours = outcome.prepared->behaviours;
    for (const OwnBlock& own : script->blocks) {
      predict(caller_, *script, own, start_of(caller_, own), kinesphere::Prediction::PLANNED);
    }
  }
  if (script->blocks.empty()) scripts_.erase(script);
}

/// The client hears that it plays, and the log says so.
void Scripts::accept(const Script& script, const ScriptName& name, const Outcome& outcome) {
  const auto timeline = script.wants_predictions ? Timeline::LeftOut : Timeline::Told;
  kinesphere::Envelope answer =
      accepted(script.id, *outcome.prepared, outcome.diagnostics, timeline);
  answer.mutable_accepted()->set_traceparent(name.traceparent);
  answer.mutable_accepted()->set_kept_later(caller_.stage->journal != nullptr &&
                                            !script.blocks.empty());
  if (!script.trace.fault.empty()) {
    protocol::write_warning({.message = script.trace.fault, .about = script.id},
                            *answer.mutable_accepted()->add_warnings());
  }
  tell_accepted(caller_, script.id, answer);
  LogEvent event = event_of(caller_, name, "it plays");
  event.number("blocks", static_cast<double>(outcome.prepared->blocks.size()));
  caller_.services.guest_log.note(GuestLog::Kind::ScriptAccepted, std::move(event), steady_now());
}

std::optional<std::string> Scripts::play(Script& script, const Outcome& outcome) {
  if (caller_.services.leaving) return kLeaving;
  const Prepared& prepared = *outcome.prepared;
  const auto give_back = [&] {
    for (std::size_t i = 0; i < script.blocks.size(); ++i) {
      caller_.stage->scene.budget.give_back(script.blocks[i].character,
                                            prepared.blocks[i]->segments.size());
      caller_.stage->scene.traces.forget(script.blocks[i].id);
    }
  };
  for (const auto& block : prepared.blocks) {
    const auto entry = caller_.stage->scene.roster.find(block->character);
    if (!entry || !is_as_planned_for(*entry, *outcome.source)) {
      return quoted(block->character) + " has left meanwhile";
    }
    if (auto reason = reason_to_keep_off(caller_, *entry)) return reason;
  }
  const std::size_t blocks_max = caller_.services.limits.now().blocks_at_once_max;
  if (blocks_held() + prepared.blocks.size() > blocks_max) {
    return "busy: " + past("blocks_at_once_max", blocks_max);
  }
  for (const auto& block : prepared.blocks) {
    if (!caller_.stage->scene.targets.expect(block->targets))
      return past("set_targets_max", kSetTargetsMax);
  }
  for (const auto& block : prepared.blocks) {
    const auto entry = caller_.stage->scene.roster.find(block->character);
    if (!entry) {
      give_back();
      return quoted(block->character) + " has left meanwhile";
    }
    if (const auto passed = caller_.stage->scene.budget.take(entry->id, block->segments.size())) {
      give_back();
      return "busy: " + *passed + " on " + quoted(block->character);
    }
    script.blocks.push_back({.id = BlockId{++caller_.stage->scene.blocks_counted},
                             .character = entry->id,
                             .name = block->id,
                             .block = block});
    caller_.stage->scene.traces.expect(script.blocks.back().id, script.trace.parent);
  }
  remember(caller_, script);
  if (!caller_.stage->scene.mailbox.push(inputs_of(script, outcome))) {
    give_back();
    return "busy: " + past("mailbox_inputs_max", kMailboxInputsMax);
  }
  if (caller_.stage->demonstration != nullptr) caller_.stage->demonstration->give_way();
  script.committed = true;
  return {};
}

void Scripts::expect_kept(const Script& script) {
  if (caller_.stage->journal == nullptr || script.blocks.empty()) return;
  if (caller_.resumed != nullptr && caller_.resumed->keeps(script.id)) return;
  const auto unkept = std::make_shared<Unkept>(Unkept{script.id, script.blocks.size()});
  for (const OwnBlock& own : script.blocks) unkept_[own.id] = unkept;
}

void Scripts::note_kept(BlockId block) {
  const auto found = unkept_.find(block);
  if (found == unkept_.end()) return;
  const std::shared_ptr<Unkept> unkept = found->second;
  unkept_.erase(found);
  if (--unkept->blocks > 0) return;
  kinesphere::Envelope message;
  message.mutable_kept()->set_id(unkept->id);
  caller_.carrier.send(protocol::encode(message));
}

void Scripts::adopt(const RememberedScript& script) {
  Script& adopted = scripts_.emplace_back(Script{.id = script.id, .committed = true});
  for (const auto& [id, character, name, block] : script.blocks) {
    adopted.blocks.push_back({.id = id, .character = character, .name = name, .block = block});
  }
}

void Scripts::leave() {
  if (caller_.resumed == nullptr) return;
  for (const Script& script : scripts_) {
    if (script.waiting != nullptr) caller_.resumed->forget(script.id);
  }
}

/// That play and wait.
std::size_t Scripts::blocks_held() const {
  std::size_t blocks = 0;
  for (const Script& script : scripts_) blocks += script.blocks.size();
  return blocks;
}

/// With which fade its block on that character was interrupted before it was prepared; nothing: it
/// was not.
std::optional<Seconds> Scripts::early_interrupt(const Script& script, CharacterId character) const {
  if (script.interrupted) return script.interrupted;
  const auto early = early_interrupts_.find(character);
  const bool is_meant = early != early_interrupts_.end() && script.number <= early->second.up_to;
  return is_meant ? std::optional(early->second.fade) : std::nullopt;
}

/// Those that came later are not committed yet. What the script replaces says its last word before
/// anything of the script is said, so its id is free.
std::optional<std::string> Scripts::find_taken_id(const std::string& script_id,
                                                  const Prepared& prepared) const {
  const auto is_replaced = [&](const OwnBlock& own) {
    return std::ranges::any_of(prepared.blocks, [&](const auto& block) {
      return block->composition == plan::Composition::Replace &&
             block->character == own.block->character;
    });
  };
  for (const Script& other : scripts_) {
    for (const OwnBlock& own : other.blocks) {
      if (is_replaced(own)) continue;
      if (other.id == script_id) return script_id;
      // Feedback goes by the blocks' ids, which the text may give itself.
      for (const auto& block : prepared.blocks) {
        if (own.name == block->id) return block->id;
      }
    }
  }
  return {};
}

void Scripts::note(const Feedback& feedback) {
  if (feedback.client != caller_.id) return;
  if (feedback.kind == FeedbackKind::Started) return note_start(feedback);
  const bool last =
      feedback.kind == FeedbackKind::Ended || feedback.kind == FeedbackKind::Interrupted;
  if (!last) return;
  for (auto script = scripts_.begin(); script != scripts_.end(); ++script) {
    auto& blocks = script->blocks;
    const auto block = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const OwnBlock& own) { return own.id == feedback.block; });
    if (block == blocks.end()) continue;
    if (script->given) end_given(*script, *block, feedback);
    blocks.erase(block);
    if (blocks.empty()) scripts_.erase(script);
    return;
  }
}

void Scripts::note(const Replanned& replanned) {
  for (Script& script : scripts_) {
    for (OwnBlock& own : script.blocks) {
      if (own.id != replanned.id) continue;
      const bool is_retimed =
          replanned.is_planned && replanned.start && !are_timed_alike(*own.block, *replanned.block);
      own.block = replanned.block;
      if (!is_retimed || !script.wants_predictions) return;
      return predict(caller_, script, own, replanned.start, kinesphere::Prediction::PLAYING);
    }
  }
}

void Scripts::note_start(const Feedback& feedback) {
  for (Script& script : scripts_) {
    for (OwnBlock& own : script.blocks) {
      if (own.id != feedback.block) continue;
      own.start = feedback.tick;
      if (!script.wants_predictions) return;
      return predict(caller_, script, own, feedback.tick, kinesphere::Prediction::PLAYING);
    }
  }
}

std::vector<Input> Scripts::inputs_of(const Script& script, const Outcome& outcome) const {
  std::vector<Input> inputs;
  for (std::size_t i = 0; i < script.blocks.size(); ++i) {
    const OwnBlock& own = script.blocks[i];
    inputs.push_back(PlayBlock{.character = own.character,
                               .id = own.id,
                               .client = caller_.id,
                               .block = own.block,
                               .zero = PlayBlock::Zero::LastTick,
                               .planned_zero = outcome.zero});
    if (const auto fade = early_interrupt(script, own.character)) {
      inputs.emplace_back(Interrupt{own.character, own.id, *fade});
    }
  }
  return inputs;
}

void Scripts::check(kinesphere::Check& check) {
  const auto busy = [&](std::string reason) {
    const Result<Prepared> none = Error{ErrorCode::LimitExceeded, std::move(reason)};
    caller_.carrier.send(protocol::encode(checked(check.id(), none, {})));
  };
  if (check.id().size() > kNameBytesMax) {
    return complain(caller_, past("name_bytes_max", kNameBytesMax) + ": " + quoted(check.id()));
  }
  if (caller_.services.options.replay) return busy(kReplaying);
  const Limits& limits = caller_.services.limits.now();
  rate_.set_count(limits.scripts_per_second_max);
  if (!rate_.allow(steady_now())) {
    return busy("busy: " + past("scripts_per_second_max", limits.scripts_per_second_max));
  }
  if (const auto reason = reason_of_tenant()) return busy(*reason);
  const std::size_t bytes = check.script().size();
  auto taken = source_of(check.id(), std::move(*check.mutable_script()),
                         std::move(*check.mutable_character()));
  if (!taken) return busy(taken.error().message);
  auto job = [this, alive = caller_.carrier.keep_alive(),
              manners = caller_.stage->scene.live_blocks.manners(),
              source = *std::move(taken)](PreparePool::Turn& turn) {
    const AccountedVoice voice(*source->voice, source->memory);
    Diagnostics diagnostics(Diagnostics::OnError::Collect);
    auto prepared = prepare(
        source->text,
        {.casts = source->casts,
         .script_id = source->script_id,
         .character = source->character,
         .set_targets = source->targets,
         .voice = &voice,
         .sketches = source->sketches,
         .meanings = source->meanings(),
         .live = {.manners = manners.all, .located = source->located, .cancelled = turn.stop}},
        diagnostics);
    turn.steps += prepared.steps;
    if (const auto& refusal = voice.refusal()) prepared = PrepareOutcome(*refusal);
    const auto answer = checked(source->script_id, prepared, diagnostics);
    alive->post([this, message = protocol::encode(answer)] { caller_.carrier.send(message); });
  };
  if (!caller_.services.pool.push(caller_.id, bytes, std::move(job))) {
    busy("busy: too many of your scripts are being prepared");
  }
}

bool Scripts::add_blocks_of(const std::string& id, std::vector<LiveBlocks::Sent>& sent) const {
  bool found = false;
  for (const Script& script : scripts_) {
    found = found || script.id == id;
    for (const OwnBlock& block : script.blocks) {
      if (script.id != id && block.name != id) continue;
      sent.push_back({block.id, block.block.get()});
      found = true;
    }
  }
  return found;
}

}  // namespace kine::server
