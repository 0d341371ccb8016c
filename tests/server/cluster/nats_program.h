// Servers of NATS as processes of their own: one, or three that are a cluster.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/cluster/nats_connection.h"
#include "server/cluster/nats_servers.h"
#include "server/cluster/storage.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::test {

/// Runs until the end of the test, on a port that it chooses.
class NatsProgram {
 public:
  explicit NatsProgram(std::vector<std::string> more = {}) : more_(std::move(more)) { start("-1"); }
  NatsProgram(const NatsProgram&) = delete;
  NatsProgram& operator=(const NatsProgram&) = delete;
  ~NatsProgram() { end(SIGKILL); }

  std::string url() const { return "nats://127.0.0.1:" + port_; }

  /// Where it keeps what is stored.
  std::filesystem::path store() const { return folder_.path() / "store"; }

  void kill() { end(SIGKILL); }

  /// Returns when it does nothing any more.
  void stop() {
    ::kill(pid_, SIGSTOP);
    ::waitpid(pid_, nullptr, WUNTRACED);
  }
  void go_on() { ::kill(pid_, SIGCONT); }

  /// A killed one, on its port and with what it had stored.
  void start_again() { start(port_); }

 private:
  void start(const std::string& port) {
    // No shell: the process that is killed is the server itself.
    std::vector<std::string> words{"nats-server",
                                   "-a",
                                   "127.0.0.1",
                                   "-p",
                                   port,
                                   "-js",
                                   "-sd",
                                   folder_.file("store"),
                                   "--ports_file_dir",
                                   folder_.path().string(),
                                   "-l",
                                   folder_.file("log")};
    words.insert(words.end(), more_.begin(), more_.end());
    std::vector<char*> arguments;
    for (std::string& each : words) arguments.push_back(each.data());
    arguments.push_back(nullptr);
    if (::posix_spawnp(&pid_, "nats-server", nullptr, nullptr, arguments.data(), environ) != 0) {
      throw std::runtime_error("no nats-server: script/setup installs it");
    }
    read_ports();
  }

  /// The file comes when the server listens: it tells in no other way.
  void read_ports() {
    const std::string path = folder_.file("nats-server_" + std::to_string(pid_) + ".ports");
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < until) {
      std::ifstream file(path);
      const std::string text{std::istreambuf_iterator<char>(file),
                             std::istreambuf_iterator<char>()};
      if (text.ends_with("}")) {
        port_ = port_behind(text, "\"nats\"");
        return;
      }
      nats_Sleep(5);
    }
    throw std::runtime_error("nats-server does not start");
  }

  static std::string port_behind(const std::string& text, const std::string& name) {
    const std::size_t at = text.find(name);
    if (at == std::string::npos) return {};
    const std::size_t quote = text.find("://", at);
    const std::size_t colon = text.find(':', quote + 3);
    return text.substr(colon + 1, text.find('"', colon) - colon - 1);
  }

  void end(int signal) {
    if (pid_ <= 0) return;
    ::kill(pid_, signal);
    ::waitpid(pid_, nullptr, 0);
    pid_ = 0;
  }

  const std::vector<std::string> more_;
  TemporaryFolder folder_;
  pid_t pid_ = 0;
  std::string port_;
};

/// One server that all tests share that kill none.
inline NatsProgram& shared_nats() {
  static NatsProgram program;
  return program;
}

inline std::unique_ptr<server::NatsConnection> connected(const std::string& urls,
                                                         const std::string& node = "test",
                                                         server::NatsListening listening = {}) {
  const auto servers = server::parse_nats_servers(urls);
  REQUIRE(servers);
  auto connection =
      server::NatsConnection::connect({.servers = *servers, .name = node}, std::move(listening));
  REQUIRE(connection);
  REQUIRE((*connection)->wait_until_connected(std::chrono::seconds(10)));
  return *std::move(connection);
}

/// To the shared server, with all buckets and streams.
inline std::unique_ptr<server::NatsConnection> stored_connection() {
  auto connection = connected(shared_nats().url());
  const auto made = server::make_storage(*connection, std::chrono::seconds(10));
  if (!made) FAIL(made.error().message);
  return connection;
}

/// Ports that nobody has. The servers of a cluster must know each other's before they start.
inline std::vector<std::string> free_ports(int count) {
  std::vector<std::string> ports;
  std::vector<int> sockets;
  for (int i = 0; i < count; ++i) {
    sockets.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (::bind(sockets.back(), any, size) != 0 || ::getsockname(sockets.back(), any, &size) != 0) {
      throw std::runtime_error("no free port");
    }
    ports.push_back(std::to_string(ntohs(address.sin_port)));
  }
  for (const int each : sockets) ::close(each);
  return ports;
}

/// Three servers that have all messages three times.
class NatsCluster {
 public:
  NatsCluster() {
    const std::vector<std::string> ports = free_ports(3);
    std::string routes;
    for (const std::string& each : ports) routes += ",nats://127.0.0.1:" + each;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      programs_.push_back(std::make_unique<NatsProgram>(std::vector<std::string>{
          "--cluster_name", "test", "--cluster", "nats://127.0.0.1:" + ports[i], "--routes",
          routes.substr(1), "--name", "n" + std::to_string(i)}));
    }
  }

  NatsProgram& program(std::size_t index) { return *programs_[index]; }

  /// The one that leads a stream: whose end costs most.
  NatsProgram& leader_of(const server::NatsConnection& connection, const char* stream) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < until) {
      jsStreamInfo* info = nullptr;
      jsErrCode code{};
      std::string leader;
      if (js_GetStreamInfo(&info, connection.jet_stream(), stream, nullptr, &code) == NATS_OK) {
        if (info->Cluster != nullptr && info->Cluster->Leader != nullptr) {
          leader = info->Cluster->Leader;
        }
        jsStreamInfo_Destroy(info);
      }
      if (!leader.empty()) return program(static_cast<std::size_t>(leader.back() - '0'));
      nats_Sleep(20);
    }
    throw std::runtime_error("no server leads the stream");
  }

  std::string urls() const {
    return programs_[0]->url() + ',' + programs_[1]->url() + ',' + programs_[2]->url();
  }

 private:
  std::vector<std::unique_ptr<NatsProgram>> programs_;
};

}  // namespace kine::test
