// The voice `espeak`: many languages, at once and never tired, by kinesphere-espeak processes.
//
//   say --a sentence at a time--> one of the EspeakProcesses --EspeakReply--> track_of -->
//   SpeechTrack
//
// A process that dies or hangs costs the utterance that it was at; the next gets a new one. Without
// the program or its library there is no such voice, and the server has another.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "realizer/speech/voice.h"
#include "server/voices/espeak_process.h"

namespace kine::server {

class EspeakVoice final : public speech::Voice {
 public:
  struct Options {
    std::string program = find_espeak_program();
    std::size_t processes = 2;

    /// For one sentence, which takes espeak some milliseconds, and for a process to be free.
    std::chrono::milliseconds sentence_wait_max{2'000};
    std::chrono::milliseconds utterance_wait_max{10'000};

    /// Callers that wait for a process to be free.
    std::size_t callers_max = 64;
  };

  /// Says a word to find out whether it can.
  static Result<std::unique_ptr<EspeakVoice>> start(Options options);

  std::string_view name() const override { return "espeak"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

  /// Of the processes that run now.
  std::vector<pid_t> processes() const;

 private:
  using Deadline = TimedSocket::Deadline;
  class Lease;

  explicit EspeakVoice(Options options)
      : options_(std::move(options)), slots_(options_.processes) {}

  Result<EspeakReply> ask(EspeakProcess& process, const EspeakRequest& request,
                          Deadline deadline) const;

  struct Slot {
    std::optional<EspeakProcess> process;
    bool taken = false;  // then it is its taker's
    pid_t pid = -1;
  };

  const Options options_;
  mutable std::mutex mutex_;  // of all below
  mutable std::condition_variable freed_;
  mutable std::vector<Slot> slots_;
  mutable std::size_t waiting_ = 0;
};

}  // namespace kine::server
