// Plays a script and shows the newest frames, from the protocol alone: plain SCRIPT [HOST:PORT]
#include <netdb.h>
#include <sys/socket.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

#include "protocol/kinesphere.pb.h"  // by protoc --cpp_out

using namespace kinesphere;

bool send(int server, const Envelope& message) {
  const std::string body = message.SerializeAsString();
  const auto length = static_cast<std::uint32_t>(body.size());  // little-endian, as we are
  const std::string all = std::string(reinterpret_cast<const char*>(&length), 4) + body;
  return ::send(server, all.data(), all.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(all.size());
}

/// The next message; false where none has come (MSG_DONTWAIT), or where the server has gone.
bool receive(int server, int flags, Envelope& message) {
  constexpr std::uint32_t kBytesMax = 16 << 20;  // more than any server sends
  std::uint32_t length = 0;
  if (recv(server, &length, 4, flags | MSG_PEEK | MSG_WAITALL) != 4) return false;
  if (recv(server, &length, 4, MSG_WAITALL) != 4 || length > kBytesMax) return false;
  std::string body(length, '\0');
  return recv(server, body.data(), length, MSG_WAITALL) == static_cast<ssize_t>(length) &&
         message.ParseFromString(body);
}

int main(int argc, char** argv) {
  const std::string address = argc > 2 ? argv[2] : "127.0.0.1:7730";
  const auto colon = address.rfind(':');
  const std::string host = address.substr(0, colon), port = address.substr(colon + 1);
  addrinfo wanted{.ai_socktype = SOCK_STREAM}, *found = nullptr;
  if (argc < 2 || getaddrinfo(host.c_str(), port.c_str(), &wanted, &found) != 0) return 2;
  const int server = socket(found->ai_family, found->ai_socktype, 0);
  if (connect(server, found->ai_addr, found->ai_addrlen) != 0) return std::perror("connect"), 1;
  std::ifstream file(argv[1]);
  Envelope hello, subscribe, submit, message, ack;
  hello.mutable_hello()->set_version_major(1);
  subscribe.mutable_subscribe()->add_parts(PART_BODY);
  submit.mutable_submit()->set_script({std::istreambuf_iterator<char>(file), {}});
  for (const auto* each : {&hello, &subscribe, &submit}) send(server, *each);
  bool over = false;
  while (!over && receive(server, 0, message)) {
    std::map<std::uint32_t, Frame> newest;  // of all that has come, so that none is old
    do {
      if (message.has_frame()) newest[message.frame().character_id()] = message.frame();
      if (message.has_refused()) return std::cerr << message.refused().error() << '\n', 1;
      if (!message.has_feedback()) continue;
      const Feedback& feedback = message.feedback();
      std::cout << Feedback::Kind_Name(feedback.kind()) << ' ' << feedback.id() << '\n';
      over = over || feedback.kind() == Feedback::ENDED || feedback.kind() == Feedback::INTERRUPTED;
    } while (receive(server, MSG_DONTWAIT, message));
    for (const auto& [character, frame] : newest) {
      std::cout << "tick " << frame.tick() << ": " << character;
      std::cout << " has the hips " << frame.hips(1) << " m up\n";
      ack.mutable_ack()->set_tick(frame.tick());
      send(server, ack);
    }
  }
  return over ? 0 : 1;
}
