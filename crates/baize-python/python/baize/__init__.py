"""Othello, Banqi, Nine, May I? and Nine-ball: exact rules, computer players, and learning environments.

>>> import baize
>>> game = baize.Game("othello", seed="any")
>>> game.moves(0)
['d3', 'c4', 'f5', 'e6']
>>> game.apply(0, "f5")
['f5 turns 1']
>>> game.view(1)["toMove"]
'white'

`Game` is a game with views, actions and records as dictionaries, `Episode` is a game as numbers, and `Batch` is many of those,
stepped together. `baize.pettingzoo` has environments for PettingZoo.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from . import _native
from ._native import Episode as _Episode
from ._native import Refused

__all__ = ["Batch", "Episode", "Game", "Refused", "Suggestion", "games", "verify"]


def games() -> list[dict[str, Any]]:
    """Every game with its options and their defaults, its players from weak to strong, and its numbers of seats."""
    return json.loads(_native.games())


def verify(record: dict[str, Any] | str) -> dict[str, Any]:
    """Replays a record and checks its hash, its seed and its result; raises `Refused` if any of them is wrong."""
    return json.loads(_native.verify(record if isinstance(record, str) else json.dumps(record)))


class Suggestion(NamedTuple):
    """What a computer player would do, and why."""

    action: dict[str, Any]
    info: Any


class Game:
    """A game in progress, with everything as dictionaries, as described in docs/protocol.md.

    Every seat sees only its own view, computer players included.
    """

    def __init__(self, game: str, *, options: dict[str, Any] | None = None, seats: int | None = None, seed: str | None = None):
        self._native = _native.Game(game, json.dumps(options or {}), seats, seed)

    @classmethod
    def read(cls, record: dict[str, Any] | str) -> Game:
        """The game of a record, at its end."""
        game = cls.__new__(cls)
        game._native = _native.Game.read(record if isinstance(record, str) else json.dumps(record))
        return game

    @property
    def id(self) -> str:
        return self._native.id

    @property
    def seats(self) -> int:
        return self._native.seats

    @property
    def must(self) -> list[int]:
        """The seats that the game waits for; none when it is over."""
        return self._native.awaiting()[0]

    @property
    def may(self) -> list[int]:
        """The seats that may act out of turn."""
        return self._native.awaiting()[1]

    @property
    def outcome(self) -> dict[str, Any] | None:
        """Winners, reason and scores, once the game is over."""
        outcome = self._native.outcome()
        return None if outcome is None else json.loads(outcome)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The view of a seat, or without a seat, the view of spectators."""
        return json.loads(self._native.view(seat))

    def text(self, seat: int | None = None, language: str = "en") -> str:
        """The same view as text, in en, ja or zh-Hant."""
        return self._native.text(seat, language)

    def actions(self, seat: int) -> list[dict[str, Any]]:
        """What a seat can do; only examples if `is_complete` is false."""
        return json.loads(self._native.actions(seat)[0])

    def is_complete(self, seat: int) -> bool:
        """Whether `actions` lists everything that a seat can do."""
        return self._native.actions(seat)[1]

    def moves(self, seat: int) -> list[str]:
        """What a seat can do, as people type it."""
        return self._native.moves(seat)[0]

    def apply(self, seat: int, action: dict[str, Any] | str) -> list[str]:
        """Plays an action or a typed move and returns what everybody hears. If it is refused, nothing has changed."""
        if isinstance(action, str):
            return self._native.apply(seat, self._native.read_move(seat, action))
        return self._native.apply(seat, json.dumps(action))

    def resign(self, seat: int) -> None:
        """Takes a seat out of the game."""
        self._native.resign(seat)

    def suggest(self, seat: int, player: str = "hard", *, nodes: int | None = None, seed: str = "advice") -> Suggestion:
        """What a computer player would do in this seat. It gets only what the seat sees."""
        action, info = self._native.suggest(seat, player, nodes, seed)
        return Suggestion(json.loads(action), json.loads(info))

    def record(self) -> dict[str, Any]:
        """The game so far, which can be stored, verified (`baize.verify`, `baize verify`) and read again."""
        return json.loads(self._native.record())

    def copy(self) -> Game:
        game = Game.__new__(Game)
        game._native = self._native.copy()
        return game

    def __str__(self) -> str:
        return self.text()


class Episode(_Episode):
    """A game as numbers: `agent`, `legal()`, `act(number)`, `rewards()`. See docs/python.md."""

    __slots__ = ()

    def __new__(cls, game: str, *, options: dict[str, Any] | None = None, seats: int | None = None, seed: str | None = None):
        return super().__new__(cls, game, json.dumps(options or {}), seats, seed)


class Batch:
    """Many games of one kind, stepped together; needs NumPy. A game that ends is dealt anew."""

    def __init__(
        self, game: str, count: int, *, options: dict[str, Any] | None = None, seats: int | None = None, seed: str | None = None
    ):
        import numpy

        self._numpy = numpy
        self._native = _native.Batch(game, count, json.dumps(options or {}), seats, seed)
        self.count: int = count
        self.seats: int = self._native.seats
        self.is_discrete, self.size = self._native.space
        self.shape: tuple[int, ...] = tuple(self._native.shape)

    def agents(self):
        """The seat that decides, in each game."""
        return self._numpy.frombuffer(self._native.agents(), self._numpy.uint8)

    def masks(self):
        """A row for each game, with 1 for every legal action."""
        return self._numpy.frombuffer(self._native.masks(), self._numpy.int8).reshape(self.count, self.size)

    def observations(self):
        """What the agent of each game sees."""
        return self._numpy.frombuffer(self._native.observations(), self._numpy.float32).reshape(self.count, *self.shape)

    def sample(self):
        """A random legal action for each game, all equally likely; the seed determines them."""
        if not self.is_discrete:
            raise TypeError("every point can be played: take numpy.random.random((count, size))")
        return self._numpy.frombuffer(self._native.sample(), self._numpy.uint32)

    def step(self, actions):
        """Steps every game. Returns the rewards, one row of seats per game and 0 until it ends, and which games ended."""
        kind = self._numpy.uint32 if self.is_discrete else self._numpy.float32
        rewards, ended = self._native.step(self._numpy.ascontiguousarray(actions, kind).tobytes())
        rewards = self._numpy.frombuffer(rewards, self._numpy.float32).reshape(self.count, self.seats)
        return rewards, self._numpy.frombuffer(ended, self._numpy.bool_)
