"""Lets another program ask GNU Backgammon what positions are worth.

Run by GNU Backgammon itself (gnubg -t -q -p gnubg_server.py); LUDEX_PORT names the port on loopback where the other program
listens. A request is a line: the plies, then Position IDs, each with its player on roll about to throw. The answer is a line
with the cubeless money equity of each.
"""

import os
import socket

peer = socket.create_connection(("127.0.0.1", int(os.environ["LUDEX_PORT"])))
peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
lines = peer.makefile("r", encoding="ascii")
money = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)  # noqa: F821 (gnubg is there when gnubg runs this)
money["jacoby"] = 0
for line in lines:
    words = line.split()
    if not words:
        break
    how = {"cubeful": 0, "plies": int(words[0]), "deterministic": 1, "prune": 1, "noise": 0.0}
    equities = []
    for position in words[1:]:
        board = gnubg.positionfromid(position)  # noqa: F821
        equities.append(gnubg.evaluate(board, money, how)[5])  # noqa: F821
    peer.sendall((" ".join(f"{equity:.6f}" for equity in equities) + "\n").encode())
