// What is known of a client that names itself, for a journal that begins anew.
//
//   Resumes --told--> ToldClient, in the journal --recover--> Resumes of another server
#pragma once

#include <string>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/time.h"

namespace kine::server {

struct ToldFeedback {
  Tick tick;
  bool is_last_word = false;
  std::string bytes;  // of the message, with its length, in base64
};

/// A script that was accepted, and all of whose blocks are over.
struct ToldScript {
  std::string id;
  std::vector<std::string> blocks;      // their names
  std::vector<std::string> last_words;  // as ToldFeedback::bytes
};

struct ToldClient {
  std::string key;  // of Resumes
  ClientId client;
  bool keeps_waiting = false;
  std::vector<ToldScript> scripts;     // in the order in which they came
  std::vector<ToldFeedback> feedback;  // likewise
};

}  // namespace kine::server
