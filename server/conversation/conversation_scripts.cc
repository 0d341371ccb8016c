// What a conversation makes of scripts: from Submit to the last word of the last block.
#include <algorithm>
#include <utility>

#include "protocol/codec.h"
#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/conversation/answers.h"
#include "server/conversation/conversation.h"
#include "server/conversation/predictions.h"
#include "server/demonstration/demonstration.h"
#include "server/live/memory_of.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

constexpr const char* kLeaving = "the server is leaving";

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

struct Conversation::Outcome {
  Result<Prepared> prepared;
  Diagnostics diagnostics;
  bool was_read = false;  // as a script; what is wrong is wrong with its plan
  std::shared_ptr<const ScriptSource> source = {};
  std::optional<Tick> zero = {};  // where it was planned by other blocks
};

std::optional<std::string> Conversation::reason_to_refuse(const std::string& id) {
  const Limits& limits = services_.options.limits;
  if (services_.options.replay) return kReplaying;
  if (services_.leaving) return kLeaving;
  if (id.size() > kNameBytesMax) return past("name_bytes_max", kNameBytesMax) + ": " + quoted(id);
  if (id.find(':') != std::string::npos) return "a ':' in the id " + quoted(id);
  if (has_control_characters(id)) return "control characters in " + quoted(id);
  if (!script_rate_.allow(steady_now())) {
    return "busy: " + past("scripts_per_second_max", limits.scripts_per_second_max);
  }
  if (scripts_.size() >= limits.scripts_at_once_max) {
    return "busy: " + past("scripts_at_once_max", limits.scripts_at_once_max);
  }
  return {};
}

/// An error where there is no room for it.
Result<std::shared_ptr<ScriptSource>> Conversation::source_of(const std::string& id,
                                                              std::string text,
                                                              std::string character) {
  const auto present = services_.scene.roster.present();
  auto source =
      std::make_shared<ScriptSource>(ScriptSource{.text = std::move(text),
                                                  .casts = present->casts,
                                                  .script_id = id,
                                                  .character = std::move(character),
                                                  .targets = services_.scene.targets.names(),
                                                  .located = services_.scene.located(),
                                                  .voice = services_.options.voice.get(),
                                                  .memory = memory_,
                                                  .keeps_casts = present});
  auto share = memory_.take(memory_of(*source));
  if (!share) return share.error();
  source->share = std::make_shared<const MemoryShare>(*std::move(share));
  return source;
}

void Conversation::on_submit(kinesphere::Submit& submit) {
  const std::string counted = "script" + std::to_string(++scripts_counted_);
  const std::string& id = submit.id().empty() ? counted : submit.id();
  if (auto reason = reason_to_refuse(submit.id())) {
    return refuse(id, {ErrorCode::LimitExceeded, *std::move(reason)});
  }
  auto source =
      source_of(id, std::move(*submit.mutable_script()), std::move(*submit.mutable_character()));
  if (!source) return refuse(id, source.error());
  const Place script =
      scripts_.insert(scripts_.end(), Script{.id = submit.id(),
                                             .number = scripts_counted_,
                                             .wants_predictions = submit.predictions()});
  send_to_pool(script, *std::move(source));
}

/// In the pool, and from there on to its commit.
void Conversation::send_to_pool(Place script, std::shared_ptr<const ScriptSource> source) {
  const std::size_t bytes = source->text.size();
  const std::string id = source->script_id;
  auto job = [this, alive = carrier_.keep_alive(), script, source = std::move(source),
              predicts = script->wants_predictions](PreparePool::Turn& turn) {
    const auto outcome = prepare_script(source, predicts, turn);
    alive->post([this, script, source, outcome] {
      if (script->id.empty() && !outcome->prepared) script->id = source->script_id;
      commit(script, *outcome);
    });
  };
  if (services_.pool.push(client_, bytes, std::move(job))) return;
  scripts_.erase(script);
  refuse(id, {ErrorCode::LimitExceeded, "busy: too many of your scripts are being prepared"});
}

