#include "server/net/session.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cmath>
#include <utility>

#include "server/base/limits.h"
#include "server/conversation/answers.h"
#include "server/net/last_words.h"
#include "server/session_log/session_rows.h"
#include "server/ticks/delayed_sound.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {

namespace asio = boost::asio;

namespace {

std::uint64_t unacknowledged_ticks_max(TickRate rate) {
  return std::max<std::uint64_t>(1, rate.hz() * kUnacknowledgedMax / std::chrono::seconds(1));
}

}  // namespace

Session::Session(std::unique_ptr<Transport> transport, Party party, Services& services,
                 Listening listening)
    : transport_(std::move(transport)),
      wire_(transport_->wire()),
      strand_(*wire_.get_executor().target<Strand>()),
      doorbell_(wire_.get_executor(), asio::steady_timer::time_point::max()),
      reading_on_(wire_.get_executor()),
      services_(services),
      client_(party.client),
      is_node_(party.is_node),
      address_(std::move(party.address)),
      holder_(std::move(party.holder)),
      certificate_(std::move(party.certificate)),
      port_(std::move(party.port)),
      listening_(std::move(listening)),
      outbox_({.control_bytes_max = services.limits.now().control_bytes_max,
               .audio_bytes_max = services.limits.now().audio_bytes_max,
               .unacknowledged_ticks_max =
                   unacknowledged_ticks_max(TickRate(services.options.tick_rate_hz))}),
      report_(TickRate(services.options.tick_rate_hz)),
      conversation_(services, client_, *this),
      message_bytes_(services.limits.now().message_bytes_per_second_max),
      read_deadline_(steady_now() + services.limits.now().hello_wait_max),
      write_deadline_(kNever),
      deadline_(read_deadline_.count()) {
  transport_->on_words([this] { ring(); });
}

void Session::start(Time hello_deadline) {
  read_deadline_ = hello_deadline;
  deadline_ = hello_deadline.count();
  asio::post(strand_, [self = shared_from_this()] {
    asio::co_spawn(
        self->wire_.get_executor(), [self] { return self->read_loop(); }, asio::detached);
    asio::co_spawn(
        self->wire_.get_executor(), [self] { return self->write_loop(); }, asio::detached);
  });
}

asio::awaitable<void> Session::read_loop() {
  const auto self = shared_from_this();
  while (!cut_ && !closing_) {
    // Awaited by itself: g++ 12 loses its way in a condition that waits and goes on.
    const bool goes_on = co_await transport_->read();
    if (!goes_on) break;
    co_await take_in_messages();
  }
  if (transport_->is_choked()) {
    // It would not hear a close either.
    if (!cut_) note(GuestLog::Kind::CutOff, "it sends pings and takes no pong");
    co_return cut_on_strand();
  }
  if (!cut_ && !closing_) close({}, Noted::No);
  co_await let_go_by();
  cut_on_strand();
}

// What comes after the end was announced; the client's close ends it.
asio::awaitable<void> Session::let_go_by() {
  while (!cut_) {
    const bool readable = co_await wire_.wait();
    if (!readable || cut_ || wire_.take_in([](std::string_view) {})) co_return;
  }
}

asio::awaitable<void> Session::take_in_messages() {
  bool whole = false;
  while (!closing_ && !cut_) {
    const auto message = transport_->pop();
    if (!message) {
      conversation_.close_with(message.error().message);
      co_return;
    }
    if (!*message) break;
    whole = true;
    const std::size_t bytes = (*message)->size();
    if (bytes <= kDecodedInPlaceBytesMax) {
      take_in(decode_message(**message, transport_->form(), speaker()));
    } else {
      co_await decode_apart(**message);
    }
    const Time wait = wait_of(bytes);
    if (wait > Time::zero()) co_await read_later(wait);
  }
  expect_rest(whole);
}

/// The time to say Hello, or to go, runs on. `is_another`: what is there now is no rest of a
/// message that was waited for.
void Session::expect_rest(bool is_another) {
  if (!knows_client_ || closing_) return;
  if (!transport_->waits_for_rest()) {
    expect_no_more(read_deadline_);
  } else if (is_another || read_deadline_ == kNever) {
    expect(read_deadline_, services_.limits.now().message_wait_max);
  }
}

