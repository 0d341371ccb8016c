// A program of one's own that says a text and changes its mind while it plays, for tests.
//
//   ExternalVoice --a real socket--> RevisingProgram: the first answer, then a line each say()
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <utility>

#include "tests/support/server/speaking_socket.h"

namespace kine::test {

class RevisingProgram {
 public:
  /// Answers each request with `first`, a line; it is one connection at a time.
  explicit RevisingProgram(std::string first)
      : socket_(SpeakingSocket::Conversation(
            [this, first = std::move(first)](const std::string&, const auto& send) {
              send(first + "\n");
              send_what_is_said(send);
            })) {}
  ~RevisingProgram() { go(); }

  std::string port() const { return socket_.port(); }

  /// Sends a line more.
  void say(const std::string& line) { add(line + "\n"); }

  /// Ends the connection, this one and all that follow.
  void go() { add({}); }

 private:
  void add(std::string bytes) {
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::move(bytes));
    changed_.notify_all();
  }

  void send_what_is_said(const SpeakingSocket::Send& send) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return !lines_.empty(); });
      if (lines_.front().empty()) return;
      const std::string line = std::exchange(lines_.front(), {});
      lines_.pop_front();
      send(line);
    }
  }

  std::mutex mutex_;  // of lines_
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  SpeakingSocket socket_;  // last: its thread uses the others
};

}  // namespace kine::test
