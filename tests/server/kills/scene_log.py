"""The log of a scene, as NATS has it: rows that the program plays again without a pause."""

import base64
import os
import pathlib
import struct
import subprocess
import tempfile

from cluster_nodes import NatsClient

MAGIC = b"KSJ1"
RECORD_HEAD_BYTES = 8  # length and CRC-32C, behind them version, kind and a row
ROW_AT = 2
KIND_ROW = 1


def journal_in(port):
    """All batches behind each other."""
    client = NatsClient(port)
    journal = b""
    number = 0
    while True:
        answer = client.ask("$JS.API.STREAM.MSG.GET.LOG", seq=number + 1, next_by_subj="log.>")
        if "message" not in answer:
            break
        number = answer["message"]["seq"]
        journal += base64.b64decode(answer["message"].get("data", ""))
    client.close()
    return journal


def records_of(journal):
    """Their kinds, and what they hold."""
    if not journal.startswith(MAGIC):
        raise RuntimeError("the log of the scene is no journal")
    at = len(MAGIC)
    while at + RECORD_HEAD_BYTES <= len(journal):
        length = struct.unpack("<I", journal[at:at + 4])[0]
        at += RECORD_HEAD_BYTES
        yield journal[at + 1], journal[at + ROW_AT:at + length].decode()
        at += length


def run_again(port):
    """What the program says of it: the same frames to the bit, or where they differ."""
    records = list(records_of(journal_in(port)))
    if any(kind != KIND_ROW for kind, _ in records):
        return True, "the log has begun anew, and was not run again"
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "scene.jsonl")
        file.write_text("".join(row + "\n" for _, row in records), encoding="utf-8")
        done = subprocess.run([os.environ["KINE_PROGRAM"], "rerun", str(file)], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        said = done.stdout.strip().splitlines()[-1].removeprefix(f"{file}: ")
        return done.returncode == 0, said
