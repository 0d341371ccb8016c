// Plays a script and prints the path of the right wrist: time, x, y, z in the world.
//
//   wrist_path SCRIPT [HOST:PORT]
#include <cstdio>
#include <fstream>
#include <iterator>

#include "clients/cpp/client.h"

int main(int argc, char** argv) {
  using namespace kine::client;
  std::ifstream file(argc > 1 ? argv[1] : "/dev/stdin");
  const std::string script(std::istreambuf_iterator<char>(file), {});
  const auto address = parse_address(argc > 2 ? argv[2] : "127.0.0.1:7730");
  if (!address) return std::fprintf(stderr, "%s\n", address.error().message.c_str()), 1;

  auto client = Client::connect({.address = *address, .name = "wrist_path"});
  if (!client) return std::fprintf(stderr, "%s\n", client.error().message.c_str()), 1;
  client->on_frame([](const Skeleton& skeleton, const Frame& frame) {
    const auto [x, y, z] = position_in_world(skeleton, frame, *skeleton.find_joint("rightHand"));
    std::printf("%.3f  %6.3f %6.3f %6.3f\n", frame.time, x, y, z);
  });
  client->on_feedback([&](const Feedback& feedback) {
    if (feedback.kind == FeedbackKind::Ended) client->close();
  });
  client->subscribe({.characters = {"ada"}}).value();
  const auto submitted = client->submit(script, {.character = "ada"});
  if (!submitted) return std::fprintf(stderr, "%s\n", submitted.error().message.c_str()), 1;
  return client->run() ? 0 : 1;
}
