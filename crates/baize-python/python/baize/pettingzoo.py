"""Environments for PettingZoo, one for each game.

>>> from baize.pettingzoo import env
>>> othello = env("othello")
>>> othello.reset(seed=1)
>>> for agent in othello.agent_iter():
...     observation, reward, termination, truncation, info = othello.last()
...     action = None if termination else othello.action_space(agent).sample(observation["action_mask"])
...     othello.step(action)

Agents are `seat_0`, `seat_1` and so on. With discrete actions an observation is a dictionary of `observation` and `action_mask`; in
Nine-ball it is the array alone, and an action is eight numbers. docs/python.md has every encoding.
"""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from . import Episode, games

__all__ = ["TableEnv", "env", "raw_env"]


def env(game: str, **settings: Any) -> AECEnv:
    """The environment of a game, with the wrappers that report mistakes."""
    raw = raw_env(game, **settings)
    if raw.is_discrete:
        raw = AssertOutOfBoundsWrapper(raw)
    return OrderEnforcingWrapper(raw)


def raw_env(game: str, **settings: Any) -> TableEnv:
    """The environment without wrappers."""
    return TableEnv(game, **settings)


class TableEnv(AECEnv):
    """A table of one of the games. Seats that may interrupt are asked before the one whose turn it is."""

    metadata = {"name": "baize_v1", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        options: dict[str, Any] | None = None,
        seats: int | None = None,
        render_mode: str | None = None,
        most_steps: int | None = None,
    ):
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError("render_mode is None, 'ansi' or 'human'")
        self.metadata = {**self.metadata, "name": f"baize_{game.replace('-', '_')}_v1"}
        self._settings = {"game": game, "options": options, "seats": seats}
        self._most_steps = most_steps
        self.render_mode = render_mode
        self._episode = self._begin("0")
        self.possible_agents = [f"seat_{seat}" for seat in range(self._episode.seats)]
        self.is_discrete, self._size = self._episode.space
        shape = tuple(self._episode.shape)
        # Places and counts are within these bounds; rewards and points of a long match may exceed them.
        seen = spaces.Box(-16.0, 16.0, shape, numpy.float32)
        if self.is_discrete:
            mask = spaces.Box(0, 1, (self._size,), numpy.int8)
            seen = spaces.Dict({"observation": seen, "action_mask": mask})
            act = spaces.Discrete(self._size)
        else:
            act = spaces.Box(0.0, 1.0, (self._size,), numpy.float32)
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        # One per agent, since each samples from its own random generator.
        self.action_spaces = {agent: _copy(act) for agent in self.possible_agents}
        self._deals = 0

    def _begin(self, seed: str) -> Episode:
        settings = dict(self._settings)
        return Episode(settings.pop("game"), seed=seed, **settings)

    def observation_space(self, agent: str):
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        if seed is not None:
            self._seed, self._deals = seed, 0
        elif not hasattr(self, "_seed"):
            self._seed = int(numpy.random.default_rng().integers(2**62))
        self._deals += 1
        self._episode = self._begin(f"{self._seed}/{self._deals}")
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._episode.agent]

    def observe(self, agent: str):
        seat = self.possible_agents.index(agent)
        seen = numpy.frombuffer(self._episode.observation(seat), numpy.float32).reshape(self._episode.shape)
        if not self.is_discrete:
            return seen
        mask = numpy.zeros(self._size, numpy.int8)
        if self._episode.agent == seat:
            mask[self._episode.legal()] = 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if self.is_discrete:
            self._episode.act(int(action))
        else:
            self._episode.act_at([float(number) for number in action])
        self._steps += 1
        rewards = self._episode.rewards()
        is_over, is_long = rewards is not None, self._steps == self._most_steps
        self.rewards = dict(zip(self.agents, rewards or [0.0] * len(self.agents), strict=True))
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, is_long and not is_over)
        if not is_over:
            self.agent_selection = self.agents[self._episode.agent]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The view of spectators as text: returned for `ansi`, printed for `human`."""
        if self.render_mode == "ansi":
            return self._episode.text()
        if self.render_mode == "human":
            print(self._episode.text())
        return None

    def close(self) -> None:
        pass


def _copy(space: spaces.Space) -> spaces.Space:
    if isinstance(space, spaces.Discrete):
        return spaces.Discrete(int(space.n))
    return spaces.Box(space.low, space.high, space.shape, space.dtype)


#: The games with an environment.
GAMES = [game["id"] for game in games()]
