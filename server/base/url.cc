// The part of Boost.URL that is no header, compiled here once: Debian's package of headers has it.
#include <boost/url/src.hpp>
