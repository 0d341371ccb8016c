// Plays a script on ada and writes down how she moved: record SCRIPT OUTPUT [HOST:PORT]
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "clients/cpp/client.h"

namespace {

using namespace kine::client;

template <class T>
void write(std::ofstream& file, const T& value) {
  file.write(reinterpret_cast<const char*>(&value), sizeof(value));  // little-endian, as we are
}

int fail(const std::string& why) { return std::fprintf(stderr, "%s\n", why.c_str()), 1; }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return fail("record SCRIPT OUTPUT [HOST:PORT]");
  std::ifstream text(argv[1]);
  const std::string script(std::istreambuf_iterator<char>(text), {});
  const auto address = parse_address(argc > 3 ? argv[3] : "127.0.0.1:7730");
  if (!address) return fail(address.error().message);
  auto client = Client::connect({.address = *address, .name = "record.cc"});
  if (!client) return fail(client.error().message);

  std::vector<Frame> frames;
  std::optional<std::uint64_t> started, ended;
  client->on_feedback([&](const Feedback& feedback) {
    if (feedback.kind == FeedbackKind::Started) started = feedback.tick;
    if (feedback.kind == FeedbackKind::Ended) ended = feedback.tick;
  });
  client->on_frame([&](const Skeleton&, const Frame& frame) {
    if (started && frame.tick > *started) frames.push_back(frame);
    if (ended && frame.tick >= *ended) client->close();
  });
  client->subscribe({.characters = {"ada"}, .parts = {Part::Body}}).value();
  const auto submitted = client->submit(script, {.character = "ada"});
  if (!submitted) return fail(submitted.error().message);
  if (const auto ran = client->run(); !ran) return fail(ran.error().message);

  std::ofstream file(argv[2], std::ios::binary);
  for (const Frame& frame : frames) {
    if (frame.tick > *ended) continue;
    write(file, static_cast<std::uint32_t>(frame.tick - *started));
    write(file, static_cast<std::uint32_t>(frame.parent_from_joint.size()));
    for (const auto& rotation : frame.parent_from_joint) write(file, rotation);
  }
  return file.good() ? 0 : fail("cannot write that file");
}
