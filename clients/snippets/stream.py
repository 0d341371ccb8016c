"""Says a reply while its tokens arrive, is interrupted, and goes on: stream.py [HOST:PORT]"""

import re
import sys
import threading
from xml.sax.saxutils import escape

import kinesphere

REPLY = ("There are [BEAT]three reasons. The first one is [BEAT]time, as ever. The second one is "
         "[DEICTIC]money. And [BEAT]you know the third.")
BLOCK = ('<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="{id}">'
         '<speech id="s"{start}><text>{text}</text></speech>{gestures}</bml>')


class Sentence:
    """A text, and which gesture strikes at the word at which place of it."""

    def __init__(self, text, gestures):
        self.text, self.gestures = text, gestures

    @classmethod
    def read(cls, written):
        text, gestures = "", []
        for i, part in enumerate(re.split(r"\[(\w+)\]", written.strip())):
            if i % 2:
                gestures.append((len(text), part))
            else:
                text += part
        return cls(text, gestures)

    def rest(self, text_left):
        """What is left of it when so much is left of its text."""
        done = len(self.text) - len(text_left)
        return Sentence(text_left, [(at - done, lexeme) for at, lexeme in self.gestures
                                    if at >= done])

    def bml(self, id, start):
        text, end, gestures = "", 0, ""
        for i, (at, lexeme) in enumerate(self.gestures):
            text += f'{escape(self.text[end:at])}<sync id="w{i}"/>'
            gestures += f'<gesture id="g{i}" lexeme="{lexeme}" stroke="s:w{i}"/>'
            end = at
        return BLOCK.format(id=id, start=f' start="{start}"' if start else "",
                            text=text + escape(self.text[end:]), gestures=gestures)


class Speaker:
    """Says sentences one behind the other as they come."""

    def __init__(self, client, character):
        self.client, self.character = client, character
        self.written = ""  # that is no sentence yet
        self.count = 0
        self.playing = {}  # sentences by the ids of their blocks, in order
        self.said = []     # texts
        self.left = []     # sentences, after an interruption
        self.changed = threading.Condition()
        client.on_feedback(self.hear)

    def write(self, token):
        *closed, self.written = re.split(r"(?<=[.!?…])\s+", self.written + token)
        for written in closed:
            self.say(Sentence.read(written))

    def finish(self):
        if self.written.strip():
            self.say(Sentence.read(self.written))
        self.written = ""

    def say(self, sentence):
        with self.changed:
            before = next(reversed(self.playing), None)  # None: nobody speaks
            self.count += 1
            id = f"sentence{self.count}"
            self.playing[id] = sentence
        start = f"{before}:s:end" if before else ""
        self.client.submit(sentence.bml(id, start), character=self.character)

    def hear(self, feedback):
        """On the client's thread."""
        with self.changed:
            if feedback.kind in ("ended", "interrupted") and feedback.id in self.playing:
                sentence = self.playing.pop(feedback.id)
                left = feedback.performed.text_left if feedback.kind == "interrupted" else ""
                self.said.append(sentence.text[:len(sentence.text) - len(left)])
                if left:
                    self.left.append(sentence.rest(left))
            self.changed.notify_all()

    def wait(self, done, seconds=60):
        with self.changed:
            if not self.changed.wait_for(done, seconds):
                raise TimeoutError("the character still speaks")

    def interrupt(self):
        """Falls silent; the sentences that are left."""
        self.written = ""
        self.client.interrupt(character=self.character, fade=0.2)
        self.wait(lambda: not self.playing)
        left, self.left = self.left, []
        return left


def main():
    server = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:7730"
    with kinesphere.connect(server, name="stream.py") as client:
        speaker = Speaker(client, "ada")
        for token in re.findall(r"\S+\s*", REPLY):  # as a language model writes them
            speaker.write(token)
        speaker.finish()
        speaker.wait(lambda: len(speaker.said) >= 1)  # somebody interrupts in the second sentence
        left = speaker.interrupt()
        print("said:", " ".join(speaker.said))
        print("left:", " ".join(sentence.text for sentence in left))
        for sentence in left:
            speaker.say(sentence)
        speaker.wait(lambda: not speaker.playing)


if __name__ == "__main__":
    main()