/// On a thread of the pool.
std::shared_ptr<const Conversation::Outcome> Conversation::prepare_script(
    const std::shared_ptr<const ScriptSource>& source, bool predicts, PreparePool::Turn& turn) {
  Diagnostics diagnostics;
  bool was_read = false;
  const auto on_planning = [&](const ReadBlock& block) {
    was_read = true;
    if (predicts) predict_planning(block);
  };
  auto live = prepare_live(source, services_.scene.live_blocks, diagnostics,
                           {.on_planning = on_planning, .cancelled = turn.stop});
  turn.steps += live.prepared.steps;
  auto outcome = std::make_shared<Outcome>(Outcome{.prepared = std::move(live.prepared),
                                                   .diagnostics = std::move(diagnostics),
                                                   .was_read = was_read,
                                                   .source = source,
                                                   .zero = live.zero});
  if (source->own_voice) judge_given(*source, outcome->prepared, outcome->diagnostics);
  return outcome;
}

void Conversation::commit(Place script, const Outcome& outcome) {
  if (!outcome.prepared) {
    const Error& error = outcome.prepared.error();
    refuse(script->id, error, kind_of_refusal(error, outcome.was_read));
    scripts_.erase(script);
    return;
  }
  if (script->id.empty()) script->id = outcome.prepared->script_id;
  const auto taken = find_taken_id(script->id, *outcome.prepared);
  auto reason =
      taken ? "a script with this id is still playing: " + quoted(*taken) : play(*script, outcome);
  if (reason) {
    for (const auto& block : outcome.prepared->blocks) services_.scene.live_blocks.forget(*block);
    refuse(script->id, {ErrorCode::LimitExceeded, *std::move(reason)});
    scripts_.erase(script);
    return;
  }
  if (has_left_ && !keeps_waiting_) services_.scene.waiting.leave(client_);
  ++services_.status.scripts_accepted;
  const auto timeline = script->wants_predictions ? Timeline::LeftOut : Timeline::Told;
  carrier_.send(
      protocol::encode(accepted(script->id, *outcome.prepared, outcome.diagnostics, timeline)));
  if (script->wants_predictions) {
    script->behaviours = outcome.prepared->behaviours;
    for (const OwnBlock& own : script->blocks) {
      predict(*script, own, start_of(own), kinesphere::Prediction::PLANNED);
    }
  }
  if (script->blocks.empty()) scripts_.erase(script);
}

std::optional<std::string> Conversation::play(Script& script, const Outcome& outcome) {
  if (services_.leaving) return kLeaving;
  const Prepared& prepared = *outcome.prepared;
  const auto give_back = [&] {
    for (std::size_t i = 0; i < script.blocks.size(); ++i) {
      services_.scene.budget.give_back(script.blocks[i].character,
                                       prepared.blocks[i]->segments.size());
    }
  };
  for (const auto& block : prepared.blocks) {
    const auto entry = services_.scene.roster.find(block->character);
    if (!entry || !is_as_planned_for(*entry, *outcome.source)) {
      return quoted(block->character) + " has left meanwhile";
    }
    if (auto reason = reason_to_keep_off(*entry)) return reason;
  }
  const std::size_t blocks_max = services_.options.limits.blocks_at_once_max;
  if (blocks_held() + prepared.blocks.size() > blocks_max) {
    return "busy: " + past("blocks_at_once_max", blocks_max);
  }
  for (const auto& block : prepared.blocks) {
    if (!services_.scene.targets.expect(block->targets))
      return past("set_targets_max", kSetTargetsMax);
  }
  for (const auto& block : prepared.blocks) {
    const auto entry = services_.scene.roster.find(block->character);
    if (!entry) {
      give_back();
      return quoted(block->character) + " has left meanwhile";
    }
    if (const auto passed = services_.scene.budget.take(entry->id, block->segments.size())) {
      give_back();
      return "busy: " + *passed + " on " + quoted(block->character);
    }
    script.blocks.push_back({.id = BlockId{++services_.scene.blocks_counted},
                             .character = entry->id,
                             .name = block->id,
                             .block = block});
  }
  if (!services_.scene.mailbox.push(inputs_of(script, outcome))) {
    give_back();
    return "busy: " + past("mailbox_inputs_max", kMailboxInputsMax);
  }
  if (services_.demonstration != nullptr) services_.demonstration->give_way();
  script.committed = true;
  return {};
}

