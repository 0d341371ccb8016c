#include "server/bridges/bml_transport.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <utility>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/limits.h"
#include "realizer/core/utf8.h"
#include "realizer/xml/xml.h"
#include "server/net/take_in_bytes.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::string_view kRoot = "bml";

constexpr auto kTold = asio::as_tuple(asio::use_awaitable);

/// The id that the block gives itself. Its own start tag says it, whatever is wrong behind that.
std::optional<std::string> find_id(std::string_view start_tag) {
  std::string alone(start_tag);
  if (!alone.ends_with("/>")) alone.insert(alone.size() - 1, "/");
  const auto root = xml::parse(alone, {.undeclared_prefixes = true});
  const xml::Attribute* const id = root ? root->find_attribute("id") : nullptr;
  if (id == nullptr || id->value.empty() || id->value.size() > kNameBytesMax) return {};
  return id->value;
}

}  // namespace

std::string bml_problem(const std::string& problem) {
  kinesphere::Envelope envelope;
  envelope.mutable_problem()->set_error(problem);
  return protocol::BmlFeedback().text_of(envelope);
}

BmlTransport::BmlTransport(tcp::socket socket, Options options)
    : wire_(std::move(socket)),
      options_(std::move(options)),
      splitter_(kRoot, kScriptBytesMax),
      all_told_(socket_.get_executor(), asio::steady_timer::time_point::max()) {}

BmlTransport::~BmlTransport() {
  if (dial_back_) dial_back_->finish();
  if (next_call_) next_call_->finish();
}

/// Null where there is no port to be called.
std::shared_ptr<DialBack> BmlTransport::call(std::chrono::milliseconds calls_max) {
  if (options_.feedback_port == 0) return {};
  boost::system::error_code error;
  const auto client = socket_.remote_endpoint(error);
  if (error) return {};
  auto called = std::make_shared<DialBack>(
      socket_.get_executor(),
      DialBack::Options{.where = {client.address(), options_.feedback_port},
                        .bytes_max = options_.feedback_bytes_max,
                        .patience = options_.patience,
                        .calls_max = calls_max,
                        .last_words_wait_max = options_.last_words_wait_max});
  called->start();
  return called;
}

/// Without a part of what it was to hear, the client has lost the thread.
void BmlTransport::leave() {
  unfinished_ = 0;
  all_told_.cancel();
  boost::system::error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_both, ignored);
}

/// A client that does not answer at its own port is answered here, until it does.
void BmlTransport::take_news() {
  if (next_call_ && next_call_->state() == DialBack::State::Refused) next_call_.reset();
  if (next_call_ && next_call_->state() != DialBack::State::Calling) {
    dial_back_ = std::exchange(next_call_, {});
  }
  if (!dial_back_) return;
  if (dial_back_->state() == DialBack::State::Lost) return leave();
  if (dial_back_->state() != DialBack::State::Refused) return;
  words_ += dial_back_->take_unsaid();
  dial_back_.reset();
  if (!words_.empty() && on_words_) on_words_();
}

/// Until this happens to the socket, or there is news.
asio::awaitable<bool> BmlTransport::wait_for(tcp::socket::wait_type what) {
  using asio::experimental::awaitable_operators::operator||;
  if (!dial_back_) {
    const auto [error] = co_await socket_.async_wait(what, kTold);
    co_return !error;
  }
  take_news();
  const auto kept = dial_back_;
  if (!kept) co_return true;
  const auto first = co_await (socket_.async_wait(what, kTold) || kept->news().async_wait(kTold));
  take_news();
  co_return first.index() == 1 || !std::get<0>(std::get<0>(first));
}

asio::awaitable<bool> BmlTransport::read() {
  if (!said_hello_) co_return true;
  // An idle connection holds no buffer while it waits.
  // g++ 12 loses its way in a condition that waits and goes on.
  const bool readable = co_await wait_for(tcp::socket::wait_read);
  const auto push = [this](std::string_view bytes) { splitter_.push(bytes); };
  if (readable) {
    const auto error = take_in_bytes(socket_, push);
    if (!error) co_return true;
    if (error == asio::error::eof && splitter_.waits_for_rest()) {
      complain("the connection ended within a block");
    }
  }
  co_await wait_for_last_words();
  co_return false;
}

