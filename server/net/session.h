// One client's connection: a reader and a writer on one strand, and a doorbell.
//
//   socket --bytes--> Transport --message--> decode_message --Envelope--> Conversation
//   Conversation, hub --bytes--> Outbox --Transport--> one gathered write --> socket
//
// It is the same over every transport. Long messages are decoded on another thread, and until that
// is done nothing more is read: they stay in their order. A client that sends more than its budget
// is read later. A client that keeps the server waiting is cut off by expire_if_late().
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/base/rate_limit.h"
#include "server/conversation/conversation.h"
#include "server/guests/guest.h"
#include "server/net/decoded_message.h"
#include "server/net/outbox.h"
#include "server/net/relay.h"
#include "server/net/stream_report.h"
#include "server/net/transport.h"
#include "server/services/services.h"
#include "server/ticks/hub.h"

namespace kine::server {

class Session final : public Subscriber,
                      public Carrier,
                      public Guest,
                      public std::enable_shared_from_this<Session> {
 public:
  /// Told to the listener, from the session's strand.
  struct Listening {
    std::function<void(ClientId)> on_hello;
    std::function<void(ClientId)> on_gone;

    /// Another server, which leads the client here, has said where the client is.
    std::function<void(ClientId, boost::asio::ip::address)> on_address = {};
  };

  /// The executor of the transport's wire is a strand; `services` outlives the session.
  Session(std::unique_ptr<Transport> transport, Party party, Services& services,
          Listening listening);

  void start(std::chrono::microseconds hello_deadline);

  // From any thread.
  void expire_if_late(std::chrono::microseconds now) override;
  void say_goodbye(std::string reason) override;
  void send_away(std::string problem, Parting parting) override;
  void cut() override;

  void offer_frames(std::shared_ptr<const TickOutput> output) override;
  void offer_event(std::shared_ptr<const Event> event) override;
  void offer_audio(std::shared_ptr<const TickOutput> output) override;
  void offer_replanned(std::shared_ptr<const TickOutput> output) override;
  void offer_motions(std::shared_ptr<const TickOutput> output) override;
  void offer_kept(BlockId block) override;
  void offer_company(std::shared_ptr<const TickOutput> output) override;
  void post(std::function<void()> call) override;
  std::shared_ptr<Carrier> keep_alive() override { return shared_from_this(); }
  std::shared_ptr<Subscriber> subscriber() override { return shared_from_this(); }

  // On the strand, for the conversation.
  void send(protocol::Bytes message) override;
  void start_stream(const Subscription& subscription,
                    std::vector<protocol::Bytes> descriptions) override;
  void acknowledge(Tick tick) override;
  bool believe(const kinesphere::Vouched& vouched) override;
  boost::asio::ip::address address() const override { return address_; }
  boost::asio::ip::address holder() const override { return holder_; }
  const ClientCertificate* certificate() const override {
    return certificate_ ? &*certificate_ : nullptr;
  }
  std::string port() const override { return port_; }
  void on_hello() override;
  bool pass_on(const kinesphere::Hello& hello) override;
  void close(std::string_view reason, Noted noted) override;

 private:
  using Time = std::chrono::microseconds;

  boost::asio::awaitable<void> read_loop();
  boost::asio::awaitable<void> write_loop();
  boost::asio::awaitable<void> let_go_by();
  boost::asio::awaitable<bool> write(const Pieces& pieces, std::size_t written = 0);
  void write_at_once();

  boost::asio::awaitable<void> take_in_messages();
  boost::asio::awaitable<void> decode_apart(std::string_view message);
  boost::asio::awaitable<void> read_later(Time wait);
  void take_in(DecodedMessage message);
  void expect_rest(bool is_another);
  Time wait_of(std::size_t message_bytes);
  Speaker speaker() const { return knows_client_ ? Speaker::Client : Speaker::Stranger; }
  void push_frames(const TickOutput& output);
  void see_everybody(const TickOutput& output);
  void push_audio(const AudioPiece& piece);
  void ring() { doorbell_.cancel(); }
  void look_at_token(Time now);
  void expect(Time& deadline, std::chrono::milliseconds within);
  void expect_no_more(Time& deadline);
  void note(GuestLog::Kind kind, std::string_view what);
  void note_end();
  void cut_on_strand();

  using Strand = boost::asio::strand<boost::asio::io_context::executor_type>;

  const std::unique_ptr<Transport> transport_;
  Wire& wire_;
  const Strand strand_;  // the executor of the wire, by its own name: a post to it costs half
  boost::asio::steady_timer doorbell_;
  boost::asio::steady_timer reading_on_;  // what the reader waits for that is no byte
  Services& services_;
  ClientId client_;
  const bool is_node_;  // the other side, which may say the following three
  boost::asio::ip::address address_;
  boost::asio::ip::address holder_;
  std::optional<ClientCertificate> certificate_;
  const std::string port_;  // of a tenant; empty: another
  Listening listening_;
  Outbox outbox_;
  StreamReport report_;
  Conversation conversation_;
  std::shared_ptr<Relay> relay_;  // null: its scene is played here

  RateLimit message_bytes_;
  std::optional<DecodedMessage> decoded_;  // on another thread, and not taken in yet

  Subscription stream_;
  std::optional<Tick> streamed_;                        // the newest tick of it that was pushed
  std::shared_ptr<const TickOutput::Characters> seen_;  // who was there then, of who sees everybody
  std::set<std::uint32_t> lost_streams_;                // of sound that the client could not take
  bool knows_client_ = false;
  Time hello_at_{0};
  bool end_is_noted_ = false;  // in the log
  std::string end_reason_;
  bool writing_ = false;

  /// A batch that the socket did not take at once: the writer goes on with it.
  struct Begun {
    std::vector<protocol::Bytes> batch;
    const Pieces& pieces;
    std::size_t written;
  };
  std::optional<Begun> begun_;
  bool closing_ = false;
  bool cut_ = false;

  Time read_deadline_;
  Time write_deadline_;
  std::atomic<Time::rep> deadline_;  // the earlier of the two, for other threads

  // When its token was looked at last, and by which version of the tenants.
  std::atomic<Time::rep> token_looked_at_{0};
  std::atomic<std::uint64_t> tenants_seen_{0};
};

}  // namespace kine::server
