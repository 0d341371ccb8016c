#include "server/admin/admin_answers.h"

#include <string>
#include <vector>

#include "server/admin/health.h"
#include "server/base/revision.h"
#include "server/web/request_target.h"

namespace kine::server {
namespace {

/// "ok", or 503 and the reasons, a line each.
HttpAnswer answer_of(const std::vector<std::string>& reasons, const HttpRequest& request) {
  if (reasons.empty()) return plain_answer(200, "ok", &request);
  std::string lines;
  for (const std::string& reason : reasons) lines += (lines.empty() ? "" : "\n") + reason;
  return plain_answer(503, lines, &request);
}

}  // namespace

HttpAnswer answer_to_operator(const HttpRequest& request, const Operated& operated) {
  if (request.has_body) return plain_answer(413, "a request must have no body");
  if (request.method == HttpRequest::Method::Other) {
    return plain_answer(405, "only GET and HEAD are allowed", &request);
  }
  const auto path = path_of_target(request.target);
  if (!path) return plain_answer(400, path.error().message, &request);
  const auto reasons = reasons_to_wait(operated.status, operated.leaving, operated.now);
  if (*path == "/metrics") {
    return text_answer(kMetricsType,
                       metrics_text(operated.status, {.is_ready = reasons.empty(),
                                                      .memory_bytes = operated.memory_bytes,
                                                      .tick_s = operated.tick_s}),
                       request);
  }
  if (*path == "/healthz") return answer_of(faults_of_life(operated.status, operated.now), request);
  if (*path == "/readyz") return answer_of(reasons, request);
  if (*path == "/version") {
    return plain_answer(200, std::string(kVersion) + ' ' + std::string(revision()), &request);
  }
  return plain_answer(404, "there are /metrics, /healthz, /readyz and /version", &request);
}

}  // namespace kine::server
