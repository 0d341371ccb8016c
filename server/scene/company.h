// Who stands on a stage without a server: as on one that was told nobody, unless the operator wants
// it otherwise, and with the character in the middle that is looked at.
//
//   --character, --with --read--> Company --around(name)--> CharacterSpecs
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "server/scene/casts.h"

namespace kine::server {

class Company {
 public:
  /// `character` is who is asked for, empty for nobody; `others` are who else is there. Both as
  /// parse_character reads them; each name once.
  static Result<Company> read(const std::string& character, std::span<const std::string> others);

  /// The one that is asked for; else the first that a server has.
  const std::string& first() const { return first_; }

  /// That one first, and at the origin, unless the operator gave it a place; those without a place
  /// of their own stand around it as they would on a server. Pre: it is one of them.
  std::vector<CharacterSpec> around(std::string_view name) const;

 private:
  struct Guest {
    CharacterSpec spec;
    bool has_place = false;  // of its own
  };
  static Result<Guest> read_guest(const std::string& text);
  static void add_defaults(std::vector<Guest>& guests);

  std::string first_;
  std::vector<Guest> guests_;  // those that a server has first
};

}  // namespace kine::server
