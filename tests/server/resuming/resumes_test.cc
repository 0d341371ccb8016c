// Tests for server/resuming/resumes.h.
#include "server/resuming/resumes.h"

#include <boost/asio/io_context.hpp>
#include <vector>

#include "tests/support/catch.h"

namespace kine::server::resumes_test {
namespace {

using namespace std::chrono_literals;

struct Book {
  Limits limits;
  LiveLimits live{limits};
  Resumes resumes{live};

  std::shared_ptr<ResumedClient> come(const std::string& key, std::uint64_t connection) {
    const auto found = resumes.find_or_make(key, ClientId{connection});
    REQUIRE(found);
    found->client->attach({.id = ClientId{connection}}, {}, {});
    return found->client;
  }
};

}  // namespace

TEST_CASE("a word is known within its tenant alone, and does not stand in its key", "[resume]") {
  CHECK(Resumes::key_of("", "dm-1") == Resumes::key_of("", "dm-1"));
  CHECK(Resumes::key_of("", "dm-1") != Resumes::key_of("lab", "dm-1"));
  CHECK(Resumes::key_of("lab", "x") != Resumes::key_of("la", "bx"));
  CHECK(Resumes::key_of("", "dm-1").find("dm-1") == std::string::npos);
}

TEST_CASE("who comes back with its word is who it was", "[resume]") {
  Book book;
  const auto first = book.come("a", 3);
  CHECK(first->client() == ClientId{3});
  CHECK(book.come("a", 5) == first);
  CHECK(book.come("b", 6) != first);
  CHECK(book.resumes.find(ClientId{3}) == first);
  CHECK(book.resumes.find(ClientId{5}) == nullptr);
}

TEST_CASE("who does not come back is forgotten", "[resume]") {
  Book book;
  const auto first = book.come("a", 3);
  REQUIRE(first->detach(ClientId{3}, 1s, {}));
  book.resumes.look(100s);
  CHECK(book.resumes.find(ClientId{3}) == first);
  book.resumes.look(121s);
  CHECK(book.resumes.find(ClientId{3}) == nullptr);
  CHECK(book.come("a", 8)->client() == ClientId{8});
}

TEST_CASE("where there are too many, who is gone for the longest makes room", "[resume]") {
  Book book;
  book.limits.resume_clients_max = 2;
  const auto first = book.come("a", 1);
  const auto second = book.come("b", 2);
  const auto refused = book.resumes.find_or_make("c", ClientId{3});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "busy: past resume_clients_max of 2");
  int let_go = 0;
  REQUIRE(second->detach(ClientId{2}, 1s, {.let_go = [&] { ++let_go; }, .forget = {}}));
  REQUIRE(first->detach(ClientId{1}, 2s, {}));
  book.come("c", 4);
  CHECK(let_go == 1);
  CHECK(book.resumes.find(ClientId{2}) == nullptr);
  CHECK(book.resumes.find(ClientId{1}) == first);
}

TEST_CASE("clients of a journal are waited for, and those that were too many are not", "[resume]") {
  Book book;
  book.limits.resume_clients_max = 2;
  for (const auto& [key, client] : {std::pair("a", 1), std::pair("b", 2), std::pair("c", 3)}) {
    book.resumes.recover(key, ClientId{static_cast<std::uint64_t>(client)}, key[0] == 'b');
  }
  CHECK(book.resumes.find(ClientId{1}) == nullptr);
  std::vector<ClientId> let_go;
  book.resumes.recovered(1s, [&](ClientId client) { let_go.push_back(client); });
  boost::asio::io_context io;
  Status status;
  Hub hub(io, TickRate(60), status);
  book.resumes.listen_to(hub);
  book.resumes.look(31s);
  CHECK(let_go == std::vector{ClientId{3}});
  CHECK(book.come("c", 9)->client() == ClientId{3});
}

}  // namespace kine::server::resumes_test
