// What one HTTP request is answered with. Pure: files come from a table in memory, and no path of
// the disk can be asked for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "server/web/http_request.h"
#include "server/web/origin.h"
#include "server/web/web_files.h"

namespace kine::server {

struct HttpAnswer {
  std::string head;       // status line and fields, with the empty line
  std::string text;       // a body of its own …
  std::string_view file;  // … or one that outlives it
  bool keep_alive = false;

  std::size_t size() const { return head.size() + text.size() + file.size(); }
  std::string as_one() const { return head + text + std::string(file); }
};

/// A sentence in plain text. It ends the connection where `keep_alive` is not asked for.
HttpAnswer plain_answer(int status, std::string_view sentence,
                        const HttpRequest* request = nullptr);

/// Text of another type than plain.
HttpAnswer text_answer(std::string_view type, std::string text, const HttpRequest& request);

/// To a request that is no upgrade. The files outlive the answer. Pages of other origins may read
/// them where `rules` let them drive the server.
HttpAnswer answer_to(const HttpRequest& request, const WebFiles& files,
                     const OriginRules& rules = {});

}  // namespace kine::server
