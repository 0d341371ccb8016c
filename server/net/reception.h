// A connection until it is known what its client wants, and as long as that is HTTP.
//
//   wire --first bytes--> TLS:       a handshake, and one of the others within it
//                     --> raw:       a Session with a RawTransport
//                     --> HTTP:      requests and answers, one after the other
//                     --> WebSocket: a Session with a WebSocketTransport
//
// It lives on the strand of its wire, which it hands on with all bytes that it has read.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/guests/guest.h"
#include "server/net/first_bytes.h"
#include "server/net/session.h"
#include "server/net/wire.h"
#include "server/services/services.h"
#include "server/web/http_answer.h"
#include "server/web/http_request.h"
#include "server/web/origin.h"

namespace kine::server {

class Reception final : public Guest, public std::enable_shared_from_this<Reception> {
 public:
  /// Told to the listener, from the strand of the connection.
  struct Listening {
    std::function<void(ClientId, std::shared_ptr<Session>)> on_session;

    /// A proxy has said that the client is elsewhere than it was taken to be.
    std::function<void(ClientId, boost::asio::ip::address)> on_address;
    Session::Listening session;
  };

  /// The socket's executor is a strand; `services` outlives it.
  Reception(boost::asio::ip::tcp::socket socket, Party party, Services& services,
            Listening listening);

  // From any thread.
  void start();
  void expire_if_late(std::chrono::microseconds now) override;
  void say_goodbye(std::string reason) override;
  void send_away(std::string problem, Parting parting) override;
  void cut() override;

 private:
  using Time = std::chrono::microseconds;

  boost::asio::awaitable<void> run();
  boost::asio::awaitable<Manner> find_manner();
  boost::asio::awaitable<bool> begin_tls(const TlsContext& context);
  boost::asio::awaitable<bool> wait_for_handshake();
  boost::asio::awaitable<bool> read();
  boost::asio::awaitable<void> serve_http();
  boost::asio::awaitable<void> wait_for_budget(HttpAnswer& answer);
  boost::asio::awaitable<bool> write(const HttpAnswer& answer);

  // Nothing where the connection was handed on.
  std::optional<HttpAnswer> take_in(Result<std::optional<std::string>>& head);
  std::optional<HttpAnswer> upgrade(const HttpRequest& request, std::string head);

  void note_address(const HttpRequest& request);
  OriginRules origin_rules() const;
  void hand_on(std::unique_ptr<Transport> transport, Time hello_deadline);
  void expect(std::chrono::milliseconds within);
  void turn_away(const std::string& problem);
  void turn_away_in_http(const std::string& problem);
  void note_refused(std::string_view problem);
  void note(std::string_view problem);
  void expire();
  void say_last(const std::string& problem);
  void shut();
  void close();

  Wire wire_;
  const boost::asio::ip::address peer_;  // at the other end of the socket, perhaps a proxy
  Party party_;
  Services& services_;
  Listening listening_;
  std::string bytes_;  // read and not used
  HttpHeadSplitter heads_;
  std::size_t requests_counted_ = 0;
  bool handed_on_ = false;
  bool speaks_http_ = false;
  bool answering_ = false;
  bool leaving_ = false;  // when the answer that is on its way has gone
  bool writing_ = false;
  bool ending_ = false;  // the last word has been said
  bool closed_ = false;
  const Time hello_deadline_;
  std::atomic<Time::rep> deadline_;
};

}  // namespace kine::server
