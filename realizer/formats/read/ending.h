// Which of some file formats a name ends in.
#pragma once

#include <algorithm>
#include <string_view>

namespace kine::formats {

/// The first of `forms` (each has an `ending`) that `file_name` ends in, in letters of whatever
/// size, with something before it; or nullptr.
template <class Forms>
auto find_by_ending(const Forms& forms, std::string_view file_name) -> decltype(&*forms.begin()) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  for (const auto& form : forms) {
    if (file_name.size() <= form.ending.size()) continue;
    const std::string_view ending = file_name.substr(file_name.size() - form.ending.size());
    if (std::equal(ending.begin(), ending.end(), form.ending.begin(),
                   [&](char a, char b) { return lower(a) == lower(b); })) {
      return &form;
    }
  }
  return nullptr;
}

}  // namespace kine::formats
