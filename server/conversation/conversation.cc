#include "server/conversation/conversation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/prepare/live_posture.h"
#include "realizer/prepare/look_targets.h"
#include "server/conversation/answers.h"
#include "server/conversation/body_calls.h"
#include "server/conversation/joining.h"
#include "server/conversation/performed_answers.h"
#include "server/conversation/returning.h"
#include "server/conversation/rights.h"
#include "server/conversation/wishes.h"
#include "server/session_log/session_rows.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

std::span<const std::uint32_t> ids_of(const google::protobuf::RepeatedField<std::uint32_t>& ids) {
  return {ids.data(), static_cast<std::size_t>(ids.size())};
}

/// The style that a manner names, empty where it names none.
std::string style_named_by(const std::optional<NucleusWish>& nucleus,
                           const std::optional<SketchWish>& sketch) {
  if (nucleus && !nucleus->style.empty()) return nucleus->style;
  return sketch ? sketch->style : "";
}

/// A client hears of no scene that it may not join.
Result<Stage*> stage_for(const Services& services, const Grant& grant, const std::string& scene) {
  Stage* const stage = services.find_stage(scene);
  if (stage != nullptr && grant.may_join(stage->name)) return stage;
  std::string names;
  for (const Stage* each : services.stages) {
    if (grant.may_join(each->name)) names += (names.empty() ? "" : ", ") + quoted(each->name);
  }
  return Error{ErrorCode::UnknownName, "this client may join the scenes " + names + ", and not " +
                                           quoted(scene.empty() ? std::string(kMainScene) : scene)};
}

bool is_played_here(const Caller& caller) {
  const ScenePlaces* const places = caller.services.places;
  return places == nullptr || places->is_here(caller.stage->name);
}

/// By which its memory is counted beside its address: clients that show the same count together.
std::string token_of(const Caller& caller, const kinesphere::Hello& hello) {
  if (!caller.grant->is_tenant()) return {};
  if (!hello.token().empty()) return hello.token();
  return caller.shown.certificate + caller.shown.port;  // one of them at most
}

}  // namespace

Conversation::Conversation(Services& services, ClientId client, Carrier& carrier)
    : caller_{.services = services, .id = client, .carrier = carrier},
      record_rate_(services.limits.now().records_per_second_max),
      manner_rate_(services.limits.now().manners_per_second_max),
      push_rate_(services.limits.now().pushes_per_second_max),
      join_rate_(services.limits.now().joins_per_second_max),
      ask_rate_(services.limits.now().performed_asks_per_second_max) {}

void Conversation::take_in(kinesphere::Envelope envelope) {
  if (closing_) return;
  if (!caller_.is_known && !envelope.has_hello()) return close_with(kNoHello);

  if (caller_.is_known) {
    if (const std::string reason = reason_to_leave(caller_); !reason.empty()) {
      return close_with(reason);
    }
    if (!is_allowed(caller_, envelope)) return;
    note_message(envelope);
  }
  if (caller_.services.options.replay && changes_what_happens(envelope)) {
    return complain(caller_, kReplaying);
  }
  switch (envelope.message_case()) {
    case kinesphere::Envelope::kHello:
      return on_hello(envelope.hello());
    case kinesphere::Envelope::kSubscribe:
      return on_subscribe(envelope.subscribe());
    case kinesphere::Envelope::kSubmit:
      return scripts_.submit(*envelope.mutable_submit());
    case kinesphere::Envelope::kSay:
      return scripts_.say(*envelope.mutable_say());
    case kinesphere::Envelope::kSayMore:
      return scripts_.say_more(envelope.say_more());
    case kinesphere::Envelope::kInterrupt:
      return on_interrupt(envelope.interrupt());
    case kinesphere::Envelope::kSetTarget:
      return on_set_target(envelope.set_target());
    case kinesphere::Envelope::kSetTension:
      return on_set_tension(envelope.set_tension());
    case kinesphere::Envelope::kSetManner:
      return on_set_manner(envelope.set_manner());
    case kinesphere::Envelope::kSetDynamics:
      return take_dynamics(caller_, envelope.set_dynamics());
    case kinesphere::Envelope::kPush:
      return take_push(caller_, push_rate_, envelope.push());
    case kinesphere::Envelope::kSetLoad:
      return take_load(caller_, envelope.set_load());
    case kinesphere::Envelope::kAudioIn:
      return sounds_.take(envelope.audio_in());
    case kinesphere::Envelope::kJoin:
      return answer_join(caller_, join_rate_, envelope.join());
    case kinesphere::Envelope::kLeave:
      return answer_leave(caller_, join_rate_, envelope.leave());
    case kinesphere::Envelope::kClaim:
      return answer_claim(caller_, envelope.claim());
    case kinesphere::Envelope::kRecord:
      return on_record(envelope.record());
    case kinesphere::Envelope::kCheck:
      return scripts_.check(*envelope.mutable_check());
    case kinesphere::Envelope::kAck:
      return caller_.carrier.acknowledge(Tick{envelope.ack().tick()});
    case kinesphere::Envelope::kAskPerformed:
      return answer_performed(caller_, ask_rate_, scripts_, envelope.ask_performed());
    case kinesphere::Envelope::kPing:
      return on_ping(envelope.ping());
    default:
      return complain(caller_, kNotTaken);
  }
}

