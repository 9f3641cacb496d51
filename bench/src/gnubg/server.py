"""Answers questions of another program with evaluations of GNU Backgammon.

GNU Backgammon itself runs this script (gnubg -t -q -p server.py). LUDEX_PORT is the loopback port on which the other program listens.
Each question and each answer is one line:

    value PLIES ID...  the cubeless money equity of each Position ID, for the player on roll, before the roll
    play PLIES XGID    the play with the dice of the XGID: hops as 8/5,6/5, bar/20 and 6/off
    plain PLIES XGID   like play, but without a cube
    cube PLIES XGID    the equities of no double, of double and take, of double and pass
"""

import os
import socket


def context(plies, cubeful):
    return {"cubeful": cubeful, "plies": plies, "deterministic": 1, "prune": 1, "noise": 0.0}


def value(plies, *positions):
    how = context(plies, 0)
    boards = map(gnubg.positionfromid, positions)  # noqa: F821 (gnubg is there when gnubg runs this)
    return " ".join(f"{gnubg.evaluate(board, money, how)[5]:.6f}" for board in boards)  # noqa: F821


def play(plies, xgid, cubeful=1):
    gnubg.command("set xgid " + xgid)  # noqa: F821
    hops = gnubg.findbestmove(gnubg.board(), gnubg.cubeinfo(), context(plies, cubeful))  # noqa: F821
    pairs = zip(hops[::2], hops[1::2])
    names = {25: "bar", 0: "off"}
    return ",".join("/".join(str(names.get(point, point)) for point in hop) for hop in pairs if hop != (0, 0))


def plain(plies, xgid):
    return play(plies, xgid, cubeful=0)


def cube(plies, xgid):
    gnubg.command("set xgid " + xgid)  # noqa: F821
    answer = gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), context(plies, 1))  # noqa: F821
    return " ".join(f"{equity:.6f}" for equity in answer[1:4])


peer = socket.create_connection(("127.0.0.1", int(os.environ["LUDEX_PORT"])))
peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
# With one thread, gnubg sleeps for some milliseconds after each evaluation, even after a quick one.
gnubg.command("set threads 2")  # noqa: F821
# Ludex plays without beavers, and the value of a cube depends on them.
gnubg.command("set beavers 0")  # noqa: F821
money = gnubg.cubeinfo(1, -1, 1, 0, (0, 0), 0, 0)  # noqa: F821
money["jacoby"] = 0
for line in peer.makefile("r", encoding="ascii"):
    question, plies, *subjects = line.split()
    answer = {"value": value, "play": play, "plain": plain, "cube": cube}[question](int(plies), *subjects)
    peer.sendall((answer + "\n").encode())
