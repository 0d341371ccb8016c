#include "server/conversation/conversation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/prepare/look_targets.h"
#include "server/conversation/answers.h"
#include "server/conversation/wishes.h"
#include "server/demonstration/demonstration.h"
#include "server/live/accounted_voice.h"
#include "server/session_log/session_log.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

std::span<const std::uint32_t> ids_of(const google::protobuf::RepeatedField<std::uint32_t>& ids) {
  return {ids.data(), static_cast<std::size_t>(ids.size())};
}

}  // namespace

Conversation::Conversation(Services& services, ClientId client, Carrier& carrier)
    : services_(services),
      client_(client),
      carrier_(carrier),
      script_rate_(services.options.limits.scripts_per_second_max),
      record_rate_(services.options.limits.records_per_second_max),
      manner_rate_(services.options.limits.manners_per_second_max),
      join_rate_(services.options.limits.joins_per_second_max),
      ask_rate_(services.options.limits.performed_asks_per_second_max) {}

void Conversation::take_in(kinesphere::Envelope envelope) {
  if (closing_) return;
  if (!knows_client_ && !envelope.has_hello()) return close_with(kNoHello);

  if (knows_client_) note_message(envelope);
  if (services_.options.replay && changes_what_happens(envelope)) {
    return complain(kReplaying);
  }
  switch (envelope.message_case()) {
    case kinesphere::Envelope::kHello:
      return on_hello(envelope.hello());
    case kinesphere::Envelope::kSubscribe:
      return on_subscribe(envelope.subscribe());
    case kinesphere::Envelope::kSubmit:
      return on_submit(*envelope.mutable_submit());
    case kinesphere::Envelope::kSay:
      return on_say(*envelope.mutable_say());
    case kinesphere::Envelope::kSayMore:
      return on_say_more(envelope.say_more());
    case kinesphere::Envelope::kInterrupt:
      return on_interrupt(envelope.interrupt());
    case kinesphere::Envelope::kSetTarget:
      return on_set_target(envelope.set_target());
    case kinesphere::Envelope::kSetTension:
      return on_set_tension(envelope.set_tension());
    case kinesphere::Envelope::kSetManner:
      return on_set_manner(envelope.set_manner());
    case kinesphere::Envelope::kJoin:
      return on_join(envelope.join());
    case kinesphere::Envelope::kLeave:
      return on_leave(envelope.leave());
    case kinesphere::Envelope::kClaim:
      return on_claim(envelope.claim());
    case kinesphere::Envelope::kRecord:
      return on_record(envelope.record());
    case kinesphere::Envelope::kCheck:
      return on_check(*envelope.mutable_check());
    case kinesphere::Envelope::kAck:
      return carrier_.acknowledge(Tick{envelope.ack().tick()});
    case kinesphere::Envelope::kAskPerformed:
      return on_ask_performed(envelope.ask_performed());
    case kinesphere::Envelope::kPing:
      return on_ping(envelope.ping());
    default:
      return complain(kNotTaken);
  }
}

void Conversation::refuse_unread() {
  if (closing_) return;
  if (!knows_client_) return close_with(kNoHello);
  complain(kNotTaken);
}

/// Of all that a client says, from a Hello on that was right: no stranger fills the log. Its clock
/// and what it has drawn change nothing.
void Conversation::note_message(const kinesphere::Envelope& envelope) {
  if (services_.scene.session_log == nullptr || envelope.has_ack() || envelope.has_ping()) return;
  services_.scene.session_log->push(MessageTaken{
      .client = client_, .message = std::make_shared<const kinesphere::Envelope>(envelope)});
}

void Conversation::on_hello(const kinesphere::Hello& hello) {
  if (knows_client_) return complain("Hello was said already");
  if (hello.version_major() != protocol::kVersionMajor) {
    return close_with("this server speaks version " + std::to_string(protocol::kVersionMajor) +
                      "." + std::to_string(protocol::kVersionMinor) + ", and not '" +
                      std::to_string(hello.version_major()) + "." +
                      std::to_string(hello.version_minor()) + "'");
  }
  if (hello.name().size() > kNameBytesMax) {
    return close_with(past("name_bytes_max", kNameBytesMax) + ": " + quoted(hello.name()));
  }
  if (const auto reason =
          services_.token_guard.reason_to_refuse(hello.token(), carrier_.address(), steady_now())) {
    return close_with(*reason, Carrier::Noted::No);  // the guard has noted it
  }
  knows_client_ = true;
  name_ = hello.name();
  memory_ = services_.memory.holder(carrier_.holder(), services_.options.token);
  keeps_waiting_ = hello.keep_waiting();
  kinesphere::Envelope said;
  *said.mutable_hello() = hello;
  note_message(said);
  carrier_.on_hello();
  greet();
}

