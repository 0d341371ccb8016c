"""What is installed, and why: the one source of docs/libraries.md."""

# (packages, version, why) of Debian 12; script/setup installs them.
DEBIAN = (
    ("g++", "12.2", "the compiler of releases; C++20"),
    ("clang-14, libclang-rt-14-dev", "14.0", "the sanitizers and libFuzzer"),
    ("lld-14", "14.0",
     "links the sanitizers' programs, each of which holds the whole server, in a quarter of the "
     "time of the usual linker"),
    ("clang-format-14", "14.0", "layout is run, not discussed"),
    ("cmake, ninja-build, pkg-config", "3.25, 1.11, 1.8", "the build, and where libraries are"),
    ("ccache", "4.7", "a clean clone builds again in minutes"),
    ("libboost1.81-dev", "1.81",
     "Asio: sockets, strands, coroutines. Beast: HTTP and WebSockets. URL: which page asks. The "
     "default 1.74 lacks `as_tuple` and per-operation cancellation as we use them"),
    ("libprotobuf-dev, protobuf-compiler", "3.21",
     "messages that old and new programs both read, in any language"),
    ("libpugixml-dev", "1.13", "the tree of an XML text that our scanner has found well-formed"),
    ("libhwy-dev", "1.0.3", "one source for AVX2, AVX-512 and NEON, chosen at run time"),
    ("libpng-dev", "1.6", "contact sheets"),
    ("zlib1g-dev", "1.2", "the streams of animated pictures, which libpng does not write"),
    ("libtinygltf-dev", "2.7",
     "the JSON and buffers of a glTF, read and written; its access to files is turned off"),
    ("libmeshoptimizer-dev", "0.18",
     "thins the surfaces of avatars while building, within bounds of error"),
    ("libspdlog-dev", "1.10", "the server's log"),
    ("libcli11-dev", "2.1", "the command line and its help"),
    ("libssl-dev", "3.0",
     "TLS of the server's port, by its libssl; SHA-256 of scripts and outputs, by its libcrypto"),
    ("libtoml11-dev", "3.7.1", "the configuration of `serve`, as TOML with places"),
    ("prometheus-cpp-dev", "1.0.1",
     "the text format of Prometheus, by its core alone: its own server is not used"),
    ("libespeak-ng-dev, espeak-ng-data", "1.51",
     "the voice `espeak`, in a program of its own because of the GPL; without the library that "
     "program is not built"),
    ("flite1-dev", "2.2", "the voice `flite`, English; without the library there is no such voice"),
    ("libopus-dev", "1.3.1",
     "sound that clients send as packets of Opus, decoded in the server, and encoded in tests; "
     "under the BSD licence of three clauses"),
    ("libmujoco-dev", "2.2.2",
     "the rigid bodies of `dynamics=\"torso\"`: joints, inertia, limits, contact; without the "
     "library such a script is refused"),
    ("liboscpack-dev", "1.1", "VMC's messages are OSC"),
    ("libnats-dev", "3.4.1",
     "several machines: leases, logs and messages between them by JetStream, over TLS"),
    ("catch2", "2.13", "tests"),
    ("libeigen3-dev", "3.4",
     "linear systems of `solve/`, `math/` and `plan/schedule/`, in `.cc` files, without "
     "vectorisation, so that every machine gives the same bits; in tests, other people's "
     "quaternions"),
    ("lib3ds-dev", "1.3",
     "in tests only: other people's Kochanek-Bartels quaternions, the oracle of "
     "`realizer/math/tcb.h`"),
    ("libcal3d12-dev, libogre-1.12-dev", "0.11, 1.12",
     "in `script/bench` only, where installed: what other engines take for the same motion"),
    ("libxml2-utils", "2.9", "in tests only: `xmllint` asks every sample whether it keeps to the "
     "XSD"),
    ("openssl", "3.0", "in tests only: certificates for the Python client"),
    ("python3, python3-protobuf, python3-setuptools, python3-wheel", "3.11, 3.21, 66, 0.38",
     "the Python client and its wheel, `tests/tidy`"),
    ("python3-yaml", "6.0", "in tests only: reads the manifest of Kubernetes and the compose file"),
    ("nats-server", "2.9.10",
     "in tests only: the servers that a cluster stands on; [cluster.md](cluster.md) says which to "
     "run"),
    ("dpkg-dev", "1.21", "the program as a Debian package: which packages its libraries are of"),
    ("nodejs, npm", "18.20, 9.2",
     "bring the Node 22 that builds and tests the JavaScript (`script/node`); not needed on a "
     "machine that has its own"),
    ("chromium", "", "in tests only: the browser in which the viewer is tried"),
    ("blender", "", "in tests only: its own bones against the kinematics of frames"),
)

# (packages, why) of npm, at the versions of each package-lock.json.
NPM = (
    ("@bufbuild/protobuf, @bufbuild/protoc-gen-es",
     "the messages in JavaScript, with types, from `kinesphere.proto` by Debian's protoc"),
    ("typescript, @types/node, @types/three",
     "the JavaScript is checked as strictly as the other languages"),
    ("three, @pixiv/three-vrm", "the picture of the viewer, and avatars in it"),
    ("@codemirror/autocomplete, @codemirror/commands, @codemirror/lang-xml, "
     "@codemirror/language, @codemirror/lint, @codemirror/state, @codemirror/view, "
     "@lezer/highlight",
     "the editor of the viewer: completion, marks under lines, a caret on phones"),
    ("esbuild", "makes three files of the viewer, which the program embeds"),
    ("playwright-core", "in tests only: clicks and looks at the viewer in Debian's chromium"),
    ("gltf-validator", "in tests only: judges the glTF files that the program writes"),
)


def names_of(table):
    return {name for row in table for name in row[0].split(", ")}
