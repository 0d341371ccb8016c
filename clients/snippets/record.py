"""Plays a script on ada and writes down how she moved: record.py SCRIPT OUTPUT [HOST:PORT]"""

import struct
import sys
import threading

import kinesphere

script, output = sys.argv[1:3]
server = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1:7730"
frames, span, done = [], {}, threading.Event()


def keep(frame):
    if "started" in span and frame.tick > span["started"]:
        frames.append(frame)
    if "ended" in span and frame.tick >= span["ended"]:
        done.set()


def note(feedback):
    if feedback.kind in ("started", "ended"):
        span[feedback.kind] = round(feedback.time * client.tick_rate)


with kinesphere.connect(server, name="record.py") as client:
    client.on_feedback(note)
    client.subscribe(["ada"], on_frame=keep, parts=["body"], encoding="float32")
    client.submit(open(script, encoding="utf-8").read(), character="ada")
    done.wait()

with open(output, "wb") as file:
    for frame in frames:
        if frame.tick <= span["ended"]:
            rotations = frame.parent_from_joint
            file.write(struct.pack("<II", frame.tick - span["started"], len(rotations) // 4))
            file.write(struct.pack(f"<{len(rotations)}f", *rotations))
