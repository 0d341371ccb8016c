// A Cast: one character's part that never changes. Const after loading, shared by all threads.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/body/placement.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/pose/clip.h"
#include "realizer/script/reader.h"

namespace kine {

struct PlayableRepertoire;

struct Cast {
  std::string name;                                    // of the character: "ada"
  std::shared_ptr<const body::Body> body;              // never null
  std::shared_ptr<const plan::Vocabulary> vocabulary;  // never null

  // As its body plays them, and as they were recorded, on any body. Never null.
  std::shared_ptr<const pose::Clips> clips = std::make_shared<const pose::Clips>();
  std::shared_ptr<const pose::Clips> recorded = std::make_shared<const pose::Clips>();

  /// How much of the body goes along with the arms, in [0, 1].
  double involvement = body::kUsualInvolvement;

  body::Placement placement;  // where it stands at the beginning

  /// By which it moves while it speaks, where a script asks for that; null: it cannot.
  std::shared_ptr<const PlayableRepertoire> body_language = {};
};

}  // namespace kine
