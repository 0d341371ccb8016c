// What a server says to a client of the tests before it closes.
#pragma once

#include <string>

#include "protocol/kinesphere.pb.h"

namespace kine::test {

/// Receives until nothing more comes; the reason that was given, the last one of several.
template <class Client>
std::string last_words_of(Client& client) {
  std::string words;
  while (const auto envelope = client.receive()) {
    if (envelope->has_problem() && envelope->problem().closing()) {
      words = envelope->problem().error();
    }
    if (envelope->has_goodbye()) words = envelope->goodbye().reason();
  }
  return words;
}

}  // namespace kine::test
