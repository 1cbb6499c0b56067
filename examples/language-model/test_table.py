"""The official Python SDK plays every game over both doors, and its model reads nothing but the structured part.

`BAIZE_PROGRAM` names the program.
"""

import asyncio
import os
import re
import subprocess
import tempfile
import unittest

from mcp import Client, StdioServerParameters

from table import play, scripted

PROGRAM = os.environ["BAIZE_PROGRAM"]
GAMES = [("othello", "human,random"), ("banqi", "human,random"), ("nine", "human,random"), ("may-i", "human,greedy,greedy"), ("nine-ball", "human,beginner")]


class Doors(unittest.TestCase):
    def check(self, where, game, players, **start):
        # Two who play anything may never end a game of Banqi that nothing draws.
        start["options"] = {"noProgress": 40} if game == "banqi" else {}

        async def run():
            async with Client(where) as client:
                tools = (await client.list_tools()).tools
                self.assertEqual([tool.name for tool in tools], ["games", "start", "join", "look", "move", "why", "rules"])
                return await play(client, game, players, scripted(1), **start)

        end = asyncio.run(run())
        self.assertTrue(end["result"]["reason"], end)
        self.assertGreater(end["refused"], 0, "nonsense is refused, and the game goes on")

    def test_standard_input_and_output(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["mcp", "--reply", "data", "--data", folder]
            for game, players in GAMES:
                with self.subTest(game):
                    self.check(StdioServerParameters(command=PROGRAM, args=words), game, players, seed="example")

    def test_http(self):
        words = [PROGRAM, "serve", "--port", "0", "--store", "memory", "--unlimited", "127.0.0.1", "--log", "info"]
        # A file never fills up, as a pipe that nobody reads would.
        with (
            tempfile.TemporaryFile("w+") as log,
            subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True) as server,
        ):
            url = re.search(r"http://[\d.]+:\d+", server.stdout.readline())[0]
            try:
                for game, players in GAMES[:3]:
                    with self.subTest(game):
                        self.check(f"{url}/mcp?reply=data", game, players)
            finally:
                server.terminate()
                server.wait()
            log.seek(0)
            said = log.read()
        tried = [line for line in said.splitlines() if "a model was refused" in line]
        self.assertTrue(tried, said)
        self.assertTrue(all("castle" in line for line in tried), tried[0])
        # The name of a server's table ends in the key of the seat.
        self.assertFalse(re.search(r"[0-9a-f]{32}", "".join(tried)))


if __name__ == "__main__":
    unittest.main()
