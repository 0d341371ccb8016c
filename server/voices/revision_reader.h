// Hears what a program of one's own changes of its utterances while they play: a thread that reads
// the connections that such programs keep open.
//
//   ExternalVoice --listen--> RevisionReader --a line each--> speech::Revisions
//
// Bounded in connections, lines and bytes. What is no revision costs its connection, with one word
// about it; nobody waits for a line.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <thread>

#include "realizer/speech/speech_track.h"
#include "realizer/speech/utterance_text.h"
#include "realizer/speech/voice.h"
#include "server/voices/timed_socket.h"

namespace kine::server {

/// Utterances that may be revised at once; of each so many lines, and so many bytes of a line.
inline constexpr std::size_t kRevisedAtOnceMax = 256;
inline constexpr std::size_t kRevisionsMax = 64;
inline constexpr std::size_t kRevisionBytesMax = std::size_t{8} << 20;

/// What `utterance` sounds like with one line more. An error says in one clause what is wrong.
Result<speech::SpeechTrack> read_revision(std::string_view line, const speech::Utterance& utterance,
                                          const speech::UtteranceText& text,
                                          const speech::Audio& audio);

class RevisionReader {
 public:
  RevisionReader();
  RevisionReader(const RevisionReader&) = delete;
  RevisionReader& operator=(const RevisionReader&) = delete;
  ~RevisionReader();

  /// An utterance that was said, the connection by which it was, and what wants to hear more.
  struct Spoken {
    TimedSocket socket;
    speech::Utterance utterance;  // its `revisions` never null
    speech::Audio audio;
  };
  void listen(Spoken spoken);

 private:
  struct State;

  std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace kine::server