void Conversation::greet() {
  kinesphere::Envelope answer;
  kinesphere::Hello& hello = *answer.mutable_hello();
  hello.set_version_major(protocol::kVersionMajor);
  hello.set_version_minor(protocol::kVersionMinor);
  hello.set_name("kinesphere");
  hello.set_session_id(services_.session_id);
  for (const std::string& capability : services_.capabilities) hello.add_capabilities(capability);
  hello.set_tick_rate_hz(services_.options.tick_rate_hz);
  hello.set_server_time_us(static_cast<std::uint64_t>(steady_now().count()));
  const auto present = services_.scene.roster.present();
  for (const Roster::EntryPointer& entry : present->entries) {
    kinesphere::Character& character = *hello.add_characters();
    character = character_of(*entry);
    const auto holder = services_.claims.find_other(entry->id, client_, steady_now());
    if (holder) character.set_claimed_by(*holder);
  }
  carrier_.send(protocol::encode(answer));
}

void Conversation::on_subscribe(const kinesphere::Subscribe& subscribe) {
  if (!kinesphere::Encoding_IsValid(subscribe.encoding())) {
    return complain("an unknown encoding: '" + std::to_string(subscribe.encoding()) + "'");
  }
  auto characters = services_.scene.roster.chosen(ids_of(subscribe.characters()));
  if (!characters) return complain(characters.error().message);
  Subscription subscription{
      .characters = *std::move(characters),
      .everybody = subscribe.characters().empty(),
      .parts = frame_variant(subscribe),
      .events = wants_events(subscribe),
      .rate_hz_max = subscribe.max_rate_hz(),
      .audio = wants_audio(subscribe),
  };
  std::vector<protocol::Bytes> descriptions;
  for (const CharacterId id : subscription.characters) {
    if (const auto entry = services_.scene.roster.find(id)) descriptions.push_back(entry->skeleton);
  }
  carrier_.start_stream(subscription, std::move(descriptions));
  services_.hub.subscribe(client_, std::move(subscription));
}

void Conversation::on_ping(const kinesphere::Ping& ping) {
  kinesphere::Envelope answer;
  kinesphere::Pong& pong = *answer.mutable_pong();
  const auto now = steady_now();
  pong.set_client_time_us(ping.client_time_us());
  pong.set_server_time_us(static_cast<std::uint64_t>(now.count()));
  if (const auto zero = services_.tick_zero.load(); now > zero) {
    pong.set_server_tick_time_us(static_cast<std::uint64_t>((now - zero).count()));
  }
  carrier_.send(protocol::encode(answer));
}

void Conversation::on_check(kinesphere::Check& check) {
  const auto busy = [&](std::string reason) {
    const Result<Prepared> none = Error{ErrorCode::LimitExceeded, std::move(reason)};
    carrier_.send(protocol::encode(checked(check.id(), none, {})));
  };
  if (check.id().size() > kNameBytesMax) {
    return complain(past("name_bytes_max", kNameBytesMax) + ": " + quoted(check.id()));
  }
  if (services_.options.replay) return busy(kReplaying);
  const Limits& limits = services_.options.limits;
  if (!script_rate_.allow(steady_now())) {
    return busy("busy: " + past("scripts_per_second_max", limits.scripts_per_second_max));
  }
  const std::size_t bytes = check.script().size();
  auto taken = source_of(check.id(), std::move(*check.mutable_script()),
                         std::move(*check.mutable_character()));
  if (!taken) return busy(taken.error().message);
  auto job = [this, alive = carrier_.keep_alive(), manners = services_.scene.live_blocks.manners(),
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
         .live = {.manners = manners.all, .located = source->located, .cancelled = turn.stop}},
        diagnostics);
    turn.steps += prepared.steps;
    if (const auto& refusal = voice.refusal()) prepared = PrepareOutcome(*refusal);
    const auto answer = checked(source->script_id, prepared, diagnostics);
    alive->post([this, message = protocol::encode(answer)] { carrier_.send(message); });
  };
  if (!services_.pool.push(client_, bytes, std::move(job))) {
    busy("busy: too many of your scripts are being prepared");
  }
}

