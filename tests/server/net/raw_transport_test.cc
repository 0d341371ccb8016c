// Tests for server/net/raw_transport.h. What is said over it is the matter of session_test.cc.
#include "server/net/raw_transport.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <string>

#include "tests/support/catch.h"

namespace kine::server::raw_transport_test {
namespace {

namespace asio = boost::asio;

/// A message within `memory`, as neighbours of a batch of frames are.
protocol::Bytes part_of(const std::shared_ptr<const std::string>& memory, std::size_t begin,
                        std::size_t size) {
  struct Part {
    std::shared_ptr<const std::string> memory;
    std::string_view view;
  };
  auto part = std::make_shared<Part>(Part{memory, std::string_view(*memory).substr(begin, size)});
  return protocol::Bytes(part, &part->view);
}

}  // namespace

TEST_CASE("messages that stand one behind the other are one piece", "[raw_transport]") {
  asio::io_context io;
  RawTransport transport(asio::ip::tcp::socket(io), "");
  const auto memory = std::make_shared<const std::string>("aabbbccccdd");
  const Pieces& pieces = transport.lay_out(
      {part_of(memory, 0, 2), part_of(memory, 2, 3), part_of(memory, 9, 2), part_of(memory, 5, 4)});
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[0].data() == memory->data());
  CHECK(pieces[0].size() == 5);
  CHECK(pieces[1].data() == memory->data() + 9);
  CHECK(pieces[2].size() == 4);
}

TEST_CASE("what was read before belongs to the messages", "[raw_transport]") {
  asio::io_context io;
  RawTransport transport(asio::ip::tcp::socket(io), std::string_view("\x02\0\0\0hi\x05", 7));
  CHECK(**transport.pop() == "hi");
  CHECK_FALSE(transport.pop()->has_value());
  CHECK(transport.waits_for_rest());
}

}  // namespace kine::server::raw_transport_test
