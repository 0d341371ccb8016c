#include "clients/cpp/connection.h"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <random>
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

/// From the loss of a connection on: how long a script without an answer is sent again.
constexpr milliseconds kSentAgainFor{20'000};

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

/// Sound with them, where somebody hears it.
std::vector<Part> parts_of(const SubscribeOptions& options, bool hears_audio) {
  std::vector<Part> parts = options.parts;
  if (!hears_audio || std::find(parts.begin(), parts.end(), Part::Audio) != parts.end()) {
    return parts;
  }
  if (parts.empty()) parts = {Part::Body, Part::Face};
  parts.push_back(Part::Audio);
  return parts;
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

/// A secret of this client's, by which its next connection has what the last one claimed.
std::string random_key() {
  std::random_device device;
  std::string key;
  constexpr int kWords = 4;
  for (int i = 0; i < kWords; ++i) key += std::to_string(device()) + "-";
  return key;
}

Result<std::uint32_t> id_of(const std::string& name, const std::vector<Character>& characters) {
  const auto found = std::find_if(characters.begin(), characters.end(),
                                  [&](const Character& each) { return each.name == name; });
  if (found == characters.end()) {
    return Error{ErrorCode::UnknownName, "the server has no such character: " + quoted(name)};
  }
  return found->id;
}

}  // namespace

Connection::Connection(ConnectOptions options, Heartbeat::Pace pace)
    : options_(std::move(options)),
      resuming_(options_.resume),
      claim_key_(random_key()),
      heartbeat_(pace) {}

Connection::~Connection() = default;

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
                         [this](kinesphere::Envelope envelope) { take_in(std::move(envelope)); });
  if (!link) return link.error();
  link_ = *std::move(link);

  kinesphere::Envelope envelope;
  kinesphere::Hello& hello = *envelope.mutable_hello();
  hello.set_version_major(protocol::kVersionMajor);
  hello.set_version_minor(protocol::kVersionMinor);
  hello.set_name(options_.name);
  hello.set_token(options_.token);
  hello.set_keep_waiting(options_.keep_waiting);
  hello.set_scene(options_.scene);
  resuming_.write(hello);
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
  claim_again();
  for (const kinesphere::Envelope& each : resuming_.unanswered()) tell(each);
  if (on_state) on_state(State::Connected, "");
}

/// Not from within what the link calls, for it is gone afterwards; and with it its own reason.
void Connection::lose(Error why) {
  link_.reset();
  lost_ = why.message;
  lost_at_ = SteadyClock::now();
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
    hear();
    if (done()) break;
    if (!hand_on_next() && link_) {
      const auto stirs = [&] { return done() || !inbox_.empty(); };
      link_->run_until(std::min(deadline, heartbeat_.next()), stirs);
    }
    notice_end();
  }
}

/// Reads all that has come, unless more waits than anybody should have.
void Connection::hear() {
  if (!link_) return;
  if (handing_on_ || !inbox_.is_full()) link_->hear();
  if (newest_ && acknowledgement_.is_due(*newest_, tick_rate_hz)) {
    kinesphere::Envelope envelope;
    envelope.mutable_ack()->set_tick(*newest_);
    envelope.mutable_ack()->set_displayed_us(static_cast<std::uint64_t>(client_us()));
    tell(envelope);
  }
  newest_.reset();
  keep_time();
}

/// The end of a connection comes behind all that was said on it.
void Connection::notice_end() {
  if (!link_ || !link_->over() || over_ || handing_on_) return;
  while (!over_ && hand_on_next()) {
  }
  if (!over_) lose(*link_->over());
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
  hear();
  for (std::size_t left = inbox_.size(); left > 0 && !over_; --left) {
    hand_on_next();
    hear();
  }
  notice_end();
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

/// A script is sent again by the next connection, where the server plays it once.
Result<Done> Connection::wait_for_answer(const kinesphere::Envelope& question,
                                         const std::function<bool()>& answered) {
  const bool is_script = question.has_submit() || question.has_say();
  if (!is_script || !resuming_.can_send_again() || !options_.reconnect || handing_on_) {
    if (auto sent = send(question); !sent) return sent;
    return wait_for(answered);
  }
  resuming_.keep(question);
  tell(question);
  wait_until(SteadyClock::now() + kAnswerWaitMax, [&] {
    return answered() || (!link_ && SteadyClock::now() - lost_at_ > kSentAgainFor);
  });
  resuming_.answered();
  if (answered()) return Done{};
  if (over_) return *over_;
  return gone(link_ ? "the server does not answer" : lost_);
}

Result<Done> Connection::wait_for(const std::function<bool()>& answered) {
  const auto is_over = [this] { return !link_ || link_->over(); };
  wait_until(SteadyClock::now() + kAnswerWaitMax, [&] { return answered() || is_over(); });
  if (answered()) return Done{};
  notice_end();
  if (over_) return *over_;
  if (link_) return link_->over().value_or(gone("the server does not answer"));
  return gone(lost_);
}

Result<Submitted> Connection::submit(std::string_view script, const SubmitOptions& options) {
  if (auto reason = reason_not_to_send(script)) return *std::move(reason);
  kinesphere::Envelope envelope;
  kinesphere::Submit& submit = *envelope.mutable_submit();
  submit.set_id(options.id);
  if (resuming_.is_on() && options.id.empty()) {
    submit.set_id(resuming_.name("script", ++asked_));
  }
  submit.set_script(std::string(script));
  submit.set_character(options.character);
  submit.set_predictions(options.predictions);
  submit.set_traceparent(options.traceparent);
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

Result<std::vector<PerformedBlock>> Connection::performed(kinesphere::Envelope question) {
  question.mutable_ask_performed()->set_id("performed" + std::to_string(++asked_));
  performed_.reset();
  const auto waited = wait_for_answer(question, [this] { return performed_.has_value(); });
  if (!waited) return waited.error();
  return *std::exchange(performed_, {});
}

Result<Done> Connection::record(const std::string& name, const std::vector<std::string>& names) {
  if (auto reason = reason_not_to_send(name)) return *std::move(reason);
  kinesphere::Envelope envelope;
  envelope.mutable_record()->set_name(name);
  for (const std::string& character : names) {
    const auto id = id_of(character, characters);
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

Result<Done> Connection::on_audio(std::function<void(const AudioPiece&)> call) {
  on_audio_ = std::move(call);
  if (!on_audio_) return Done{};
  return subscribe(subscribed_.value_or(SubscribeOptions{.parts = {Part::Audio}}));
}

Result<kinesphere::Envelope> Connection::subscription() const {
  kinesphere::Envelope envelope;
  kinesphere::Subscribe& subscribe = *envelope.mutable_subscribe();
  for (const std::string& name : subscribed_->characters) {
    const auto id = id_of(name, characters);
    if (!id) return id.error();
    subscribe.add_characters(*id);
  }
  subscribe.set_max_rate_hz(subscribed_->max_rate_hz);
  subscribe.set_encoding(subscribed_->encoding == Encoding::Float32
                             ? kinesphere::ENCODING_FLOAT32
                             : kinesphere::ENCODING_SMALLEST_THREE_48);
  for (const Part part : parts_of(*subscribed_, on_audio_ != nullptr)) {
    subscribe.add_parts(on_the_wire(part));
  }
  return envelope;
}

void Connection::close() {
  closed_by_us_ = true;
  if (over_) return;
  over_ = gone("closed");
  if (link_) link_->close(*over_);
}

}  // namespace kine::client
