// The `traceparent` of W3C Trace Context: which trace of a distributed program a script is a part
// of. It is passed on as it stands, and nothing else is done with it.
#pragma once

#include <string>
#include <string_view>

namespace kine::server {

/// "00-<32 digits>-<16 digits>-<2 digits>", in small hexadecimal digits: neither id may be all
/// zeros, and ff is no version.
bool is_traceparent(std::string_view text);

/// `text` where it is one, else nothing: a trace that is broken is no reason not to play.
inline std::string traceparent_of(const std::string& text) {
  return is_traceparent(text) ? text : std::string();
}

/// What is wrong with the text, for its client; empty: it is a traceparent, or there is no text.
std::string fault_of_traceparent(const std::string& text);

}  // namespace kine::server
