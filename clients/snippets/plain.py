"""Plays a script and shows the newest frames, from the protocol alone: plain.py SCRIPT [HOST:PORT]

kinesphere_pb2 is what `protoc --python_out=. kinesphere.proto` makes.
"""

import socket
import struct
import sys

from kinesphere_pb2 import PART_BODY, Envelope, Feedback

with open(sys.argv[1], encoding="utf-8") as file:
    script = file.read()
host, _, port = (sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1:7730").rpartition(":")
server = socket.create_connection((host, int(port)))
received = bytearray()


def send(**message):
    body = Envelope(**message).SerializeToString()
    server.sendall(struct.pack("<I", len(body)) + body)


def read_all():
    """All that has come, so that nothing that is shown is old. Waits where nothing has."""
    server.settimeout(None)
    try:
        while chunk := server.recv(65536):
            received.extend(chunk)
            server.settimeout(0)
    except BlockingIOError:
        return
    sys.exit("the server closed the connection")


def messages():
    while len(received) >= 4 and len(received) >= 4 + struct.unpack_from("<I", received)[0]:
        end = 4 + struct.unpack_from("<I", received)[0]
        yield Envelope.FromString(bytes(received[4:end]))
        del received[:end]


send(hello={"version_major": 1, "name": "plain.py"})
over = False
while not over:
    read_all()
    newest = {}
    for message in messages():
        kind = message.WhichOneof("message")
        if kind == "hello":
            send(subscribe={"parts": [PART_BODY]})
            send(submit={"id": "mine", "script": script})
        elif kind == "frame":
            newest[message.frame.character_id] = message.frame
        elif kind == "feedback":
            print(Feedback.Kind.Name(message.feedback.kind), message.feedback.id)
            over = message.feedback.kind in (Feedback.ENDED, Feedback.INTERRUPTED)
        elif kind in ("refused", "problem"):
            sys.exit(getattr(message, kind).error)
    for frame in newest.values():
        print(f"tick {frame.tick}: {frame.character_id} has the hips {frame.hips[1]:.3f} m up")
        send(ack={"tick": frame.tick})
