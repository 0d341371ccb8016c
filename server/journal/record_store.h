// Where the bytes of a journal are kept: a file on a disk, or a log that several machines keep.
//
//   Journal --records--> RecordStore: JournalFile, or server/cluster's SceneLog
#pragma once

#include <cstdint>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::server {

class RecordStore {
 public:
  virtual ~RecordStore() = default;

  /// Of the journal so far. At 0 the bytes that are kept next begin a new one.
  virtual std::uint64_t size() const = 0;

  /// Returns when all of the bytes are durable. An error leaves the journal as it was, and the
  /// caller may try again: with the same bytes, and more behind them, or with others.
  virtual Result<Done> keep(std::string_view bytes) = 0;

  /// What is kept next begins a new journal in place of this one, which stays whole until all of it
  /// is durable. False: it cannot.
  virtual bool begin_anew() { return false; }

  /// Whether somebody else has the journal now. Then nothing can be kept any more.
  virtual bool is_lost() const { return false; }
};

}  // namespace kine::server
