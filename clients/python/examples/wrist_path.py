"""Plays a script and prints the path of ada's right wrist: wrist_path.py SCRIPT [HOST:PORT]"""

import sys

import kinesphere

server = sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1:7730"
with open(sys.argv[1], encoding="utf-8") as file:
    script = file.read()


def print_wrist(frame):
    positions = kinesphere.world_positions(client.skeletons[frame.character_id], frame)
    x, y, z = positions["rightHand"]
    print(f"{frame.tick / client.tick_rate:.3f} s  {x:+.3f} {y:+.3f} {z:+.3f}")


with kinesphere.connect(server, name="wrist_path") as client:
    client.on_feedback(lambda feedback: print(feedback.kind, feedback.id))
    client.subscribe(["ada"], on_frame=print_wrist)
    client.submit(script, character="ada").wait()
