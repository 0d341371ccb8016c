#include "server/admin/ask_admin.h"

#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <iterator>

namespace kine::server {
namespace {

constexpr std::chrono::seconds kAnswerWaitMax{5};

}  // namespace

std::optional<std::string> ask_for_metrics(const client::Address& address) {
  boost::asio::ip::tcp::iostream stream;
  stream.expires_after(kAnswerWaitMax);
  stream.connect(address.host, std::to_string(address.port));
  stream << "GET /metrics HTTP/1.1\r\nHost: " << address.host << "\r\n\r\n" << std::flush;
  std::string answer{std::istreambuf_iterator<char>(stream), {}};
  const std::size_t head = answer.find("\r\n\r\n");
  if (!answer.starts_with("HTTP/1.1 200") || head == std::string::npos) return {};
  return answer.substr(head + 4);
}

}  // namespace kine::server
