"""A table for a language model: it sits at a Baize table over the Model Context Protocol and reads nothing but the structured part.

    python table.py othello                              # a scripted model against `easy`, on this machine
    python table.py nine --server http://127.0.0.1:8080  # the same at a server's table
    python table.py banqi --model http://127.0.0.1:11434/v1 --name llama3.2

`--model` is any address that speaks the chat completions protocol; without it the model is a script, so that everything can be
tried without one. Needs `pip install mcp`, and `baize` on the path or named by `--program`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import urllib.request
from typing import Any, Callable

from mcp import Client, StdioServerParameters

#: What a model answers when it is shown a table.
Model = Callable[[str], str]

ASK = "You play {game}. Answer with one move, typed exactly as in `legal`, and nothing else.\n{table}"


def scripted(seed: int = 0) -> Model:
    """A model that knows nothing: it picks something from the list, and begins with nonsense, as real ones sometimes do."""
    dice = random.Random(seed)
    nonsense = ["I think I will castle."]

    def answer(prompt: str) -> str:
        table = json.loads(prompt.split("\n", 1)[1])
        return nonsense.pop() if nonsense else dice.choice([move for move in table["legal"] if move != "concede"])

    return answer


def served(address: str, name: str) -> Model:
    """A model behind the chat completions protocol."""

    def answer(prompt: str) -> str:
        body = {"model": name, "messages": [{"role": "user", "content": prompt}], "max_tokens": 32}
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{address}/chat/completions", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=120) as reply:
            return json.load(reply)["choices"][0]["message"]["content"].strip()

    return answer


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Calls a tool. What comes back is the structured part alone; a refusal is in its `error`."""
    return (await client.call_tool(tool, arguments)).structured_content


async def play(client: Client, game: str, players: str, model: Model, most: int = 2000, **start: Any) -> dict[str, Any]:
    """Plays a game to its end; the table as it stands then, and how often the model was refused.

    On this machine `seed` makes the deal repeatable; a server draws its own.
    """
    shown = await call(client, "start", game=game, players=players, **start)
    if shown.get("error"):
        raise RuntimeError(shown["error"]["message"])
    table, refused = shown["id"], 0
    for _ in range(most):
        if shown.get("result"):
            return {**shown, "refused": refused}
        seen = {key: shown.get(key) for key in ("board", "happened", "legal", "error") if shown.get(key)}
        wish = model(ASK.format(game=game, table=json.dumps(seen, ensure_ascii=False))) if shown.get("legal") else "wait"
        reply = await call(client, "move", table=table, version=shown["version"], move=wish)
        if reply.get("error"):
            # It is told what was wrong, with the table as it is, and tries again.
            refused += 1
            shown = {**await call(client, "look", table=table), "error": reply["error"]}
        else:
            shown = reply
    raise RuntimeError(f"{game} did not end after {most} moves")


async def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("game", nargs="?", default="othello")
    words.add_argument("--players", help="who sits where; the model is `human`")
    words.add_argument("--program", default="baize")
    words.add_argument("--server", help="a server's address, instead of tables on this machine")
    words.add_argument("--model", help="an address of the chat completions protocol; a script if it is left out")
    words.add_argument("--name", default="", help="which model, at that address")
    words.add_argument("--seed", type=int, default=0, help="what the scripted model draws from")
    said = words.parse_args()
    players = said.players or ("human,greedy,greedy" if said.game == "may-i" else "human,random")
    model = served(said.model, said.name) if said.model else scripted(said.seed)
    where = f"{said.server}/mcp?reply=data" if said.server else StdioServerParameters(
        command=said.program, args=["mcp", "--reply", "data"]
    )
    async with Client(where) as client:
        start = {} if said.server else {"seed": "example"}
        end = await play(client, said.game, players, model, **start)
        print(end["board"])
        print(f"{json.dumps(end['result'])}, refused {end['refused']} times")


if __name__ == "__main__":
    asyncio.run(main())
