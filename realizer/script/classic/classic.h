// What the two classic dialects share: elements with settings, and the way from there to a
// Document.
//
//   EMBRScript text --embrscript_reader--> Script --classic::build--> Document
//   animl XML       --animl_reader-------> Script --classic::build--> Document
//
// They are files that nobody will mend: what is wrong is mended here, with a warning, and only what
// is past a limit is refused. Keywords are those of the text form.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/script/document.h"

namespace kine::script::classic {

enum class Kind {
  Nucleus,
  Sequence,
  Pose,
  Clip,
  Position,
  Orientation,
  Swivel,
  LookAt,
  Shape,
  Morph,
  Shader,
  Autonomous,
};

/// Where an element stands: in the script itself, in a sequence, or in a pose.
enum class Level { Script, Sequence, Pose };

/// "K_POSE_SEQUENCE" and the like.
std::optional<Kind> find_kind(std::string_view keyword);
std::string_view keyword_of(Kind kind);
Level level_of(Kind kind);

/// Whether some element takes a setting of that key.
bool is_key(std::string_view key);

/// KEY:value.
struct Setting {
  std::string key;
  std::string value;  // UTF-8 without control characters
  Where where = {};
};

/// BEGIN … END.
struct Element {
  Kind kind = Kind::Sequence;
  Where where = {};
  Name id;  // of a pose in animl; the text form has none
  std::vector<Setting> settings;
  std::vector<Element> elements;

  /// The last of that key, for a repeated one overwrites; or nullptr.
  const Setting* find(std::string_view key) const;
};

struct Script {
  bool time_reset = false;
  std::vector<Element> elements;
  std::vector<Name> feedback_messages;
};

/// The script in our units and axes. Elements at a wrong level, unknown keys and values that say
/// nothing are warned about and left out. Errors: past a limit of core/limits.h.
Result<Document> build(const Script& script, Dialect dialect, Diagnostics& diagnostics);

}  // namespace kine::script::classic
