#include "server/scene/company.h"

#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"

namespace kine::server {

Result<Company::Guest> Company::read_guest(const std::string& text) {
  Result<CharacterSpec> spec = parse_character(text);
  if (!spec) return spec.error();
  return Guest{.spec = *std::move(spec), .has_place = text.find('@') != std::string::npos};
}

void Company::add_defaults(std::vector<Guest>& guests) {
  std::size_t known = 0;  // of the guests so far, those that are defaults come first
  for (CharacterSpec& spec : default_characters()) {
    const auto begin = guests.begin() + static_cast<std::ptrdiff_t>(known++);
    const auto found = std::find_if(begin, guests.end(),
                                    [&](const Guest& one) { return one.spec.name == spec.name; });
    if (found == guests.end()) {
      guests.insert(begin, {.spec = std::move(spec)});
      continue;
    }
    if (!found->has_place) found->spec.placement = spec.placement;
    std::rotate(begin, found, found + 1);
  }
}

Result<Company> Company::read(const std::string& character, std::span<const std::string> others) {
  Company company;
  std::vector<Guest>& guests = company.guests_;
  const auto is_there = [&](std::string_view name) {
    return std::ranges::any_of(guests, [&](const Guest& guest) { return guest.spec.name == name; });
  };
  if (!character.empty()) {
    Result<Guest> guest = read_guest(character);
    if (!guest) return guest.error();
    guests.push_back(*std::move(guest));
  }
  for (const std::string& text : others) {
    Result<Guest> guest = read_guest(text);
    if (!guest) return guest.error();
    if (is_there(guest->spec.name)) {
      return Error{.code = ErrorCode::OutOfRange,
                   .message = "two characters have the name " + quoted(guest->spec.name)};
    }
    if (!guest->has_place) {
      return Error{.code = ErrorCode::OutOfRange,
                   .message = "--with needs a place, as in " + quoted(guest->spec.name + "@1,0") +
                              ", not " + quoted(text)};
    }
    guests.push_back(*std::move(guest));
  }
  const std::string asked_for = character.empty() ? "" : guests.front().spec.name;
  add_defaults(guests);
  company.first_ = asked_for.empty() ? guests.front().spec.name : asked_for;
  return company;
}

std::vector<CharacterSpec> Company::around(std::string_view name) const {
  std::vector<Guest> guests = guests_;
  const auto middle =
      std::ranges::find_if(guests, [&](const Guest& guest) { return guest.spec.name == name; });
  KINE_ASSERT(middle != guests.end());
  std::rotate(guests.begin(), middle, middle + 1);
  const bool has_place = guests.front().has_place;
  const Vec3 origin = has_place ? Vec3{} : guests.front().spec.placement.position_m;
  std::vector<CharacterSpec> specs;
  for (Guest& guest : guests) {
    Vec3& place = guest.spec.placement.position_m;
    if (!guest.has_place) place = place - origin;
    specs.push_back(std::move(guest.spec));
  }
  return specs;
}

}  // namespace kine::server
