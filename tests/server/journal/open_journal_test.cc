// Tests for server/journal/open_journal.h, with real servers one after the other.
#include "server/journal/open_journal.h"

#include <boost/crc.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "server/journal/record.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::open_journal_test {
namespace {

Options keeping_in(const std::string& folder) {
  Options options = test::server_options();
  options.journal = folder;
  return options;
}

/// The folder as a server leaves it that is killed at this moment.
void copy_as_it_stands(const test::TemporaryFolder& from, const test::TemporaryFolder& to) {
  std::filesystem::copy_file(from.file("00000001.ksj"), to.file("00000001.ksj"));
}

std::string text_of(const test::TemporaryFolder& folder) {
  std::ifstream file(folder.file("00000001.ksj"), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

template <class IsSo>
void wait_until(IsSo is_so) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!is_so()) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::yield();
  }
}

void wait_for_blocks(const Server& server, std::size_t count) {
  wait_until([&] { return server.status().blocks_playing == count; });
}

bool is_kept(const kinesphere::Envelope& each) { return each.has_kept(); }

}  // namespace

TEST_CASE("what was kept plays on in a server that starts after a kill", "[journal]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  std::uint64_t started = 0;
  {
    const auto server = test::start_server(keeping_in(folder.path()));
    test::WireClient client(server->port());
    client.say_hello();
    client.submit(test::head_script(3), "long");
    const auto accepted = client.answer();
    REQUIRE(accepted.has_accepted());
    CHECK(accepted.accepted().kept_later());
    CHECK(client.receive_until(is_kept).kept().id() == "long");
    client.submit(test::head_script(8), "longer");
    CHECK(client.receive_until(is_kept).kept().id() == "longer");
    client.subscribe();
    started = client.next_frame().tick();
    copy_as_it_stands(folder, after_kill);
  }
  const auto server = test::start_server(keeping_in(after_kill.path()));
  test::WireClient client(server->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  const auto frame = client.next_frame();
  CHECK(frame.tick() + 120 > started);  // it goes on from then, not from 0
  CHECK(frame.tick() < started + 600);
  CHECK(server->status().blocks_playing == 2);
  const auto over = client.receive_until([](const auto& each) {
    return each.has_feedback() && each.feedback().kind() == kinesphere::Feedback::ENDED;
  });
  CHECK(over.feedback().id() == "long");
}

TEST_CASE("what a client set is there after two kills, one soon after the other", "[journal]") {
  const test::TemporaryFolder first;
  const test::TemporaryFolder second;
  const test::TemporaryFolder third;
  {
    const auto server = test::start_server(keeping_in(first.path()));
    test::WireClient client(server->port());
    client.say_hello();
    kinesphere::Envelope target;
    target.mutable_set_target()->set_name("cup");
    for (const float each : {0.5F, 1.0F, 2.0F}) target.mutable_set_target()->add_point(each);
    client.send(target);
    // No feedback closes its tick, so the row of that tick is not written yet.
    wait_until([&] { return text_of(first).find("\"row\":\"target\"") != std::string::npos; });
    copy_as_it_stands(first, second);
  }
  {
    const auto server = test::start_server(keeping_in(second.path()));
    const std::size_t before = text_of(second).size();
    wait_until([&] { return text_of(second).size() > before; });  // the row of later ticks
    copy_as_it_stands(second, third);
  }
  const auto server = test::start_server(keeping_in(third.path()));
  test::WireClient client(server->port());
  client.say_hello();
  client.submit(
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b'>"
      "<gaze id='g' target='cup'/></bml>",
      "looks");
  CHECK(client.receive_until(is_kept).kept().id() == "looks");
}

TEST_CASE("a journal of another version is left as it is", "[journal]") {
  const test::TemporaryFolder folder;
  std::string journal(kJournalMagic);
  REQUIRE(append_record("{}", journal));
  // As a later version would write it: the version is the first byte behind length and checksum.
  const std::string body = std::string("\x02\x01{}", 4);
  boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
  crc.process_bytes(body.data(), body.size());
  for (int i = 0; i < 4; ++i) journal[8 + i] = static_cast<char>(crc.checksum() >> (8 * i) & 0xFF);
  journal.replace(12, 4, body);
  folder.write("00000001.ksj", journal);
  CHECK_THROWS(test::start_server(keeping_in(folder.path())));
  CHECK(text_of(folder) == journal);
}

TEST_CASE("a server that left in order has nothing to recover", "[journal]") {
  const test::TemporaryFolder folder;
  for (int start = 0; start < 2; ++start) {
    const auto server = test::start_server(keeping_in(folder.path()));
    test::WireClient client(server->port());
    client.say_hello();
    CHECK(server->status().blocks_playing == 0);
    client.submit(test::head_script(5), "long");
    client.receive_until(is_kept);
  }
  CHECK(folder.file_count() == 2);
}

TEST_CASE("a journal that a crash has torn is cut off and written on", "[journal]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  {
    const auto server = test::start_server(keeping_in(folder.path()));
    test::WireClient client(server->port());
    client.say_hello();
    client.submit(test::head_script(5), "long");
    client.receive_until(is_kept);
    copy_as_it_stands(folder, after_kill);
  }
  const std::string path = after_kill.file("00000001.ksj");
  std::ofstream(path, std::ios::binary | std::ios::app) << "half a rec";
  for (int start = 0; start < 2; ++start) {
    const test::TemporaryFolder next;
    const auto server = test::start_server(keeping_in(after_kill.path()));
    test::WireClient client(server->port());
    client.say_hello();
    client.submit(test::head_script(5), "another" + std::to_string(start));
    client.receive_until(is_kept);
    wait_for_blocks(*server, 2 + static_cast<std::size_t>(start));
    if (start > 0) break;
    // As if it were killed now: its journal goes on behind what was recovered.
    copy_as_it_stands(after_kill, next);
    std::filesystem::copy_file(next.file("00000001.ksj"), path + ".then");
    server->leave("the test goes on");
    std::filesystem::rename(path + ".then", path);
  }
}

TEST_CASE("what is no journal is left as it is", "[journal]") {
  const test::TemporaryFolder folder;
  folder.write("00000001.ksj", "somebody's own notes");
  CHECK_THROWS(test::start_server(keeping_in(folder.path())));
  std::ifstream file(folder.file("00000001.ksj"));
  std::string text;
  std::getline(file, text);
  CHECK(text == "somebody's own notes");
  CHECK_THROWS(test::start_server(keeping_in(folder.file("none"))));
}

}  // namespace kine::server::open_journal_test
