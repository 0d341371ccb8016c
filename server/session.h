// One client's connection: a reader and a writer on one strand, and a doorbell.
//
//   socket --bytes--> EnvelopeSplitter --message--> Conversation
//   Conversation, hub --bytes--> Outbox --one gathered write--> socket
//
// A client that keeps the server waiting is cut off by expire_if_late(), which its listener calls
// from time to time: a timer a connection would cost more than the connection.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "protocol/framing.h"
#include "server/conversation.h"
#include "server/hub.h"
#include "server/outbox.h"
#include "server/services.h"

namespace kine::server {

class Session final : public Subscriber,
                      public Carrier,
                      public std::enable_shared_from_this<Session> {
 public:
  /// Told to the listener, from the session's strand.
  struct Listening {
    std::function<void(ClientId)> on_hello;
    std::function<void(ClientId)> on_gone;
  };

  /// The socket's executor is a strand; `services` outlives the session.
  Session(boost::asio::ip::tcp::socket socket, ClientId client, Services& services,
          Listening listening);

  // From any thread.
  void start();
  void expire_if_late(std::chrono::microseconds now);
  void say_goodbye(std::string reason);
  void cut();

  void offer_frames(std::shared_ptr<const TickOutput> output) override;
  void offer_event(std::shared_ptr<const Event> event) override;
  void post(std::function<void()> call) override;
  std::shared_ptr<Carrier> keep_alive() override { return shared_from_this(); }

  // On the strand, for the conversation.
  void send(protocol::Bytes message) override;
  void start_stream(const Subscription& subscription,
                    std::vector<protocol::Bytes> descriptions) override;
  void on_hello() override;
  void close() override;

 private:
  using Time = std::chrono::microseconds;

  boost::asio::awaitable<void> read_loop();
  boost::asio::awaitable<void> write_loop();
  boost::asio::awaitable<bool> write(const std::vector<protocol::Bytes>& batch);

  bool read_what_is_there();
  void take_in_messages();
  void push_frames(const TickOutput& output);
  void ring() { doorbell_.cancel(); }
  void expect(Time& deadline, std::chrono::milliseconds within);
  void expect_no_more(Time& deadline);
  void cut_on_strand();

  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer doorbell_;
  Services& services_;
  ClientId client_;
  Listening listening_;
  protocol::EnvelopeSplitter splitter_;
  Outbox outbox_;
  Conversation conversation_;

  Subscription stream_;
  Tick streamed_;  // the newest tick that was pushed
  bool knows_client_ = false;
  bool closing_ = false;
  bool cut_ = false;

  Time read_deadline_;
  Time write_deadline_;
  std::atomic<Time::rep> deadline_;  // the earlier of the two, for other threads
};

}  // namespace kine::server
