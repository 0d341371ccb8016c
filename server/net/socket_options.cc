#include "server/net/socket_options.h"

#include <netinet/tcp.h>
#include <sys/ioctl.h>

#include "server/base/limits.h"

namespace kine::server {
namespace {

template <int Name>
using TcpOption = boost::asio::detail::socket_option::integer<IPPROTO_TCP, Name>;

int seconds_of(std::chrono::seconds time) { return static_cast<int>(time.count()); }

}  // namespace

void tune(boost::asio::ip::tcp::socket& socket) {
  using boost::asio::ip::tcp;
  boost::system::error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(tcp::socket::send_buffer_size(kSendBufferBytes), ignored);
  socket.set_option(TcpOption<TCP_NOTSENT_LOWAT>(kUnsentBytesMax), ignored);
  socket.set_option(tcp::socket::keep_alive(true), ignored);
  socket.set_option(TcpOption<TCP_KEEPIDLE>(seconds_of(kSilenceMax)), ignored);
  socket.set_option(TcpOption<TCP_KEEPINTVL>(seconds_of(kQuestionPause)), ignored);
  socket.set_option(TcpOption<TCP_KEEPCNT>(kQuestionsMax), ignored);
  socket.non_blocking(true, ignored);
}

bool is_all_confirmed(boost::asio::ip::tcp::socket& socket) {
  int unconfirmed = 0;
  return ::ioctl(socket.native_handle(), TIOCOUTQ, &unconfirmed) == 0 && unconfirmed == 0;
}

}  // namespace kine::server
