// What a scene, a character, a connection and a script cost in memory: what the allocator counts as
// in use with many of them, less what it counts without, for each.
//
//   memory_bench [COUNT]
//
// A connection is counted with its client, a socket in the same process.
#include <malloc.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/scene/casts.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace {

using namespace kine;
using test::WireClient;

constexpr std::size_t kScenes = 20;
constexpr std::uint64_t kTicksToSettle = 30;

std::size_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// What makes something of which there are many, and keeps it.
void print(const char* what, std::size_t count, std::size_t before, std::size_t after) {
  const double each =
      (static_cast<double>(after) - static_cast<double>(before)) / static_cast<double>(count);
  std::printf("  %-58s %6zu %10.1f kB\n", what, count, each / 1e3);
  std::fflush(stdout);
}

server::Options roomy_options() {
  server::Options options = test::server_options();
  options.limits.scripts_per_second_max = 100'000;
  options.limits.scripts_unprepared_max = 100'000;
  options.limits.scripts_at_once_max = 100'000;
  options.limits.blocks_at_once_max = 100'000;
  options.limits.blocks_per_character_max = 100'000;
  options.limits.message_bytes_per_second_max = std::size_t{1} << 30;
  return options;
}

server::Options with_characters(std::size_t count) {
  server::Options options = roomy_options();
  std::vector<server::CharacterSpec> specs;
  for (std::size_t i = 0; i < count; ++i) {
    specs.push_back({.name = "c" + std::to_string(i), .body = i % 2 == 0 ? "ada" : "ben"});
  }
  options.casts = *server::make_casts(specs);
  return options;
}

/// Until what came and went is gone.
void settle(WireClient& client) {
  client.say_ping();
  client.subscribe({kinesphere::PART_BODY});
  const std::uint64_t first = client.next_frame().tick();
  while (client.next_frame().tick() < first + kTicksToSettle) continue;
  client.subscribe({});
  client.say_ping();
}

/// In use by a server of these options that has come to rest, with a client.
std::size_t in_use_with(server::Options options) {
  const auto server = test::start_server(std::move(options));
  WireClient client(server->port());
  client.say_hello();
  settle(client);
  return bytes_in_use();
}

void print_scenes_and_characters(std::size_t count) {
  const std::size_t before = in_use_with(roomy_options());
  server::Options scenes = roomy_options();
  for (std::size_t i = 0; i < kScenes; ++i) scenes.scenes.push_back("s" + std::to_string(i));
  print("a scene of two characters that stand", kScenes, before, in_use_with(std::move(scenes)));
  const std::size_t few = in_use_with(with_characters(2));
  print("a character that stands", count - 2, few, in_use_with(with_characters(count)));
}

void print_connections(std::size_t count) {
  const auto server = test::start_server(roomy_options());
  WireClient first(server->port());
  first.say_hello();
  settle(first);
  const std::size_t before = bytes_in_use();
  std::vector<WireClient> clients;
  clients.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    clients.emplace_back(server->port());
    clients.back().say_hello();
  }
  settle(first);
  print("a connection that has said Hello", count, before, bytes_in_use());
}

struct Script {
  const char* name;
  const char* body;
};

constexpr Script kScripts[] = {
    {"a nod", R"(<head id="n" lexeme="NOD" start="0" end="60"/>)"},
    {"a sentence, two gestures, a gaze and a nod",
     R"(<speech id="s"><text>One two three <sync id="m"/>four five six seven.</text></speech>)"
     R"(<gesture id="g" lexeme="BEAT" mode="RIGHT_HAND" stroke="s:m"/>)"
     R"(<gesture id="h" lexeme="BEAT" mode="LEFT_HAND" start="s:m+1" end="60"/>)"
     R"(<gaze id="z" target="ben" start="0.1" end="50"/><head id="n" lexeme="NOD" start="s:m"/>)"},
};

std::string text_of(const Script& script, const std::string& id, const char* composition) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id +
         R"(" characterId="ada" composition=")" + composition + "\">" + script.body + "</bml>";
}

void print_script(const Script& script, std::size_t count, bool plays) {
  const auto server = test::start_server(roomy_options());
  WireClient client(server->port());
  client.say_hello();
  client.submit(text_of(script, "first", "MERGE"));
  if (!client.answer().has_accepted()) return;
  settle(client);
  const std::size_t before = bytes_in_use();
  for (std::size_t i = 0; i < count; ++i) {
    client.submit(text_of(script, "b" + std::to_string(i), plays ? "MERGE" : "APPEND"));
    const auto answer = client.answer();
    if (answer.has_accepted()) continue;
    std::printf("  refused: %s\n", answer.refused().error().c_str());
    return;
  }
  settle(client);
  const std::string what = std::string(plays ? "plays: " : "waits: ") + script.name;
  print(what.c_str(), count, before, bytes_in_use());
  kinesphere::Envelope all;
  all.mutable_interrupt()->set_character("ada");
  client.send(all);
  settle(client);
  settle(client);
  print("  … and is over", count, before, bytes_in_use());
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 250;
  if (count < 10) return std::printf("memory_bench [COUNT], from 10 on\n"), 2;
  std::printf("  %-58s %6s %13s\n", "in use, each", "count", "");
  print_scenes_and_characters(count);
  print_connections(count);
  for (const Script& script : kScripts) {
    for (const bool plays : {false, true}) print_script(script, count, plays);
  }
  return 0;
}
