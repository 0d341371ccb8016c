// Everything that can be had by HTTP: a table in memory, filled before the server opens its port.
//
//   the page, avatars, schemas (embedded) + what the characters are (made once) --> path -> bytes
//
// Nothing is looked for on the disk, so nothing of it can be found.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/time.h"
#include "server/scene/roster.h"

namespace kine::server {

/// A file that the build put into the program (server/CMakeLists.txt says which).
struct EmbeddedPage {
  std::string_view path;  // "/viewer/main.js"
  std::string_view bytes;
  std::string_view gzip;  // the same compressed; empty where that gains nothing
};

std::span<const EmbeddedPage> embedded_pages();

struct WebFile {
  std::string_view type;  // "text/html; charset=utf-8"
  std::string_view bytes;
  std::string_view gzip;
  std::string etag;  // of its bytes, however they are compressed
};

/// By the ending of a path.
std::string_view type_of(std::string_view path);

class WebFiles {
 public:
  WebFiles(const Roster& roster, TickRate rate);

  /// None where there is no such path.
  const WebFile* find(std::string_view path) const;
  std::vector<std::string_view> paths() const;

 private:
  void add(const EmbeddedPage& page);
  void add_text(std::string path, std::string text);

  std::deque<std::string> texts_;  // that files_ points into
  std::map<std::string, WebFile, std::less<>> files_;
};

}  // namespace kine::server
