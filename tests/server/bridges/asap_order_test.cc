// Tests for server/bridges/bml_transport.h: the order in which AsapRealizer's client connects. Its
// connection for blocks comes first, and its port for feedback is opened when that stands. It
// accepts one connection there, and where either breaks it closes both and begins anew.
#include "server/bridges/bml_transport.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <string>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::asap_order_test {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

class AsapClient {
 public:
  AsapClient() { reserve_feedback_port(tcp::endpoint(asio::ip::address_v4::loopback(), 0)); }

  std::uint16_t feedback_port() const { return door_.local_endpoint().port(); }

  void connect(std::uint16_t bml_port) {
    requests_.connect(tcp::endpoint(asio::ip::address_v4::loopback(), bml_port));
  }

  void send(const std::string& bml) { asio::write(requests_, asio::buffer(bml)); }

  /// Waits for the server there.
  void open_feedback_port() {
    door_.listen(1);
    feedback_ = door_.accept();
    const tcp::endpoint port = door_.local_endpoint();
    door_.close();
    reserve_feedback_port(port);
  }

  /// All feedback up to this.
  std::string hear_up_to(const std::string& text) {
    asio::read_until(feedback_, asio::dynamic_buffer(heard_), text);
    return std::exchange(heard_, {});
  }

  void disconnect() {
    requests_.close();
    feedback_.close();
    heard_.clear();
  }

 private:
  /// Nobody else gets it, and a call there is refused.
  void reserve_feedback_port(const tcp::endpoint& port) {
    door_.open(port.protocol());
    door_.set_option(tcp::acceptor::reuse_address(true));
    door_.bind(port);
  }

  asio::io_context io_;
  tcp::socket requests_{io_};
  tcp::acceptor door_{io_};
  tcp::socket feedback_{io_};
  std::string heard_;
};

std::string nod(const std::string& id) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id +
         R"("><head id="h" lexeme="NOD" start="0" end="0.5"/></bml>)";
}

/// Until a block is over, whatever client has heard of it.
void wait_for_end(test::WireClient& watcher) {
  while (watcher.next_feedback().kind() != kinesphere::Feedback::ENDED) {
  }
}

}  // namespace

TEST_CASE("a client that opens its feedback port after it has connected hears all, there",
          "[bml_transport]") {
  AsapClient client;
  Options options = test::server_options();
  options.bridges.bml.emplace_back();
  options.bridges.bml.back().feedback = client.feedback_port();
  options.limits.bridge_calls_max = std::chrono::seconds(20);
  const auto server = test::start_server(options);
  test::WireClient watcher(server->port());
  watcher.say_hello();
  watcher.subscribe({kinesphere::PART_EVENTS});

  client.connect(server->bml_port());
  client.send(nod("bml1"));
  wait_for_end(watcher);  // it was called long ago
  client.open_feedback_port();
  const std::string told = client.hear_up_to("bml1:end\"");
  CHECK(told.starts_with("<predictionFeedback"));
  CHECK(told.find(R"(id="bml1:h:stroke")") != std::string::npos);

  // It comes back: both connections are new, and the port is opened late once more.
  client.disconnect();
  client.connect(server->bml_port());
  client.send(nod("bml2"));
  wait_for_end(watcher);
  client.open_feedback_port();
  CHECK(client.hear_up_to("bml2:end\"").starts_with("<predictionFeedback"));
}

}  // namespace kine::server::asap_order_test
