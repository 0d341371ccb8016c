// What is said between the server and one client, without the bytes that carry it.
//
//   session --Envelope--> Conversation --inputs--> mailbox;  answers --> session
//
// It belongs to its session's strand and does no I/O. Scripts are prepared in the pool and come
// back here, so that a client's scripts are committed in the order in which it sent them. What
// plays goes on when the client has gone; what waits does where its Hello said so.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/framing.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/diagnostics.h"
#include "realizer/prepare/prepare.h"
#include "server/base/rate_limit.h"
#include "server/services/services.h"
#include "server/voices/given_speech.h"

namespace kine::server {

/// What a conversation needs of what carries it. All but post() on the session's strand.
class Carrier {
 public:
  virtual ~Carrier() = default;
  virtual void send(protocol::Bytes message) = 0;

  /// Frames of `subscription` from now on, after these descriptions.
  virtual void start_stream(const Subscription& subscription,
                            std::vector<protocol::Bytes> descriptions) = 0;

  /// The client has the frames up to `tick`.
  virtual void acknowledge(Tick tick) = 0;

  /// The client is known: a stranger's limits hold no more.
  virtual void on_hello() = 0;

  /// Where the client is, as far as is known.
  virtual boost::asio::ip::address address() const = 0;

  /// To which address it counts what it has the server hold: of a bridge's clients, too, their own.
  virtual boost::asio::ip::address holder() const { return address(); }

  /// After what was sent has gone out. Nothing is taken in any more. The log has a line about it
  /// where it is to be noted.
  enum class Noted { No, Yes };
  virtual void close(std::string_view reason, Noted noted) = 0;

  /// From any thread: calls it on the strand, and keeps the carrier alive until then.
  virtual void post(std::function<void()> call) = 0;
  virtual std::shared_ptr<Carrier> keep_alive() = 0;
};

class Conversation {
 public:
  /// Both outlive this.
  Conversation(Services& services, ClientId client, Carrier& carrier);

  void take_in(kinesphere::Envelope envelope);

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

 private:
  static constexpr const char* kNoHello = "the first message is no Hello";
  static constexpr const char* kNotTaken = "a message that this server does not take";
  static constexpr const char* kReplaying = "this server replays a recording and takes no scripts";

  /// Of a character, before scripts were prepared that may play on it.
  struct EarlyInterrupt {
    std::uint64_t up_to = 0;  // the number of the last script that had come
    Seconds fade{0};
  };
  struct OwnBlock {
    BlockId id;
    CharacterId character;
    std::string name;
    std::shared_ptr<const motion::Block> block;
    std::optional<Tick> start = {};  // nothing: it has not begun
  };
  struct Outcome;
  /// A script from its Submit to the last word of its last block.
  struct Script {
    std::string id;            // may be unknown until it is prepared
    std::uint64_t number = 0;  // of all that came, counted from 1
    bool committed = false;
    std::vector<OwnBlock> blocks = {};        // those that have not said their last word
    std::optional<Seconds> interrupted = {};  // before it was prepared, with that fade
    bool wants_predictions = false;
    std::vector<BehaviourElement> behaviours = {};  // where it does

    /// What its caller gives of its speech; null: nothing, it is a script of text alone.
    std::shared_ptr<GivenSpeech> given = {};
    std::shared_ptr<const ScriptSource> waiting = {};  // its source, until it can begin
  };
  using Place = std::list<Script>::iterator;

  void note_message(const kinesphere::Envelope& envelope);
  void on_hello(const kinesphere::Hello& hello);
  void on_subscribe(const kinesphere::Subscribe& subscribe);
  void on_submit(kinesphere::Submit& submit);
  void on_say(kinesphere::Say& say);
  void on_say_more(const kinesphere::SayMore& more);
  void on_interrupt(const kinesphere::Interrupt& interrupt);
  void on_set_target(const kinesphere::SetTarget& set);
  void on_set_tension(const kinesphere::SetTension& set);
  void on_set_manner(const kinesphere::SetManner& set);
  void on_claim(const kinesphere::Claim& claim);
  void on_join(const kinesphere::Join& join);
  void on_leave(const kinesphere::Leave& leave);
  void on_check(kinesphere::Check& check);
  void on_ping(const kinesphere::Ping& ping);
  void on_ask_performed(const kinesphere::AskPerformed& ask);
  void on_record(const kinesphere::Record& record);
  void greet();