/// The message stays where it is: nobody reads on before it is taken in.
asio::awaitable<void> Session::decode_apart(std::string_view message) {
  auto job = [self = shared_from_this(), message, form = transport_->form(), as = speaker()] {
    const auto decoded = std::make_shared<DecodedMessage>(decode_message(message, form, as));
    asio::post(self->strand_, [self, decoded] {
      self->decoded_ = std::move(*decoded);
      self->reading_on_.cancel();
    });
  };
  if (knows_client_ && !closing_) expect_no_more(read_deadline_);  // it waits for the server
  if (!services_.decoding.push(client_, message.size(), std::move(job))) co_return;
  while (!decoded_ && !cut_) {
    reading_on_.expires_at(asio::steady_timer::time_point::max());
    co_await reading_on_.async_wait(asio::as_tuple(asio::use_awaitable));
  }
  if (!cut_) take_in(*std::exchange(decoded_, std::nullopt));
}

/// Its bytes wait where they are: in the client's own network, where there is no room for more.
asio::awaitable<void> Session::read_later(Time wait) {
  if (closing_ || cut_) co_return;
  ++services_.status.reads_put_off;
  if (knows_client_) expect_no_more(read_deadline_);
  reading_on_.expires_after(wait);
  co_await reading_on_.async_wait(asio::as_tuple(asio::use_awaitable));
}

/// How long nothing more is read behind a message of so many bytes.
Session::Time Session::wait_of(std::size_t message_bytes) {
  const Time now = steady_now();
  message_bytes_.take(std::max(message_bytes, kMessageCountedBytesMin), now);
  return message_bytes_.wait_for(1, now);
}

void Session::take_in(DecodedMessage message) {
  services_.status.message_bytes_decoded += message.bytes_decoded;
  if (!message.envelope) return conversation_.close_with(message.envelope.error().message);
  std::optional<kinesphere::Envelope>& envelope = *message.envelope;
  if (envelope && relay_) return relay_->take(*std::move(envelope));
  if (envelope) return conversation_.take_in(*std::move(envelope));
  ++services_.status.messages_refused_unread;
  conversation_.refuse_unread();
}

asio::awaitable<void> Session::write_loop() {
  const auto self = shared_from_this();
  while (!cut_) {
    if (begun_) {
      if (!co_await write(begun_->pieces, begun_->written)) break;
      begun_.reset();
    } else if (!outbox_.empty() || transport_->has_words()) {
      const auto batch = outbox_.take();
      if (!co_await write(transport_->lay_out(batch))) break;
      if (relay_) relay_->read_on();
    } else if (closing_) {
      if (!co_await write(transport_->lay_out_end(end_reason_))) break;
      wire_.end_sending();
      expect(read_deadline_, kLingerMax);
      co_return;
    } else {
      doorbell_.expires_at(asio::steady_timer::time_point::max());
      co_await doorbell_.async_wait(asio::as_tuple(asio::use_awaitable));
    }
  }
  cut_on_strand();
}

/// What the socket takes at once needs no writer: to wake it costs more than the system call.
void Session::write_at_once() {
  if (writing_ || wire_.has_tls()) return ring();
  if (outbox_.empty()) return;
  auto batch = outbox_.take();
  const Pieces& pieces = transport_->lay_out(batch);
  const std::size_t written = wire_.write_at_once(pieces);
  if (written == asio::buffer_size(pieces)) {
    services_.status.bytes_sent += written;
    return;
  }
  writing_ = true;
  begun_.emplace(Begun{std::move(batch), pieces, written});
  ring();
}

asio::awaitable<bool> Session::write(const Pieces& pieces, std::size_t written) {
  const auto patience = services_.limits.now().write_wait_max;
  writing_ = true;
  const bool done = co_await wire_.write(
      pieces, [this, patience] { expect(write_deadline_, patience); }, written);
  writing_ = false;
  if (done) services_.status.bytes_sent += asio::buffer_size(pieces);
  expect_no_more(write_deadline_);
  co_return done;
}

void Session::expect(Time& deadline, std::chrono::milliseconds within) {
  deadline = steady_now() + within;
  deadline_ = std::min(read_deadline_, write_deadline_).count();
}

void Session::expect_no_more(Time& deadline) {
  deadline = kNever;
  deadline_ = std::min(read_deadline_, write_deadline_).count();
}

/// A client that only listens is not heard of when its token is over.
void Session::look_at_token(Time now) {
  constexpr std::chrono::seconds kLooksEach{10};
  const std::uint64_t version = services_.tenants.version();
  const bool is_due = version != tenants_seen_ || now - Time(token_looked_at_) >= kLooksEach;
  if (version == 0 || !is_due) return;
  tenants_seen_ = version;
  token_looked_at_ = now.count();
  asio::post(strand_, [self = shared_from_this()] {
    if (!self->cut_) self->conversation_.look_at_token();
  });
}