void Conversation::on_interrupt(const kinesphere::Interrupt& interrupt) {
  const Seconds fade(interrupt.has_fade() ? static_cast<double>(interrupt.fade())
                                          : Interrupt{}.fade.count());
  if (!std::isfinite(fade.count()) || fade < Seconds(0) || fade > kBlockLengthMax) {
    return complain("a fade that is not between 0 and " + format_number(kBlockLengthMax.count()) +
                    " s: '" + format_number(fade.count()) + "'");
  }
  const std::size_t ids_max = services_.options.limits.scripts_at_once_max;
  if (static_cast<std::size_t>(interrupt.ids_size()) > ids_max) {
    return complain(past("scripts_at_once_max", ids_max) + ": '" +
                    std::to_string(interrupt.ids_size()) + "'");
  }
  for (const std::string& id : interrupt.ids()) {
    if (!interrupt_script(id, fade))
      complain("no script of yours with this id is playing: " + quoted(id));
  }
  if (interrupt.character().empty()) return;
  const Roster::EntryPointer entry = find_own(interrupt.character());
  if (entry == nullptr) return;
  interrupt_character(entry->id, fade);
}

void Conversation::on_set_target(const kinesphere::SetTarget& set) {
  const auto present = services_.scene.roster.present();
  const auto reason = reason_not_to_set(set.name(), present->casts);
  if (!reason.empty()) return complain(reason);
  constexpr int kCoordinates = 3;
  const auto& point = set.point();
  const bool placed =
      set.point_size() == kCoordinates && std::all_of(point.begin(), point.end(), [](float each) {
        return std::isfinite(each) && std::abs(each) <= kPositionMax_m;
      });
  if (!placed) {
    return complain("a target needs three coordinates of at most " + format_number(kPositionMax_m) +
                    " m: " + quoted(set.name()));
  }
  const Vec3 point_m{point.Get(0), point.Get(1), point.Get(2)};
  if (!services_.scene.targets.add(set.name(), point_m)) {
    return complain(past("set_targets_max", kSetTargetsMax) + ": " + quoted(set.name()));
  }
  const bool taken = services_.scene.mailbox.push({SetTarget{set.name(), point_m}});
  if (!taken) complain("busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
}

void Conversation::on_set_tension(const kinesphere::SetTension& set) {
  const Roster::EntryPointer entry = find_own(set.character());
  if (entry == nullptr) return;
  if (set.manner().size() > kNameBytesMax) {
    return complain(past("name_bytes_max", kNameBytesMax) + ": " + quoted(set.manner()));
  }
  const auto wish = wish_of(set);
  if (!wish) return complain("arms, a lag or a frame of tension that this server does not know");
  const auto change = make_tension_change(*wish);
  if (!change) return complain(change.error().message);
  if (!services_.scene.mailbox.push({SetTension{entry->id, *change}})) {
    complain("busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
  }
}

void Conversation::on_set_manner(const kinesphere::SetManner& set) {
  const std::size_t per_second = services_.options.limits.manners_per_second_max;
  if (!manner_rate_.allow(steady_now())) {
    return complain("busy: " + past("manners_per_second_max", per_second));
  }
  const Roster::EntryPointer entry = find_own(set.character());
  if (entry == nullptr) return;
  const plan::Vocabulary& vocabulary = *entry->cast->vocabulary;
  const auto over = checked_over(over_of(set));
  if (!over) return complain(over.error().message);
  const auto nucleus_wish = nucleus_wish_of(set);
  const auto face_wish = face_wish_of(set);
  if (!nucleus_wish && !face_wish) {
    return complain("a manner has a nucleus or a face, but there is neither");
  }
  // All of it is looked at before any of it is done.
  const auto nucleus = make_nucleus(nucleus_wish.value_or(NucleusWish{}), vocabulary);
  if (!nucleus) return complain(nucleus.error().message);
  const auto face = make_face_change(face_wish.value_or(FaceWish{}), over->count(), vocabulary);
  if (!face) return complain(face.error().message);
  if (face_wish && !services_.scene.mailbox.push({SetFace{entry->id, *face}})) {
    return complain("busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
  }
  if (nucleus_wish) services_.scene.live_blocks.set_manner(entry->cast->name, *nucleus, *over);
}

bool Conversation::interrupt_script(const std::string& id, Seconds fade) {
  if (let_go_of_waiting(id)) return true;
  std::vector<Input> inputs;
  bool found = false;
  for (Script& script : scripts_) {
    const bool whole = script.id == id;
    if (whole && !script.committed) script.interrupted = fade;
    for (const OwnBlock& block : script.blocks) {
      if (!whole && block.name != id) continue;
      inputs.push_back(Interrupt{block.character, block.id, fade});
      found = true;
    }
    found = found || whole;
  }
  if (!inputs.empty() && !services_.scene.mailbox.push(std::move(inputs))) {
    complain("busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
  }
  return found;
}

/// Of one character the last such interrupt counts: however many come, no more than one is kept of
/// each character that is there.
void Conversation::interrupt_character(CharacterId character, Seconds fade) {
  if (!std::ranges::all_of(scripts_, &Script::committed)) {
    const bool is_new = !early_interrupts_.contains(character);
    if (is_new && early_interrupts_.size() >= services_.scene.roster.present()->entries.size()) {
      std::erase_if(early_interrupts_, [&](const auto& each) {
        return services_.scene.roster.find(each.first) == nullptr;
      });
    }
    early_interrupts_[character] = {.up_to = scripts_counted_, .fade = fade};
  }
  if (services_.demonstration != nullptr) services_.demonstration->give_way();
  if (!services_.scene.mailbox.push({Interrupt{character, {}, fade}})) {
    complain("busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
  }
}

void Conversation::on_record(const kinesphere::Record& record) {
  if (record.name().size() > kNameBytesMax) {
    return complain(past("name_bytes_max", kNameBytesMax) + ": " + quoted(record.name()));
  }
  const auto fault = [&](const Error& error) {
    carrier_.send(protocol::encode(recorded({.name = record.name(), .error = error.message})));
  };
  const std::size_t per_second = services_.options.limits.records_per_second_max;
  if (!record_rate_.allow(steady_now())) {
    return fault({ErrorCode::LimitExceeded, "busy: " + past("records_per_second_max", per_second)});
  }
  // A recording does not keep the connection of the client that asked for it: it tells what is
  // left.
  const auto tell = [this, carrier = std::weak_ptr<Carrier>(carrier_.keep_alive())](
                        const Recorder::Ended& ended) {
    const auto alive = carrier.lock();
    if (!alive) return;
    alive->post([this, answer = protocol::encode(recorded(ended))] { carrier_.send(answer); });
  };
  Recorder& recorder = services_.recorder;
  auto characters = services_.scene.roster.chosen(ids_of(record.characters()));
  if (!characters) return fault(characters.error());
  const auto taken = record.stop()
                         ? recorder.stop(record.name(), client_)
                         : recorder.start(client_, record.name(), *std::move(characters), tell);
  if (!taken) fault(taken.error());
}

void Conversation::leave() {
  has_left_ = true;
  if (!keeps_waiting_) services_.scene.waiting.leave(client_);
}

void Conversation::complain(std::string problem) {
  kinesphere::Envelope answer;
  answer.mutable_problem()->set_error(std::move(problem));
  carrier_.send(protocol::encode(answer));
}

void Conversation::close_with(const std::string& problem, Carrier::Noted noted) {
  if (closing_) return;
  closing_ = true;
  kinesphere::Envelope answer;
  answer.mutable_problem()->set_error(problem);
  answer.mutable_problem()->set_closing(true);
  carrier_.send(protocol::encode(answer));
  carrier_.close(problem, noted);
}

void Conversation::say_goodbye(const std::string& reason) {
  if (closing_) return;
  closing_ = true;
  kinesphere::Envelope answer;
  answer.mutable_goodbye()->set_reason(reason);
  carrier_.send(protocol::encode(answer));
  carrier_.close(reason, Carrier::Noted::No);
}

}  // namespace kine::server