  std::optional<std::string> reason_to_refuse(const std::string& id);
  Result<std::shared_ptr<ScriptSource>> source_of(const std::string& id, std::string text,
                                                  std::string character);
  void send_to_pool(Place script, std::shared_ptr<const ScriptSource> source);
  std::shared_ptr<const Outcome> prepare_script(const std::shared_ptr<const ScriptSource>& source,
                                                bool predicts, PreparePool::Turn& turn);
  void give(Place script, const kinesphere::SayMore& piece);
  void judge_given(const ScriptSource& source, Result<Prepared>& prepared,
                   Diagnostics& diagnostics);
  std::optional<Seconds> heard_of(const Script& script) const;
  void end_given(const Script& script, const OwnBlock& own, const Feedback& feedback);
  void commit(Place script, const Outcome& outcome);
  std::optional<std::string> play(Script& script, const Outcome& outcome);
  std::size_t blocks_held() const;
  std::vector<Input> inputs_of(const Script& script, const Outcome& outcome) const;
  void predict(const Script& script, const OwnBlock& own, std::optional<Tick> start,
               kinesphere::Prediction::Stage stage);
  void predict_planning(const ReadBlock& block);
  std::optional<Tick> start_of(const OwnBlock& own) const;
  std::optional<Tick> present_tick() const;
  /// The id of this script, or of one of its blocks, that another script of the client still has.
  std::optional<std::string> find_taken_id(const std::string& script_id,
                                           const Prepared& prepared) const;

  Result<std::vector<LiveBlocks::Sent>> blocks_asked_about(const kinesphere::AskPerformed& ask);
  void tell_performed(const LiveBlocks::Underway& underway, kinesphere::Performed& answer) const;

  std::optional<std::string> reason_not_to_claim(const kinesphere::Claim& claim);
  std::string no_character(const std::string& name) const;
  std::optional<std::string> reason_to_keep_off(const Roster::Entry& character) const;
  std::optional<kinesphere::Envelope> answer_to(const std::string& id);
  Result<std::shared_ptr<const Cast>> cast_for(const kinesphere::Join& join) const;
  std::optional<std::string> reason_to_refuse(const kinesphere::Join& join);
  std::optional<std::string> reason_not_to_leave(const std::string& character,
                                                 kinesphere::Answer& answer);
  std::optional<std::string> bring_in(const std::shared_ptr<const Cast>& cast,
                                      kinesphere::Answer& answer);
  Roster::EntryPointer find_own(const std::string& character);
  Result<std::vector<CharacterId>> named(
      const google::protobuf::RepeatedPtrField<std::string>& names) const;

  bool interrupt_script(const std::string& id, Seconds fade);
  bool let_go_of_waiting(const std::string& id);
  void interrupt_character(CharacterId character, Seconds fade);
  std::optional<Seconds> early_interrupt(const Script& script, CharacterId character) const;

  void note_start(const Feedback& feedback);
  void refuse(const std::string& id, const Error& error,
              WarningKind kind = WarningKind::ImpossibleToSchedule);
  void complain(std::string problem);

  Services& services_;
  ClientId client_;
  Carrier& carrier_;
  bool knows_client_ = false;
  std::string name_;  // as its Hello said it
  MemoryHolder memory_;
  bool keeps_waiting_ = false;  // what waits goes on to wait when it has left
  bool has_left_ = false;
  bool closing_ = false;
  std::uint64_t scripts_counted_ = 0;
  RateLimit script_rate_;
  RateLimit record_rate_;
  RateLimit manner_rate_;
  RateLimit join_rate_;
  RateLimit ask_rate_;
  std::list<Script> scripts_;
  std::map<CharacterId, EarlyInterrupt> early_interrupts_;  // the last of each that is there
  std::string complained_about_;  // the last speech that was over when more of it came
};

}  // namespace kine::server
