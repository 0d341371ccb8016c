// What characters are made of: bodies with their hand shapes and stored poses, and the words of
// scripts, that is vocabularies, gestures and styles. There are those inside the program, and those
// of folders that the operator gave.
//
//   folders --read_stock--> Stock --make_casts--> Casts
//
// A name of the operator's goes before ours, with a note. Nothing that a client sends names a file.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/cast/cast.h"
#include "realizer/core/result.h"
#include "realizer/prepare/prepare.h"

namespace kine::server {

/// Where an operator has some of their own: .xml files, those of folders below left out. Empty:
/// none.
struct StockFolders {
  std::string lexicon;  // gestures
  std::string bodies;
  std::string styles;
  std::string poses;  // stored poses, for all bodies

  /// The style by which all characters do all that they do: its name, or a file that ends in .xml.
  std::string sketch = {};

  /// Whether there is a folder.
  bool any() const;
};

/// What a fault of StockFolders::sketch names as its file, where it is not in one.
inline constexpr std::string_view kSketchOption = "--sketch";

/// A file of theirs and what is wrong with it; the place is in that file.
struct FileFault {
  std::string file;
  Error error;
};

class Stock {
 public:
  /// All words but the clips.
  const plan::Vocabulary& words() const { return words_; }

  bool has_body(std::string_view name) const { return bodies_.contains(name); }

  /// "ada, ben".
  std::string names_of_bodies() const;

  /// What characters have under all that scripts say: the style of StockFolders::sketch.
  const std::vector<GivenSketch>& sketches() const { return sketches_; }

  /// Reads it anew; what shares it keeps it. An error of ours names its file in the message.
  Result<std::shared_ptr<const body::Body>> make_body(std::string_view name) const;

  /// The body of a text that is not in the stock: with all hand shapes and poses that are.
  Result<body::Body> read_body(std::string_view xml) const;

  /// The gestures that the operator gave, each with the file that it stands in.
  const std::map<std::string, std::string, std::less<>>& own_gestures() const {
    return own_gestures_;
  }

 private:
  friend class StockReader;

  struct Text {
    std::string file;  // empty: inside the program
    std::string xml;
  };
  plan::Vocabulary words_;
  std::map<std::string, Text, std::less<>> bodies_;
  std::vector<Text> poses_;  // the operator's
  std::vector<GivenSketch> sketches_;
  std::map<std::string, std::string, std::less<>> own_gestures_;
};

/// What reading came to.
struct ReadStock {
  std::shared_ptr<const Stock> stock;  // null where there are faults
  std::vector<FileFault> faults;       // the first kStockFaultsMax, in the order of the files
  std::vector<std::string> notes;      // which of ours are replaced: "FILE: note: …"
};
ReadStock read_stock(const StockFolders& folders);

/// Those inside the program alone, read once. An error would be one of ours.
Result<std::shared_ptr<const Stock>> our_stock();

/// `stock`, or ours where it is null.
Result<std::shared_ptr<const Stock>> or_ours(std::shared_ptr<const Stock> stock);

/// What scripts are prepared under; nothing where there is no stock.
std::vector<GivenSketch> sketches_of(const std::shared_ptr<const Stock>& stock);

/// Where there is room for one error: the first fault, its file and place in its message.
Error first_fault(const ReadStock& read);

}  // namespace kine::server
