#include "server/voices/revision_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "server/voices/external_voice.h"
#include "server/voices/labelled_track.h"

namespace kine::server {
namespace {

/// A connection that is read.
struct Connection {
  std::size_t number = 0;
  TimedSocket socket;
  speech::Utterance utterance;  // without its revisions
  speech::UtteranceText text;
  speech::Audio audio;
  std::weak_ptr<speech::Revisions> revisions;
  std::size_t lines = 0;
  bool is_new = true;  // what came with the answer is in its memory, where no poll sees it
};

Error refused(std::string what) { return {ErrorCode::Unsupported, std::move(what)}; }

/// Whether there may be more of it.
bool take_line(const std::string& line, speech::Revisions& revisions, Connection& connection) {
  if (++connection.lines > kRevisionsMax) {
    revisions.refuse("more than " + std::to_string(kRevisionsMax) + " changes of one speech");
    return false;
  }
  auto track = read_revision(line, connection.utterance, connection.text, connection.audio);
  if (!track) {
    revisions.refuse(track.error().message);
    return false;
  }
  connection.audio = track->audio;
  revisions.take(*std::move(track));
  return true;
}

/// All that has come; whether there may be more.
bool read(Connection& connection) {
  const auto revisions = connection.revisions.lock();
  if (!revisions) return false;
  while (true) {
    const auto line = connection.socket.take_line(kRevisionBytesMax);
    if (!line) {
      // Who goes has said all that he wanted to.
      if (line.error().code == ErrorCode::LimitExceeded) revisions->refuse("a line is too long");
      return false;
    }
    if (!*line) return true;
    if (!take_line(**line, *revisions, connection)) return false;
  }
}

}  // namespace

Result<speech::SpeechTrack> read_revision(std::string_view line, const speech::Utterance& utterance,
                                          const speech::UtteranceText& text,
                                          const speech::Audio& audio) {
  auto answer = read_external_line(line, text);
  if (!answer) return answer.error();
  if (answer->labels.words.empty()) return refused("it has no word times");
  speech::Audio sound = audio;
  if (!answer->audio.samples.empty()) {
    const bool is_other = !audio.samples.empty() && audio.rate_hz != answer->audio.rate_hz;
    if (is_other) return refused("its rate_hz is another one than before");
    const double from = std::round(answer->sound_from.count() * answer->audio.rate_hz);
    if (!(from >= 0 && from <= static_cast<double>(sound.samples.size()))) {
      return refused("its sound goes on where there is none before");
    }
    sound.rate_hz = answer->audio.rate_hz;
    sound.samples.resize(static_cast<std::size_t>(from));
    sound.samples.insert(sound.samples.end(), answer->audio.samples.begin(),
                         answer->audio.samples.end());
  }
  return labelled_track(utterance, answer->labels,
                        with_silence_for(answer->labels, std::move(sound)));
}

struct RevisionReader::State {
  State() {
    const int made = ::pipe2(wake.data(), O_CLOEXEC | O_NONBLOCK);
    KINE_ASSERT(made == 0);
  }
  ~State() {
    for (const int end : wake) ::close(end);
  }

  /// With the mutex or without.
  void wake_up() const {
    const char byte = 0;
    [[maybe_unused]] const auto written = ::write(wake[1], &byte, 1);  // full: it will wake anyway
  }

  void end(std::size_t number) {
    const std::lock_guard lock(mutex);
    ended.push_back(number);
    wake_up();
  }

  /// Of the thread that reads.
  void run() {
    std::vector<Connection> connections;
    while (take_in(connections)) {
      read_if([](const Connection& each, std::size_t) { return each.is_new; }, connections);
      std::vector<pollfd> waiting = {{.fd = wake[0], .events = POLLIN, .revents = 0}};
      for (const Connection& each : connections) {
        waiting.push_back({.fd = each.socket.descriptor(), .events = POLLIN, .revents = 0});
      }
      if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
      char bytes[64];
      while (::read(wake[0], bytes, sizeof bytes) > 0) continue;
      read_if([&](const Connection&, std::size_t i) { return waiting[i + 1].revents != 0; },
              connections);
    }
  }

  /// What has come on those; who is done is let go.
  template <class HasSome>
  void read_if(HasSome has_some, std::vector<Connection>& connections) {
    std::vector<std::size_t> gone;
    for (std::size_t i = 0; i < connections.size(); ++i) {
      if (!has_some(connections[i], i)) continue;
      connections[i].is_new = false;
      if (!read(connections[i])) gone.push_back(connections[i].number);
    }
    drop(gone, connections);
  }

  /// What others have asked for; false: to go.
  bool take_in(std::vector<Connection>& connections) {
    const std::lock_guard lock(mutex);
    std::ranges::move(added, std::back_inserter(connections));
    added.clear();
    drop_locked(std::exchange(ended, {}), connections);
    return !stopping;
  }

  void drop(const std::vector<std::size_t>& numbers, std::vector<Connection>& connections) {
    const std::lock_guard lock(mutex);
    drop_locked(numbers, connections);
  }

  void drop_locked(const std::vector<std::size_t>& numbers, std::vector<Connection>& connections) {
    open -= std::erase_if(connections, [&](const Connection& each) {
      return std::ranges::find(numbers, each.number) != numbers.end();
    });
  }

  std::array<int, 2> wake{-1, -1};
  std::mutex mutex;  // of what follows
  std::vector<Connection> added;
  std::vector<std::size_t> ended;
  std::size_t open = 0;
  std::size_t counted = 0;
  bool stopping = false;
};

RevisionReader::RevisionReader()
    : state_(std::make_shared<State>()), thread_([state = state_] { state->run(); }) {}

RevisionReader::~RevisionReader() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stopping = true;
  }
  state_->wake_up();
  thread_.join();
}

void RevisionReader::listen(Spoken spoken) {
  const auto revisions = std::exchange(spoken.utterance.revisions, nullptr);
  auto text = speech::read_utterance(spoken.utterance);
  if (!text) return;  // it was read before
  std::size_t number = 0;
  {
    const std::lock_guard lock(state_->mutex);
    if (state_->open < kRevisedAtOnceMax) {
      ++state_->open;
      number = ++state_->counted;
      state_->added.push_back({.number = number,
                               .socket = std::move(spoken.socket),
                               .utterance = std::move(spoken.utterance),
                               .text = *std::move(text),
                               .audio = std::move(spoken.audio),
                               .revisions = revisions});
    }
  }
  revisions->when_over([state = std::weak_ptr(state_), number] {
    if (const auto there = state.lock()) there->end(number);
  });
  if (number == 0) {
    revisions->refuse("more than " + std::to_string(kRevisedAtOnceMax) + " speeches that may");
  }
  state_->wake_up();
}

}  // namespace kine::server
