// What is known of a client that names itself, for a journal that begins anew.
//
//   Resumes --told--> ToldClient, in the journal --recover--> Resumes of another server
#pragma once

#include <string>
#include <vector>

#include "protocol/framing.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"

namespace kine::server {

/// A message, with its length. Shared with what keeps it: a client may have a thousand.
struct ToldBytes {
  protocol::Bytes bytes;  // null: what was read was no base64

  friend bool operator==(const ToldBytes& a, const ToldBytes& b) {
    return a.bytes == b.bytes || (a.bytes && b.bytes && *a.bytes == *b.bytes);
  }
};

struct ToldFeedback {
  Tick tick;
  bool is_last_word = false;
  ToldBytes message;
};

/// A script that was accepted, and all of whose blocks are over.
struct ToldScript {
  std::string id;
  std::vector<std::string> blocks;  // their names
  std::vector<ToldBytes> last_words;
};

struct ToldClient {
  std::string key;  // of Resumes
  ClientId client;
  bool keeps_waiting = false;
  std::vector<ToldScript> scripts;     // in the order in which they came
  std::vector<ToldFeedback> feedback;  // likewise
};

}  // namespace kine::server
