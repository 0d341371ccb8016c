#include "server/admin/admin_port.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <list>
#include <sstream>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// Of a request, to come and to be answered.
constexpr std::chrono::seconds kRequestWaitMax{5};
constexpr std::size_t kHeadBytesMax = 8'192;

/// At once: visits leave clients their descriptors. The oldest leaves for the next, so that
/// silent ones keep no probe out.
constexpr std::size_t kConnectionsMax = 16;

/// Without a file descriptor to spare, until one may be free again.
constexpr std::chrono::milliseconds kAcceptPause{100};

/// Closes its socket in time, whatever the other side does.
struct Visit {
  explicit Visit(tcp::socket accepted)
      : socket(std::move(accepted)), deadline(socket.get_executor(), kRequestWaitMax) {}

  void leave() {
    boost::system::error_code ignored;
    socket.close(ignored);
  }

  tcp::socket socket;
  asio::steady_timer deadline;
};

/// The head of its request; empty where none came.
asio::awaitable<std::string> head_of(Visit& visit) {
  HttpHeadSplitter heads(kHeadBytesMax);
  std::array<char, 1'024> bytes;
  for (;;) {
    const auto [error, size] = co_await visit.socket.async_read_some(
        asio::buffer(bytes), asio::as_tuple(asio::use_awaitable));
    if (error) co_return std::string();
    heads.push({bytes.data(), size});
    auto head = heads.pop();
    if (!head) co_return std::string();
    if (*head) co_return **std::move(head);
  }
}

asio::awaitable<void> answer_one(std::shared_ptr<Visit> visit, const AdminPort::Answer& answer_to) {
  const std::string head = co_await head_of(*visit);
  if (head.empty()) co_return;
  auto request = read_http_request(head);
  if (request) request->keep_alive = false;
  const HttpAnswer answer =
      request ? answer_to(*request) : plain_answer(400, request.error().message);
  const std::string bytes = answer.as_one();
  co_await asio::async_write(visit->socket, asio::buffer(bytes),
                             asio::as_tuple(asio::use_awaitable));
  // A socket that is closed with unread bytes breaks what was written.
  boost::system::error_code ignored;
  visit->socket.shutdown(tcp::socket::shutdown_send, ignored);
  std::array<char, 1'024> rest;
  for (boost::system::error_code error; !error;) {
    std::tie(error, std::ignore) = co_await visit->socket.async_read_some(
        asio::buffer(rest), asio::as_tuple(asio::use_awaitable));
  }
}

}  // namespace

struct AdminPort::Strand : std::enable_shared_from_this<AdminPort::Strand> {
  Strand(asio::io_context& io, Answer answers)
      : strand(asio::make_strand(io)),
        acceptor(strand),
        pause(strand),
        answer(std::move(answers)) {}

  Result<Done> open(const client::Address& address) {
    boost::system::error_code error;
    tcp::resolver resolver(strand);
    const auto found =
        resolver.resolve(address.host, std::to_string(address.port), tcp::resolver::passive, error);
    const tcp::endpoint endpoint = error || found.empty() ? tcp::endpoint() : *found.begin();
    if (!error) acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (!error) return Done{};
    return Error{.code = ErrorCode::Unsupported,
                 .message = "cannot listen (" + error.message() +
                            "), --admin takes another address: " +
                            quoted(address.host + ':' + std::to_string(address.port))};
  }

  asio::awaitable<void> accept_loop() {
    const auto self = shared_from_this();
    while (acceptor.is_open()) {
      auto [error, socket] =
          co_await acceptor.async_accept(strand, asio::as_tuple(asio::use_awaitable));
      if (!acceptor.is_open()) co_return;
      if (error) {
        pause.expires_after(kAcceptPause);
        co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
      } else {
        if (visits.size() >= kConnectionsMax) {
          visits.front()->leave();
          visits.pop_front();
        }
        receive(std::make_shared<Visit>(std::move(socket)));
      }
    }
  }

  void receive(std::shared_ptr<Visit> visit) {
    visits.push_back(visit);
    visit->deadline.async_wait([visit](boost::system::error_code error) {
      if (!error) visit->leave();
    });
    asio::co_spawn(
        strand, [this, self = shared_from_this(), visit] { return answer_one(visit, answer); },
        [self = shared_from_this(), visit](const std::exception_ptr&) {
          visit->deadline.cancel();
          self->visits.remove(visit);
        });
  }

  asio::strand<asio::io_context::executor_type> strand;
  tcp::acceptor acceptor;
  asio::steady_timer pause;
  Answer answer;
  std::list<std::shared_ptr<Visit>> visits;  // the oldest first
};

Result<std::unique_ptr<AdminPort>> AdminPort::open(asio::io_context& io,
                                                   const client::Address& address, Answer answer) {
  auto strand = std::make_shared<Strand>(io, std::move(answer));
  if (auto opened = strand->open(address); !opened) return opened.error();
  asio::co_spawn(
      strand->strand, [strand] { return strand->accept_loop(); }, asio::detached);
  return std::unique_ptr<AdminPort>(new AdminPort(std::move(strand)));
}

AdminPort::AdminPort(std::shared_ptr<Strand> strand) : strand_(std::move(strand)) {}

AdminPort::~AdminPort() {
  asio::dispatch(strand_->strand, [strand = strand_] {
    boost::system::error_code ignored;
    strand->acceptor.close(ignored);
    strand->pause.cancel();
  });
}

std::string AdminPort::address() const {
  boost::system::error_code ignored;
  std::ostringstream text;
  text << strand_->acceptor.local_endpoint(ignored);
  return text.str();
}

}  // namespace kine::server
