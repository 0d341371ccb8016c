// Text to a port of the client's machine, as AsapRealizer sends its feedback: the server connects
// to where the client came from, and writes there.
//
//   text --push--> DialBack --TCP--> client's address:PORT
//
// Nothing is lost without a word: what waits is bounded, and that nobody answers, or does not take
// it any more, is news. It belongs to one strand, and lives until all is written.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace kine::server {

class DialBack final : public std::enable_shared_from_this<DialBack> {
 public:
  struct Options {
    boost::asio::ip::tcp::endpoint where;
    std::size_t bytes_max = 0;              // that may wait
    std::chrono::milliseconds patience{0};  // for the connection, and for more to be taken
    std::chrono::milliseconds last_words_wait_max{60'000};  // from finish() to the last byte
  };
  enum class State { Calling, Connected, Refused, Lost };

  DialBack(const boost::asio::any_io_executor& strand, Options options);

  void start();

  /// False where it will not be written: the client is to hear of it otherwise, or has to go.
  [[nodiscard]] bool push(const std::string& text);

  State state() const { return state_; }

  /// Its waits are cancelled when the state has changed.
  boost::asio::steady_timer& news() { return news_; }

  /// Of what was refused: all that was pushed.
  std::string take_unsaid();

  /// From any thread: nothing more will be pushed. What is left is written, or time is up.
  void finish();

 private:
  boost::asio::awaitable<void> run();
  boost::asio::awaitable<void> write_all();
  void expect();
  void end_by_then();
  void expect_no_more();
  void change_to(State state);

  Options options_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer doorbell_;
  boost::asio::steady_timer news_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer last_deadline_;  // of all that is left
  std::string waiting_;
  State state_ = State::Calling;
  bool finishing_ = false;
  bool is_over_ = false;
};

}  // namespace kine::server
