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
#include "clients/cpp/link.h"

namespace kinesphere {
class Feedback;
class Frame;
class Hello;
class Pong;
class Prediction;
class Problem;
class Recorded;
class Skeleton;
}  // namespace kinesphere

namespace kine::client {

class Connection {
 public:
  explicit Connection(ConnectOptions options, Heartbeat::Pace pace = {})
      : options_(std::move(options)), heartbeat_(pace) {}

  Result<Done> open();
  Result<Submitted> submit(std::string_view script, const SubmitOptions& options);
  Result<Checked> check(std::string_view script, const std::string& character);
  Result<Done> record(const std::string& name, const std::vector<std::string>& names);
  Result<std::uint64_t> stop_recording(const std::string& name);
  Result<Seconds> ping();
  Result<Done> subscribe(const SubscribeOptions& options);
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
  std::function<void(const Skeleton&)> on_skeleton;
  std::function<void(const Skeleton&, const Frame&)> on_frame;
  std::function<void(const AudioPiece&)> on_audio;
  std::function<void(const std::string&)> on_problem;
  std::function<void(State, const std::string&)> on_state;

 private:
  void tell(const kinesphere::Envelope& envelope);
  Result<Done> greet();
  void begin();
  void lose(Error why);
  void call_again(Deadline deadline);
  void wait_until(Deadline deadline, const std::function<bool()>& done);
  Result<Done> wait_for_answer(const kinesphere::Envelope& question,
                               const std::function<bool()>& answered);
  Result<std::uint32_t> id_of(const std::string& name) const;
  Result<kinesphere::Envelope> subscription() const;
  void keep_time();

  void take_in(const kinesphere::Envelope& envelope);
  void take_in_hello(const kinesphere::Hello& message);
  void take_in_skeleton(const kinesphere::Skeleton& message);
  void take_in_frame(const kinesphere::Frame& message);
  void take_in_feedback(const kinesphere::Feedback& message);
  void take_in_prediction(const kinesphere::Prediction& message);
  void take_in_pong(const kinesphere::Pong& message);
  void take_in_recorded(const kinesphere::Recorded& message);
  void take_in_problem(const kinesphere::Problem& message);

  ConnectOptions options_;
  std::unique_ptr<Link> link_;  // none while the connection is lost
  std::optional<SubscribeOptions> subscribed_;
  std::map<std::uint32_t, Skeleton> skeletons_;  // by character
  Acknowledgement acknowledgement_;
  bool hello_came_ = false;
  bool heard_ = false;  // anything that the program hears of
  bool unwanted_ = false;
  bool closed_by_us_ = false;
  std::optional<Error> over_;  // for good
  std::string lost_;           // why there is no link

  // What a call waits for.
  std::optional<Result<Submitted>> answer_;
  std::optional<Checked> checked_;
  std::string recording_;  // whose end is waited for
  std::optional<Result<std::uint64_t>> recorded_;
  std::optional<Seconds> round_trip_;
  std::uint64_t asked_ = 0;

  Heartbeat heartbeat_;
  std::chrono::milliseconds pause_{0};
  Deadline next_call_;
};

}  // namespace kine::client
