// A client whose scene another server plays: what it says goes there, and what comes back is its
// own.
//
//   Session --Envelope--> Relay --TCP--> the server that plays the scene --Bytes--> Session
//
// Where this server speaks TLS so do its calls, and both sides show the certificate of a node. Then
// the relay vouches for its client, and the other server believes it.
//
// Where that server is gone, or plays the scene no more, the relay asks where it is played now,
// says the client's Hello again there, and what had no answer. The client hears frames of a later
// tick, and no more of it.
//
// It belongs to the strand of its session. It reads on when the session has written what came, so
// frames are conflated where they are made.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "protocol/framing.h"
#include "protocol/kinesphere.pb.h"
#include "server/net/wire.h"
#include "server/services/stage.h"
#include "server/tls/tls_context.h"

namespace kine::server {

struct RelayLimits {
  std::size_t bytes_waiting_max = std::size_t{4} << 20;  // of what the client says, and is resent
  std::chrono::milliseconds place_wait_max{20'000};      // while no server plays it for the client
  std::chrono::milliseconds call_wait_max{2'000};        // for the answer to a Hello
  std::chrono::milliseconds call_pause{50};              // from one call to the next …
  std::chrono::milliseconds first_call_pause{5};         // … and while its scene moves just now
  std::chrono::milliseconds move_wait{300};              // it does so for so long
};

class Relay final : public std::enable_shared_from_this<Relay> {
 public:
  /// What carries it to the client. Called on the strand.
  struct Client {
    std::function<void(protocol::Bytes)> send;
    std::function<bool()> has_taken_all;          // what was sent has gone out
    std::function<void(std::string)> close_with;  // a problem
  };

  /// How other servers are found and called. Both outlive it.
  struct Ways {
    const ScenePlaces& places;
    const PresentTls& tls;
  };

  struct Led {
    std::string scene;
    kinesphere::Hello hello = {};      // the client's
    kinesphere::Vouched vouched = {};  // for a server that believes it
  };

  Relay(const boost::asio::any_io_executor& strand, const Ways& ways, Led led, Client client,
        const RelayLimits& limits = {});

  void start();

  /// The client says it.
  void take(kinesphere::Envelope envelope);

  /// The client has taken something.
  void read_on() { room_.cancel(); }

  /// The client has gone.
  void stop();

 private:
  using Tcp = boost::asio::ip::tcp;

  boost::asio::awaitable<void> run();
  boost::asio::awaitable<std::optional<client::Address>> find_place(
      std::chrono::steady_clock::time_point until);
  boost::asio::awaitable<bool> call(client::Address address);
  boost::asio::awaitable<bool> reach(Wire& wire);
  boost::asio::awaitable<bool> exchange_hellos(Wire& wire);
  boost::asio::awaitable<void> read_loop();
  boost::asio::awaitable<void> write_loop();
  boost::asio::awaitable<bool> read_some(Wire& wire);
  boost::asio::awaitable<void> wait_for_room();
  boost::asio::awaitable<void> pause();
  void say_again();
  void push(protocol::Bytes message);
  void hang_up();
  bool pass_on(std::string_view message);
  boost::asio::awaitable<void> watch_place(client::Address where);
  bool is_for_client(const kinesphere::Envelope& said);
  bool is_news(const kinesphere::Feedback& feedback);
  std::string reason_to_give_up() const;
  void give_up(std::string problem);

  struct Unanswered {
    std::string id;
    protocol::Bytes message;
  };

  const boost::asio::any_io_executor strand_;
  const Ways ways_;
  const std::string scene_;
  kinesphere::Envelope hello_;
  const kinesphere::Vouched vouched_;
  const Client client_;
  const RelayLimits limits_;

  std::shared_ptr<Wire> wire_;  // of the last call; null: there was none
  boost::asio::steady_timer pause_;
  boost::asio::steady_timer doorbell_;  // something waits to be written
  boost::asio::steady_timer room_;      // the client has taken something
  protocol::EnvelopeSplitter splitter_;
  std::deque<protocol::Bytes> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  std::deque<Unanswered> unanswered_;  // scripts with an id, as they were said
  std::size_t unanswered_bytes_ = 0;
  protocol::Bytes subscribed_;                    // the last Subscribe; null: none
  std::deque<std::string> told_;                  // the last feedback, as it came
  std::uint64_t calls_ = 0;                       // that were answered
  std::chrono::steady_clock::time_point lost_{};  // when a connection was over last
  std::string fault_;                             // of the last call, where TLS has failed
  bool connected_ = false;
  bool stopped_ = false;
};

}  // namespace kine::server
