#include "server/cluster/nats_connection.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <utility>

namespace kine::server {
namespace {

using OwnedOptions = std::unique_ptr<natsOptions, decltype(&natsOptions_Destroy)>;

// A node is gone after two pings that were not answered. A killed server is left at once.
constexpr std::int64_t kPingMs = 1'000;
constexpr int kPingsUnanswered = 2;
constexpr std::int64_t kConnectMs = 1'000;
constexpr std::int64_t kReconnectMs = 50;
constexpr std::int64_t kJitterMs = 50;
constexpr std::chrono::seconds kCloseWithin{5};

natsStatus set_servers(natsOptions* to, const std::vector<std::string>& servers) {
  std::vector<const char*> texts;
  texts.reserve(servers.size());
  for (const std::string& each : servers) texts.push_back(each.c_str());
  return natsOptions_SetServers(to, texts.data(), static_cast<int>(texts.size()));
}

natsStatus set_secrets(natsOptions* to, const NatsOptions& options) {
  natsStatus status = NATS_OK;
  if (!options.credentials_file.empty()) {
    status = natsOptions_SetUserCredentialsFromFiles(to, options.credentials_file.c_str(), nullptr);
  }
  if (status == NATS_OK && !options.ca_file.empty()) {
    status = natsOptions_LoadCATrustedCertificates(to, options.ca_file.c_str());
  }
  if (status == NATS_OK && !options.certificate_file.empty()) {
    status = natsOptions_LoadCertificatesChain(to, options.certificate_file.c_str(),
                                               options.key_file.c_str());
  }
  const bool is_secure = !options.ca_file.empty() || !options.certificate_file.empty();
  if (status == NATS_OK && is_secure) status = natsOptions_SetSecure(to, true);
  return status;
}

natsStatus set_patience(natsOptions* to) {
  for (const natsStatus status :
       {natsOptions_SetTimeout(to, kConnectMs), natsOptions_SetPingInterval(to, kPingMs),
        natsOptions_SetMaxPingsOut(to, kPingsUnanswered), natsOptions_SetMaxReconnect(to, -1),
        natsOptions_SetReconnectWait(to, kReconnectMs),
        natsOptions_SetReconnectJitter(to, kJitterMs, kJitterMs),
        natsOptions_SetFailRequestsOnDisconnect(to, true), natsOptions_SetSendAsap(to, true)}) {
    if (status != NATS_OK) return status;
  }
  return NATS_OK;
}

/// What a connection says that does not try again: one that does keeps its reasons to itself.
std::string fault_of_one_try(natsOptions* options) {
  natsOptions_SetRetryOnFailedConnect(options, false, nullptr, nullptr);
  natsOptions_SetAllowReconnect(options, false);
  natsOptions_SetReconnectedCB(options, nullptr, nullptr);
  natsOptions_SetDisconnectedCB(options, nullptr, nullptr);
  natsOptions_SetClosedCB(options, nullptr, nullptr);
  natsConnection* connection = nullptr;
  const natsStatus status = natsConnection_Connect(&connection, options);
  natsConnection_Destroy(connection);
  return status == NATS_OK ? std::string() : nats_words(status);
}

}  // namespace

std::string nats_words(natsStatus status) {
  natsStatus last = NATS_OK;
  const char* const words = nats_GetLastError(&last);
  std::string text = natsStatus_GetText(status);
  if (last == status && words != nullptr && *words != '\0') text += std::string(": ") + words;
  return text;
}

Error nats_error(std::string_view what, natsStatus status) {
  return {ErrorCode::Unsupported, std::string(what) + ": " + nats_words(status)};
}

/// What threads of libnats call.
struct NatsConnection::Callbacks {
  NatsListening listening;
  std::mutex mutex;
  std::condition_variable changed;
  bool is_closed = false;
  std::shared_ptr<Callbacks> self = {};  // of one that nobody may free any more

  static Callbacks& of(void* closure) { return *static_cast<Callbacks*>(closure); }

  static void connected(natsConnection*, void* closure) {
    Callbacks& self = of(closure);
    self.listening.on_connected();
    const std::lock_guard lock(self.mutex);
    self.changed.notify_all();
  }

  static void disconnected(natsConnection*, void* closure) {
    of(closure).listening.on_disconnected();
  }

