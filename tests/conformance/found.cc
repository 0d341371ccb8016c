#define CATCH_CONFIG_EXTERNAL_INTERFACES  // for the listener
#include "tests/conformance/found.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <vector>

#include "tests/conformance/standard.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::conformance {
namespace {

constexpr std::string_view kPage = "schemas/README.md";
constexpr std::string_view kBegin = "<!-- The table of conformance: written by its tests. -->\n";
constexpr std::string_view kEnd = "<!-- The end of the table of conformance. -->\n";

struct Shown {
  bool all_passed = true;
  std::string lacks;  // empty: nothing
};

struct Claim {
  std::string item;
  std::string lacks;
};

/// What the tests that are over have shown, and what the one that runs claims.
struct Findings {
  std::map<std::string, Shown> shown;
  std::vector<Claim> claims;
};

Findings& findings() {
  static Findings findings;
  return findings;
}

/// A claim counts when its test is over.
class Listener final : public Catch::TestEventListenerBase {
 public:
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    TestEventListenerBase::testCaseEnded(stats);
    const Catch::Counts& assertions = stats.totals.assertions;
    for (const Claim& claim : findings().claims) {
      Shown& shown = findings().shown[claim.item];
      shown.all_passed = shown.all_passed && assertions.total() > 0 && assertions.allPassed();
      if (shown.lacks.empty()) shown.lacks = claim.lacks;
    }
    findings().claims.clear();
  }
};
CATCH_REGISTER_LISTENER(Listener)

void claim(std::string_view item, std::string_view lacks) {
  INFO(item);
  REQUIRE(is_item(item));
  findings().claims.push_back({std::string(item), std::string(lacks)});
}

/// What a row has in one of its columns.
struct Cell {
  std::string text;
  std::string attribute;  // the last; its values stand behind it without its name

  void add(const std::string& item, const Element& element) {
    std::string part = item.substr(element.name.size());
    const std::size_t value = part.find('=');
    if (value == std::string::npos) {
      attribute = part;
    } else if (part.substr(0, value) == attribute) {
      part.erase(0, value);
    }
    if (!text.empty()) text += ' ';
    text += part.empty() ? "**itself**" : "`" + part + "`";
  }
};

std::string row_of(const Element& element) {
  Cell realized;
  Cell partial;
  Cell none;
  for (const std::string& item : items_of(element)) {
    const auto found = findings().shown.find(item);
    if (found == findings().shown.end() || !found->second.all_passed) {
      none.add(item, element);
    } else if (found->second.lacks.empty()) {
      realized.add(item, element);
    } else {
      partial.add(item, element);
      partial.text += " (" + found->second.lacks + ")";
    }
  }
  return "| `" + std::string(element.name) + "` | " + realized.text + " | " + partial.text + " | " +
         none.text + " |\n";
}

std::string sums() {
  std::size_t items = 0;
  std::size_t realized = 0;
  std::size_t partial = 0;
  for (const Element& element : standard()) {
    for (const std::string& item : items_of(element)) {
      ++items;
      const auto found = findings().shown.find(item);
      if (found == findings().shown.end() || !found->second.all_passed) continue;
      ++(found->second.lacks.empty() ? realized : partial);
    }
  }
  return "Of " + std::to_string(items) + " items " + std::to_string(realized) + " are realized, " +
         std::to_string(partial) + " partly, " + std::to_string(items - realized - partial) +
         " not.\n";
}

}  // namespace

void covers(std::initializer_list<std::string_view> items) {
  for (const std::string_view item : items) claim(item, {});
}

void covers_partly(std::string_view item, std::string_view lacks) { claim(item, lacks); }

std::string table() {
  std::string table = sums();
  std::string_view section;
  for (const Element& element : standard()) {
    if (element.section != section) {
      section = element.section;
      table += "\n| " + std::string(section) + " | realized | partial | no |\n|---|---|---|---|\n";
    }
    table += row_of(element);
  }
  return table;
}

std::string difference_from_page(const std::string& table) {
  const auto file = test::source_path(kPage);
  const std::string page = test::text_of(file);
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    return std::string(kPage) + " has not got the markers of the table of conformance";
  }
  const std::size_t from = begin + kBegin.size();
  const std::string wanted = "\n" + table + "\n";
  if (page.substr(from, end - from) == wanted) return {};
  if (std::getenv("KINE_UPDATE_GOLDEN") == nullptr) {
    return "the table of conformance in " + std::string(kPage) +
           " is not what the tests found, which is\n" + wanted + "KINE_UPDATE_GOLDEN=1 accepts it";
  }
  std::ofstream(file, std::ios::binary) << page.substr(0, from) << wanted << page.substr(end);
  return {};
}

}  // namespace kine::conformance
