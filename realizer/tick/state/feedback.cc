#include "realizer/tick/state/feedback.h"

#include "realizer/core/assert.h"

namespace kine {

const char* word_of(FeedbackKind kind) {
  switch (kind) {
    case FeedbackKind::Started:
      return "started";
    case FeedbackKind::SyncPoint:
      return "sync";
    case FeedbackKind::Ended:
      return "ended";
    case FeedbackKind::Interrupted:
      return "interrupted";
    case FeedbackKind::Warning:
      return "warning";
  }
  KINE_ASSERT(false);
}

}  // namespace kine
