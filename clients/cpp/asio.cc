// Boost.Asio's one compiled part, for this library and the server that is linked with it.
#include <boost/asio/impl/src.hpp>
