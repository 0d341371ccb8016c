// What is said between the server and one client, without the bytes that carry it.
//
//   session --Envelope--> Conversation --inputs--> mailbox;  answers --> session
//
// It belongs to its session's strand and does no I/O. Scripts are prepared in the pool and come
// back here, so that a client's scripts are committed in the order in which it sent them. What
// plays goes on when the client has gone; what waits does where its Hello said so.
#pragma once

#include <string>
#include <string_view>

#include "protocol/kinesphere.pb.h"
#include "server/base/rate_limit.h"
#include "server/conversation/caller.h"
#include "server/conversation/carrier.h"
#include "server/conversation/scripts.h"
#include "server/conversation/sound_streams.h"
#include "server/services/services.h"

namespace kine::server {

class Conversation {
 public:
  /// Both outlive this.
  Conversation(Services& services, ClientId client, Carrier& carrier);
  Conversation(const Conversation&) = delete;  // its scripts refer to its caller
  Conversation& operator=(const Conversation&) = delete;

  void take_in(kinesphere::Envelope envelope);

  /// Whether its token still counts, and what it gives now: a client that only listens says
  /// nothing.
  void look_at_token();

  /// In place of a message that no client says, or none before its Hello: nobody has decoded it.
  void refuse_unread();

  /// The client's fault, or the server's limit. It is the last that it hears.
  void close_with(const std::string& problem, Carrier::Noted noted = Carrier::Noted::Yes);
  void say_goodbye(const std::string& reason);

  /// The client has gone. Scripts that are being prepared still come.
  void leave();

  /// Feedback of which the client has been told: ids of scripts that are over are free again.
  void note(const Feedback& feedback);

  /// A block, perhaps of another client, goes on as another: a client that wants predictions is
  /// told when its points are now, where they have moved.
  void note(const Replanned& replanned);

  /// What the log says of this client, with its number, tenant and name.
  LogEvent event(std::string_view what) const;

  /// A character begins a motion of body language, perhaps by the sound of this client.
  void note(const MotionStarted& started);

  /// A block of the client's is in the journal.
  void note_kept(BlockId block);

  /// That the client has joined; before its Hello the main one.
  Stage& stage() const { return *caller_.stage; }

 private:
  static constexpr const char* kNoHello = "the first message is no Hello";
  static constexpr const char* kNotTaken = "a message that this server does not take";

  void note_message(const kinesphere::Envelope& envelope);
  void on_hello(const kinesphere::Hello& hello);
  void on_subscribe(const kinesphere::Subscribe& subscribe);
  void on_interrupt(const kinesphere::Interrupt& interrupt);
  void on_set_target(const kinesphere::SetTarget& set);
  void on_set_tension(const kinesphere::SetTension& set);
  void on_set_manner(const kinesphere::SetManner& set);
  void on_ping(const kinesphere::Ping& ping);
  void on_record(const kinesphere::Record& record);
  void be_led_on(const kinesphere::Hello& hello);
  void come_back(const kinesphere::Hello& hello);
  void take_grant(TokenGuard::Verdict verdict, std::uint64_t version);
  void greet(const kinesphere::Hello& asked);

  Caller caller_;
  bool closing_ = false;
  RateLimit record_rate_;
  RateLimit manner_rate_;
  RateLimit push_rate_;
  RateLimit join_rate_;
  RateLimit ask_rate_;
  Scripts scripts_{caller_};
  SoundStreams sounds_{caller_};
};

}  // namespace kine::server