void Conversation::refuse_unread() {
  if (closing_) return;
  if (!caller_.is_known) return close_with(kNoHello);
  complain(caller_, kNotTaken);
}

/// Of all that a client says, from a Hello on that was right: no stranger fills the log. Its clock
/// and what it has drawn change nothing.
void Conversation::note_message(const kinesphere::Envelope& envelope) {
  const bool changes_nothing = envelope.has_ack() || envelope.has_ping();
  const bool stands_as_heard = envelope.has_audio_in();  // a row each of what was heard of it
  if (caller_.stage->scene.sink == nullptr || changes_nothing || stands_as_heard) return;
  caller_.stage->scene.sink->push(MessageTaken{
      .client = caller_.id, .message = std::make_shared<const kinesphere::Envelope>(envelope)});
}

void Conversation::on_hello(const kinesphere::Hello& hello) {
  if (caller_.is_known) return complain(caller_, "Hello was said already");
  if (hello.version_major() != protocol::kVersionMajor) {
    return close_with("this server speaks version " + std::to_string(protocol::kVersionMajor) +
                      "." + std::to_string(protocol::kVersionMinor) + ", and not '" +
                      std::to_string(hello.version_major()) + "." +
                      std::to_string(hello.version_minor()) + "'");
  }
  if (hello.name().size() > kNameBytesMax) {
    return close_with(past("name_bytes_max", kNameBytesMax) + ": " + quoted(hello.name()));
  }
  if (hello.has_vouched() && !caller_.carrier.believe(hello.vouched())) {
    return close_with("only a node of this cluster may vouch for a client, by its certificate");
  }
  const auto version = caller_.services.tenants.version();
  TokenGuard::Client shown{.token = hello.token(), .port = caller_.carrier.port()};
  if (const auto* certificate = caller_.carrier.certificate()) shown.certificate = *certificate;
  auto verdict =
      caller_.services.token_guard.look_at(shown, caller_.carrier.address(), steady_now());
  if (verdict.grant == nullptr) {
    return close_with(verdict.refusal, Carrier::Noted::No);  // the guard has noted it
  }
  const auto stage = stage_for(caller_.services, *verdict.grant, hello.scene());
  if (!stage) return close_with(stage.error().message);
  caller_.stage = *stage;
  caller_.is_known = true;
  take_grant(std::move(verdict), version);
  caller_.name = hello.name();
  caller_.memory =
      caller_.services.memory.holder(caller_.carrier.holder(), token_of(caller_, hello));
  caller_.keeps_waiting = hello.keep_waiting();
  if (!is_played_here(caller_)) return be_led_on(hello);
  if (const auto taken = take_up(caller_, hello); !taken) return close_with(taken.error().message);
  kinesphere::Envelope said;
  *said.mutable_hello() = hello;
  note_message(said);
  caller_.carrier.on_hello();
  greet(hello);
  if (caller_.resumed != nullptr) come_back(hello);
}

void Conversation::be_led_on(const kinesphere::Hello& hello) {
  caller_.is_led_on = true;
  caller_.carrier.on_hello();
  if (!hello.relayed() && caller_.carrier.pass_on(hello)) return;
  close_with("another server plays this scene, and such a client cannot be led there");
}

