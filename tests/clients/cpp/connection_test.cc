// Tests for clients/cpp/connection.h: what happens when the connection is lost.
#include "clients/cpp/connection.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <future>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::client::connection_test {
namespace {

using namespace std::chrono_literals;

struct Restartable {
  std::unique_ptr<server::Server> server = test::start_server();
  std::uint16_t port = server->port();

  /// Another server at the same address.
  void restart(const std::string& token = {}) {
    server.reset();
    auto options = test::server_options();
    options.port = port;
    options.token = token;
    server = test::start_server(options);
  }
};

/// Says Hello to one client, and nothing ever after: so does a machine that lost its network.
class SilentServer {
 public:
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

  void greet_one() {
    socket_ = acceptor_.accept();
    kinesphere::Envelope envelope;
    envelope.mutable_hello()->set_version_major(protocol::kVersionMajor);
    boost::asio::write(socket_, boost::asio::buffer(*protocol::encode(envelope)));
  }

 private:
  using Tcp = boost::asio::ip::tcp;
  boost::asio::io_context io_;
  Tcp::acceptor acceptor_{io_, {boost::asio::ip::address_v4::loopback(), 0}};
  Tcp::socket socket_{io_};
};

/// Polls until `done`, or the connection is over.
void poll_until(Connection& connection, const std::function<bool()>& done) {
  const auto deadline = std::chrono::steady_clock::now() + 30s;
  while (!done() && std::chrono::steady_clock::now() < deadline && connection.poll(100ms)) {
  }
}

}  // namespace

TEST_CASE("after a restart of the server the frames come again by themselves", "[connection]") {
  Restartable stage;
  Connection connection({.address = {"127.0.0.1", stage.port}, .reconnect = true});
  std::vector<State> states;
  connection.on_state = [&](State state, const std::string&) { states.push_back(state); };
  int frames = 0;
  connection.on_frame = [&](const Skeleton& skeleton, const Frame& frame) {
    CHECK(skeleton.character == "ben");
    CHECK(frame.parent_from_joint.size() == skeleton.joints.size());
    ++frames;
  };
  REQUIRE(connection.open());
  REQUIRE(connection.subscribe({.characters = {"ben"}, .encoding = Encoding::SmallestThree48}));
  poll_until(connection, [&] { return frames > 0; });
  const std::uint64_t session = connection.session_id;

  stage.restart();
  frames = 0;
  poll_until(connection, [&] { return connection.session_id != session && frames > 0; });
  CHECK(frames > 0);
  CHECK(states == std::vector<State>{State::Connected, State::Calling, State::Connected});

  connection.close();
  CHECK_FALSE(connection.poll(0ms));
}

TEST_CASE("while the connection is lost a script cannot be sent, and says why", "[connection]") {
  Restartable stage;
  Connection connection({.address = {"127.0.0.1", stage.port}, .reconnect = true});
  State state = State::Closed;
  connection.on_state = [&](State now, const std::string&) { state = now; };
  REQUIRE(connection.open());
  stage.server.reset();
  poll_until(connection, [&] { return state == State::Calling; });
  const auto submitted = connection.submit(test::head_script(1), {});
  REQUIRE_FALSE(submitted);
  CHECK(submitted.error().message.find("the server said goodbye") == 0);
}

TEST_CASE("whom the server does not want does not call again", "[connection]") {
  Restartable stage;
  Connection connection({.address = {"127.0.0.1", stage.port}, .reconnect = true});
  REQUIRE(connection.open());
  stage.restart("sesame");
  std::string why;
  connection.on_state = [&](State state, const std::string& reason) {
    if (state == State::Closed) why = reason;
  };
  poll_until(connection, [&] { return !why.empty(); });
  CHECK(why == "this server wants a token");
  CHECK_FALSE(connection.poll(0ms));
}

TEST_CASE("a server of which nothing is heard any more is lost", "[connection]") {
  SilentServer server;
  Connection connection({.address = {"127.0.0.1", server.port()}},
                        {.first_pause = 1ms, .pause = 1ms});
  std::vector<std::string> reasons;
  connection.on_state = [&](State state, const std::string& reason) {
    if (state == State::Closed) reasons.push_back(reason);
  };
  const auto greeting = std::async(std::launch::async, [&] { server.greet_one(); });
  REQUIRE(connection.open());
  poll_until(connection, [] { return false; });
  CHECK(reasons == std::vector<std::string>{"the server does not answer any more"});

  const auto submitted = connection.submit(test::head_script(1), {});
  REQUIRE_FALSE(submitted);
  CHECK(submitted.error().message == "the server does not answer any more");
}

TEST_CASE("without the option the end is the end", "[connection]") {
  Restartable stage;
  Connection connection({.address = {"127.0.0.1", stage.port}});
  REQUIRE(connection.open());
  stage.restart();
  poll_until(connection, [] { return false; });
  const auto polled = connection.poll(0ms);
  REQUIRE_FALSE(polled);
  CHECK(polled.error().message == "the server said goodbye: the server ends");
}

}  // namespace kine::client::connection_test
