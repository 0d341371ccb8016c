#include "clients/cpp/connection.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <utility>

#include "clients/cpp/messages_from_wire.h"
#include "clients/cpp/utf8.h"
#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/number.h"

namespace kine::client {
namespace {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

/// A script may have to wait for others that are being prepared.
constexpr milliseconds kAnswerWaitMax{60'000};

/// Before an attempt to call again: the first, and the most.
constexpr milliseconds kPauseFirst{250};
constexpr milliseconds kPauseMax{5'000};

kinesphere::Part on_the_wire(Part part) {
  switch (part) {
    case Part::Body:
      return kinesphere::PART_BODY;
    case Part::Face:
      return kinesphere::PART_FACE;
    case Part::Audio:
      return kinesphere::PART_AUDIO;
    case Part::Events:
      return kinesphere::PART_EVENTS;
  }
  return kinesphere::PART_UNSPECIFIED;
}

kinesphere::Envelope ping_now() {
  kinesphere::Envelope envelope;
  envelope.mutable_ping()->set_client_time_us(static_cast<std::uint64_t>(client_us()));
  return envelope;
}

/// Why a script cannot be sent at all.
std::optional<Error> reason_not_to_send(std::string_view script) {
  if (const auto where = find_bad_utf8(script)) {
    return Error{ErrorCode::Syntax, "a byte that is no UTF-8", *where};
  }
  constexpr std::size_t kRoomForTheRest = 4096;
  if (script.size() > protocol::kEnvelopeBytesMax - kRoomForTheRest) {
    return Error{ErrorCode::LimitExceeded,
                 "a script of more than 1 MiB: '" + std::to_string(script.size()) + "'"};
  }
  return {};
}

}  // namespace

Result<Done> Connection::open() {
  if (auto greeted = greet(); !greeted) return greeted;
  begin();
  return Done{};
}

Result<Done> Connection::greet() {
  const Deadline deadline = SteadyClock::now() + options_.wait_max;
  hello_came_ = false;
  unwanted_ = false;
  auto link = Link::open(options_.address, deadline,
                         [this](const kinesphere::Envelope& envelope) { take_in(envelope); });
  if (!link) return link.error();
  link_ = *std::move(link);

  kinesphere::Envelope envelope;
  kinesphere::Hello& hello = *envelope.mutable_hello();
  hello.set_version_major(protocol::kVersionMajor);
  hello.set_version_minor(protocol::kVersionMinor);
  hello.set_name(options_.name);
  hello.set_token(options_.token);
  tell(envelope);
  link_->run_until(deadline, [this] { return hello_came_; });
  if (hello_came_ && !link_->over()) return Done{};

  const std::optional<Error> over = link_->over();
  link_.reset();
  if (over) return *over;
  return gone("no Hello from the server at " + quoted(to_string(options_.address)));
}

void Connection::begin() {
  heartbeat_.start(SteadyClock::now());
  pause_ = kPauseFirst;
  keep_time();
  if (subscribed_) {
    const auto again = subscription();
    if (again) {
      tell(*again);
    } else if (on_problem) {
      on_problem(again.error().message);
    }
  }
  if (on_state) on_state(State::Connected, "");
}

/// Not from within what the link calls, for it is gone afterwards; and with it its own reason.
void Connection::lose(Error why) {
  link_.reset();
  lost_ = why.message;
  const bool again = options_.reconnect && !unwanted_ && !closed_by_us_;
  if (again) {
    next_call_ = SteadyClock::now() + pause_;
  } else if (!over_) {
    over_ = why;
  }
  if (on_state) on_state(again ? State::Calling : State::Closed, why.message);
}

void Connection::call_again(Deadline deadline) {
  if (SteadyClock::now() < next_call_) {
    boost::asio::io_context io;
    boost::system::error_code ignored;
    boost::asio::steady_timer(io, std::min(next_call_, deadline)).wait(ignored);
    return;
  }
  const auto greeted = greet();
  if (greeted) return begin();
  if (unwanted_) return lose(greeted.error());
  pause_ = std::min(2 * pause_, kPauseMax);
  next_call_ = SteadyClock::now() + pause_;
}

void Connection::wait_until(Deadline deadline, const std::function<bool()>& done) {
  while (!over_ && !done() && SteadyClock::now() < deadline) {
    if (!link_) {
      call_again(deadline);
      continue;
    }
    keep_time();
    link_->run_until(std::min(deadline, heartbeat_.next()), done);
    if (link_->over() && !over_) lose(*link_->over());
  }
}

void Connection::keep_time() {
  switch (heartbeat_.beat(SteadyClock::now())) {
    case Heartbeat::Beat::None:
      return;
    case Heartbeat::Beat::Ping:
      return tell(ping_now());
    case Heartbeat::Beat::Silence:
      return link_->close(gone("the server does not answer any more"));
  }
}

Result<bool> Connection::poll(milliseconds wait_max) {
  heard_ = false;
  const Deadline deadline = SteadyClock::now() + wait_max;
  if (link_) {
    link_->hear();
    keep_time();
    if (link_->over() && !over_) lose(*link_->over());
  }
  wait_until(deadline, [this] { return heard_; });
  if (!heard_ && over_) return *over_;
  return heard_;
}

Result<Done> Connection::send(const kinesphere::Envelope& envelope) {
  if (over_) return *over_;
  if (!link_) return gone(lost_);
  return link_->send(envelope, options_.wait_max);
}

/// Where it does not go out the connection is over, which is noticed where one listens.
void Connection::tell(const kinesphere::Envelope& envelope) {
  [[maybe_unused]] const auto sent = send(envelope);
}

Result<Done> Connection::wait_for_answer(const kinesphere::Envelope& question,
                                         const std::function<bool()>& answered) {
  if (auto sent = send(question); !sent) return sent;
  wait_until(SteadyClock::now() + kAnswerWaitMax, [&] { return answered() || !link_; });
  if (answered()) return Done{};
  if (over_) return *over_;
  return gone(link_ ? "the server does not answer" : lost_);
}

Result<Submitted> Connection::submit(std::string_view script, const SubmitOptions& options) {
  if (auto reason = reason_not_to_send(script)) return *std::move(reason);
  kinesphere::Envelope envelope;
  kinesphere::Submit& submit = *envelope.mutable_submit();
  submit.set_id(options.id);
  submit.set_script(std::string(script));
  submit.set_character(options.character);
  submit.set_predictions(options.predictions);
  answer_.reset();
  const auto waited = wait_for_answer(envelope, [this] { return answer_.has_value(); });
  if (!waited) return waited.error();
  return *std::exchange(answer_, {});
}

Result<Checked> Connection::check(std::string_view script, const std::string& character) {
  if (auto reason = reason_not_to_send(script)) return *std::move(reason);
  kinesphere::Envelope envelope;
  kinesphere::Check& check = *envelope.mutable_check();
  check.set_id("check" + std::to_string(++asked_));
  check.set_script(std::string(script));
  check.set_character(character);
  checked_.reset();
  const auto waited = wait_for_answer(envelope, [this] { return checked_.has_value(); });
  if (!waited) return waited.error();
  return *std::exchange(checked_, {});
}

Result<Done> Connection::record(const std::string& name, const std::vector<std::string>& names) {
  if (auto reason = reason_not_to_send(name)) return *std::move(reason);
  kinesphere::Envelope envelope;
  envelope.mutable_record()->set_name(name);
  for (const std::string& character : names) {
    const auto id = id_of(character);
    if (!id) return id.error();
    envelope.mutable_record()->add_characters(*id);
  }
  return send(envelope);
}

Result<std::uint64_t> Connection::stop_recording(const std::string& name) {
  if (auto reason = reason_not_to_send(name)) return *std::move(reason);
  kinesphere::Envelope envelope;
  envelope.mutable_record()->set_name(name);
  envelope.mutable_record()->set_stop(true);
  recording_ = name;
  recorded_.reset();
  const auto waited = wait_for_answer(envelope, [this] { return recorded_.has_value(); });
  recording_.clear();
  if (!waited) return waited.error();
  return *std::exchange(recorded_, {});
}

Result<Seconds> Connection::ping() {
  round_trip_.reset();
  const auto waited = wait_for_answer(ping_now(), [this] { return round_trip_.has_value(); });
  if (!waited) return waited.error();
  return *round_trip_;
}

Result<Done> Connection::subscribe(const SubscribeOptions& options) {
  const auto before = std::exchange(subscribed_, options);
  const auto envelope = subscription();
  if (!envelope) {
    subscribed_ = before;
    return envelope.error();
  }
  return send(*envelope);
}

Result<std::uint32_t> Connection::id_of(const std::string& name) const {
  const auto found = std::find_if(characters.begin(), characters.end(),
                                  [&](const Character& each) { return each.name == name; });
  if (found == characters.end()) {
    return Error{ErrorCode::UnknownName, "the server has no such character: " + quoted(name)};
  }
  return found->id;
}

Result<kinesphere::Envelope> Connection::subscription() const {
  kinesphere::Envelope envelope;
  kinesphere::Subscribe& subscribe = *envelope.mutable_subscribe();
  for (const std::string& name : subscribed_->characters) {
    const auto id = id_of(name);
    if (!id) return id.error();
    subscribe.add_characters(*id);
  }
  subscribe.set_max_rate_hz(subscribed_->max_rate_hz);
  subscribe.set_encoding(subscribed_->encoding == Encoding::Float32
                             ? kinesphere::ENCODING_FLOAT32
                             : kinesphere::ENCODING_SMALLEST_THREE_48);
  for (const Part part : subscribed_->parts) subscribe.add_parts(on_the_wire(part));
  return envelope;
}

void Connection::close() {
  closed_by_us_ = true;
  if (over_) return;
  over_ = gone("closed");
  if (link_) link_->close(*over_);
}

void Connection::take_in(const kinesphere::Envelope& envelope) {
  heartbeat_.heard();
  if (on_message) on_message(envelope.SerializeAsString());
  const auto message = envelope.message_case();
  heard_ =
      heard_ || (message != kinesphere::Envelope::kPong && message != kinesphere::Envelope::kStats);
  switch (message) {
    case kinesphere::Envelope::kHello:
      return take_in_hello(envelope.hello());
    case kinesphere::Envelope::kSkeleton:
      return take_in_skeleton(envelope.skeleton());
    case kinesphere::Envelope::kFrame:
      return take_in_frame(envelope.frame());
    case kinesphere::Envelope::kAudioOpen:
      if (on_audio) on_audio(audio_of(envelope.audio_open()));
      return;
    case kinesphere::Envelope::kAudioChunk:
      if (on_audio) on_audio(audio_of(envelope.audio_chunk()));
      return;
    case kinesphere::Envelope::kAudioClose:
      if (on_audio) on_audio(audio_of(envelope.audio_close()));
      return;
    case kinesphere::Envelope::kFeedback:
      return take_in_feedback(envelope.feedback());
    case kinesphere::Envelope::kPrediction:
      return take_in_prediction(envelope.prediction());
    case kinesphere::Envelope::kAccepted:
      answer_ = submitted_of(envelope.accepted());
      return;
    case kinesphere::Envelope::kRefused:
      answer_ = error_of(envelope.refused());
      return;
    case kinesphere::Envelope::kChecked:
      if (envelope.checked().id() == "check" + std::to_string(asked_)) {
        checked_ = checked_of(envelope.checked());
      }
      return;
    case kinesphere::Envelope::kRecorded:
      return take_in_recorded(envelope.recorded());
    case kinesphere::Envelope::kPong:
      return take_in_pong(envelope.pong());
    case kinesphere::Envelope::kStats:
      stats = stats_of(envelope.stats());
      return;
    case kinesphere::Envelope::kProblem:
      return take_in_problem(envelope.problem());
    case kinesphere::Envelope::kGoodbye:
      return link_->close(gone("the server said goodbye: " + envelope.goodbye().reason()));
    default:
      return;  // of a newer minor version
  }
}

void Connection::take_in_hello(const kinesphere::Hello& message) {
  if (message.version_major() != protocol::kVersionMajor) {
    unwanted_ = true;
    return link_->close(gone("the server speaks version " +
                             std::to_string(message.version_major()) + ", this client version " +
                             std::to_string(protocol::kVersionMajor)));
  }
  hello_came_ = true;
  tick_rate_hz = message.tick_rate_hz();
  session_id = message.session_id();
  characters = characters_of(message);
  skeletons_.clear();
  acknowledgement_.clear();
  clock = {};
  stats.reset();
}

void Connection::take_in_skeleton(const kinesphere::Skeleton& message) {
  Skeleton skeleton = skeleton_of(message);
  if (!is_sound(skeleton)) return;
  const Skeleton& kept = skeletons_[skeleton.character_id] = std::move(skeleton);
  if (on_skeleton) on_skeleton(kept);
}

void Connection::take_in_frame(const kinesphere::Frame& message) {
  if (acknowledgement_.is_due(message.tick(), tick_rate_hz)) {
    kinesphere::Envelope envelope;
    envelope.mutable_ack()->set_tick(message.tick());
    envelope.mutable_ack()->set_displayed_us(static_cast<std::uint64_t>(client_us()));
    tell(envelope);
  }
  const auto skeleton = skeletons_.find(message.character_id());
  if (!on_frame || skeleton == skeletons_.end()) return;
  const std::optional<Frame> frame = frame_of(message, skeleton->second, tick_rate_hz);
  if (frame) on_frame(skeleton->second, *frame);
}

void Connection::take_in_feedback(const kinesphere::Feedback& message) {
  const auto feedback = feedback_of(message, tick_rate_hz);
  if (feedback && on_feedback) on_feedback(*feedback);
}

void Connection::take_in_prediction(const kinesphere::Prediction& message) {
  const auto prediction = prediction_of(message, tick_rate_hz);
  if (prediction && on_prediction) on_prediction(*prediction);
}

void Connection::take_in_pong(const kinesphere::Pong& message) {
  const Clock::Sample sample{
      .sent = static_cast<std::int64_t>(message.client_time_us()),
      .received = client_us(),
      .server = static_cast<std::int64_t>(message.server_time_us()),
      .server_tick = static_cast<std::int64_t>(message.server_tick_time_us())};
  clock.add(sample);
  round_trip_ = Seconds(static_cast<double>(sample.received - sample.sent) / 1e6);
}

void Connection::take_in_recorded(const kinesphere::Recorded& message) {
  if (!recording_.empty() && message.name() == recording_) {
    if (message.error().empty()) {
      recorded_ = message.frames();
    } else {
      recorded_ = Error{ErrorCode::Unsupported, message.error()};
    }
  } else if (!message.error().empty() && on_problem) {
    on_problem("recording " + quoted(message.name()) + ": " + message.error());
  }
}

void Connection::take_in_problem(const kinesphere::Problem& message) {
  if (message.closing()) {
    unwanted_ = true;
    link_->close(gone(message.error()));
  } else if (on_problem) {
    on_problem(message.error());
  }
}

}  // namespace kine::client
