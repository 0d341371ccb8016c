#include "realizer/script/bml/bml_speech.h"

#include <algorithm>
#include <set>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/script/bml/bml_reference.h"
#include "realizer/script/bml_words.h"
#include "realizer/script/kinesphere/elements.h"
#include "realizer/script/kinesphere/kinesphere_elements.h"
#include "realizer/script/lines.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

constexpr std::string_view kXmlNamespace = "http://www.w3.org/XML/1998/namespace";

bool is_mark(const xml::Element& element) {
  const bool named_by_ssml = element.name == "mark" && element.find_attribute("name") != nullptr;
  return named_by_ssml || element.name == "sync" || element.name == "tm";
}

/// Walks through text and elements in the order in which they stand.
class ProseReader {
 public:
  ProseReader(Speech& speech, std::string_view about, BmlReading& reading)
      : speech_(speech), about_(about), reading_(reading) {}

  void read(const xml::Element& parent) {
    std::size_t read = 0;
    for (const xml::Element& child : parent.children) {
      say(std::string_view(parent.text).substr(read, child.text_before - read));
      read = child.text_before;
      read_child(child);
    }
    say(std::string_view(parent.text).substr(read));
  }

  /// Moves each mark to where the word behind it begins. Marks come in the order of the text, and
  /// no byte is looked at twice, however many of them stand before one word.
  void settle_marks() {
    std::size_t from = 1;  // what lies from here to `onset` is no word; nothing yet
    std::size_t onset = 0;
    for (SpeechMark& mark : speech_.marks) {
      if (mark.byte < from || onset < mark.byte) {
        from = mark.byte;
        onset = onset_from(from);
      }
      mark.byte = onset;
    }
  }

 private:
  void read_child(const xml::Element& child) {
    if (is_mark(child)) {
      read_mark(child);
    } else if (speech_.ssml) {
      read_ssml_element(child);
    } else {
      reading_.warn(WarningKind::CustomBehaviourNotSupported, std::string(about_), child.where,
                    "only its words are taken of an element in a <text>, " + quoted(child.name));
      read(child);
    }
  }

  void read_mark(const xml::Element& element) {
    Attributes take(element, reading_.ours.error);
    SpeechMark mark;
    mark.id = take.name(element.name == "mark" ? "name" : "id", Need::Required);
    mark.byte = speech_.text.size();
    if (const xml::Attribute* when = take.raw("ref")) mark.when = take_reference(*when, reading_);
    const bool taken = mark.id.text == "start" || mark.id.text == "end" ||
                       mark.id.text.find(':') != std::string::npos;
    if (taken || !ids_.insert(mark.id.text).second) {
      take.refuse(ErrorCode::Syntax,
                  "a mark has a name without a colon, unique in its speech and neither start nor "
                  "end, unlike " +
                      quoted(mark.id.text));
    }
    warn_of_the_rest(element, take, about_, reading_);
    speech_.marks.push_back(std::move(mark));
  }

  void read_ssml_element(const xml::Element& element) {
    const bool empty = element.text.empty() && std::ranges::all_of(element.children, is_mark);
    if (empty) read(element);  // its marks stand before it
    speech_.text += "<" + element.name;
    for (const xml::Attribute& attribute : element.attributes) {
      const bool of_xml = attribute.namespace_uri == kXmlNamespace;
      if (!of_xml && !attribute.namespace_uri.empty()) continue;
      speech_.text +=
          (of_xml ? " xml:" : " ") + attribute.name + "=\"" + escaped_value(attribute.value) + "\"";
    }
    speech_.text += empty ? "/>" : ">";
    if (empty) return;
    read(element);
    speech_.text += "</" + element.name + ">";
  }

  void say(std::string_view words) {
    speech_.text += speech_.ssml ? escaped_text(words) : std::string(words);
  }

  /// The first byte from `byte` on that is part of a word: no blank, and no tag.
  std::size_t onset_from(std::size_t byte) const {
    const std::string& text = speech_.text;
    while (byte < text.size()) {
      if (xml::is_blank(text[byte])) {
        ++byte;
      } else if (speech_.ssml && text[byte] == '<') {
        byte = text.find('>', byte) + 1;
      } else {
        break;
      }
    }
    return byte;
  }

  Speech& speech_;
  std::string_view about_;
  BmlReading& reading_;
  std::set<std::string> ids_;
};

}  // namespace

Speech read_speech(const xml::Element& element, Attributes& take, std::string_view about,
                   BmlReading& reading) {
  Speech speech;
  speech.where = element.where;
  speech.voice = take.name("voice");
  const xml::Element* text = nullptr;
  for (const xml::Element& child : element.children) {
    if (child.name != "text") continue;
    if (text != nullptr) take.refuse(ErrorCode::Syntax, "<speech> has more than one <text>");
    text = &child;
  }
  if (text == nullptr) {
    take.refuse(ErrorCode::Syntax, "<speech> needs a <text>");
    return speech;
  }
  ProseReader prose(speech, about, reading);
  prose.read(*text);
  prose.settle_marks();
  take_times_of_marks(take, speech, reading);
  speech.body_language = read_body_language(element, reading);
  return speech;
}

BodyLanguage read_body_language(const xml::Element& speech, BmlReading& reading) {
  BodyLanguage read;
  bool is_said = false;
  for (const xml::Element& child : speech.children) {
    if (child.name != kBodyLanguageElement || child.namespace_uri != kNamespace) continue;
    Attributes take(child, reading.ours.error);
    if (std::exchange(is_said, true)) {
      take.refuse(ErrorCode::Syntax, "<speech> has more than one <bodylanguage>");
    }
    read = read_body_language(take);
    take.done();
    expect_no_children(child, reading.ours);
  }
  return read;
}

void take_times_of_marks(Attributes& take, Speech& speech, BmlReading& reading) {
  for (SpeechMark& mark : speech.marks) {
    const std::string& id = mark.id.text;
    if (mark.when || id == "id" || id == "voice") continue;
    if (const xml::Attribute* when = take.raw(id)) mark.when = take_reference(*when, reading);
  }
}

Speech read_ssml(const xml::Element& description, std::string_view about, BmlReading& reading) {
  Speech speech;
  speech.where = description.where;
  speech.ssml = true;
  const bool wrapped =
      description.children.size() == 1 && description.children.front().name == "speak";
  ProseReader prose(speech, about, reading);
  prose.read(wrapped ? description.children.front() : description);
  prose.settle_marks();
  return speech;
}

std::string markup_of(const Speech& speech) {
  const auto as_markup = [&](std::string_view words) {
    return speech.ssml ? std::string(words) : escaped_text(words);
  };
  std::string markup;
  std::size_t written = 0;
  for (const SpeechMark& mark : speech.marks) {
    markup += as_markup(std::string_view(speech.text).substr(written, mark.byte - written));
    written = mark.byte;
    markup += "<sync id=\"" + escaped_value(mark.id.text) + "\"";
    if (mark.when) markup += " ref=\"" + escaped_value(format_reference(*mark.when)) + "\"";
    markup += "/>";
  }
  return markup + as_markup(std::string_view(speech.text).substr(written));
}

}  // namespace kine::script
