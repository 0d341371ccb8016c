// Tests for server/recordings/recorder.h, by a server that is asked to record, and alone.
#include "server/recordings/recorder.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <future>
#include <set>
#include <thread>

#include "protocol/audio.h"
#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "server/base/mapped_file.h"
#include "server/recordings/recording_file.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/temporary_folder.h"

namespace kine::recorder_test {

using namespace kine;

namespace {

std::unique_ptr<server::Server> recording_server(const test::TemporaryFolder& folder) {
  server::Options options = test::server_options();
  options.recordings = folder.path().string();
  return test::start_server(std::move(options));
}

void record(test::WireClient& client, const std::string& name,
            std::initializer_list<std::uint32_t> characters = {}) {
  kinesphere::Envelope envelope;
  envelope.mutable_record()->set_name(name);
  for (const std::uint32_t id : characters) envelope.mutable_record()->add_characters(id);
  client.send(envelope);
}

void stop(test::WireClient& client, const std::string& name) {
  kinesphere::Envelope envelope;
  envelope.mutable_record()->set_name(name);
  envelope.mutable_record()->set_stop(true);
  client.send(envelope);
}

kinesphere::Recorded recorded(test::WireClient& client) {
  return client
      .receive_until([](const kinesphere::Envelope& envelope) { return envelope.has_recorded(); })
      .recorded();
}

void wait_for_end(test::WireClient& client) {
  client.receive_until([](const kinesphere::Envelope& envelope) {
    return envelope.has_feedback() && envelope.feedback().kind() == kinesphere::Feedback::ENDED;
  });
}

struct Heard {
  std::map<std::uint32_t, std::vector<Tick>> frames;  // by character
  std::vector<std::string> feedback;
};

Heard read(const server::RecordingFile& file) {
  Heard heard;
  protocol::RecordedMotion motion = file.motion();
  for (;;) {
    const auto moment = motion.next();
    REQUIRE(moment);
    if (!*moment) return heard;
    if (const auto* frame = std::get_if<Frame>(&(*moment)->what)) {
      heard.frames[frame->character.value].push_back(frame->tick);
    } else {
      heard.feedback.push_back(std::get<Feedback>((*moment)->what).id);
    }
  }
}

/// A recorder whose hub moves only where a test has it move.
struct Alone {
  explicit Alone(const std::string& folder, const server::RecorderLimits& limits = {})
      : recorder(folder, roster, TickRate(60), hub, limits) {}
  explicit Alone(std::unique_ptr<const server::RecordingsFolder> folder,
                 const server::RecorderLimits& limits = {})
      : recorder(std::move(folder), roster, TickRate(60), hub, limits) {}

  Result<Done> start(const std::string& name, ClientId client = {1}) {
    return recorder.start(client, name, {CharacterId{1}}, [](const auto&) {});
  }

  using End = std::future<server::Recorder::Ended>;
  /// One that was taken, and what it will have come to.
  End started(const std::string& name) {
    const auto promise = std::make_shared<std::promise<server::Recorder::Ended>>();
    const auto tell = [promise](const auto& ended) { promise->set_value(ended); };
    REQUIRE(recorder.start(ClientId{1}, name, {CharacterId{1}}, tell));
    return promise->get_future();
  }

  /// Why the disk took none of it.
  std::string disk_error_of(const std::string& name) { return started(name).get().error; }

  void publish(std::uint64_t tick) {
    hub.publish(shards.advance_to(Tick{tick}, {}, {}));
    io.restart();
    io.poll();
  }

  boost::asio::io_context io;
  server::Status status;
  server::Roster roster{*server::make_casts(server::default_characters())};
  server::Hub hub{io, TickRate(60), status};
  server::ShardThreads shards{roster, TickRate(60), 1};
  server::Recorder recorder;
};

/// A folder whose disk opens nothing until it is let go on.
class SlowFolder final : public server::RecordingsFolder {
 public:
  SlowFolder(std::string path, std::promise<void>& asked, std::shared_future<void> go_on)
      : RecordingsFolder(std::move(path)), asked_(asked), go_on_(std::move(go_on)) {}

