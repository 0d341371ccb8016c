"""What may include what: the table of docs/layers.md, asked of every #include."""

import re

from source import Finding, code_of, is_cpp

# A row a folder: the folders above it and single headers that it may include beside itself, and the
# libraries. `core` is open to all.
LAYERS = {
    "schemas": ("", ""),
    "realizer/core": ("", "mman"),
    "realizer/math": ("", "Eigen"),
    "realizer/xml": ("", "pugixml"),
    "realizer/script": ("realizer/math realizer/xml", ""),
    "realizer/body": ("realizer/math realizer/xml", ""),
    "realizer/pose": ("realizer/math realizer/body", "Highway"),
    "realizer/pose/retarget": ("realizer/math realizer/body realizer/pose", ""),
    "realizer/solve": ("realizer/math realizer/body", "Eigen"),
    "realizer/dynamics": (
        "realizer/math realizer/body realizer/pose realizer/pose/retarget", "Highway"),
    "realizer/dynamics/physical": (
        "realizer/math realizer/body realizer/dynamics", "Eigen MuJoCo"),
    "realizer/speech": ("realizer/math realizer/xml realizer/body", ""),
    "realizer/speech/hearing": ("realizer/math realizer/body realizer/speech", ""),
    "realizer/gesture": (
        "realizer/math realizer/body realizer/pose realizer/speech realizer/speech/hearing", ""),
    "realizer/gesture/training": (
        "realizer/math realizer/body realizer/pose realizer/speech/hearing realizer/gesture", ""),
    "realizer/gesture/measures": ("realizer/math realizer/body realizer/gesture", "Eigen"),
    "realizer/formats/read": (
        "realizer/math realizer/pose realizer/pose/retarget", "tinygltf"),
    "realizer/script/classic": ("realizer/math realizer/xml realizer/script", ""),
    "realizer/script/kinesphere": ("realizer/xml realizer/script", ""),
    "realizer/plan/names": (
        "realizer/xml realizer/script realizer/body realizer/script/kinesphere",
        ""),
    "realizer/plan/tension": (
        "realizer/math realizer/script realizer/body realizer/plan/names",
        ""),
    "realizer/live": (
        "realizer/math realizer/script realizer/body realizer/plan/names realizer/plan/tension",
        ""),
    "realizer/script/bml": ("realizer/xml realizer/script realizer/script/kinesphere", ""),
    "realizer/plan/schedule": ("realizer/script realizer/script/bml", "Eigen"),
    "realizer/plan": (
        "realizer/math realizer/script realizer/body realizer/speech realizer/plan/names "
        "realizer/plan/tension realizer/plan/schedule",
        ""),
    "realizer/plan/gestures": (
        "realizer/script realizer/body realizer/script/kinesphere realizer/plan/names "
        "realizer/plan",
        ""),
    "realizer/plan/behaviours": (
        "realizer/script realizer/body realizer/speech realizer/gesture realizer/plan/names "
        "realizer/plan/schedule realizer/plan realizer/plan/gestures",
        ""),
    "realizer/plan/make": (
        "realizer/math realizer/script realizer/body realizer/plan/names realizer/plan/tension "
        "realizer/plan realizer/plan/gestures",
        ""),
    "realizer/motion": (
        "realizer/math realizer/script realizer/body realizer/pose realizer/speech "
        "realizer/plan/tension realizer/plan/schedule realizer/plan realizer/plan/make",
        ""),
    "realizer/autonomy": (
        "realizer/math realizer/body realizer/pose realizer/plan realizer/motion",
        ""),
    "realizer/motion/actuators": (
        "realizer/math realizer/script realizer/body realizer/pose realizer/solve "
        "realizer/speech realizer/speech/hearing realizer/gesture realizer/plan/names "
        "realizer/plan realizer/motion",
        ""),
    "realizer/motion/ground": (
        "realizer/math realizer/body realizer/pose realizer/solve realizer/plan realizer/motion",
        ""),
    "realizer/motion/clips": (
        "realizer/math realizer/script realizer/body realizer/pose realizer/solve "
        "realizer/plan/names realizer/plan/tension realizer/plan realizer/motion "
        "realizer/motion/ground",
        ""),
    "realizer/motion/build": (
        "realizer/script realizer/body realizer/pose realizer/plan/names realizer/plan "
        "realizer/plan/make realizer/solve "
        "realizer/motion realizer/motion/actuators realizer/motion/ground realizer/motion/clips",
        ""),
    "realizer/plan/properties": (
        "realizer/math realizer/body realizer/plan realizer/plan/gestures", ""),
    "realizer/cast": (
        "realizer/script realizer/body realizer/pose realizer/plan/names realizer/plan "
        "realizer/autonomy realizer/motion/clips realizer/plan/properties",
        ""),
    "realizer/script/writing": ("realizer/script realizer/script/bml", ""),
    "realizer/agenda": ("realizer/plan realizer/motion", ""),
    "realizer/tick/state": (
        "realizer/math realizer/script realizer/body realizer/pose realizer/solve "
        "realizer/dynamics realizer/dynamics/physical realizer/speech realizer/speech/hearing "
        "realizer/gesture realizer/plan/names realizer/plan/tension realizer/live realizer/plan "
        "realizer/motion realizer/agenda realizer/autonomy realizer/cast",
        ""),
    "realizer/formats": (
        "realizer/math realizer/body realizer/formats/read realizer/tick/state/feedback.h "
        "realizer/tick/state/frame.h",
        "tinygltf"),
    "realizer/pictures": (
        "realizer/math realizer/body realizer/dynamics/physical realizer/pose "
        "realizer/formats/read realizer/formats realizer/tick/state/feedback.h "
        "realizer/tick/state/frame.h",
        "libpng tinygltf zlib"),
    "realizer/prepare": (
        "realizer/script realizer/body realizer/pose realizer/pose/retarget "
        "realizer/dynamics realizer/dynamics/physical realizer/live realizer/speech "
        "realizer/speech/hearing realizer/gesture "
        "realizer/formats/read realizer/plan/names realizer/plan/tension realizer/script/bml "
        "realizer/plan/schedule realizer/plan realizer/plan/gestures realizer/plan/behaviours "
        "realizer/plan/make realizer/motion realizer/motion/build realizer/cast "
        "realizer/tick/state",
        ""),
    "realizer/tick/solving": (
        "realizer/math realizer/body realizer/pose realizer/solve realizer/motion/ground "
        "realizer/tick/state",
        ""),
    "realizer/tick/filters": (
        "realizer/math realizer/body realizer/pose realizer/dynamics "
        "realizer/dynamics/physical realizer/tick/state realizer/tick/solving",
        ""),
    "realizer/tick/kinds": (
        "realizer/body realizer/pose realizer/solve realizer/motion realizer/motion/ground "
        "realizer/tick/state realizer/tick/solving",
        ""),
    "realizer/tick": (
        "realizer/math realizer/body realizer/pose realizer/dynamics realizer/dynamics/physical "
        "realizer/gesture realizer/plan realizer/motion realizer/agenda realizer/autonomy "
        "realizer/motion/ground realizer/motion/clips realizer/motion/build realizer/cast "
        "realizer/tick/state realizer/tick/solving realizer/tick/filters realizer/tick/kinds",
        ""),
    "avatars": ("schemas realizer/math realizer/body", "meshoptimizer tinygltf"),
    "clients/embedded": ("schemas realizer/body realizer/prepare realizer/tick", ""),
    "protocol": (
        "realizer/math realizer/body realizer/tick/state/feedback.h realizer/tick/state/frame.h",
        "Highway Protobuf"),
    "clients/cpp": ("protocol", "Boost Protobuf"),
    "clients/snippets": ("clients/cpp", "POSIX Protobuf"),
    "server/base": ("realizer/formats/read protocol clients/cpp", "Boost OpenSSL POSIX mman"),
    "server/tls": ("", "OpenSSL POSIX"),
    "server/guests": ("server/base server/tls", "Boost"),
    "server/scene": (
        "schemas realizer/math realizer/script realizer/body realizer/plan/names "
        "realizer/plan/tension realizer/pose realizer/pose/retarget realizer/dynamics/physical "
        "realizer/formats/read realizer/cast realizer/tick/state realizer/prepare protocol "
        "server/base",
        ""),
    "server/ticks": (
        "realizer/speech realizer/cast realizer/tick/state realizer/tick protocol server/base "
        "server/scene",
        "Boost"),
    "server/recordings": ("protocol server/base server/scene server/ticks", "POSIX"),
    "server/voices": (
        "realizer/speech protocol clients/cpp server/base server/guests",
        "POSIX Protobuf espeak-ng flite"),
    "server/session_log": (
        "realizer/speech realizer/prepare realizer/tick server/base server/scene server/ticks "
        "server/voices",
        "POSIX Protobuf"),
    "server/listening": ("realizer/speech/hearing", "opus"),
    "server/live": (
        "realizer/speech realizer/speech/hearing realizer/plan/tension realizer/agenda "
        "realizer/live realizer/tick/state realizer/prepare realizer/tick server/base "
        "server/guests server/scene server/ticks server/voices server/session_log",
        ""),
    "server/resuming": (
        "realizer/motion protocol server/base server/guests server/ticks", "Protobuf"),
    "server/journal": (
        "realizer/tick protocol server/base server/scene server/ticks server/session_log "
        "server/live server/resuming",
        "Boost POSIX"),
    "server/cluster": (
        "server/base server/session_log server/journal",
        "NATS"),
    "server/retention": ("server/base server/recordings server/journal", "POSIX"),
    "server/offline": (
        "realizer/math realizer/script realizer/pose realizer/speech realizer/speech/hearing "
        "realizer/gesture realizer/gesture/training realizer/formats/read realizer/plan/tension "
        "realizer/cast "
        "realizer/tick/state realizer/formats realizer/pictures realizer/prepare realizer/tick "
        "protocol server/base server/scene server/ticks server/voices server/live",
        "CLI11 POSIX"),
    "server/learning": (
        "realizer/math realizer/pose realizer/pose/retarget realizer/speech "
        "realizer/speech/hearing realizer/gesture realizer/gesture/training "
        "realizer/formats/read realizer/tick/state protocol server/base server/recordings "
        "server/offline",
        ""),
    "server/corpus": (
        "realizer/speech realizer/gesture realizer/cast realizer/formats realizer/prepare "
        "server/base server/scene server/voices server/offline server/learning",
        ""),
    "server/evaluation": (
        "realizer/math realizer/script realizer/speech realizer/speech/hearing realizer/gesture "
        "realizer/gesture/training realizer/gesture/measures realizer/cast realizer/tick/state "
        "realizer/tick server/base server/scene server/offline server/learning server/corpus",
        ""),
    "server/web": (
        "schemas realizer/script realizer/cast realizer/formats server/scene", "Boost POSIX"),
    "server/config": ("server/base", "CLI11 toml11"),
    "server/admin": ("clients/cpp server/base server/web", "Boost POSIX prometheus"),
    "server/services": (
        "realizer/live realizer/cast realizer/tick/state realizer/tick protocol clients/cpp "
        "server/base server/tls server/guests server/scene server/ticks server/recordings "
        "server/voices server/listening server/live server/resuming server/web",
        ""),
    "server/demonstration": (
        "schemas realizer/math realizer/body realizer/prepare server/ticks server/services",
        ""),
    "server/conversation": (
        "realizer/live realizer/prepare protocol server/base server/tls server/scene "
        "server/ticks server/recordings server/voices server/session_log server/listening "
        "server/live server/resuming server/journal server/services server/demonstration",
        "Boost Protobuf"),
    "server/net": (
        "protocol clients/cpp server/base server/tls server/guests server/ticks "
        "server/session_log server/web server/services server/conversation",
        "Boost POSIX Protobuf"),
    "server/bridges": (
        "realizer/xml protocol clients/cpp server/base server/ticks server/services server/net",
        "Boost Protobuf spdlog"),
    "server/sinks": (
        "realizer/body realizer/tick/state protocol clients/cpp server/scene server/ticks "
        "server/services",
        "Boost Protobuf oscpack"),
    "server": (
        "protocol clients/cpp server/base server/tls server/guests server/scene server/ticks "
        "server/session_log server/live server/journal server/cluster server/web server/admin "
        "server/services server/demonstration server/net server/bridges server/sinks",
        "Boost spdlog"),
    "server/commands/options": ("realizer/script server/base server/scene server/voices", "CLI11"),
    "server/commands": (
        "realizer/math realizer/script realizer/body realizer/dynamics/physical realizer/pose "
        "realizer/pose/retarget realizer/speech/hearing realizer/gesture/training "
        "realizer/formats/read realizer/formats "
        "realizer/pictures realizer/prepare protocol clients/cpp server/base server/scene "
        "server/ticks server/recordings server/voices server/session_log server/offline "
        "server/corpus server/learning server/evaluation server/web server/config server/admin "
        "server/tls server/guests server/cluster server/retention server/services server/bridges "
        "server/sinks server server/commands/options",
        "CLI11 POSIX Protobuf spdlog"),
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
    (r"opus/.*", "opus"),
    (r"nats/.*", "NATS"),
    (r"prometheus/.*", "prometheus"),
    (r"toml\.hpp", "toml11"),
    (r"eigen3/Eigen/.*", "Eigen"),
    (r"mujoco/.*", "MuJoCo"),
    (r"lib3ds/.*", "lib3ds"),
    (r"catch2/.*", "Catch2"),
    (r"cal3d/.*", "cal3d"),
    (r"Ogre\w+\.h", "OGRE"),
    (r"libxml/.*", "libxml2"),
    (r"(dirent|unistd|signal|fcntl|netdb|poll|pthread|sched|spawn|malloc|time)\.h", "POSIX"),
    (r"sys/mman\.h", "mman"),
    (r"(sys|netinet|arpa)/\w+\.h", "POSIX"),
    (r"[a-z_0-9]+", "standard"),
)

TESTS_ONLY = {"Catch2", "lib3ds", "cal3d", "OGRE"}
CATCH_DOOR = ("tests/support/catch.h", "tests/support/catch_runner.cc")

_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def module_of(path):
    """The row that holds `path`: in the realizer and the server its very folder."""
    folder = path.rpartition("/")[0]
    if path.startswith(("realizer/", "server/")):
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
        # Its headers cost seconds, so that none of ours hands them on.
        if library == "Eigen" and not path.endswith(".cc"):
            return f"<{header}>: Eigen is for .cc files alone"
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
