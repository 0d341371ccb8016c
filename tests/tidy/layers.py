"""What may include what: the table of docs/layers.md, asked of every #include."""

import re

from source import Finding, code_of, is_cpp

# A row a module: the modules and single headers it may include beside itself, and the libraries.
# `core` is open to all. "realizer/*.h" are the headers that stand in realizer/ itself.
LAYERS = {
    "realizer/core": ("", "mman"),
    "realizer/math": ("", ""),
    "realizer/xml": ("", "pugixml"),
    "realizer/script": ("realizer/xml realizer/math", ""),
    "realizer/body": ("realizer/xml realizer/math", ""),
    "realizer/pose": ("realizer/body realizer/math", "Highway"),
    "realizer/solve": ("realizer/body realizer/math", "Highway"),
    "realizer/dynamics": ("realizer/pose realizer/body realizer/math", "Highway"),
    "realizer/speech": ("realizer/body realizer/xml realizer/math", ""),
    "realizer/plan": ("realizer/script realizer/body realizer/speech realizer/xml realizer/math "
                      "realizer/plan/behaviours", ""),
    "realizer/plan/behaviours": ("realizer/plan realizer/script realizer/body realizer/speech "
                                 "realizer/math", ""),
    "realizer/plan/properties": ("realizer/plan realizer/script realizer/body realizer/math", ""),
    "realizer/motion": ("realizer/plan realizer/body realizer/solve realizer/pose "
                        "realizer/speech realizer/math realizer/script", "Highway"),
    "realizer/autonomy": ("realizer/motion realizer/plan realizer/pose realizer/body realizer/math",
                          ""),
    "realizer/formats": ("realizer/body realizer/pose realizer/math realizer/frame.h "
                         "realizer/feedback.h", "tinygltf"),
    "realizer/pictures": ("realizer/formats realizer/body realizer/pose realizer/math "
                          "realizer/frame.h realizer/feedback.h", "libpng tinygltf zlib"),
    "realizer": ("realizer/pictures realizer/formats realizer/autonomy realizer/motion "
                 "realizer/plan "
                 "realizer/plan/properties realizer/plan/behaviours "
                 "realizer/dynamics realizer/solve realizer/pose "
                 "realizer/body realizer/script realizer/speech realizer/xml realizer/math", ""),
    "schemas": ("", ""),
    "avatars": ("realizer/body realizer/math schemas", "tinygltf meshoptimizer"),
    "protocol": ("realizer/frame.h realizer/feedback.h realizer/body", "Highway Protobuf"),
    "clients/cpp": ("protocol", "Boost Protobuf POSIX"),
    "clients/snippets": ("clients/cpp protocol", "Protobuf POSIX"),
    "server/sinks": ("server realizer realizer/body protocol clients/cpp",
                     "Boost Protobuf oscpack"),
    "server/bridges": ("server realizer realizer/xml protocol clients/cpp",
                       "Boost Protobuf spdlog"),
    "server/voices": ("server realizer/speech realizer/math protocol clients/cpp",
                      "Protobuf POSIX espeak-ng flite"),
    "server/session_log": ("server realizer realizer/body realizer/math realizer/motion "
                           "realizer/plan realizer/speech server/voices protocol",
                           "Protobuf POSIX"),
    "server": ("realizer realizer/body realizer/formats realizer/pictures realizer/math "
               "realizer/script/values.h "
               "realizer/plan/tension_manners.h realizer/pose/coverage.h "
               "protocol clients/cpp schemas server/sinks "
               "server/bridges server/voices server/session_log realizer/speech/voice.h",
               "Boost Protobuf spdlog CLI11 OpenSSL POSIX mman"),
}

# What a header in angle brackets belongs to. One without a dot or a slash is the standard's.
LIBRARIES = (
    (r"boost/.*", "Boost"),
    (r"google/protobuf/.*", "Protobuf"),
    (r".*\.pb\.h", "Protobuf"),
    (r"pugixml\.hpp", "pugixml"),
    (r"hwy/.*", "Highway"),
    (r"png\.h", "libpng"),
    (r"tiny_gltf\.h", "tinygltf"),
    (r"zlib\.h", "zlib"),
    (r"meshoptimizer\.h", "meshoptimizer"),
    (r"spdlog/.*", "spdlog"),
    (r"CLI/.*", "CLI11"),
    (r"oscpack/.*", "oscpack"),
    (r"openssl/.*", "OpenSSL"),
    (r"espeak-ng/.*", "espeak-ng"),
    (r"flite/.*", "flite"),
    (r"eigen3/Eigen/.*", "Eigen"),
    (r"lib3ds/.*", "lib3ds"),
    (r"catch2/.*", "Catch2"),
    (r"cal3d/.*", "cal3d"),
    (r"Ogre\w+\.h", "OGRE"),
    (r"libxml/.*", "libxml2"),
    (r"(unistd|signal|fcntl|netdb|poll|pthread|sched|spawn|malloc|time)\.h", "POSIX"),
    (r"sys/mman\.h", "mman"),
    (r"(sys|netinet|arpa)/\w+\.h", "POSIX"),
    (r"[a-z_0-9]+", "standard"),
)

TESTS_ONLY = {"Eigen", "Catch2", "lib3ds", "cal3d", "OGRE"}
CATCH_DOOR = ("tests/support/catch.h", "tests/support/catch_runner.cc")

_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def module_of(path):
    """The longest row that holds `path`: "realizer/body" of "realizer/body/body.h"."""
    folder = path.rpartition("/")[0]
    if path.startswith("realizer/"):
        return folder if folder in LAYERS else None
    return next((row for row in LAYERS if folder == row or folder.startswith(row + "/")), None)


def library_of(header):
    return next((name for pattern, name in LIBRARIES if re.fullmatch(pattern, header)), None)


def check_layers(tree):
    for path, text in tree.items():
        if not is_cpp(path):
            continue
        if not path.startswith("tests/") and module_of(path) is None:
            yield Finding(path, 1, "no row of LAYERS in tests/tidy/layers.py holds this folder")
            continue
        for number, line in enumerate(code_of(text).splitlines(), 1):
            include = _INCLUDE.match(line)
            if include:
                message = fault_of(tree, path, include.group(1), include.group(2))
                if message:
                    yield Finding(path, number, message)


def fault_of(tree, path, quote, header):
    library = library_of(header)
    if quote == "<" or library not in (None, "standard"):
        return fault_of_library(path, header, library)
    if header not in tree:
        return f"no file {header}: includes are spelled from the repository root"
    return fault_of_module(path, header)


def fault_of_library(path, header, library):
    if library is None:
        return f"<{header}> is of no library that LIBRARIES in tests/tidy/layers.py names"
    if library == "standard":
        return None
    if library == "Catch2":
        return None if path in CATCH_DOOR else f'<{header}>: include "tests/support/catch.h"'
    if path.startswith("tests/"):
        return None
    if library in TESTS_ONLY:
        return f"<{header}>: {library} is for tests alone"
    module = module_of(path)
    if library in LAYERS[module][1].split():
        return None
    return f"<{header}>: {module} may not use {library}"


def fault_of_module(path, header):
    if path.startswith("tests/"):
        return None
    module = module_of(path)
    if header.startswith("tests/"):
        return f'"{header}": {module} may not include a test'
    target = module_of(header)
    allowed = LAYERS[module][0].split() + [module, "realizer/core"]
    if target in allowed or header in allowed:
        return None
    return f'"{header}": {module} may not include {target} (its row: {" ".join(allowed)})'