  Result<File> create(const std::string& name) const override {
    if (!was_asked_.exchange(true)) asked_.set_value();
    go_on_.wait();
    return RecordingsFolder::create(name);
  }

 private:
  std::promise<void>& asked_;
  std::shared_future<void> go_on_;
  mutable std::atomic<bool> was_asked_{false};
};

/// A folder whose disk has as much room as a test says.
class FullFolder final : public server::RecordingsFolder {
 public:
  FullFolder(std::string path, const std::atomic<std::uint64_t>& bytes_free)
      : RecordingsFolder(std::move(path)), bytes_free_(bytes_free) {}

  Result<std::uint64_t> bytes_free() const override { return bytes_free_.load(); }

 private:
  const std::atomic<std::uint64_t>& bytes_free_;
};

/// Counts the ticks that it is offered.
class Counting final : public server::Subscriber {
 public:
  void offer_frames(std::shared_ptr<const server::TickOutput>) override { ++ticks; }
  void offer_event(std::shared_ptr<const server::Event>) override {}
  int ticks = 0;
};

std::string error_of(const Result<Done>& result) { return result ? "" : result.error().message; }

}  // namespace

TEST_CASE("recordings that hold nothing count as bytes, too", "[recorder]") {
  const test::TemporaryFolder folder;
  Alone alone(folder.path().string(), {.bytes_in_all_max = 1});
  auto first = alone.started("first");
  REQUIRE(alone.recorder.stop("first", ClientId{1}));
  first.wait();
  CHECK(alone.disk_error_of("second") ==
        "past recorded_bytes_in_all_max of 1: delete old recordings on the server");
}

TEST_CASE("what the folder holds already counts, until it is deleted", "[recorder]") {
  const test::TemporaryFolder folder;
  folder.write("old.ksr", std::string(1'000, 'x'));
  folder.write("notes.txt", std::string(1'000, 'x'));
  Alone alone(folder.path().string(), {.bytes_in_all_max = 1'000});
  CHECK(alone.disk_error_of("new") ==
        "past recorded_bytes_in_all_max of 1000: delete old recordings on the server");
  CHECK(folder.file_count() == 2);

  std::filesystem::remove(folder.file("old.ksr"));
  REQUIRE(alone.start("new"));
  alone.recorder.finish();
  CHECK(folder.file_count() == 2);
}

TEST_CASE("a disk that is nearly full takes no recording, and what is written ends", "[recorder]") {
  const test::TemporaryFolder folder;
  std::atomic<std::uint64_t> bytes_free{999};
  Alone alone(std::make_unique<const FullFolder>(folder.path().string(), bytes_free),
              {.free_bytes_min = 1'000});
  const std::string nearly_full =
      "the server's disk is nearly full: 999 bytes are free, and recorded_free_bytes_min is 1000: "
      "make room on the server";
  CHECK(alone.disk_error_of("new") == nearly_full);
  CHECK(folder.file_count() == 0);

  bytes_free = 1'000;
  auto end = alone.started("new");
  alone.publish(1);
  const auto is_written = [&] {
    std::error_code none;  // it is not there yet
    const auto size = std::filesystem::file_size(folder.file("new.ksr"), none);
    return !none && size > 0;
  };
  while (!is_written()) std::this_thread::yield();
  bytes_free = 999;
  alone.publish(2);
  CHECK(end.get().error == nearly_full);
  const auto file = server::RecordingFile::open(folder.file("new.ksr"));
  REQUIRE(file);
  CHECK((*file)->motion().whole());
}

TEST_CASE("a disk that is slow to open a file holds up nobody", "[recorder]") {
  const test::TemporaryFolder folder;
  std::promise<void> asked;
  std::promise<void> go_on;
  Alone alone(std::make_unique<const SlowFolder>(folder.path().string(), asked,
                                                 go_on.get_future().share()));
  const auto others = std::make_shared<Counting>();
  alone.hub.add(ClientId{2}, others);
  alone.hub.subscribe(ClientId{2},
                      {.characters = {CharacterId{1}}, .parts = protocol::FrameParts::All});

  auto end = alone.started("first");
  asked.get_future().wait();  // and the disk does not answer
  CHECK(alone.start("second"));
  CHECK(error_of(alone.start("first")) == "there is a recording of this name: 'first'");
  constexpr int kTicks = 100;
  for (int tick = 1; tick <= kTicks; ++tick) alone.publish(static_cast<std::uint64_t>(tick));
  CHECK(others->ticks == kTicks);
  CHECK(alone.recorder.stop("first", ClientId{1}));

  go_on.set_value();
  CHECK(end.get().frames == kTicks);
}

TEST_CASE("what a client has recorded is every tick, with its feedback", "[recorder][server]") {
  const test::TemporaryFolder folder;
  const auto server = recording_server(folder);
  test::WireClient client(server->port());
  client.say_hello();

  record(client, "turn");
  client.submit(test::head_script(0.2, R"(id="turn")"));
  wait_for_end(client);
  stop(client, "turn");
  const kinesphere::Recorded ended = recorded(client);

  CHECK(ended.name() == "turn");
  CHECK(ended.error().empty());
  const auto file = server::RecordingFile::open(folder.file("turn.ksr"));
  REQUIRE(file);
  CHECK((*file)->motion().whole());
  const Heard heard = read(**file);
  REQUIRE(heard.frames.size() == 2);
  const std::vector<Tick>& ticks = heard.frames.at(1);
  CHECK(ended.frames() == 2 * ticks.size());
  CHECK(ticks == heard.frames.at(2));
  REQUIRE(ticks.size() > 10);
  CHECK(std::is_sorted(ticks.begin(), ticks.end()));
  CHECK(std::adjacent_find(ticks.begin(), ticks.end()) == ticks.end());
  CHECK(ticks.back().index - ticks.front().index <
        ticks.size() + server->status().ticks_skipped.load());
  REQUIRE(heard.feedback.size() >= 2);
  CHECK(heard.feedback.front() == "turn");
  CHECK(heard.feedback.back() == "turn");
}

TEST_CASE("a recording may be of one character, and is stopped by who has started it",
          "[recorder][server]") {
  const test::TemporaryFolder folder;
  const auto server = recording_server(folder);
  test::WireClient one(server->port());
  test::WireClient other(server->port());
  one.say_hello();
  other.say_hello();

  record(one, "ben", {2});
  one.submit(test::head_script(0.1));
  wait_for_end(one);
  for (int i = 0; i < 10; ++i) {
    stop(other, "ben");
    CHECK(recorded(other).error() ==
          "only the client that started this recording may stop it: 'ben'");
  }
  stop(one, "ben");

  CHECK(recorded(one).error().empty());
  const auto file = server::RecordingFile::open(folder.file("ben.ksr"));
  REQUIRE(file);
  const Heard heard = read(**file);
  CHECK(heard.frames.size() == 1);
  CHECK(heard.frames.contains(2));
  CHECK(heard.feedback.empty());
}

TEST_CASE("a recording ends with the client that asked for it, and with the server",
          "[recorder][server]") {
  const test::TemporaryFolder folder;
  auto server = recording_server(folder);
  test::WireClient stays(server->port());
  stays.say_hello();
  {
    test::WireClient goes(server->port());
    goes.say_hello();
    record(goes, "goes");
    goes.submit(test::head_script(0.1));
    wait_for_end(goes);
  }
  record(stays, "stays");
  kinesphere::Envelope envelope;
  envelope.mutable_ping();
  stays.send(envelope);  // whose answer comes when it records
  stays.receive_until([](const auto& answer) { return answer.has_pong(); });
  server->leave("the test is over");
  CHECK(recorded(stays).name() == "stays");
  for (const std::string name : {"goes.ksr", "stays.ksr"}) {
    const auto file = server::RecordingFile::open(folder.file(name));
    REQUIRE(file);
    CHECK((*file)->motion().whole());
  }
}

TEST_CASE("what cannot be recorded is answered at once", "[recorder][server]") {
  const test::TemporaryFolder folder;
  const auto server = recording_server(folder);
  test::WireClient client(server->port());
  client.say_hello();
  const auto error_when_recording = [&](const std::string& name, std::uint32_t character = 1) {
    record(client, name, {character});
    return recorded(client).error();
  };

  CHECK(error_when_recording("a", 7) == "no character has this id: '7'");
  CHECK(error_when_recording("../a").find("which is not its first: '../a'") != std::string::npos);
  folder.write("old.ksr", "precious");
  CHECK(error_when_recording("old") == "there is a recording of this name: 'old'");
  stop(client, "none");
  CHECK(recorded(client).error() == "no recording has this name: 'none'");

  const auto without_folder = test::start_server();
  test::WireClient other(without_folder->port());
  other.say_hello();
  record(other, "a");
  CHECK(recorded(other).error() == "this server was given no folder for recordings");
}

TEST_CASE("a name is a file of the folder and of no other", "[recorder]") {
  const test::TemporaryFolder folder;
  Alone alone(folder.path().string());
  for (const std::string& name :
       {std::string(), std::string("."), std::string(".."), std::string(".a"), std::string("a/b"),
        std::string("a\\b"), std::string("a b"), std::string("a\0b", 3), std::string("\xC3\xA9"),
        std::string(server::kRecordingNameBytesMax + 1, 'a')}) {
    CAPTURE(name);
    CHECK(error_of(alone.start(name)).find("a recording's name has 1 to 64") == 0);
  }
  CHECK(folder.file_count() == 0);
  CHECK(alone.start("Try_2.b-c"));
  CHECK(alone.start(std::string(server::kRecordingNameBytesMax, 'a')));
  alone.recorder.finish();
  CHECK(folder.file_count() == 2);
  CHECK(error_of(alone.start("late")) == "the server is leaving");
}

TEST_CASE("so many recordings at once and no more", "[recorder]") {
  const test::TemporaryFolder folder;
  Alone alone(folder.path().string(), {.recordings_at_once_max = 2});
  CHECK(alone.start("a"));
  CHECK(error_of(alone.start("a")) == "there is a recording of this name: 'a'");
  CHECK(alone.start("b"));
  CHECK(error_of(alone.start("c")) == "busy: past recordings_at_once_max of 2");
}

TEST_CASE("so many recordings a minute and no more", "[recorder]") {
  const test::TemporaryFolder folder;
  Alone alone(folder.path().string(),
              {.recordings_at_once_max = 1'000, .recordings_per_minute_max = 3});
  for (const std::string name : {"a", "b", "c"}) CHECK(alone.start(name));
  for (int i = 0; i < 20; ++i) {
    CHECK(error_of(alone.start("d")) == "busy: past recordings_per_minute_max of 3");
  }
  alone.recorder.finish();
  CHECK(folder.file_count() == 3);
}

TEST_CASE("what was not opened takes nothing from others", "[recorder]") {
  const test::TemporaryFolder folder;
  folder.write("old.ksr", "precious");
  Alone alone(folder.path().string(), {.recordings_per_minute_max = 3});
  for (int i = 0; i < 100; ++i) {
    CHECK(alone.disk_error_of("old") == "there is a recording of this name: 'old'");
  }
  for (const std::string name : {"a", "b", "c"}) CHECK(alone.start(name));
}

TEST_CASE("who records much leaves something to others", "[recorder]") {
  const test::TemporaryFolder folder;
  SECTION("at once") {
    Alone alone(folder.path().string(), {.recordings_at_once_of_client_max = 2});
    CHECK(alone.start("a"));
    CHECK(alone.start("b"));
    CHECK(error_of(alone.start("c")) == "busy: past recordings_at_once_of_client_max of 2");
    CHECK(alone.start("c", {2}));
  }
  SECTION("in a minute") {
    Alone alone(folder.path().string(), {.recordings_per_minute_of_client_max = 2});
    CHECK(alone.start("a"));
    CHECK(alone.start("b"));
    CHECK(error_of(alone.start("c")) == "busy: past recordings_per_minute_of_client_max of 2");
    CHECK(alone.start("c", {2}));
    CHECK_FALSE(alone.start("d"));
  }
}

TEST_CASE("who asks for recordings again and again is told that it is too much",
          "[recorder][server]") {
  const test::TemporaryFolder folder;
  server::Options options = test::server_options();
  options.recordings = folder.path().string();
  options.limits.records_per_second_max = 2;
  const auto server = test::start_server(std::move(options));
  test::WireClient client(server->port());
  client.say_hello();
  for (int i = 0; i < 100; ++i) stop(client, "none");
  int busy = 0;
  for (int i = 0; i < 100; ++i) {
    if (recorded(client).error() == "busy: past records_per_second_max of 2") ++busy;
  }
  CHECK(busy > 0);
  CHECK(busy <= 98);
}

TEST_CASE("a recording that reaches its limit is whole as far as it came", "[recorder][server]") {
  const test::TemporaryFolder folder;
  Alone alone(folder.path().string(), {.file_bytes_max = 200'000});
  auto future = alone.started("long");
  for (std::uint64_t tick = 1;
       future.wait_for(std::chrono::seconds(0)) != std::future_status::ready; ++tick) {
    REQUIRE(tick < 100'000);
    alone.publish(tick);
  }
  const server::Recorder::Ended ended = future.get();
  CHECK(ended.error.find("max of") != std::string::npos);
  const auto file = server::RecordingFile::open(folder.file("long.ksr"));
  REQUIRE(file);
  CHECK((*file)->motion().whole());
  CHECK(read(**file).frames.at(1).size() == ended.frames);
  CHECK(ended.frames > 100);
}

TEST_CASE("what is said is written down with its tick, and who looks for motion passes over it",
          "[recorder]") {
  const test::TemporaryFolder folder;
  Alone alone(folder.path().string());
  REQUIRE(alone.start("said"));
  for (const std::uint64_t tick : {1U, 2U}) {
    auto output =
        std::make_shared<server::TickOutput>(*alone.shards.advance_to(Tick{tick}, {}, {}));
    for (const std::uint32_t character : {1U, 2U}) {
      const protocol::AudioChunk chunk{.stream = character, .character = CharacterId{character}};
      output->audio.push_back({.character = chunk.character, .bytes = protocol::encode(chunk)});
    }
    alone.hub.publish(output);
    alone.io.restart();
    alone.io.poll();
  }
  alone.recorder.finish();

  const auto file = server::MappedFile::open(folder.file("said.ksr"));
  REQUIRE(file);
  auto reader = protocol::RecordingReader::open(file->bytes());
  REQUIRE(reader);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> heard;  // tick and stream
  for (auto record = reader->next(); record && *record; record = reader->next()) {
    const auto envelope = protocol::decode((*record)->message);
    REQUIRE(envelope);
    if (!envelope->has_audio_chunk()) continue;
    heard.emplace_back((*record)->tick.index, envelope->audio_chunk().stream());
  }
  CHECK(heard == std::vector<std::pair<std::uint64_t, std::uint32_t>>{{1, 1}, {2, 1}});
  CHECK(read(**server::RecordingFile::open(folder.file("said.ksr"))).frames.at(1).size() == 2);
}

}  // namespace kine::recorder_test
