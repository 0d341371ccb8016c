// Gestures at a glance: each where its stroke ends, from the front and from the right, with its
// face and its right hand nearer, and the ways of its index fingers and of the nose.
//
//   frames of gestures --draw_gestures--> Canvas
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "realizer/body/body.h"
#include "realizer/pictures/canvas.h"
#include "realizer/pictures/skinned_mesh.h"
#include "server/offline/performed_gesture.h"

namespace kine::server {

struct SheetGesture {
  std::string name;
  PerformedGesture performed;
};

/// No picture of more would open anywhere.
inline constexpr std::size_t kSheetGesturesMax = 256;
inline constexpr std::size_t kSheetColumns = 4;

/// Row by row, kSheetColumns in a row. Pre: there is at least one, and at most kSheetGesturesMax.
pictures::Canvas draw_gestures(const body::Body& body, const pictures::SkinnedMesh& mesh,
                               std::span<const SheetGesture> gestures);

}  // namespace kine::server
