// Text to a port of the client's machine, as AsapRealizer sends its feedback: the server connects
// to where the client came from, and writes there.
//
//   text --push--> DialBack --TCP--> client's address:PORT
//
// A client may open its port after it has connected, so the server calls several times and holds
// the text meanwhile. It calls again where the client closes the port and stays connected.
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
#include <string_view>

namespace kine::server {

class DialBack final : public std::enable_shared_from_this<DialBack> {
 public:
  struct Options {
    boost::asio::ip::tcp::endpoint where;
    std::size_t bytes_max = 0;                  // that may wait
    std::chrono::milliseconds patience{0};      // for one connection, and for more to be taken
    std::chrono::milliseconds calls_max{0};     // from the first call to the last; 0: one call
    std::chrono::milliseconds call_pause{100};  // from one call to the next
    std::chrono::milliseconds last_words_wait_max{60'000};  // from finish() to the last byte
  };

  /// Calling: the first time, or again. Refused: nobody has answered. Lost: the client has taken
  /// some and takes no more.
  enum class State { Calling, Connected, Refused, Lost };

  DialBack(const boost::asio::any_io_executor& strand, Options options);

  void start();

  /// False where it will not be written: the client is to hear of it otherwise, or has to go.
  [[nodiscard]] bool push(const std::string& text);

  State state() const { return state_; }

  /// Its waits are cancelled when the state has changed.
  boost::asio::steady_timer& news() { return news_; }

  /// Of what was refused: all that was pushed and no client has taken.
  std::string take_unsaid();

  /// The client has ended its own connection: if it closes the port now, it does not come back.
  void expect_no_return();

  /// From any thread: nothing more will be pushed. What is left is written, or time is up.
  void finish();

 private:
  enum class Ending { Said, Closed, Deaf };

  boost::asio::awaitable<void> run();
  boost::asio::awaitable<State> call();
  boost::asio::awaitable<State> call_again();
  boost::asio::awaitable<Ending> write_all();
  boost::asio::awaitable<bool> wait_for_text();
  void note_end();
  void keep_unsaid(std::string_view text, std::size_t written);
  void end_by_then();
  void expect();
  void expect_no_more();
  void change_to(State state);

  Options options_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer doorbell_;
  boost::asio::steady_timer news_;
  boost::asio::steady_timer deadline_;
  boost::asio::steady_timer last_deadline_;  // of all that is left
  boost::asio::steady_timer pause_;          // between calls
  std::string waiting_;
  std::string doubtful_;  // written since the client ended its side, and perhaps never taken
  State state_ = State::Calling;
  bool has_ended_ = false;  // the client its side of the connection; it may still read
  bool is_deaf_ = false;    // the client has not taken anything for too long
  bool may_return_ = true;
  bool was_answered_ = false;
  bool finishing_ = false;
  bool is_over_ = false;
};

}  // namespace kine::server
