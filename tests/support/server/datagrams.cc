#include "tests/support/server/datagrams.h"

#include <boost/asio/buffer.hpp>
#include <chrono>

namespace kine::test {

std::string Datagrams::next() {
  constexpr std::size_t kMost = 2'000;
  std::string bytes(kMost, '\0');
  std::size_t size = 0;
  socket_.async_receive(boost::asio::buffer(bytes), [&](auto error, std::size_t received) {
    if (!error) size = received;
  });
  io_.restart();
  io_.run_for(std::chrono::seconds(20));
  socket_.cancel();
  io_.restart();
  io_.run();
  bytes.resize(size);
  return bytes;
}

}  // namespace kine::test
