// What the tests of conformance found: which items of the standard are realized, as a table.
//
//   covers("head@repetition") in tests that run and pass --table()--> schemas/README.md
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace kine::conformance {

/// The test that runs shows that these items are realized; if it passes. Several tests may cover an
/// item: then all of them have to pass. An item that is_item() does not know fails the test.
void covers(std::initializer_list<std::string_view> items);

/// It shows that a part of it is realized; `lacks` says what is not.
void covers_partly(std::string_view item, std::string_view lacks);

/// A row an element: what is realized, what partly, what not, of all tests that have run.
std::string table();

/// Empty where schemas/README.md has this table between its markers, else how to accept it.
/// Under KINE_UPDATE_GOLDEN=1 it puts it there and is empty.
std::string difference_from_page(const std::string& table);

}  // namespace kine::conformance
