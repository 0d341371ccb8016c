#include "tests/bench/measure/loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace kine::bench {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20;

int checked(int result) {
  if (result >= 0) return result;
  std::perror("loopback");
  std::exit(1);
}

void read_all(int socket) {
  std::vector<char> bytes(kReadBytes);
  while (recv(socket, bytes.data(), bytes.size(), 0) > 0) {
  }
  close(socket);
}

}  // namespace

Loopback::Loopback() {
  const int listener = checked(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  checked(bind(listener, reinterpret_cast<sockaddr*>(&address), size));
  checked(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size));
  checked(listen(listener, 1));
  near_ = checked(socket(AF_INET, SOCK_STREAM, 0));
  checked(connect(near_, reinterpret_cast<sockaddr*>(&address), size));
  const int on = 1;
  checked(setsockopt(near_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)));
  const int far = checked(accept(listener, nullptr, nullptr));
  close(listener);
  reader_ = std::thread([far] { read_all(far); });
}

Loopback::~Loopback() {
  close(near_);
  reader_.join();
}

void Loopback::send(std::span<const char> bytes) {
  while (!bytes.empty()) {
    const auto sent = checked(static_cast<int>(::send(near_, bytes.data(), bytes.size(), 0)));
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
}

}  // namespace kine::bench
