// A Cast: one character's part that never changes. Const after loading, shared by all threads.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/placement.h"
#include "realizer/plan/vocabulary.h"
#include "realizer/pose/clip.h"
#include "realizer/script/reader.h"

namespace kine {

struct Cast {
  std::string name;                                    // of the character: "ada"
  std::shared_ptr<const body::Body> body;              // never null
  std::shared_ptr<const plan::Vocabulary> vocabulary;  // never null
  std::shared_ptr<const pose::Clips> clips = std::make_shared<const pose::Clips>();  // never null
  body::Placement placement;  // where it stands at the beginning
};

}  // namespace kine
