// Step 8 of a tick: what is seen of a character, as a frame and as the walks of others see it.
#pragma once

#include "realizer/dynamics/shown_pose.h"
#include "realizer/pose/pose.h"
#include "realizer/tick/state/frame.h"
#include "realizer/tick/state/presence.h"
#include "realizer/tick/state/row.h"

namespace kine {

/// The pose to be shown, in the rows of a frame, where filters change it.
dynamics::ShownPose write_rows(const pose::Pose& pose, Frame& frame);

/// The rest of a frame: whose it is, when and where it stands.
void publish(const CharacterRow& row, Tick tick, Frame& frame);

/// As it is behind a tick.
Presence presence_of(const CharacterRow& row);

}  // namespace kine
