// The characters of a server or a bake, as its operator names them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/cast.h"
#include "realizer/core/result.h"
#include "server/clips.h"

namespace kine::server {

/// `NAME[=BODY][@X,Z[,HEADING]]`: a character, its body (its own name if that is one, else ada),
/// its place in metres and its heading in degrees, positive to its left.
struct CharacterSpec {
  std::string name;
  std::string body;
  body::Placement placement;
};
Result<CharacterSpec> parse_character(std::string_view text);

/// One more character beside others: it shares their words and clips, and `known`, its body, where
/// somebody has or had it; null: it is read. What the spec leaves open is as parse_character has
/// it.
Result<std::shared_ptr<const Cast>> make_cast(CharacterSpec spec, const Cast& beside,
                                              std::shared_ptr<const body::Body> known);

/// The body that a spec means: its own, or that of its name, or ada's.
std::string body_of(const CharacterSpec& spec);

/// ada at x = -0.5 and ben at x = +0.5: the characters of a server that was told none.
std::vector<CharacterSpec> default_characters();

/// One Cast a spec, from the bodies, hand shapes, vocabularies and clips inside the program and the
/// clips of the operator. Bodies and clips are read once and shared.
Result<std::vector<std::shared_ptr<const Cast>>> make_casts(const std::vector<CharacterSpec>& specs,
                                                            const ClipFolder& clips = {});

}  // namespace kine::server
