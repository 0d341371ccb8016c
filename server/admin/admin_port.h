// A port for those who operate the server: what it counts, whether it is well. It changes nothing.
//
//   GET /metrics, /healthz, /readyz, /version --AdminPort--> one answer, and the end
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "clients/cpp/address.h"
#include "realizer/core/result.h"
#include "server/web/http_answer.h"

namespace boost::asio {
class io_context;
}

namespace kine::server {

/// Where it is, unless it is told otherwise.
inline constexpr std::uint16_t kAdminPort = 7731;

class AdminPort {
 public:
  /// What a request is answered with; from any thread.
  using Answer = std::function<HttpAnswer(const HttpRequest& request)>;

  /// Listens at once. `io` outlives it.
  static Result<std::unique_ptr<AdminPort>> open(boost::asio::io_context& io,
                                                 const client::Address& address, Answer answer);
  ~AdminPort();

  /// "127.0.0.1:7731", with the port that it really has.
  std::string address() const;

 private:
  struct Strand;
  explicit AdminPort(std::shared_ptr<Strand> strand);
  std::shared_ptr<Strand> strand_;
};

}  // namespace kine::server