void Session::expire_if_late(std::chrono::microseconds now) {
  look_at_token(now);
  if (now.count() < deadline_) return;
  asio::post(strand_, [self = shared_from_this(), now] {
    if (self->cut_ || now.count() < self->deadline_) return;  // it was met meanwhile
    if (self->closing_ || now >= self->write_deadline_) {
      if (!self->closing_)
        self->note(GuestLog::Kind::CutOff, "it took no byte for too long (write_wait_max)");
      return self->cut_on_strand();
    }
    self->conversation_.close_with(self->knows_client_ ? "the rest of a message did not come"
                                                       : "no Hello came");
  });
}

void Session::say_goodbye(std::string reason) {
  asio::post(strand_, [self = shared_from_this(), reason = std::move(reason)] {
    self->conversation_.say_goodbye(reason);
  });
}

void Session::send_away(std::string problem, Parting /*parting*/) {
  asio::post(strand_, [self = shared_from_this(), problem = std::move(problem)] {
    if (self->cut_) return;
    if (self->closing_) return self->cut_on_strand();
    const protocol::Bytes last = closing_problem(problem);
    if (self->writing_) {
      // Behind the message that is on its way, if the client takes it soon.
      self->outbox_.end_with(last);
      self->close(problem, Noted::No);
      return self->expect(self->read_deadline_, kLingerMax);
    }
    Transport& transport = *self->transport_;
    std::string words = bytes_of(transport.lay_out({last}));
    words += bytes_of(transport.lay_out_end(problem));
    say_and_close(self->wire_, words);
    self->cut_on_strand();
  });
}

void Session::cut() {
  asio::post(strand_, [self = shared_from_this()] { self->cut_on_strand(); });
}

void Session::cut_on_strand() {
  if (cut_) return;
  cut_ = true;
  note_end();
  wire_.close();
  ring();
  reading_on_.cancel();
  if (relay_) relay_->stop();
  services_.decoding.leave(client_);
  conversation_.leave();
  listening_.on_gone(client_);
}

void Session::offer_frames(std::shared_ptr<const TickOutput> output) {
  asio::post(strand_, [self = shared_from_this(), output = std::move(output)] {
    if (!self->closing_ && !self->cut_) self->push_frames(*output);
  });
}

void Session::push_frames(const TickOutput& output) {
  // A new subscription may be offered a tick that is on its way to the old one.
  if (!stream_.parts || (streamed_ && output.tick <= *streamed_)) return;
  if (!output.has(*stream_.parts)) return;
  if (stream_.everybody && seen_ != output.characters) see_everybody(output);
  if (closing_) return;  // there was no room to say what has joined
  const std::uint64_t dropped = outbox_.frames_dropped();
  // Nothing leads to the first frame that is sent, nor to one after a character was put elsewhere,
  // be it in a tick that was not sent.
  const std::optional<Tick> sent = outbox_.sent();
  std::size_t next = 0;
  for (const CharacterId character : stream_.characters) {
    const auto index = output.index_of(character, next);
    if (!index) continue;  // it is not there yet, or no more
    next = *index + 1;
    const protocol::Bytes& frame = output.frames[*index][stream_.parts->index()];
    if (!frame) continue;
    const bool follows = sent && output.follows_from(*sent, *index);
    const bool says_so = output.arrived[*index] == output.tick;  // the frame does already
    outbox_.push_frame(character, follows || says_so ? frame : protocol::with_discontinuity(frame),
                       output.tick);
  }
  streamed_ = output.tick;
  services_.status.frames_dropped += outbox_.frames_dropped() - dropped;
  if (stream_.events || outbox_.acknowledged()) {
    if (auto stats = report_.at(output.tick, outbox_)) send(*std::move(stats));
  }
  write_at_once();
}

/// A character that has joined since is described before its first frame.
void Session::see_everybody(const TickOutput& output) {
  seen_ = output.characters;
  for (const CharacterId id : *seen_) {
    if (std::ranges::binary_search(stream_.characters, id)) continue;
    if (const auto entry = conversation_.stage().scene.roster.find(id)) send(entry->skeleton);
  }
  stream_.characters = *seen_;
}

void Session::offer_company(std::shared_ptr<const TickOutput> output) {
  asio::post(strand_, [self = shared_from_this(), output = std::move(output)] {
    if (!self->knows_client_) return;  // its Hello will say it
    for (const auto& entry : output->joined) {
      self->send(protocol::encode(joined(*entry, output->tick)));
    }
    for (const auto& entry : output->left) {
      self->send(protocol::encode(left(*entry, output->tick)));
    }
  });
}

void Session::offer_event(std::shared_ptr<const Event> event) {
  asio::post(strand_, [self = shared_from_this(), event = std::move(event)] {
    self->send(event->bytes);
    self->conversation_.note(event->feedback);
  });
}

