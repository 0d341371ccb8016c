// A conversation without a socket, and the parts of a server that it makes use of.
#pragma once

#include <boost/asio/io_context.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "server/conversation/conversation.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"

namespace kine::test {

inline constexpr ClientId kClient{7};

/// Keeps what it was given.
class KeepingCarrier final : public server::Carrier,
                             public std::enable_shared_from_this<KeepingCarrier> {
 public:
  void send(protocol::Bytes message) override {
    kinesphere::Envelope envelope;
    REQUIRE(envelope.ParseFromString(std::string(message->substr(protocol::kLengthBytes))));
    sent.push_back(std::move(envelope));
  }
  void start_stream(const server::Subscription& subscription,
                    std::vector<protocol::Bytes> descriptions) override {
    stream = subscription;
    described = descriptions.size();
  }
  void acknowledge(Tick tick) override { acknowledged = tick; }
  boost::asio::ip::address address() const override {
    return boost::asio::ip::address_v4::loopback();
  }
  const server::ClientCertificate* certificate() const override {
    return shown ? &*shown : nullptr;
  }
  void on_hello() override { knows = true; }
  void close(std::string_view /*reason*/, Noted /*noted*/) override { closed = true; }
  void post(std::function<void()> call) override {
    const std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
    called_.notify_one();
  }
  std::shared_ptr<Carrier> keep_alive() override { return shared_from_this(); }

  /// Runs what the pool sends back, once.
  void run_posted() {
    std::unique_lock lock(mutex_);
    REQUIRE(called_.wait_for(lock, std::chrono::seconds(20), [this] { return !calls_.empty(); }));
    const auto call = std::move(calls_.front());
    calls_.pop_front();
    lock.unlock();
    call();
  }

  std::vector<kinesphere::Envelope> sent;
  std::optional<server::Subscription> stream;
  std::size_t described = 0;
  std::optional<Tick> acknowledged;
  bool knows = false;
  bool closed = false;
  std::optional<server::ClientCertificate> shown;

 private:
  std::mutex mutex_;
  std::condition_variable called_;
  std::deque<std::function<void()>> calls_;
};

struct ConversationStage {
  explicit ConversationStage(std::size_t inputs_max = 2)
      : scene{{.casts = options.casts, .rate = TickRate(60), .inputs_max = inputs_max}} {}

  boost::asio::io_context io;
  server::Options options = server_options();
  server::LiveLimits limits{options.limits};
  server::LiveScene scene;
  server::Status status;
  server::PreparePool pool{{.threads = 1}};
  server::Hub hub{io, TickRate(60), status};
  server::Recorder recorder{"", scene.roster, TickRate(60), hub};
  server::WebFiles files{scene.roster, TickRate(60)};
  server::Stage main{.name = "main",
                     .scene = scene,
                     .hub = hub,
                     .recorder = recorder,
                     .heard_characters = server::HeardCharacters(options.limits.sound_streams_max),
                     .resumes = server::Resumes(limits)};
  server::Services services{.options = options,
                            .status = status,
                            .pool = pool,
                            .files = files,
                            .limits = limits,
                            .stages = {&main}};
  std::shared_ptr<KeepingCarrier> carrier = std::make_shared<KeepingCarrier>();
  server::Conversation conversation{services, kClient, *carrier};

  ~ConversationStage() { pool.stop(); }

  void hear(const kinesphere::Envelope& envelope) { conversation.take_in(envelope); }
  void greet() {
    kinesphere::Envelope envelope;
    envelope.mutable_hello()->set_version_major(1);
    hear(envelope);
    carrier->sent.clear();
  }
  void submit(const std::string& id) {
    kinesphere::Envelope envelope;
    envelope.mutable_submit()->set_id(id);
    envelope.mutable_submit()->set_script(head_script(1));
    envelope.mutable_submit()->set_character("ada");
    hear(envelope);
  }
  void interrupt(const std::string& id) {
    kinesphere::Envelope envelope;
    envelope.mutable_interrupt()->add_ids(id);
    hear(envelope);
  }
  /// Until nothing is left of what the pool has done.
  void finish_jobs() {
    const auto done = std::make_shared<std::promise<void>>();
    REQUIRE(pool.push(ClientId{1}, 0, std::function<void()>([done] { done->set_value(); })));
    done->get_future().wait();
  }

  /// Taken by another client of its address; there is room for so much.
  server::MemoryShare all_memory_but(std::size_t room) {
    const auto other = services.memory.holder(carrier->address(), options.token);
    const std::size_t rest = options.limits.memory_bytes_per_address_max - room;
    auto taken = other.take(rest - services.memory.bytes());
    REQUIRE(taken);
    return *std::move(taken);
  }
  std::vector<Input> inputs() {
    std::vector<Input> result;
    scene.mailbox.swap(result);
    return result;
  }
  const kinesphere::Envelope& last() const { return carrier->sent.back(); }
};

}  // namespace kine::test
