// The file of a journal on its disk: bytes go behind the others, all of them or none.
//
//   FOLDER/00000001.ksj, 00000002.ksj, …: the last one is open, those before it are over
//
// One that begins anew has another name until all of its begin is on the disk. Then the one before
// goes, for nothing is read from it any more.
//
// One process has a journal at a time: its file is locked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/result.h"
#include "server/journal/record_store.h"

namespace kine::server {

inline constexpr std::string_view kJournalEnding = ".ksj";

/// Of a file of this name; nothing where it is no journal's.
std::optional<std::uint64_t> journal_number(std::string_view name);

class JournalFile final : public RecordStore {
 public:
  /// The newest of a folder; where it has none, the first. An error says why it cannot be had.
  static Result<JournalFile> open_newest(const std::string& folder);

  /// The one behind it, which is empty, in its place.
  Result<Done> begin_next();

  JournalFile(JournalFile&& other) noexcept;
  JournalFile& operator=(JournalFile&& other) noexcept;
  ~JournalFile() override;

  const std::string& path() const { return path_; }
  std::uint64_t size() const override { return begins_anew_ ? 0 : size_; }

  /// All that it has. What is longer than a journal may be is an error.
  Result<std::string> read(std::uint64_t bytes_max) const;

  /// What is behind so many bytes goes: a torn record, which a crash has left.
  Result<Done> cut_at(std::uint64_t bytes);

  /// Appends and syncs. What no sync has brought to the disk is cut off again.
  Result<Done> keep(std::string_view bytes) override;
  bool begin_anew() override {
    begins_anew_ = true;
    return true;
  }

  /// An error leaves it as it was.
  Result<Done> append(std::string_view bytes);

  /// Returns when the disk has all of it.
  Result<Done> sync();

 private:
  JournalFile(std::string folder, std::uint64_t number)
      : folder_(std::move(folder)), number_(number) {}
  Result<Done> open(std::string path);
  Result<Done> keep_anew(std::string_view bytes);
  Error fault(std::string_view doing) const;

  std::string folder_;
  std::uint64_t number_ = 1;
  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
  bool is_cut_owed_ = false;  // to size_: what is behind it must go before anything is added
  bool begins_anew_ = false;  // with the bytes that are kept next
};

}  // namespace kine::server
