#!/usr/bin/python3
"""Tests for tests/tidy: each rule finds what it is there for, on its line, and nothing else."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import bans
import documents
import layers
import libraries
import pages
import prose
import shape
import tidy
from source import code_of, comments_of, read_tree


def lines(rule, tree):
    """Where the rule finds a fault: a list of (path, line)."""
    return [(finding.path, finding.line) for finding in rule(tree)]


def banned(path, text):
    return [finding.line for finding in bans.check_bans({path: text})]


class CodeOf(unittest.TestCase):
    def test_comments_and_the_insides_of_literals_are_blank_and_lines_stay(self):
        text = 'int a; // new\n/* try\n{ */ char c = \'"\'; s = "throw";\nx = R"(new\nb)";\n'
        code = code_of(text)
        self.assertEqual(code.count("\n"), text.count("\n"))
        for word in ("new", "try", "throw"):
            self.assertNotIn(word, code)
        self.assertIn("char c", code)

    def test_the_name_in_an_include_stays(self):
        text = "#include \"realizer/body/body.h\"  // \"why\"\n"
        self.assertIn("\"realizer/body/body.h\"", code_of(text))

    def test_a_digit_separator_begins_no_character(self):
        self.assertIn("and_this", code_of("int a = 20'000; and_this; int b = 1'000;"))


class CommentsOf(unittest.TestCase):
    def test_lines_that_follow_each_other_are_one_comment(self):
        text = "// One\n// two.\nint a;  // three\n// four\nchar* b = \"// none\";\n"
        self.assertEqual([(1, "One\ntwo."), (3, "three\nfour")], list(comments_of(text)))


class Layers(unittest.TestCase):
    def faults(self, path, include, **others):
        tree = {path: f"// Here.\n#include {include}\n"}
        tree.update({name: "// There.\n" for name in others.get("there", ())})
        return lines(layers.check_layers, tree)

    def test_a_module_includes_its_row_and_no_more(self):
        there = ("realizer/body/body.h", "realizer/core/time.h", "realizer/motion/block.h")
        for header in there[:2]:
            self.assertEqual([], self.faults("realizer/pose/pose.h", f'"{header}"', there=there))
        self.assertEqual([("realizer/pose/pose.h", 2)],
                         self.faults("realizer/pose/pose.h", f'"{there[2]}"', there=there))

    def test_core_includes_nothing_of_ours(self):
        self.assertEqual([("realizer/core/time.h", 2)],
                         self.faults("realizer/core/time.h", '"realizer/math/vec3.h"',
                                     there=["realizer/math/vec3.h"]))

    def test_the_protocol_sees_two_headers_of_the_top_level_and_not_the_shard(self):
        there = ("realizer/tick/state/frame.h", "realizer/tick/shard.h")
        frame = '"realizer/tick/state/frame.h"'
        self.assertEqual([], self.faults("protocol/codec.h", frame, there=there))
        self.assertEqual([("protocol/codec.h", 2)],
                         self.faults("protocol/codec.h", '"realizer/tick/shard.h"', there=there))

    def test_the_server_sees_the_top_level_but_not_plans(self):
        there = ("realizer/tick/shard.h", "realizer/plan/plan.h")
        self.assertEqual([],
                         self.faults("server/ticks/hub.h", '"realizer/tick/shard.h"', there=there))
        self.assertEqual([("server/ticks/hub.cc", 2)],
                         self.faults("server/ticks/hub.cc", '"realizer/plan/plan.h"', there=there))

    def test_each_library_has_its_modules(self):
        allowed = (("server/listener.cc", "<boost/asio.hpp>"),
                   ("realizer/xml/xml.cc", "<pugixml.hpp>"),
                   ("protocol/codec.cc", '"protocol/kinesphere.pb.h"'),
                   ("realizer/pose/kernels.cc", '"hwy/highway.h"'),
                   ("tests/realizer/math/quat_test.cc", "<eigen3/Eigen/Geometry>"),
                   ("realizer/solve/lean.cc", "<eigen3/Eigen/Cholesky>"),
                   ("realizer/core/time.h", "<chrono>"))
        refused = (("realizer/tick/shard.cc", "<boost/asio.hpp>"),
                   ("realizer/body/reader.cc", "<pugixml.hpp>"),
                   ("realizer/tick/frame.cc", '"protocol/kinesphere.pb.h"'),
                   ("protocol/codec.cc", "<eigen3/Eigen/Core>"),
                   ("realizer/solve/lean.h", "<eigen3/Eigen/Core>"),
                   ("server/commands/main.cc", "<unheard/of.h>"),
                   ("tests/server/ticks/hub_test.cc", "<catch2/catch.hpp>"),
                   ("realizer/core/time.h", "<sys/time.h>"),
                   # Debian's headers stand in eigen3/; some machines have them twice.
                   ("tests/realizer/math/quat_test.cc", "<Eigen/Geometry>"))
        for path, include in allowed:
            self.assertEqual([], self.faults(path, include), include)
        for path, include in refused:
            self.assertEqual([(path, 2)], self.faults(path, include), include)

    def test_a_header_that_is_not_there_and_a_folder_without_a_row_are_found(self):
        self.assertEqual([("server/server.cc", 2)], self.faults("server/server.cc", '"options.h"'))
        self.assertEqual([("realizer/voodoo/doll.h", 1)],
                         self.faults("realizer/voodoo/doll.h", "<vector>"))

    def test_a_row_names_modules_of_rows_above_it_so_that_none_includes_in_both_directions(self):
        above = []
        for row, (allowed, _) in layers.LAYERS.items():
            for name in allowed.split():
                module = name.rpartition("/")[0] if name.endswith(".h") else name
                self.assertIn(module, above, row)
            above.append(row)


class Bans(unittest.TestCase):
    def test_the_realizer_neither_prints_throws_reads_clocks_nor_opens_files(self):
        for code in ("std::cout << 1;", 'printf("a");', "throw 1;", "try { f(); }",
                     "std::chrono::steady_clock::now();", "std::ifstream in;", "std::thread t;",
                     "abort();", "std::random_device r;"):
            self.assertEqual([2], banned("realizer/tick/shard.cc", f"// Moves.\n{code}\n"), code)

    def test_the_server_reads_the_wall_clock_for_dates_alone(self):
        for code in ("system_clock::now();", "std::time(nullptr);"):
            self.assertEqual([1], banned("server/ticks/tick_loop.cc", code + "\n"), code)
        self.assertEqual([], banned("server/guests/token_guard.cc", "system_clock::now();\n"))

    def test_the_server_may(self):
        self.assertEqual([], banned("server/server.cc", "std::cout << 1; steady_clock::now();\n"))

    def test_what_a_comment_or_a_text_says_is_no_code(self):
        self.assertEqual([], banned("realizer/a.cc", '// We throw nothing.\nf("try {");\n'))

    def test_an_assertion_may_print_and_abort(self):
        self.assertEqual([], banned("realizer/core/assert.cc", "fprintf(e, 1); abort();\n"))

    def test_similar_words_are_let_be(self):
        self.assertEqual([], banned("realizer/a.h", "snprintf(b, 1); country{}; f() = delete;\n"
                                    "int renew; if (auto* a = std::get_if<int>(&v)) {}\n"))

    def test_views_and_format_are_for_other_compilers(self):
        for code in ("auto v = a | std::views::reverse;", "std::format(1);",
                     "std::expected<A, B> e;"):
            self.assertEqual([1], banned("server/ticks/hub.cc", code + "\n"), code)

    def test_tests_wait_for_events(self):
        for path, code in (("tests/server/ticks/hub_test.cc", "std::this_thread::sleep_for(1s);"),
                           ("tests/clients/client_test.py", "time.sleep(1)")):
            self.assertEqual([1], banned(path, code + "\n"), code)

    def test_unfinished_work_is_found_in_comments_and_pages(self):
        for path in ("server/ticks/hub.cc", "README.md"):
            self.assertEqual([2], banned(path, "\n// TO" + "DO: more\n"), path)

    def test_paths_of_one_machine_are_found_and_relative_ones_are_not(self):
        self.assertEqual([1], banned("script/test", "cd /home/someone/src\n"))
        self.assertEqual([], banned("script/test", "cd build/home/x; ls ../tmp/y; $HOME/tmp/z\n"))

    def test_names_that_say_nothing_are_found(self):
        self.assertEqual([1], banned("server/ticks/hub.h", "class HubManager {};\n"))
        self.assertEqual([1], banned("server/ticks/hub.h", "  int get_size() const;\n"))

    def test_raw_ownership_is_found(self):
        self.assertEqual([1], banned("server/ticks/hub.cc", "auto* a = new Hub(1);\n"))
        self.assertEqual([1], banned("server/ticks/hub.cc", "delete hub;\n"))
        self.assertEqual([], banned("server/hub.cc", "return std::unique_ptr<Hub>(new Hub());\n"))


class Shape(unittest.TestCase):
    def test_the_limits_are_met_and_not_passed(self):
        line = "x" * shape.COLUMNS_MAX + "\n"
        self.assertEqual([], lines(shape.check_lengths, {"a.cc": line * shape.FILE_LINES_MAX}))
        self.assertEqual([("a.cc", 1)], lines(shape.check_lengths, {"a.cc": "x" + line}))
        self.assertEqual([("a.cc", 501)],
                         lines(shape.check_lengths, {"a.cc": "x\n" * (shape.FILE_LINES_MAX + 1)}))

    def test_a_wide_letter_is_one_column(self):
        self.assertEqual([], lines(shape.check_lengths, {"a.cc": "é" * shape.COLUMNS_MAX + "\n"}))

    def test_blanks_at_the_end_and_no_last_newline_are_found(self):
        self.assertEqual([("a.py", 1)], lines(shape.check_lengths, {"a.py": "a = 1 \n"}))
        self.assertEqual([("a.py", 1)], lines(shape.check_lengths, {"a.py": "a = 1"}))

    def test_functions_are_measured_with_heading_and_brace(self):
        text = ("namespace kine {\nstruct A {\n  int a() const { return 1; }\n};\n"
                "int f(int x,\n      int y) {\n  if (x) {\n    y++;\n  }\n"
                "  return [&] { return y; }();\n}\n"
                "A::A(int a) : a_{a}, b_(2) {\n  g();\n}\n"
                'TEST_CASE("a sentence", "[tag]") {\n  CHECK(1);\n}\n}\n')
        self.assertEqual([(3, 3), (5, 11), (12, 14), (15, 17)], list(shape.cpp_functions(text)))

    def test_a_function_too_long_is_found_where_it_begins(self):
        body = "  a();\n" * (shape.FUNCTION_LINES_MAX - 2)
        self.assertEqual([], lines(shape.check_functions, {"a.cc": "void f() {\n" + body + "}\n"}))
        longer = "\nvoid f() {\n" + body + "  a();\n}\n"
        self.assertEqual([("a.cc", 2)], lines(shape.check_functions, {"a.cc": longer}))
        python = "\ndef f():\n" + "    a()\n" * shape.FUNCTION_LINES_MAX
        self.assertEqual([("a.py", 2)], lines(shape.check_functions, {"a.py": python}))

    def test_a_class_may_be_longer_than_a_function(self):
        text = "class A {\n" + "  int a;\n" * 100 + "};\n"
        self.assertEqual([], lines(shape.check_functions, {"a.h": text}))

    def test_a_class_has_few_private_functions_and_overloads_are_one(self):
        def of(count, kind="class"):
            functions = "".join(f"  void f{i}(int a = 0) const;\n" for i in range(count))
            others = "  A();\n  void f0(double);\n  int g() override;\n  struct B { void h(); };\n"
            return f"{kind} A {{\n public:\n  void k();\n private:\n{functions}{others}}};\n"
        most = shape.PRIVATE_FUNCTIONS_MAX
        self.assertEqual([], lines(shape.check_classes, {"a.h": of(most)}))
        self.assertEqual([("a.h", 1)], lines(shape.check_classes, {"a.h": of(most + 1)}))
        public = of(most + 1).replace("private", "public")
        self.assertEqual([], lines(shape.check_classes, {"a.h": public}))

    def test_a_header_opens_with_a_comment_and_once(self):
        good = "// A frame.\n#pragma once\n\nstruct A {};\n"
        self.assertEqual([], lines(shape.check_headers, {"a.h": good}))
        self.assertEqual([("a.h", 1)], lines(shape.check_headers, {"a.h": "\n#pragma once\n"}))
        self.assertEqual([("a.h", 1)], lines(shape.check_headers, {"a.h": "// A frame.\n"}))

    def test_a_header_has_a_test_that_includes_it_first(self):
        header = {"protocol/codec.h": "// Codes.\n"}
        exempt = {path: "// Exempt.\n" for path in shape.UNTESTED}
        test = "tests/protocol/codec_test.cc"

        self.assertEqual([("protocol/codec.h", 1)], lines(shape.check_tests, header | exempt))
        good = {test: '// Tests.\n#include "protocol/codec.h"\n\n#include <vector>\n'}
        self.assertEqual([], lines(shape.check_tests, header | exempt | good))
        late = {test: '// Tests.\n#include <vector>\n#include "protocol/codec.h"\n'}
        self.assertEqual([(test, 2)], lines(shape.check_tests, header | exempt | late))

    def test_the_names_of_a_test_are_in_a_namespace_of_its_own(self):
        test = "tests/protocol/codec_test.cc"
        good = {test: "namespace kine::protocol::codec_test {\n}\n"}
        self.assertEqual([], lines(shape.check_test_namespaces, good))
        bad = {test: "namespace kine::protocol {\n}\n"}
        self.assertEqual([(test, 1)], lines(shape.check_test_namespaces, bad))


class Documents(unittest.TestCase):
    def test_links_to_files_folders_and_headings_resolve(self):
        tree = {"README.md": "[a](docs/a.md) [b](docs) [c](docs/a.md#the-tree-2) [d](#here)\n"
                "# Here\n[web](https://example.org/x)\n", "docs/a.md": "## The `tree`, 2\n"}
        self.assertEqual([], lines(documents.check_links, tree))

    def test_links_that_lead_nowhere_are_found_on_their_line(self):
        tree = {"docs/a.md": "\n[a](b.md)\n[c](a.md#there)\n[d](../docs/a.md)\n"}
        self.assertEqual([("docs/a.md", 2), ("docs/a.md", 3)], lines(documents.check_links, tree))

    def test_code_holds_no_links(self):
        tree = {"a.md": "```cpp\n[x](y) {}\n```\n`[x](y)`\n"}
        self.assertEqual([], lines(documents.check_links, tree))

    def test_a_top_level_folder_has_a_readme(self):
        wanted = dict.fromkeys(documents.WANTED, "")
        wanted["script/README.md"] = ""
        self.assertEqual([], lines(documents.check_documents, wanted))
        self.assertEqual([("server/README.md", 1)],
                         lines(documents.check_documents, wanted | {"server/server.cc": ""}))
        del wanted["CHANGELOG.md"]
        self.assertEqual([("CHANGELOG.md", 1)], lines(documents.check_documents, wanted))

    def test_a_readme_names_the_headers_of_its_folder_and_those_below_that_have_none(self):
        tree = {"realizer/a/README.md": "| `one.h`, `sub/two.h` | both |\n",
                "realizer/a/one.h": "", "realizer/a/sub/two.h": "", "tests/a/three.h": ""}
        self.assertEqual([], lines(documents.check_indexes, tree))
        unnamed = {"realizer/a/two.h": "", "realizer/a/ne.h": ""}
        self.assertEqual([("realizer/a/README.md", 1)] * 2,
                         lines(documents.check_indexes, tree | unnamed))
        self.assertEqual([("server/b.h", 1)], lines(documents.check_indexes, {"server/b.h": ""}))

    def test_a_header_in_a_readme_s_table_that_is_gone_is_found_on_its_line(self):
        tree = {"server/README.md": "| file |\n|---|\n| `a.h` | not `b.h` |\n| `c.h` | gone |\n",
                "server/a.h": ""}
        self.assertEqual([("server/README.md", 4)], lines(documents.check_indexes, tree))

    def test_a_threat_names_a_test_that_is_there(self):
        head = "# Threats\n\n| threat | bound | where | test |\n|---|---|---|---|\n"
        tree = {"tests/server/a_test.cc": 'TEST_CASE("it is "\n          "bounded", "[a]") {'}
        rows = head + '| flood | 1 | `a.h` | `a_test.cc`, "it is bounded": 7; `fuzz_a` |\n'
        self.assertEqual([], lines(documents.check_threats, tree | {documents.THREATS: rows}))
        rows += '| flood | 1 | `a.h` | `a_test.cc`, "it is not" |\n| flood | 1 | `a.h` | none |\n'
        self.assertEqual([(documents.THREATS, 6), (documents.THREATS, 7)],
                         lines(documents.check_threats, tree | {documents.THREATS: rows}))

    def test_every_source_is_reachable_from_cmake(self):
        cmake = {"a/CMakeLists.txt": "file(GLOB s ${CMAKE_CURRENT_SOURCE_DIR}/*.cc\n"
                 "     ${CMAKE_CURRENT_SOURCE_DIR}/${module}/*.cc)\nadd_library(b ../b/one.cc)\n",
                 "d/CMakeLists.txt": "file(GLOB_RECURSE s ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)\n",
                 "tests/CMakeLists.txt": "kine_test(a_tests a)  # not/this.cc\n"}
        good = dict.fromkeys(("a/x.cc", "a/m/y.cc", "b/one.cc", "d/x.cc", "d/e/f/x.cc",
                              "tests/a/x_test.cc", "tests/a/sub/y_test.cc"), "")
        self.assertEqual([], lines(documents.check_reachable, cmake | good))
        bad = ("a/m/n/z.cc", "b/two.cc", "tests/a/odd.cc", "tests/c/x_test.cc", "tests/not/this.cc")
        self.assertEqual(sorted((path, 1) for path in bad),
                         sorted(lines(documents.check_reachable, cmake | dict.fromkeys(bad, ""))))


class Pages(unittest.TestCase):
    def test_a_page_that_is_not_what_its_table_says_is_found(self):
        made = pages.pages()
        self.assertEqual([], lines(pages.check_pages, made))
        self.assertEqual([("docs/layers.md", 1)],
                         lines(pages.check_pages, made | {"docs/layers.md": "by hand\n"}))
        self.assertEqual([("docs/libraries.md", 1)],
                         lines(pages.check_pages, {"docs/layers.md": made["docs/layers.md"]}))

    def test_a_package_that_is_installed_and_explained_nowhere_is_found(self):
        known = next(iter(libraries.names_of(libraries.DEBIAN)))
        setup = f'packages="\n  {known} unheard-of\n"\npackages="$packages {known}"\n'
        npm = '{"dependencies": {"three": "1", "kinesphere": "file:../js", "left-pad": "1"}}'
        tree = pages.pages() | {"script/setup": setup, "clients/viewer/package.json": npm}
        found = list(pages.check_pages(tree))
        self.assertEqual(["script/setup", "clients/viewer/package.json"], [f.path for f in found])
        self.assertIn("unheard-of", found[0].message)
        self.assertIn("left-pad", found[1].message)

    def test_a_row_has_each_module_and_library_of_its_layer(self):
        rows = pages.layers_page().splitlines()
        self.assertIn("| `realizer/xml` | – | pugixml |", rows)
        self.assertIn("| `clients/snippets` | `clients/cpp` | Protobuf |", rows)


class Prose(unittest.TestCase):
    def lengths(self, text):
        return [(line, len(prose.words(sentence))) for line, sentence in prose.sentences(text)]

    def test_sentences_end_at_their_signs_and_with_their_paragraph(self):
        self.assertEqual([(1, 2), (1, 3), (1, 4), (4, 2)],
                         self.lengths("One two. One (two three)! One\ntwo 3.5 four?\n\nOne two\n"))

    def test_code_is_one_word_and_a_link_is_its_text(self):
        self.assertEqual([(1, 5)], self.lengths("Type `a b c` as [it says](x.md).\n"))

    def test_what_is_no_prose_is_not_counted(self):
        text = ("# A heading of words\n\n| a table | here |\n|---|---|\n\n```sh\nsome code\n```\n"
                "<!-- a remark -->\n* [a link](x.md): said\n\n![a picture](x.png)\n")
        self.assertEqual([], self.lengths(text))

    def test_items_of_a_list_are_apart(self):
        self.assertEqual([(1, 2), (2, 4), (4, 2), (5, 3), (5, 3)],
                         self.lengths("* One two\n* One two\n  three four\n3. One two\n"
                                      "* **Label.** At most 3. No *more* * here.\n"))

    def faults(self, path, text):
        return [(fault.line, fault.message) for fault in prose.faults_of(path, text)]

    def test_a_sentence_may_have_so_many_words_and_no_more(self):
        short = "A word. " * 20
        most = "word " * (prose.SENTENCE_WORDS_MAX - 1) + "end.\n"
        self.assertEqual([], self.faults("a.md", short + most))
        self.assertEqual([1], [line for line, _ in self.faults("a.md", short + "more " + most)])

    def test_the_mean_is_bounded_too(self):
        sentence = "word " * (prose.MEAN_WORDS_MAX - 1) + "end. "
        self.assertEqual([], self.faults("a.md", sentence * 3))
        found = self.faults("a.md", sentence * 3 + "one " + sentence)
        self.assertEqual([1], [line for line, _ in found])
        self.assertIn("in the mean", found[0][1])

    def test_who_is_for_people(self):
        for text in ("Researchers who bake.", "Somebody who asks.", "Ask people whose work it is.",
                     "The *who* is a word.", "It says `who`.", "The whole."):
            self.assertEqual([], self.faults("a.md", text + "\n"), text)
        for text in ("A block who waits.", "The joint\nwhose limit binds.", "Who walks stops."):
            self.assertEqual(1, len(self.faults("a.md", text + "\n")), text)

    def test_architecture_and_decisions_are_short(self):
        line = "| a |\n"
        most = line * prose.ARCHITECTURE_LINES_MAX
        self.assertEqual([], self.faults("ARCHITECTURE.md", most))
        self.assertEqual(1, len(self.faults("ARCHITECTURE.md", most + line)))
        self.assertEqual(1, len(self.faults("ARCHITECTURE.md", "| " + "a" * 180 + " |\n")))
        page = "| " + "a " * (prose.DECISION_WORDS_MAX - 2) + "|\n"
        self.assertEqual([], self.faults("docs/decisions/001-a.md", page))
        self.assertEqual(1, len(self.faults("docs/decisions/001-a.md", "| a " + page)))
        self.assertEqual([], self.faults("docs/decisions/README.md", "| a " + page))

    def test_the_list_of_pages_that_do_not_pass_only_gets_shorter(self):
        bad, good = "A block who waits.\n", "A block that waits.\n"
        with unittest.mock.patch.object(prose, "NOT_YET", ("a.md", "b.md")):
            self.assertEqual([], lines(prose.check_prose, {"a.md": bad, "b.md": bad}))
            found = [f.message for f in prose.check_prose({"a.md": good})]
        self.assertEqual(2, len(found))
        self.assertIn("a.md passes", found[0])
        self.assertIn("b.md, which is not there", found[1])

    def test_who_in_comments_is_counted_by_folder_and_only_gets_rarer(self):
        tree = {"server/a.h": "// Who waits.\n\n// A user who waits. The joint whose limit.\n"}
        with unittest.mock.patch.object(prose, "WHO_YET", {}):
            self.assertEqual([("server/a.h", 1)], lines(prose.check_comments, tree))
        with unittest.mock.patch.object(prose, "WHO_YET", {"server": prose.WHO_SLACK}):
            self.assertEqual([], lines(prose.check_comments, tree))
            tree["server/a.h"] = "// A user who waits.\n"
            self.assertEqual([("tests/tidy/prose.py", 1)], lines(prose.check_comments, tree))


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        subprocess.run(["git", "init", "-q", self.root], check=True)

    def test_the_tree_has_new_files_but_not_ignored_ones(self):
        (self.root / ".gitignore").write_text("build/\n")
        (self.root / "build").mkdir()
        (self.root / "build/made.cc").write_text("")
        (self.root / "new.cc").write_text("int a;\n")
        self.assertEqual({".gitignore", "new.cc"}, set(read_tree(self.root)))

    def test_a_fault_is_printed_with_its_place_and_fails_the_run(self):
        (self.root / "new.cc").write_text("int a;  \n")
        program = pathlib.Path(tidy.__file__)
        run = subprocess.run([sys.executable, program, self.root], capture_output=True, text=True,
                             check=False)
        self.assertEqual(1, run.returncode)
        self.assertIn("new.cc:1: blanks at the end of the line\n", run.stdout)

    @unittest.skipUnless(tidy.shutil.which(tidy.CLANG_FORMAT), "no clang-format here")
    def test_an_ill_laid_out_file_is_found(self):
        (self.root / ".clang-format").write_text("BasedOnStyle: Google\n")
        (self.root / "good.cc").write_text("int a;\n")
        (self.root / "ill.cc").write_text("int a;\nint   b;\n")
        found = tidy.check_layout(self.root, read_tree(self.root))
        self.assertEqual([("ill.cc", 2)], [(f.path, f.line) for f in found])


if __name__ == "__main__":
    unittest.main()
