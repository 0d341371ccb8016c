#include "server/conversation/sound_streams.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "protocol/codec.h"
#include "realizer/core/number.h"
#include "server/base/limits.h"
#include "server/conversation/sound_pieces.h"
#include "server/live/lips_on_face.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

using speech::Heard;

/// How long lips take to follow sound (heard_lips.h).
constexpr Seconds kLipsFollow = speech::kLipsAttack;

Seconds delay_of(const kinesphere::AudioIn& sound) { return Seconds(sound.delay_ms() / 1'000.0); }

std::optional<DelayedSound> delayed_sound(const kinesphere::AudioIn& sound,
                                          const SpeechStream& speech, LiveScene& scene) {
  if (sound.delay_ms() == 0) return {};
  return DelayedSound({.character = speech.character(),
                       .stream = kFirstDelayedStream + scene.delayed_streams_counted++,
                       .rate_hz = speech.rate_hz(),
                       .delay = delay_of(sound)});
}

Later::Call sending(std::vector<AudioPiece> pieces) {
  return [pieces = std::move(pieces)](TickOutput& output) {
    output.audio.insert(output.audio.end(), pieces.begin(), pieces.end());
  };
}

/// What does not go with the stream as it began; empty: nothing.
std::string fault_of_known(const kinesphere::AudioIn& sound, const SpeechStream& stream,
                           CharacterId character) {
  if (stream.character() != character) {
    return "stream " + number_of(sound) + " moves another character: end it first";
  }
  const SoundFormat& format = stream.format();
  if (format.codec != format_of(sound).codec) {
    return "stream " + number_of(sound) + " began with another codec: end it first";
  }
  if (format.rate_hz == sound.rate_hz()) return {};
  return "stream " + number_of(sound) + " has " + std::to_string(format.rate_hz) +
         " samples a second, not " + quoted(std::to_string(sound.rate_hz()));
}

kinesphere::AudioHeard::Kind kind_of(Heard::Kind kind) {
  if (kind == Heard::Kind::Peak) return kinesphere::AudioHeard::PEAK;
  return kind == Heard::Kind::Syllable ? kinesphere::AudioHeard::SYLLABLE
                                       : kinesphere::AudioHeard::SILENCE;
}

kinesphere::Envelope message_of(std::uint32_t stream, CharacterId character, const Heard& heard) {
  kinesphere::Envelope message;
  kinesphere::AudioHeard& told = *message.mutable_audio_heard();
  told.set_stream(stream);
  told.set_character_id(character.value);
  told.set_kind(kind_of(heard.kind));
  told.set_at(heard.at.count());
  told.set_known(heard.found.count());
  if (heard.kind == Heard::Kind::Peak) return message;
  told.set_f0_hz(static_cast<float>(heard.features.f0_hz.value_or(0)));
  told.set_level_db(static_cast<float>(heard.features.level_db));
  told.set_observation(words_of(heard.observation));
  return message;
}

}  // namespace

SoundStreams::SoundStreams(const Caller& caller)
    : caller_(caller), rate_(caller.services.limits.now().sound_messages_per_second_max) {}

/// A stream ends where it says so, whatever else is wrong with that message.
void SoundStreams::take(const kinesphere::AudioIn& sound) {
  take_piece(sound);
  const auto found = streams_.find(sound.stream());
  if (found == streams_.end()) return;
  if ((sound.flags() & kinesphere::AudioIn::END) != 0) {
    hear(sound.stream(), found->second, found->second.speech.finish());
    end(sound.stream());
  }
  hear_of_motions();
}

void SoundStreams::take_piece(const kinesphere::AudioIn& sound) {
  const std::size_t per_second = caller_.services.limits.now().sound_messages_per_second_max;
  rate_.set_count(per_second);
  if (!rate_.allow(steady_now())) {
    return complain(caller_, "busy: " + past("sound_messages_per_second_max", per_second));
  }
  if (const std::string fault = fault_of(sound); !fault.empty()) return complain(caller_, fault);
  const Roster::EntryPointer entry = find_own(caller_, sound.character());
  if (entry == nullptr) {
    // It has left, or another client has it now: so has its sound ended.
    if (streams_.contains(sound.stream())) give_up(sound.stream());
    return;
  }
  Stream* const stream = begin(sound, *entry);
  if (stream == nullptr) return;
  stream->tells = (sound.flags() & kinesphere::AudioIn::TELL) != 0;
  const auto heard =
      stream->speech.take(sound.first_sample(), sound.samples(), Seconds(steady_now()));
  if (heard) {
    send_out(*stream);
    hear(sound.stream(), *stream, *heard);
    return move_lips(*stream);
  }
  if (std::exchange(stream->told_of_broken, true)) return;
  complain(caller_, "stream " + number_of(sound) + " has " + heard.error().message);
}

/// The stream of this number, or a new one; null, and a complaint, where there can be none.
SoundStreams::Stream* SoundStreams::begin(const kinesphere::AudioIn& sound,
                                          const Roster::Entry& character) {
  if (const auto found = streams_.find(sound.stream()); found != streams_.end()) {
    std::string fault = fault_of_known(sound, found->second.speech, character.id);
    const auto& delayed = found->second.delayed;
    if (fault.empty() && (delayed ? delayed->delay() : Seconds{0}) != delay_of(sound)) {
      fault = "stream " + number_of(sound) + " began with another delay: end it first";
    }
    if (fault.empty()) return &found->second;
    complain(caller_, fault);
    return nullptr;
  }
  if (const std::string fault = fault_of_new(sound, character.id); !fault.empty()) {
    complain(caller_, fault);
    return nullptr;
  }
  auto stream = SpeechStream::make(character.id, format_of(sound),
                                   caller_.services.options.body_language->prosody);
  if (!stream) {
    caller_.stage->heard_characters.give_back(character.id);
    complain(caller_, stream.error().message);
    return nullptr;
  }
  auto delayed = delayed_sound(sound, *stream, caller_.stage->scene);
  const auto begun = streams_.emplace(sound.stream(), Stream{.speech = *std::move(stream),
                                                             .character = character.cast->name,
                                                             .delayed = std::move(delayed)});
  return &begun.first->second;
}

/// Empty: there is room for it, and its character is taken.
std::string SoundStreams::fault_of_new(const kinesphere::AudioIn& sound,
                                       CharacterId character) const {
  if (caller_.services.options.body_language == nullptr) {
    return "this server has no body language: start it with --model";
  }
  const Limits& limits = caller_.services.limits.now();
  if (streams_.size() >= limits.sound_streams_per_client_max) {
    return past("sound_streams_per_client_max", limits.sound_streams_per_client_max);
  }
  switch (caller_.stage->heard_characters.take(character)) {
    case HeardCharacters::Taken::MovesByAnother:
      return "the character of stream " + number_of(sound) + " moves by another stream already";
    case HeardCharacters::Taken::TooMany:
      return "busy: " + past("sound_streams_max", limits.sound_streams_max);
    case HeardCharacters::Taken::Yes:
      break;
  }
  return {};
}

void SoundStreams::hear(std::uint32_t number, Stream& stream, std::span<const Heard> heard) {
  pass_on(stream, heard);
  for (const Heard& each : heard) {
    stream.last_known = each.found;
    if (!stream.tells) continue;
    caller_.carrier.send(protocol::encode(message_of(number, stream.speech.character(), each)));
  }
}

/// To its hearers, so much later.
void SoundStreams::send_out(Stream& stream) {
  if (!stream.delayed) return;
  auto pieces = stream.delayed->take(stream.speech.samples(), present_time(caller_));
  if (!pieces.empty()) do_later(stream, Tick{}, sending(std::move(pieces)));
}

/// Where there is no room it is counted, and the client is told, once until there is room again.
void SoundStreams::do_later(Stream& stream, Tick due, Later::Call call) {
  if (caller_.stage->scene.later.at(due, std::move(call))) {
    stream.told_of_lost = false;
    return;
  }
  ++caller_.services.status.delayed_lost;
  if (std::exchange(stream.told_of_lost, true)) return;
  complain(caller_, "busy: " + past("delayed_calls_max", kLaterMost) +
                        ": sound or lips that are held back for " + quoted(stream.character) +
                        " are left out; have fewer streams with a delay");
}

/// To the character, at the next tick. Where the mailbox is full nothing is heard: the character
/// goes on with what it does.
void SoundStreams::pass_on(const Stream& stream, std::span<const Heard> heard) {
  std::vector<Input> inputs;
  Seconds last_found{0};
  for (const Heard& each : heard) {
    if (each.kind == Heard::Kind::Peak) {
      if (!stream.delayed || inputs.empty() || each.found != last_found) continue;
      std::get<HearSpeech>(inputs.back()).heard.next_peak_s = stream.delayed->due(each.at).count();
      continue;
    }
    last_found = each.found;
    inputs.emplace_back(
        HearSpeech{.character = stream.speech.character(),
                   .repertoire = caller_.services.options.body_language,
                   .heard = {.symbol = static_cast<std::uint8_t>(each.observation.symbol()),
                             .context = each.observation.context}});
  }
  if (inputs.empty() || caller_.stage->scene.mailbox.push(std::move(inputs))) return;
  complain(caller_, "busy: " + past("mailbox_inputs_max", kMailboxInputsMax));
}

/// As often as lips are seen to move: not with each piece of 10 ms.
void SoundStreams::move_lips(Stream& stream) {
  constexpr Seconds kEach{0.03};
  constexpr Seconds kOverMost{0.06};
  const Seconds over = stream.speech.length() - stream.shown_at;
  const std::uint8_t brows = stream.speech.brows();
  const bool is_shown = stream.speech.lips() == stream.shown && brows == stream.shown_brows;
  if (over < kEach || is_shown) return;
  stream.shown = stream.speech.lips();
  stream.shown_brows = brows;
  stream.shown_at = stream.speech.length();
  show_face(stream, std::min(over, kOverMost));
}

/// Where the mailbox is full, the next ones are shown.
void SoundStreams::show_face(Stream& stream, Seconds over) {
  const auto show = [&scene = caller_.stage->scene, name = stream.character,
                     character = stream.speech.character(), lips = stream.shown,
                     brows = stream.shown_brows, over] {
    [[maybe_unused]] const bool has_room =
        scene.demeanours.show_on_face(name, [&](const FaceWeights& face) {
          std::vector<Input> inputs;
          inputs.emplace_back(
              SetFace{.character = character,
                      .change = {.channels = with_lips(face, lips, brows), .over = over},
                      .of_sound = true});
          return scene.mailbox.push(std::move(inputs));
        });
  };
  if (!stream.delayed) return show();
  const Seconds heard = stream.delayed->due(stream.speech.length()) - kLipsFollow;
  const TickRate rate(caller_.services.options.tick_rate_hz);
  do_later(stream, rate.first_at_or_after(Tick{}, heard),
           [show, moves = stream.moves_lips](TickOutput&) {
             if (*moves) show();
           });
}

void SoundStreams::note(const MotionStarted& started) {
  const auto found = std::ranges::find_if(streams_, [&](const auto& each) {
    return each.second.speech.character() == started.character;
  });
  if (found == streams_.end() || !found->second.tells) return;
  kinesphere::Envelope message;
  kinesphere::AudioHeard& told = *message.mutable_audio_heard();
  told.set_stream(found->first);
  told.set_character_id(started.character.value);
  told.set_kind(kinesphere::AudioHeard::MOTION);
  told.set_known(found->second.last_known.count());
  told.set_section(gesture::words_of(started.section));
  told.set_motion(static_cast<std::uint32_t>(started.motion));
  told.set_why(std::string(gesture::name_of(started.why)));
  caller_.carrier.send(protocol::encode(message));
}

/// As long as one of the streams tells.
void SoundStreams::hear_of_motions() {
  const bool wanted =
      std::ranges::any_of(streams_, [](const auto& each) { return each.second.tells; });
  if (wanted == hears_of_motions_) return;
  hears_of_motions_ = wanted;
  caller_.stage->hub.offer_motions_to(caller_.id, wanted);
}

void SoundStreams::end(std::uint32_t number) {
  constexpr Seconds kCloses{0.1};
  const auto found = streams_.find(number);
  Stream& stream = found->second;
  if (stream.shown != speech::LipWeights{} || stream.shown_brows != 0) {
    stream.shown = {};
    stream.shown_brows = 0;
    show_face(stream, kCloses);
  }
  if (stream.delayed) do_later(stream, Tick{}, sending(stream.delayed->end()));
  caller_.stage->heard_characters.give_back(stream.speech.character());
  streams_.erase(found);
}

/// Its character has left, or is another client's: what was held back is not heard any more.
void SoundStreams::give_up(std::uint32_t number) {
  Stream& stream = streams_.at(number);
  if (stream.delayed) {
    auto pieces = stream.delayed->call_back(present_time(caller_));
    do_later(stream, Tick{}, sending(std::move(pieces)));
  }
  *stream.moves_lips = false;
  end(number);
}

void SoundStreams::end_all() {
  while (!streams_.empty()) end(streams_.begin()->first);
  hear_of_motions();
}

}  // namespace kine::server
