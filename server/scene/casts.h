// The characters of a server or a bake, as its operator names them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/result.h"
#include "server/scene/clips.h"
#include "server/scene/stock.h"

namespace kine::server {

/// `NAME[=BODY][@X,Z[,HEADING]]`: a character, its body, its place in metres and its heading in
/// degrees, positive to its left.
struct CharacterSpec {
  std::string name;
  std::string body;  // empty: body_of says which
  body::Placement placement;
};
Result<CharacterSpec> parse_character(std::string_view text);

/// A body that somebody has or had, with the clips as it plays them; null: nobody had.
struct KnownBody {
  std::shared_ptr<const body::Body> body;
  std::shared_ptr<const pose::Clips> clips;
};
KnownBody body_known_by(const Cast& cast);

/// One more character beside others: it shares their words and clips, and its body, where that is
/// known; else it is read from the stock, of which a null one is our own.
Result<std::shared_ptr<const Cast>> make_cast(CharacterSpec spec, const Cast& beside,
                                              KnownBody known,
                                              std::shared_ptr<const Stock> stock = {});

/// The body that a spec means: its own, or that of its name where there is one, or ada's.
std::string body_of(const CharacterSpec& spec, const Stock& stock);

/// ada at x = -0.5 and ben at x = +0.5: the characters of a server that was told none.
std::vector<CharacterSpec> default_characters();

/// One Cast a spec, of this stock, the clips inside the program and those of the operator. Bodies
/// and clips are read once and shared. A null stock is our own.
Result<std::vector<std::shared_ptr<const Cast>>> make_casts(
    const std::vector<CharacterSpec>& specs, const ClipFolder& clips = {},
    std::shared_ptr<const Stock> stock = {});

/// The same characters, which move by this while they speak, where a script asks for it.
std::vector<std::shared_ptr<const Cast>> with_body_language(
    const std::vector<std::shared_ptr<const Cast>>& casts,
    const std::shared_ptr<const PlayableRepertoire>& body_language);

}  // namespace kine::server