/// What a connection before this one has left, and what was told meanwhile; from here on all comes
/// this way.
void Conversation::come_back(const kinesphere::Hello& hello) {
  const std::shared_ptr<Carrier> alive = caller_.carrier.keep_alive();
  const auto later = [carrier = std::weak_ptr<Carrier>(alive)](std::function<void()> call) {
    if (const auto to = carrier.lock()) to->post(std::move(call));
  };
  const auto returned =
      attach(caller_, hello,
             {.id = caller_.connection,
              .subscriber = alive->subscriber(),
              .send =
                  [this, later](protocol::Bytes message) {
                    later([this, message = std::move(message)] { caller_.carrier.send(message); });
                  },
              .adopt =
                  [this, later](RememberedScript script) {
                    later([this, script = std::move(script)] { scripts_.adopt(script); });
                  },
              .give_way = [this, later] { later([this] { close_with(kGivesWay); }); }});
  scripts_.count_from(returned.scripts_counted);
  for (const RememberedScript& script : returned.scripts) scripts_.adopt(script);
  for (const protocol::Bytes& message : returned.feedback) caller_.carrier.send(message);
}

void Conversation::take_grant(TokenGuard::Verdict verdict, std::uint64_t version) {
  caller_.grant = std::move(verdict.grant);
  caller_.grant_version = version;
  caller_.shown = std::move(verdict.shown);
}

void Conversation::look_at_token() {
  if (closing_ || !caller_.is_known) return;
  if (const std::string reason = reason_to_leave(caller_); !reason.empty()) {
    return close_with(reason);
  }
  if (caller_.grant->may(Right::Subscribe)) return;
  caller_.carrier.start_stream({}, {});
  caller_.stage->hub.subscribe(caller_.id, {});
}

void Conversation::greet(const kinesphere::Hello& asked) {
  kinesphere::Envelope answer;
  kinesphere::Hello& hello = *answer.mutable_hello();
  hello.set_version_major(protocol::kVersionMajor);
  hello.set_version_minor(protocol::kVersionMinor);
  hello.set_name("kinesphere");
  hello.set_session_id(caller_.services.session_id);
  hello.set_scene(caller_.stage->name);
  for (const std::string& capability : caller_.services.capabilities)
    hello.add_capabilities(capability);
  // A page leaves the stage to it.
  if (caller_.stage->demonstration != nullptr) hello.add_capabilities("demonstration");
  hello.set_tick_rate_hz(caller_.services.options.tick_rate_hz);
  hello.set_server_time_us(static_cast<std::uint64_t>(steady_now().count()));
  if (caller_.has_come_back) hello.set_resume(asked.resume());
  const auto present = caller_.stage->scene.roster.present();
  for (const Roster::EntryPointer& entry : present->entries) {
    kinesphere::Character& character = *hello.add_characters();
    character = character_of(*entry);
    const auto holder = caller_.stage->claims.find_other(entry->id, caller_.id, steady_now());
    if (holder) character.set_claimed_by(*holder);
  }
  caller_.carrier.send(protocol::encode(answer));
}

void Conversation::on_subscribe(const kinesphere::Subscribe& subscribe) {
  if (!kinesphere::Encoding_IsValid(subscribe.encoding())) {
    return complain(caller_, "an unknown encoding: '" + std::to_string(subscribe.encoding()) + "'");
  }
  auto characters = caller_.stage->scene.roster.chosen(ids_of(subscribe.characters()));
  if (!characters) return complain(caller_, characters.error().message);
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
    if (const auto entry = caller_.stage->scene.roster.find(id))
      descriptions.push_back(entry->skeleton);
  }
  caller_.carrier.start_stream(subscription, std::move(descriptions));
  caller_.stage->hub.subscribe(caller_.id, std::move(subscription));
}

void Conversation::on_ping(const kinesphere::Ping& ping) {
  kinesphere::Envelope answer;
  kinesphere::Pong& pong = *answer.mutable_pong();
  const auto now = steady_now();
  pong.set_client_time_us(ping.client_time_us());
  pong.set_server_time_us(static_cast<std::uint64_t>(now.count()));
  if (const auto zero = caller_.stage->tick_zero.load(); now > zero) {
    pong.set_server_tick_time_us(static_cast<std::uint64_t>((now - zero).count()));
  }
  caller_.carrier.send(protocol::encode(answer));
}

