// What the reader of BML knows while it reads one block, and how it answers what is wrong.
//
//   one behaviour or constraint cannot be done    a warning, and it is left out
//   … and it stands in <required>                 the block is refused
//   names are ambiguous, a limit is passed        the block is refused
//
// A warning is about the id of a behaviour or a constraint, or about the whole block where that is
// empty: what the block will be called is known to those only who take it in.
//
// What refers to something that was left out is left out as well; bml_links.h sees to that.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/script/attributes.h"
#include "realizer/script/document.h"
#include "realizer/script/kinesphere/kinesphere_constraints.h"

namespace kine::script {

/// Something that cannot be done.
struct Loss {
  WarningKind kind = WarningKind::CannotCreateBehaviour;
  std::string about = {};  // the id of a behaviour or a constraint; empty: the block
  Error fault = {};
  bool required = false;
};

/// An attribute that nobody asked for: where another one is missing, it may have been meant.
struct PassedOver {
  Where element = {};  // where its element begins
  std::string attribute = {};
};

struct BmlReading {
  Diagnostics& diagnostics;
  std::string block = {};          // the id of the block, empty where it has none
  FirstError refused = {};         // why the block cannot be read at all
  std::set<std::string> ids = {};  // of all behaviours in the text, those left out among them
  KinesphereReading ours = {};  // for our own elements; its error is that of the behaviour at hand
  int numbered = 0;             // the last number of an id of our own
  std::size_t behaviours = 0;
  std::size_t sync_points = 0;
  std::size_t relations = 0;  // of constraints: pairs of points
  bool warned_of_namespace = false;
  std::optional<std::vector<Warning>> held = {};  // while nobody knows whether they are to be said
  std::vector<PassedOver> passed_over = {};       // of the behaviour at hand

  /// Keeps warnings back until it is known whether what they speak of is left out, which is one
  /// warning of its own.
  void hold_warnings() {
    held.emplace();
    passed_over.clear();
  }
  void say_held_warnings();
  void drop_held_warnings() { held.reset(); }

  void warn(WarningKind kind, std::string about, Where where, std::string message);
  void leave_out(Loss loss);

  /// Counts `more`, and whether there is room for it; past the limit the block is refused.
  bool count(std::size_t& counter, std::size_t more, std::size_t limit, std::string_view what,
             Where where);
};

/// Where an element belongs.
enum class Tongue { Core, Ours, Bmla, Other };

/// Warns once where core elements stand in no namespace or in that of a draft.
Tongue tongue_of(const xml::Element& element, BmlReading& reading);

/// Whether an attribute of a core's block or behaviour is what our own language adds to it.
bool is_added_by_us(const xml::Element& element, const xml::Attribute& attribute);

/// The element with these alone, under their bare names.
xml::Element with_what_we_add(const xml::Element& element);

/// One warning for each attribute that nobody asked for.
void warn_of_the_rest(const xml::Element& element, const Attributes& take, std::string_view about,
                      BmlReading& reading);

/// A word that is written in another way than ours.
struct WordAlias {
  std::string_view word;
  std::string_view meant;
};

/// Which of `words` an attribute is, capital letters or not.
std::optional<std::size_t> take_word(Attributes& take, std::string_view attribute,
                                     std::span<const std::string_view> words,
                                     std::span<const WordAlias> aliases = {});

/// Whether two words differ in nothing but capital letters.
bool is_same_word(std::string_view a, std::string_view b);

/// Names with commas between them.
std::vector<Name> names_of(const xml::Attribute& attribute, FirstError& error);
std::vector<Name> take_names(Attributes& take, std::string_view attribute, FirstError& error);

/// The reference that an attribute is, or nothing where it is malformed.
std::optional<SyncReference> take_reference(const xml::Attribute& attribute, BmlReading& reading);

}  // namespace kine::script
