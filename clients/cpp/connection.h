// The conversation with a server, from Hello to the end, and the next one where the first was lost.
//
//   Client --calls--> Connection --envelopes--> Link
//
// A header of the client's inside: client.h has what programs see.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cpp/acknowledgement.h"
#include "clients/cpp/client.h"
#include "clients/cpp/clock.h"
#include "clients/cpp/heartbeat.h"
#include "clients/cpp/inbox.h"
#include "clients/cpp/link.h"
#include "clients/cpp/resuming.h"

namespace kine::client {

class Connection {
 public:
  explicit Connection(ConnectOptions options, Heartbeat::Pace pace = {});
  ~Connection();

  Result<Done> open();
  Result<Submitted> submit(std::string_view script, const SubmitOptions& options);
  enum class Last { No, Yes };
  Result<Submitted> say(std::string_view text, std::string_view audio, std::string_view words,
                        const SayOptions& options);
  Result<std::string> begin_saying(const SayOptions& options);
  Result<Done> say_more(const std::string& id, const SayPiece& piece, Last last);
  Result<Submitted> end_saying(const std::string& id);
  Result<Checked> check(std::string_view script, const std::string& character);
  Result<std::vector<PerformedBlock>> performed(kinesphere::Envelope question);
  Result<Done> record(const std::string& name, const std::vector<std::string>& names);
  Result<std::uint64_t> stop_recording(const std::string& name);
  Result<Seconds> ping();
  Result<Done> subscribe(const SubscribeOptions& options);
  Result<Done> on_audio(std::function<void(const AudioPiece&)> call);
  Result<Done> claim(const std::vector<std::string>& names, Seconds grace);
  Result<Done> release(const std::vector<std::string>& names);

  /// Asks for a Join or a Leave, and waits for the answer.
  Result<Character> change_company(kinesphere::Envelope& question);
  Result<Done> send(const kinesphere::Envelope& envelope);
  Result<bool> poll(std::chrono::milliseconds wait_max);
  void close();
  bool closed_by_us() const { return closed_by_us_; }

  // Of the last Hello.
  std::vector<Character> characters;
  std::uint32_t tick_rate_hz = 0;
  std::uint64_t session_id = 0;

  Clock clock;
  std::optional<Stats> stats;
  std::function<void(std::string_view)> on_message;
  std::function<void(const Feedback&)> on_feedback;
  std::function<void(const Prediction&)> on_prediction;
  std::function<void(const Character&)> on_joined;
  std::function<void(const Character&)> on_left;
  std::function<void(const Skeleton&)> on_skeleton;
  std::function<void(const Skeleton&, const Frame&)> on_frame;
  std::function<void(const HeardSound&)> on_heard;
  std::function<void(const std::string&)> on_problem;
  std::function<void(const std::string&)> on_kept;
  std::function<void(State, const std::string&)> on_state;

 private:
  void tell(const kinesphere::Envelope& envelope);
  Result<Done> greet();
  void begin();
  void lose(Error why);
  void call_again(Deadline deadline);
  void wait_until(Deadline deadline, const std::function<bool()>& done);
  void take_in_answer(const std::string& id, Result<Submitted> answer);
  Result<Done> wait_for(const std::function<bool()>& answered);
  Result<Done> wait_for_answer(const kinesphere::Envelope& question,
                               const std::function<bool()>& answered);
  Result<kinesphere::Envelope> subscription() const;
  void keep_time();
  void claim_again();
  Result<Done> ask(kinesphere::Envelope& question, std::string& id);

  void hear();
  void notice_end();
  void take_in(kinesphere::Envelope envelope);
  void take_in_hello(const kinesphere::Hello& message);
  void take_in_pong(const kinesphere::Pong& message);
  void take_in_recorded(const kinesphere::Recorded& message);
  void take_in_performed(const kinesphere::Performed& message);
  bool hand_on_next();
  void hand_on(const kinesphere::Envelope& envelope);
  void hand_on(const kinesphere::Skeleton& message);
  void hand_on(const kinesphere::Frame& message);
  void hand_on(const kinesphere::Feedback& message);
  void hand_on(const kinesphere::Prediction& message);
  void hand_on(const kinesphere::Left& message);
  void take_in_answer(const kinesphere::Answer& message);

  /// Whether it was not known yet: of the answer and what everybody is told, one counts.
  bool take_in_joined(const Character& character);
  bool take_in_left(std::uint32_t id);

  ConnectOptions options_;
  std::unique_ptr<Link> link_;  // none while the connection is lost
  std::optional<SubscribeOptions> subscribed_;
  std::map<std::uint32_t, Skeleton> skeletons_;  // by character
  std::function<void(const AudioPiece&)> on_audio_;
  Inbox inbox_;
  bool handing_on_ = false;              // one of the program's functions runs
  std::optional<std::uint64_t> newest_;  // tick that came and was not acknowledged
  Acknowledgement acknowledgement_;
  bool hello_came_ = false;
  bool heard_ = false;  // anything that the program hears of
  bool unwanted_ = false;
  bool closed_by_us_ = false;
  std::optional<Error> over_;  // for good
  std::string lost_;           // why there is no link
  Deadline lost_at_;
  Resuming resuming_;

  // What a call waits for.
  std::optional<Result<Submitted>> answer_;
  std::map<std::string, std::optional<Result<Submitted>>> sayings_;  // of speeches, by their ids
  std::optional<Checked> checked_;
  std::optional<Result<std::vector<PerformedBlock>>> performed_;
  std::string recording_;  // whose end is waited for
  std::optional<Result<std::uint64_t>> recorded_;
  std::optional<Seconds> round_trip_;
  std::uint64_t asked_ = 0;
  std::string asked_id_;  // of the Claim, Join or Leave that was sent last
  std::unique_ptr<kinesphere::Answer> company_answer_;

  std::vector<std::string> claimed_;  // names, as the server said last
  Seconds grace_{0};
  const std::string claim_key_;

  Heartbeat heartbeat_;
  std::chrono::milliseconds pause_{0};
  Deadline next_call_;
};

}  // namespace kine::client
