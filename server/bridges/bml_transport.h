// BML over plain TCP, as clients of the field speak it: elements one behind the other, and feedback
// as elements too, a line each.
//
//   "<bml …>…</bml>" --BmlTransport--> Submit;  Feedback, Prediction … --> "<blockProgress …/>\n"
//
// Where it was told so, feedback goes to a port of the client's machine instead, as AsapRealizer
// sends it. A client that does not answer there is answered here, and called once more with each
// block that it sends.
//
// To the session it is a transport like others, whose client said Hello at once: so limits, order
// and who hears of what are those of every conversation.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/bml_feedback.h"
#include "server/bridges/client_hello.h"
#include "server/bridges/dial_back.h"
#include "server/bridges/element_splitter.h"
#include "server/net/transport.h"

namespace kinesphere {
class Envelope;
}

namespace kine::server {

/// What somebody is told who is not let in.
std::string bml_problem(const std::string& problem);

class BmlTransport final : public Transport {
 public:
  struct Options {
    BridgeClient client;
    std::uint16_t feedback_port = 0;  // on the client's machine, where it goes; 0: back as it came
    std::size_t feedback_bytes_max = 0;                     // that may wait for that port
    std::chrono::milliseconds patience{0};                  // with it
    std::chrono::milliseconds calls_max{0};                 // DialBack::Options has it
    std::chrono::milliseconds last_words_wait_max{60'000};  // DialBack::Options has it
  };
  BmlTransport(boost::asio::ip::tcp::socket socket, Options options);
  ~BmlTransport() override;

  Wire& wire() override { return wire_; }
  void on_words(std::function<void()> call) override { on_words_ = std::move(call); }
  boost::asio::awaitable<bool> read() override;
  Result<std::optional<std::string_view>> pop() override;
  bool waits_for_rest() const override { return splitter_.waits_for_rest(); }
  void set_message_bytes_max(std::size_t) override {}  // it has said Hello from the first byte on
  const Pieces& lay_out(const std::vector<protocol::Bytes>& batch) override;
  bool has_words() const override { return !words_.empty(); }
  const Pieces& lay_out_end(std::string_view reason) override;

 private:
  boost::asio::awaitable<void> wait_for_last_words();
  std::shared_ptr<DialBack> call(std::chrono::milliseconds calls_max);
  void take_news();
  boost::asio::awaitable<bool> wait_for(boost::asio::ip::tcp::socket::wait_type what);
  void leave();
  void count(const kinesphere::Envelope& envelope);
  bool make_submit(std::string_view element);
  void complain(const std::string& problem);

  Wire wire_;  // a plain one
  boost::asio::ip::tcp::socket& socket_ = wire_.socket();
  Options options_;
  std::shared_ptr<DialBack> dial_back_;  // null: feedback goes back as the block came
  std::shared_ptr<DialBack> next_call_;  // to a client that has not answered; mostly null
  ElementSplitter splitter_;
  protocol::BmlFeedback feedback_;
  std::function<void()> on_words_;
  bool said_hello_ = false;
  std::uint64_t nameless_counted_ = 0;
  std::size_t unfinished_ = 0;          // blocks that have not said their last word
  boost::asio::steady_timer all_told_;  // cancelled when there are none
  std::string message_;                 // that was popped
  std::string words_;
  std::string text_;  // that was laid out
  Pieces pieces_;
};

}  // namespace kine::server