  static void closed(natsConnection*, void* closure) {
    Callbacks& self = of(closure);
    const std::lock_guard lock(self.mutex);
    self.is_closed = true;
    self.changed.notify_all();
  }

  natsStatus set(natsOptions* to) {
    natsStatus status = natsOptions_SetRetryOnFailedConnect(to, true, connected, this);
    if (status == NATS_OK) status = natsOptions_SetReconnectedCB(to, connected, this);
    if (status == NATS_OK) status = natsOptions_SetDisconnectedCB(to, disconnected, this);
    if (status == NATS_OK) status = natsOptions_SetClosedCB(to, closed, this);
    return status;
  }
};

NatsConnection::NatsConnection(std::size_t named)
    : named_(named), callbacks_(std::make_shared<Callbacks>()) {}

Result<std::unique_ptr<NatsConnection>> NatsConnection::connect(const NatsOptions& options,
                                                                NatsListening listening) {
  std::unique_ptr<NatsConnection> made(new NatsConnection(options.servers.size()));
  made->callbacks_->listening = std::move(listening);
  natsOptions* raw = nullptr;
  natsStatus status = natsOptions_Create(&raw);
  const OwnedOptions owned(raw, &natsOptions_Destroy);
  if (status == NATS_OK) status = set_servers(raw, options.servers);
  if (status == NATS_OK) status = natsOptions_SetName(raw, options.name.c_str());
  if (status == NATS_OK) status = set_secrets(raw, options);
  if (status == NATS_OK) status = set_patience(raw);
  if (status == NATS_OK) status = made->callbacks_->set(raw);
  if (status == NATS_OK) status = natsConnection_Connect(&made->connection_, raw);
  if (status == NATS_OK) made->callbacks_->listening.on_connected();
  if (status == NATS_NOT_YET_CONNECTED) {
    made->first_fault_ = fault_of_one_try(raw);
    status = NATS_OK;
  }
  if (status == NATS_OK) {
    status = natsConnection_JetStream(&made->jet_stream_, made->connection_, nullptr);
  }
  if (status != NATS_OK) return nats_error("the cluster cannot be joined", status);
  return made;
}

NatsConnection::~NatsConnection() {
  jsCtx_Destroy(jet_stream_);
  if (connection_ == nullptr) return;
  natsConnection_Close(connection_);
  bool is_closed = false;
  {
    std::unique_lock lock(callbacks_->mutex);
    is_closed =
        callbacks_->changed.wait_for(lock, kCloseWithin, [this] { return callbacks_->is_closed; });
  }
  natsConnection_Destroy(connection_);
  // A thread that is late still finds what it calls.
  if (!is_closed) callbacks_->self = callbacks_;
}

bool NatsConnection::is_connected() const {
  return natsConnection_Status(connection_) == NATS_CONN_STATUS_CONNECTED;
}

bool NatsConnection::wait_until_connected(std::chrono::milliseconds patience) const {
  // The state changes without the lock: it is looked at now and then as well.
  constexpr std::chrono::milliseconds kLook{20};
  const auto until = std::chrono::steady_clock::now() + patience;
  std::unique_lock lock(callbacks_->mutex);
  while (!is_connected() && std::chrono::steady_clock::now() < until) {
    callbacks_->changed.wait_for(lock, kLook);
  }
  return is_connected();
}

std::size_t NatsConnection::payload_bytes_max() const {
  const std::int64_t most = natsConnection_GetMaxPayload(connection_);
  return most > 0 ? static_cast<std::size_t>(most) : 0;
}

std::size_t NatsConnection::servers() const {
  char** names = nullptr;
  int count = 0;
  if (natsConnection_GetServers(connection_, &names, &count) != NATS_OK) return named_;
  for (int i = 0; i < count; ++i) std::free(names[i]);
  std::free(names);
  return std::max(named_, static_cast<std::size_t>(count));
}

std::string NatsConnection::last_fault() const {
  const char* words = nullptr;
  natsConnection_GetLastError(connection_, &words);
  const bool has_words = words != nullptr && *words != '\0';
  if (has_words || is_connected()) return has_words ? std::string(words) : std::string();
  return first_fault_;
}

}  // namespace kine::server