/// A client that ends its side, as a client of a shell does, may wait for the feedback of what it
/// has sent; as long as its port has not answered, nobody knows whether all was told there. A
/// client that is gone is found out when it is written to.
asio::awaitable<void> BmlTransport::wait_for_last_words() {
  using asio::experimental::awaitable_operators::operator||;
  if (dial_back_) dial_back_->expect_no_return();
  const auto is_calling = [this] {
    return dial_back_ && dial_back_->state() == DialBack::State::Calling;
  };
  while ((unfinished_ > 0 || is_calling()) && socket_.is_open()) {
    const auto calling = dial_back_;
    const auto state = calling ? calling->state() : DialBack::State::Refused;
    const auto first = co_await (all_told_.async_wait(kTold) || wait_for(tcp::socket::wait_error));
    const bool was_news = calling && calling->state() != state;
    if (first.index() == 1 && !was_news) break;
  }
}

Result<std::optional<std::string_view>> BmlTransport::pop() {
  if (!std::exchange(said_hello_, true)) {
    message_ = client_hello("BML over TCP", options_.client);
    dial_back_ = call(options_.calls_max);
    return std::optional<std::string_view>(message_);
  }
  for (;;) {
    const auto element = splitter_.pop();
    if (!element) return element.error();
    if (!*element) return std::optional<std::string_view>();
    if (make_submit(**element)) return std::optional<std::string_view>(message_);
  }
}

bool BmlTransport::make_submit(std::string_view element) {
  if (!is_utf8(element)) {
    complain("a block that is no UTF-8");
    return false;
  }
  auto id = find_id(splitter_.root_tag());
  if (!id) {
    id = "no-id-" + std::to_string(++nameless_counted_);
    feedback_.note_nameless(*id);
  }
  kinesphere::Envelope envelope;
  kinesphere::Submit& submit = *envelope.mutable_submit();
  submit.set_id(*std::move(id));
  submit.set_script(std::string(element));
  submit.set_predictions(true);
  ++unfinished_;
  if (!dial_back_ && !next_call_) next_call_ = call({});
  message_ = envelope.SerializeAsString();
  return true;
}

/// By itself, for what no envelope can carry.
void BmlTransport::complain(const std::string& problem) {
  words_ += bml_problem(problem);
  if (on_words_) on_words_();
}

const Pieces& BmlTransport::lay_out(const std::vector<protocol::Bytes>& batch) {
  take_news();  // the reader may not have heard of it yet
  text_ = std::exchange(words_, {});
  for (const protocol::Bytes& message : batch) {
    const auto envelope =
        protocol::decode(std::string_view(*message).substr(protocol::kLengthBytes));
    if (!envelope) continue;
    text_ += feedback_.text_of(*envelope);
    count(*envelope);
  }
  pieces_.clear();
  if (dial_back_ && !text_.empty()) {
    if (!dial_back_->push(text_)) leave();
    text_.clear();
  }
  if (!text_.empty()) pieces_.push_back(asio::buffer(text_));
  return pieces_;
}

/// Of each block comes one of these, last of all.
void BmlTransport::count(const kinesphere::Envelope& envelope) {
  const auto kind = envelope.feedback().kind();
  const bool is_last = envelope.has_refused() ||
                       (envelope.has_feedback() && (kind == kinesphere::Feedback::ENDED ||
                                                    kind == kinesphere::Feedback::INTERRUPTED));
  if (is_last && unfinished_ > 0 && --unfinished_ == 0) all_told_.cancel();
}

const Pieces& BmlTransport::lay_out_end(std::string_view /*reason*/) {
  pieces_.clear();
  return pieces_;
}

}  // namespace kine::server
