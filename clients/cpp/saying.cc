// What somebody else has spoken, on its way to a character: at once, or in pieces.
#include <algorithm>
#include <utility>

#include "clients/cpp/connection.h"
#include "clients/cpp/utf8.h"
#include "protocol/framing.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/number.h"

namespace kine::client {
namespace {

/// Of sound in one message, of which a server takes a mebibyte: what else stands there fits as
/// well.
constexpr std::size_t kSoundBytesOfMessage = std::size_t{256} << 10;

/// What a speech without an id is called, before its number.
constexpr const char* kSpeech = "speech";

/// What is in one message beside its sound.
constexpr std::size_t kTextBytesOfMessage = std::size_t{700} << 10;

std::optional<Error> reason_not_to_say(const SayPiece& piece) {
  if (find_bad_utf8(piece.text) || find_bad_utf8(piece.words)) {
    return Error{ErrorCode::Syntax, "a text that is no UTF-8"};
  }
  if (piece.text.size() + piece.words.size() > kTextBytesOfMessage) {
    return Error{ErrorCode::LimitExceeded, "text and words of a piece are longer than 700 KiB"};
  }
  return {};
}

kinesphere::Envelope opening(const std::string& id, const SayOptions& options) {
  kinesphere::Envelope envelope;
  kinesphere::Say& say = *envelope.mutable_say();
  say.set_id(id);
  say.set_character(options.character);
  say.set_script(options.script);
  say.set_rate_hz(options.rate_hz);
  // The words of the client have the order of the message's.
  say.set_unit(static_cast<kinesphere::Say::Unit>(options.unit));
  say.set_timing(static_cast<kinesphere::Timing>(options.timing));
  say.set_composition(options.composition);
  say.set_predictions(options.predictions);
  say.set_traceparent(options.traceparent);
  return envelope;
}

}  // namespace

Result<std::string> Connection::begin_saying(const SayOptions& options) {
  const std::string id = options.id.empty() ? resuming_.name(kSpeech, ++asked_) : options.id;
  if (auto reason = reason_not_to_say({.text = options.script})) return *std::move(reason);
  kinesphere::Envelope envelope = opening(id, options);
  envelope.mutable_say()->set_more(true);
  sayings_[id].reset();
  if (auto sent = send(envelope); !sent) return sent.error();
  return id;
}

Result<Done> Connection::say_more(const std::string& id, const SayPiece& piece, Last last) {
  if (auto reason = reason_not_to_say(piece)) return *std::move(reason);
  std::string_view audio = piece.audio;
  bool is_first = true;
  do {
    kinesphere::Envelope envelope;
    kinesphere::SayMore& more = *envelope.mutable_say_more();
    more.set_id(id);
    if (std::exchange(is_first, false)) {
      more.set_text(std::string(piece.text));
      more.set_words(std::string(piece.words));
      more.set_from_piece(piece.from_piece);
    }
    const std::size_t bytes = std::min(audio.size(), kSoundBytesOfMessage);
    more.set_audio(std::string(audio.substr(0, bytes)));
    audio.remove_prefix(bytes);
    more.set_last(last == Last::Yes && audio.empty());
    if (auto sent = send(envelope); !sent) return sent;
  } while (!audio.empty());
  return Done{};
}

Result<Submitted> Connection::end_saying(const std::string& id) {
  const auto saying = sayings_.find(id);
  if (saying == sayings_.end()) {
    return Error{ErrorCode::UnknownName, "no speech of this client was begun: " + quoted(id)};
  }
  kinesphere::Envelope envelope;
  envelope.mutable_say_more()->set_id(id);
  envelope.mutable_say_more()->set_last(true);
  const auto answered = [&] { return saying->second.has_value(); };
  // One that was refused takes no more.
  const bool is_refused = answered() && !saying->second->has_value();
  const auto waited = is_refused ? Result<Done>(Done{}) : wait_for_answer(envelope, answered);
  auto answer = std::exchange(saying->second, {});
  sayings_.erase(saying);
  if (!waited) return waited.error();
  return *std::move(answer);
}

Result<Submitted> Connection::say(std::string_view text, std::string_view audio,
                                  std::string_view words, const SayOptions& options) {
  const std::string id = options.id.empty() ? resuming_.name(kSpeech, ++asked_) : options.id;
  const SayPiece whole{.text = options.script.empty() ? text : options.script, .words = words};
  if (auto reason = reason_not_to_say(whole)) return *std::move(reason);
  kinesphere::Envelope envelope = opening(id, options);
  kinesphere::Say& say = *envelope.mutable_say();
  say.set_text(std::string(text));
  say.set_words(std::string(words));
  const std::size_t bytes = std::min(audio.size(), kSoundBytesOfMessage);
  say.set_audio(std::string(audio.substr(0, bytes)));
  const bool is_whole = bytes == audio.size();
  say.set_more(!is_whole);
  say.set_when_whole(!is_whole);
  sayings_[id].reset();
  const auto answered = [&] { return sayings_[id].has_value(); };
  Result<Done> sent = is_whole ? wait_for_answer(envelope, answered) : send(envelope);
  if (sent && !is_whole) {
    sent = say_more(id, {.audio = audio.substr(bytes)}, Last::Yes);
    if (sent) sent = wait_for(answered);
  }
  auto answer = std::exchange(sayings_[id], {});
  sayings_.erase(id);
  if (!sent) return sent.error();
  return *std::move(answer);
}

void Connection::take_in_answer(const std::string& id, Result<Submitted> answer) {
  const auto saying = sayings_.find(id);
  if (saying != sayings_.end()) {
    saying->second = std::move(answer);
  } else {
    answer_ = std::move(answer);
  }
}

}  // namespace kine::client
