// The elements in an element, each read by the row of a table that bears its name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/script/attributes.h"
#include "realizer/script/bml_words.h"
#include "realizer/xml/characters.h"
#include "realizer/xml/xml.h"

namespace kine::script {

/// How an element of that name adds to what is being read.
template <class Target, class Reading>
struct ElementRow {
  std::string_view name;
  void (*read)(const xml::Element& element, Target& target, Reading& reading);
};

/// Whether its prefix was forgotten: in a block of BML a name without one is of BML.
inline bool is_of_bml(const xml::Element& element) {
  return element.namespace_uri == kBmlNamespace || element.namespace_uri == kDraftNamespace ||
         element.namespace_uri == kBmlExtensions;
}

/// Reads the children of `parent` that stand in its namespace, in their order. Other namespaces'
/// are passed over; text, an unknown element and one of BML or without a namespace are refused.
template <class Target, class Reading>
void read_children(const xml::Element& parent, std::span<const ElementRow<Target, Reading>> rows,
                   Target& target, Reading& reading) {
  if (parent.text_where != Where{}) {
    reading.error.add({ErrorCode::Syntax,
                       "<" + parent.name + "> takes no text, " + quoted(xml::trimmed(parent.text)),
                       parent.text_where});
  }
  for (const xml::Element& child : parent.children) {
    const bool ours = child.namespace_uri == parent.namespace_uri;
    if (!ours && !child.namespace_uri.empty() && !is_of_bml(child)) continue;
    const ElementRow<Target, Reading>* found = nullptr;
    std::vector<std::string_view> names;
    for (const auto& row : rows) {
      if (ours && row.name == child.name) found = &row;
      names.push_back(row.name);
    }
    if (found != nullptr) {
      found->read(child, target, reading);
    } else {
      reading.error.add({ErrorCode::UnknownName,
                         "<" + parent.name + "> takes " + one_of_these(names) + " of " +
                             quoted(parent.namespace_uri) + ", but not the element " +
                             quoted(child.name) + (is_of_bml(child) ? " of BML" : ""),
                         child.where});
    }
  }
}

/// Refuses whatever of our own stands in an element that is to be empty.
template <class Reading>
void expect_no_children(const xml::Element& element, Reading& reading) {
  struct Nothing {};
  Nothing nothing;
  read_children<Nothing, Reading>(element, {}, nothing, reading);
}

}  // namespace kine::script
