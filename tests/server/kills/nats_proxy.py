"""Between a node and its server of NATS: each message is seen before it goes on.

    node --PUB, HPUB--> Proxy --> nats-server
    node <--MSG, HMSG-- Proxy <-- nats-server

It knows as much of the protocol as tells one message from the next: a line, and behind four of the
verbs as many bytes as the line's last word says.
"""

import dataclasses
import selectors
import socket
import threading

BYTES_AT_ONCE = 1 << 16
VERBS_WITH_DATA = (b"PUB", b"HPUB", b"MSG", b"HMSG")
LINE_END = b"\r\n"


@dataclasses.dataclass
class Message:
    is_from_node: bool
    verb: bytes
    subject: str = ""
    reply: str = ""  # where its answer goes
    data: bytes = b""  # with headers
    whole: bytes = b""  # as it came


class Splitter:
    """Bytes of one direction, into messages."""

    def __init__(self, is_from_node):
        self._is_from_node = is_from_node
        self._bytes = b""

    def add(self, more):
        self._bytes += more
        while True:
            message = self._next()
            if message is None:
                return
            self._bytes = self._bytes[len(message.whole):]
            yield message

    def _next(self):
        end = self._bytes.find(LINE_END)
        if end < 0:
            return None
        words = self._bytes[:end].split()
        begin = end + len(LINE_END)
        verb = words[0].upper() if words else b""
        if verb not in VERBS_WITH_DATA:
            return Message(self._is_from_node, verb, whole=self._bytes[:begin])
        length = int(words[-1])
        whole = self._bytes[:begin + length + len(LINE_END)]
        if len(whole) < begin + length + len(LINE_END):
            return None
        # SUBJECT [SID of a delivery] [REPLY] [bytes of the headers] bytes
        others = words[2:-2] if verb.startswith(b"H") else words[2:-1]
        if not self._is_from_node:
            others = others[1:]
        return Message(self._is_from_node, verb, words[1].decode(),
                       others[0].decode() if others else "", whole[begin:begin + length], whole)


class Proxy:
    """One for each node, with a thread of its own. `trap(message, pass_on)` is called there for
    each message, and passes it on or does not; without a trap all go on."""

    def __init__(self, port):
        self._port = port
        self._selector = selectors.DefaultSelector()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._stop, self._stopped = socket.socketpair()
        self._selector.register(self._listener, selectors.EVENT_READ, None)
        self._selector.register(self._stopped, selectors.EVENT_READ, None)
        self.trap = None
        self.url = f"nats://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def end(self):
        self._stop.close()
        self._thread.join()

    def _work(self):
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._stopped:
                    return self._close_all()
                if key.fileobj is self._listener:
                    self._take_connection()
                elif key.fileobj.fileno() >= 0:  # not closed together with its other end just now
                    self._take_bytes(key.fileobj, *key.data)

    def _take_connection(self):
        node, _ = self._listener.accept()
        server = socket.create_connection(("127.0.0.1", self._port))
        for from_, to in ((node, server), (server, node)):
            from_.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._selector.register(from_, selectors.EVENT_READ, (to, Splitter(from_ is node)))

    def _take_bytes(self, from_, to, splitter):
        try:
            more = from_.recv(BYTES_AT_ONCE)
            for message in splitter.add(more):
                self._ask(message, to)
        except OSError:
            more = b""
        if not more:
            for each in (from_, to):
                self._selector.unregister(each)
                each.close()

    def _ask(self, message, to):
        trap = self.trap
        if trap is None:
            to.sendall(message.whole)
        else:
            trap(message, lambda: to.sendall(message.whole))

    def _close_all(self):
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()
