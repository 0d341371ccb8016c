// A mouth that moves by sound alone, on the face that lies beneath what plays.
#pragma once

#include "realizer/live/live_face.h"
#include "realizer/speech/hearing/heard_lips.h"

namespace kine::server {

/// The visemes, and ARKit's shapes of them. Where both move a channel, the more counts.
FaceWeights with_lips(const FaceWeights& face, const speech::LipWeights& lips);

}  // namespace kine::server
