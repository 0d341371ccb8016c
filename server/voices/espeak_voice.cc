#include "server/voices/espeak_voice.h"

#include <algorithm>
#include <span>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/speech/utterance_text.h"
#include "server/voices/espeak_track.h"

namespace kine::server {
namespace {

Error espeak_fault(const std::string& what) {
  return {ErrorCode::Unsupported, "the voice espeak says nothing: " + what};
}

}  // namespace

/// One of the processes, for the time of an utterance.
class EspeakVoice::Lease {
 public:
  Lease(const EspeakVoice& voice, Deadline deadline) : voice_(voice) {
    std::unique_lock lock(voice_.mutex_);
    if (voice_.waiting_ >= voice_.options_.callers_max) return;
    ++voice_.waiting_;
    const auto is_free = [](const Slot& slot) { return !slot.taken; };
    voice_.freed_.wait_until(lock, deadline,
                             [&] { return std::ranges::any_of(voice_.slots_, is_free); });
    --voice_.waiting_;
    const auto found = std::ranges::find_if(voice_.slots_, is_free);
    if (found == voice_.slots_.end()) return;
    found->taken = true;
    slot_ = &*found;
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease() {
    if (slot_ == nullptr) return;
    note_pid();
    const std::lock_guard lock(voice_.mutex_);
    slot_->taken = false;
    voice_.freed_.notify_one();
  }

  /// A new one where there was none, or none that lives.
  Result<EspeakProcess*> process() {
    if (slot_ == nullptr) return espeak_fault("too many speeches at once");
    if (!slot_->process || !slot_->process->alive()) {
      auto started = EspeakProcess::start(voice_.options_.program);
      if (!started) return espeak_fault(started.error().message);
      slot_->process = *std::move(started);
      note_pid();
    }
    return &*slot_->process;
  }

 private:
  void note_pid() {
    const std::lock_guard lock(voice_.mutex_);
    slot_->pid = slot_->process ? slot_->process->pid() : -1;
  }

  const EspeakVoice& voice_;
  Slot* slot_ = nullptr;
};

Result<std::unique_ptr<EspeakVoice>> EspeakVoice::start(Options options) {
  if (options.program.empty()) {
    return Error{ErrorCode::Unsupported, "there is no program kinesphere-espeak"};
  }
  std::unique_ptr<EspeakVoice> voice(new EspeakVoice(std::move(options)));
  if (const auto said = voice->say({.text = "yes", .marks = {}, .voice = {}}); !said) {
    return said.error();
  }
  return voice;
}

Result<EspeakReply> EspeakVoice::ask(EspeakProcess& process, const EspeakRequest& request,
                                     Deadline deadline) const {
  constexpr std::size_t kFramingBytes = 64;
  if (request.ssml.size() + request.voice.size() + kFramingBytes > kEspeakRequestBytesMax) {
    return Error{ErrorCode::LimitExceeded, "a sentence is too long"};
  }
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  auto reply = process.ask(request, std::min(left, options_.sentence_wait_max));
  if (reply && !reply->error.empty()) return Error{ErrorCode::UnknownName, reply->error};
  if (reply && reply->rate_hz == 0) return Error{ErrorCode::Unsupported, "it has no sample rate"};
  return reply;
}

Result<speech::SpeechTrack> EspeakVoice::say(const speech::Utterance& utterance) const {
  if (utterance.text.size() > kScriptBytesMax) return espeak_fault("the text is too long");
  const auto text = speech::read_utterance(utterance);
  if (!text) return text.error();
  if (text->tokens.empty()) return speech::silent_voice().say(utterance);
  const auto deadline = std::chrono::steady_clock::now() + options_.utterance_wait_max;
  Lease lease(*this, deadline);
  const auto process = lease.process();
  if (!process) return process.error();

  std::vector<EspeakReply> replies;
  std::size_t samples = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < text->sentence_ends.size(); ++i) {
    const std::span tokens(text->tokens.begin() + static_cast<std::ptrdiff_t>(first),
                           text->sentence_ends[i] - first);
    auto reply = ask(**process,
                     {.voice = utterance.voice,
                      .pause_behind = pauses_behind(*text, i),
                      .ssml = speech::write_ssml(tokens, first)},
                     deadline);
    first = text->sentence_ends[i];
    if (!reply) return Error{reply.error().code, espeak_fault(reply.error().message).message};
    samples += reply->samples.size();
    if (samples > kEspeakSamplesMax) return espeak_fault("it would take more than ten minutes");
    replies.push_back(*std::move(reply));
  }
  auto track = track_of(*text, utterance.marks, replies);
  if (track.length > kBlockLengthMax) return espeak_fault("it would take more than ten minutes");
  return track;
}

std::vector<pid_t> EspeakVoice::processes() const {
  const std::lock_guard lock(mutex_);
  std::vector<pid_t> pids;
  for (const Slot& slot : slots_) {
    if (slot.pid > 0) pids.push_back(slot.pid);
  }
  return pids;
}

}  // namespace kine::server