/// That play and wait.
std::size_t Conversation::blocks_held() const {
  std::size_t blocks = 0;
  for (const Script& script : scripts_) blocks += script.blocks.size();
  return blocks;
}

std::vector<Input> Conversation::inputs_of(const Script& script, const Outcome& outcome) const {
  std::vector<Input> inputs;
  for (std::size_t i = 0; i < script.blocks.size(); ++i) {
    const OwnBlock& own = script.blocks[i];
    inputs.push_back(PlayBlock{.character = own.character,
                               .id = own.id,
                               .client = client_,
                               .block = own.block,
                               .zero = PlayBlock::Zero::LastTick,
                               .planned_zero = outcome.zero});
    if (const auto fade = early_interrupt(script, own.character)) {
      inputs.emplace_back(Interrupt{own.character, own.id, *fade});
    }
  }
  return inputs;
}

/// With which fade its block on that character was interrupted before it was prepared; nothing: it
/// was not.
std::optional<Seconds> Conversation::early_interrupt(const Script& script,
                                                     CharacterId character) const {
  if (script.interrupted) return script.interrupted;
  const auto early = early_interrupts_.find(character);
  const bool is_meant = early != early_interrupts_.end() && script.number <= early->second.up_to;
  return is_meant ? std::optional(early->second.fade) : std::nullopt;
}

void Conversation::predict(const Script& script, const OwnBlock& own, std::optional<Tick> start,
                           kinesphere::Prediction::Stage stage) {
  const PlannedBlock planned{*own.block, own.character, script.behaviours};
  const TickRate rate(services_.options.tick_rate_hz);
  carrier_.send(protocol::encode(prediction(planned, stage, start, rate)));
}

/// From any thread.
void Conversation::predict_planning(const ReadBlock& block) {
  const auto entry = services_.scene.roster.find(block.character);
  if (!entry) return;  // it has left meanwhile
  const auto start = starts_at_once(block.composition, block.entrance)
                         ? present_tick()
                         : services_.scene.live_blocks.foreseen_start(
                               block.character, block.composition, block.entrance);
  const auto message = prediction_of_planning(block.id, entry->id, start);
  carrier_.post([this, bytes = protocol::encode(message)] { carrier_.send(bytes); });
}

/// When a block that was accepted will begin; nothing where nobody knows.
std::optional<Tick> Conversation::start_of(const OwnBlock& own) const {
  const motion::Block& block = *own.block;
  return starts_at_once(block.composition, block.entrance)
             ? present_tick()
             : services_.scene.live_blocks.foreseen_start(block);
}

/// The tick at which what is taken in now begins, as far as can be said beforehand.
std::optional<Tick> Conversation::present_tick() const {
  const auto now = steady_now();
  const auto zero = services_.tick_zero.load();
  if (now <= zero) return {};
  const auto us = static_cast<std::uint64_t>((now - zero).count());
  return Tick{us * services_.options.tick_rate_hz / 1'000'000};
}

/// Those that came later are not committed yet. What the script replaces says its last word before
/// anything of the script is said, so its id is free.
std::optional<std::string> Conversation::find_taken_id(const std::string& script_id,
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

void Conversation::note(const Feedback& feedback) {
  if (feedback.client != client_) return;
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

void Conversation::note(const Replanned& replanned) {
  for (Script& script : scripts_) {
    for (OwnBlock& own : script.blocks) {
      if (own.id != replanned.id) continue;
      const bool is_retimed =
          replanned.is_planned && replanned.start && !are_timed_alike(*own.block, *replanned.block);
      own.block = replanned.block;
      if (!is_retimed || !script.wants_predictions) return;
      return predict(script, own, replanned.start, kinesphere::Prediction::PLAYING);
    }
  }
}

void Conversation::note_start(const Feedback& feedback) {
  for (Script& script : scripts_) {
    for (OwnBlock& own : script.blocks) {
      if (own.id != feedback.block) continue;
      own.start = feedback.tick;
      if (!script.wants_predictions) return;
      return predict(script, own, feedback.tick, kinesphere::Prediction::PLAYING);
    }
  }
}

void Conversation::refuse(const std::string& id, const Error& error, WarningKind kind) {
  ++services_.status.scripts_refused;
  carrier_.send(protocol::encode(refused(id, error, kind)));
}

}  // namespace kine::server
