#include "server/offline/performed_gesture.h"

#include <string>

#include "realizer/core/diagnostics.h"
#include "realizer/formats/markup.h"
#include "realizer/prepare/prepare.h"
#include "server/offline/offline_stage.h"

namespace kine::server {

Result<PerformedGesture> perform_gesture(const std::shared_ptr<const Cast>& cast,
                                         std::string_view lexeme) {
  Diagnostics diagnostics;
  const auto prepared = prepare("<script xmlns=\"urn:kinesphere:script:1\"><gesture lexeme=\"" +
                                    formats::escaped_markup(lexeme) + "\"/></script>",
                                {.casts = {&cast, 1}, .script_id = "s"}, diagnostics);
  if (!prepared) return prepared.error();

  PerformedGesture performed;
  OfflineStage stage({&cast, 1}, kPerformedRate);
  stage.play(prepared->blocks.front());
  do {
    stage.advance();
    performed.frames.push_back(stage.frames().front());
    const std::size_t now = performed.frames.size() - 1;
    for (const Feedback& feedback : stage.feedback()) {
      if (feedback.kind != FeedbackKind::SyncPoint) continue;
      if (feedback.id.ends_with(":stroke-start")) performed.stroke_start = now;
      if (feedback.id.ends_with(":stroke-end")) performed.stroke_end = now;
    }
  } while (!stage.idle());
  return performed;
}

}  // namespace kine::server
