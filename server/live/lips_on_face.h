// A mouth and brows that move by sound alone, on the face that lies beneath what plays.
#pragma once

#include <cstdint>

#include "realizer/live/live_face.h"
#include "realizer/speech/hearing/heard_lips.h"

namespace kine::server {

/// The visemes, and ARKit's shapes of them; brows, so far up that 255 is all the way. Where both
/// move a channel, the more counts.
FaceWeights with_lips(const FaceWeights& face, const speech::LipWeights& lips,
                      std::uint8_t brows = 0);

}  // namespace kine::server
