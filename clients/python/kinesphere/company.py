"""Who is on the server, and whose they are, as a client hears it."""

from __future__ import annotations

import collections
import secrets
from typing import Any, Callable, Optional

from kinesphere import requests
from kinesphere.messages import Feedback, Refused

Character = collections.namedtuple("Character", "name id body")

# Somebody has come or gone: what waits for its callback.
Came = collections.namedtuple("Came", "character")
Went = collections.namedtuple("Went", "character")


class Company:
    """A part of Hearing, which has the inbox and `characters`, ids by name."""

    _inbox: Any
    characters: dict[str, int]
    _answer: Callable[[tuple, Any], bool]

    def _begin_company(self) -> None:
        self._claim_key = secrets.token_hex(16)  # the next connection has what this one claimed
        self._claimed: tuple[str, ...] = ()
        self._grace = 0.0
        self._bodies: dict[int, str] = {}
        self._on_joined: Optional[Callable] = None
        self._on_left: Optional[Callable] = None

    def _claim_again(self) -> Optional[Any]:
        """What is to be sent behind another Hello; None: nothing."""
        if not self._claimed:
            return None
        return requests.claim("", self._claimed, self._claim_key, self._grace)

    def _hear_answer(self, answer: Any) -> None:
        value: Any
        if answer.error:
            value = Refused(answer.error)
        elif answer.HasField("character"):
            value = Character(answer.character.name, answer.character.id, answer.character.body)
            if answer.id.startswith("join"):
                self._come(value)
            else:
                self._go(value)
        else:
            value = self._claimed = tuple(answer.claimed)
        if not self._answer(("company", answer.id), value) and answer.error:
            self._inbox.push(Feedback("problem", message=answer.error))

    def _hear_joined(self, message: Any) -> None:
        self._come(Character(message.name, message.id, message.body))

    def _hear_left(self, message: Any) -> None:
        body = self._bodies.get(message.character_id, "")
        self._go(Character(message.character, message.character_id, body))

    # The answer and what everybody is told say the same, and it counts once.

    def _come(self, character: Character) -> None:
        if self.characters.get(character.name) != character.id:
            self.characters[character.name] = character.id
            self._bodies[character.id] = character.body
            self._inbox.push(Came(character))

    def _go(self, character: Character) -> None:
        if self.characters.get(character.name) == character.id:
            del self.characters[character.name]
            self._bodies.pop(character.id, None)
            self._claimed = tuple(name for name in self._claimed if name != character.name)
            self._inbox.push(Went(character))

    def _tell_company(self, item: Any) -> Any:
        callback = self._on_joined if isinstance(item, Came) else self._on_left
        return callback(item.character) if callback else None