void Conversation::on_interrupt(const kinesphere::Interrupt& interrupt) {
  const Seconds fade(interrupt.has_fade() ? static_cast<double>(interrupt.fade())
                                          : Interrupt{}.fade.count());
  if (!std::isfinite(fade.count()) || fade < Seconds(0) || fade > kBlockLengthMax) {
    return complain(caller_, "a fade that is not between 0 and " +
                                 format_number(kBlockLengthMax.count()) + " s: '" +
                                 format_number(fade.count()) + "'");
  }
  const std::size_t ids_max = caller_.services.limits.now().scripts_at_once_max;
  if (static_cast<std::size_t>(interrupt.ids_size()) > ids_max) {
    return complain(caller_, past("scripts_at_once_max", ids_max) + ": '" +
                                 std::to_string(interrupt.ids_size()) + "'");
  }
  for (const std::string& id : interrupt.ids()) {
    if (!scripts_.interrupt_script(id, fade))
      complain(caller_, "no script of yours with this id is playing: " + quoted(id));
  }
  if (interrupt.character().empty()) return;
  const Roster::EntryPointer entry = find_own(caller_, interrupt.character());
  if (entry == nullptr) return;
  scripts_.interrupt_character(entry->id, fade);
}

void Conversation::on_set_target(const kinesphere::SetTarget& set) {
  const auto present = caller_.stage->scene.roster.present();
  const auto reason = reason_not_to_set(set.name(), present->casts);
  if (!reason.empty()) return complain(caller_, reason);
  constexpr int kCoordinates = 3;
  const auto& point = set.point();
  const bool placed =
      set.point_size() == kCoordinates && std::all_of(point.begin(), point.end(), [](float each) {
        return std::isfinite(each) && std::abs(each) <= kPositionMax_m;
      });
  if (!placed) {
    return complain(caller_, "a target needs three coordinates of at most " +
                                 format_number(kPositionMax_m) + " m: " + quoted(set.name()));
  }
  const Vec3 point_m{point.Get(0), point.Get(1), point.Get(2)};
  if (!caller_.stage->scene.targets.add(set.name(), point_m)) {
    return complain(caller_, past("set_targets_max", kSetTargetsMax) + ": " + quoted(set.name()));
  }
  const bool taken = caller_.stage->scene.mailbox.push({SetTarget{set.name(), point_m}});
  if (!taken) complain(caller_, "busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
}

void Conversation::on_set_tension(const kinesphere::SetTension& set) {
  const Roster::EntryPointer entry = find_own(caller_, set.character());
  if (entry == nullptr) return;
  if (set.manner().size() > kNameBytesMax) {
    return complain(caller_, past("name_bytes_max", kNameBytesMax) + ": " + quoted(set.manner()));
  }
  const auto wish = wish_of(set);
  if (!wish)
    return complain(caller_, "arms, a lag or a frame of tension that this server does not know");
  const auto change = make_tension_change(*wish);
  if (!change) return complain(caller_, change.error().message);
  LiveScene& scene = caller_.stage->scene;
  const bool is_shown = scene.demeanours.give(
      entry->cast->name, {.tension = *change}, [&](const Demeanours::Shown& shown) {
        return scene.mailbox.push({SetTension{entry->id, *shown.tension}});
      });
  if (!is_shown) {
    complain(caller_, "busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
  }
}

void Conversation::on_set_manner(const kinesphere::SetManner& set) {
  const std::size_t per_second = caller_.services.limits.now().manners_per_second_max;
  manner_rate_.set_count(per_second);
  if (!manner_rate_.allow(steady_now())) {
    return complain(caller_, "busy: " + past("manners_per_second_max", per_second));
  }
  const Roster::EntryPointer entry = find_own(caller_, set.character());
  if (entry == nullptr) return;
  const plan::Vocabulary& vocabulary = *entry->cast->vocabulary;
  const auto over = checked_over(over_of(set));
  if (!over) return complain(caller_, over.error().message);
  const auto nucleus_wish = nucleus_wish_of(set);
  const auto sketch_wish = sketch_wish_of(set);
  const auto face_wish = face_wish_of(set);
  if (!nucleus_wish && !sketch_wish && !face_wish) {
    return complain(caller_, "a manner has a nucleus, a sketch or a face, but there is none");
  }
  // All of it is looked at before any of it is done.
  const auto nucleus = make_nucleus(nucleus_wish.value_or(NucleusWish{}), vocabulary);
  if (!nucleus) return complain(caller_, nucleus.error().message);
  const auto sketch = make_sketch(sketch_wish.value_or(SketchWish{}), vocabulary);
  if (!sketch) return complain(caller_, sketch.error().message);
  const auto face = make_face_change(face_wish.value_or(FaceWish{}), over->count(), vocabulary);
  if (!face) return complain(caller_, face.error().message);
  const auto of_style = demeanour_of_style(
      style_called(sketch_wish ? sketch_wish->style : "", vocabulary), *over, vocabulary);
  if (!of_style) return complain(caller_, of_style.error().message);
  Demeanours::Given given;
  if (sketch_wish) given.of_style = *of_style;
  if (face_wish) given.face = *face;
  LiveScene& scene = caller_.stage->scene;
  const auto show = [&](const Demeanours::Shown& shown) {
    std::vector<Input> inputs;
    if (shown.face) inputs.push_back(SetFace{entry->id, *shown.face});
    if (shown.tension) inputs.push_back(SetTension{entry->id, *shown.tension});
    if (sketch_wish) {
      inputs.push_back(SetPosture{entry->id, posture_of(*sketch, *entry->cast->body, *over)});
    }
    return inputs.empty() || scene.mailbox.push(std::move(inputs));
  };
  if (!scene.demeanours.give(entry->cast->name, given, show)) {
    return complain(caller_, "busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
  }
  if (!nucleus_wish && !sketch_wish) return;
  plan::MannerChange change;
  if (nucleus_wish) change.nucleus = *nucleus;
  if (sketch_wish) change.sketch = *sketch;
  scene.live_blocks.change_manner(entry->cast->name, change, *over);
  const std::string named = style_named_by(nucleus_wish, sketch_wish);
  if (named.empty()) return;
  scene.live_blocks.set_style(entry->cast->name, style_called(named, vocabulary));
}

void Conversation::on_record(const kinesphere::Record& record) {
  if (record.name().size() > kNameBytesMax) {
    return complain(caller_, past("name_bytes_max", kNameBytesMax) + ": " + quoted(record.name()));
  }
  const auto fault = [&](const Error& error) {
    caller_.carrier.send(
        protocol::encode(recorded({.name = record.name(), .error = error.message})));
  };
  const std::size_t per_second = caller_.services.limits.now().records_per_second_max;
  record_rate_.set_count(per_second);
  if (!record_rate_.allow(steady_now())) {
    return fault({ErrorCode::LimitExceeded, "busy: " + past("records_per_second_max", per_second)});
  }
  // A recording does not keep the connection of the client that asked for it: it tells what is
  // left.
  const auto tell = [this, carrier = std::weak_ptr<Carrier>(caller_.carrier.keep_alive())](
                        const Recorder::Ended& ended) {
    const auto alive = carrier.lock();
    if (!alive) return;
    alive->post(
        [this, answer = protocol::encode(recorded(ended))] { caller_.carrier.send(answer); });
  };
  Recorder& recorder = caller_.stage->recorder;
  auto characters = caller_.stage->scene.roster.chosen(ids_of(record.characters()));
  if (!characters) return fault(characters.error());
  const auto taken = record.stop()
                         ? recorder.stop(record.name(), caller_.id, caller_.grant->tenant)
                         : recorder.start(caller_.id, record.name(), *std::move(characters), tell,
                                          caller_.grant->tenant);
  if (!taken) fault(taken.error());
}

void Conversation::note(const Feedback& feedback) { scripts_.note(feedback); }

void Conversation::note(const Replanned& replanned) { scripts_.note(replanned); }

void Conversation::note(const MotionStarted& started) { sounds_.note(started); }

void Conversation::note_kept(BlockId block) { scripts_.note_kept(block); }

LogEvent Conversation::event(std::string_view what) const {
  return event_of(caller_, what).text("name", caller_.name);
}

void Conversation::leave() {
  caller_.has_left = true;
  sounds_.end_all();
  scripts_.leave();
  if (caller_.is_led_on) return caller_.stage->hub.remove(caller_.id);
  leave_scene(caller_);
}

void Conversation::close_with(const std::string& problem, Carrier::Noted noted) {
  if (closing_) return;
  closing_ = true;
  kinesphere::Envelope answer;
  answer.mutable_problem()->set_error(problem);
  answer.mutable_problem()->set_closing(true);
  caller_.carrier.send(protocol::encode(answer));
  caller_.carrier.close(problem, noted);
}

void Conversation::say_goodbye(const std::string& reason) {
  if (closing_) return;
  closing_ = true;
  kinesphere::Envelope answer;
  answer.mutable_goodbye()->set_reason(reason);
  caller_.carrier.send(protocol::encode(answer));
  caller_.carrier.close(reason, Carrier::Noted::No);
}

}  // namespace kine::server