void Session::offer_replanned(std::shared_ptr<const TickOutput> output) {
  asio::post(strand_, [self = shared_from_this(), output = std::move(output)] {
    for (const Replanned& replanned : output->replanned) self->conversation_.note(replanned);
  });
}

void Session::offer_motions(std::shared_ptr<const TickOutput> output) {
  asio::post(strand_, [self = shared_from_this(), output = std::move(output)] {
    for (const MotionStarted& started : output->motions_started) self->conversation_.note(started);
  });
}

void Session::offer_kept(BlockId block) {
  asio::post(strand_, [self = shared_from_this(), block] { self->conversation_.note_kept(block); });
}

void Session::offer_audio(std::shared_ptr<const TickOutput> output) {
  asio::post(strand_, [self = shared_from_this(), output = std::move(output)] {
    if (self->closing_ || self->cut_ || !self->stream_.audio) return;
    for (const AudioPiece& piece : output->audio) {
      if (self->stream_.has(piece.character)) self->push_audio(piece);
    }
    self->ring();
  });
}

/// What a client cannot take is not dropped behind its back: it is told from when on it is lost.
/// Somebody who speaks live may go on for an hour, and is heard again as soon as there is room.
void Session::push_audio(const AudioPiece& piece) {
  const bool goes_on = piece.stream >= kFirstDelayedStream;
  if (lost_streams_.contains(piece.stream)) {
    if (piece.kind == protocol::AudioKind::Close) {
      lost_streams_.erase(piece.stream);
      return send(piece.bytes);
    }
    if (goes_on && outbox_.push_audio(piece.bytes)) lost_streams_.erase(piece.stream);
    return;
  }
  if (outbox_.push_audio(piece.bytes)) return;
  lost_streams_.insert(piece.stream);
  ++services_.status.audio_streams_lost;
  send(protocol::encode(protocol::AudioChunk{.stream = piece.stream,
                                             .character = piece.character,
                                             .sequence = piece.sequence,
                                             .due = piece.due,
                                             .ends = true,
                                             .discards = true}));
}

void Session::post(std::function<void()> call) {
  asio::post(strand_, [self = shared_from_this(), call = std::move(call)] { call(); });
}

void Session::send(protocol::Bytes message) {
  if (cut_ || closing_) return;
  if (outbox_.push_control(std::move(message))) return ring();
  // Without a part of what it was to hear, the client has lost the thread. It hears that, if it
  // reads on.
  const std::string problem = past("control_bytes_max", services_.limits.now().control_bytes_max) +
                              ": read what the server sends";
  outbox_.end_with(closing_problem(problem));
  close(problem, Noted::Yes);
}

void Session::start_stream(const Subscription& subscription,
                           std::vector<protocol::Bytes> descriptions) {
  stream_ = subscription;
  streamed_.reset();
  seen_.reset();
  outbox_.start_stream(std::move(descriptions));
  ring();
}

void Session::acknowledge(Tick tick) {
  outbox_.acknowledge(tick);
  ring();
}

void Session::on_hello() {
  knows_client_ = true;
  conversation_.stage().hub.add(client_, weak_from_this());
  transport_->set_message_bytes_max(protocol::kEnvelopeBytesMax);
  expect_no_more(read_deadline_);
  hello_at_ = steady_now();
  note(GuestLog::Kind::Connected, "it has said Hello");
  listening_.on_hello(client_);
}

void Session::note(GuestLog::Kind kind, std::string_view what) {
  LogEvent event = conversation_.event(what);
  if (address_.is_unspecified()) {
    event.text("bridge", "yes");
  } else {
    event.text("address", address_.to_string());
  }
  if (knows_client_ && kind != GuestLog::Kind::Connected) {
    event.number("seconds", std::round(10 * Seconds(steady_now() - hello_at_).count()) / 10);
  }
  end_is_noted_ = end_is_noted_ || kind == GuestLog::Kind::CutOff;
  services_.guest_log.note(kind, std::move(event), steady_now());
}

/// A client that was let in has one line about its end, and a stranger has none.
void Session::note_end() {
  if (!knows_client_ || end_is_noted_) return;
  note(GuestLog::Kind::Closed, end_reason_.empty() ? "it has left" : end_reason_);
}

void Session::close(std::string_view reason, Noted noted) {
  closing_ = true;
  if (relay_) relay_->stop();
  end_reason_ = reason;
  if (noted == Noted::Yes) note(GuestLog::Kind::CutOff, reason);
  expect(read_deadline_, services_.limits.now().write_wait_max);
  ring();
  reading_on_.cancel();
}

}  // namespace kine::server
