"""Games of Ludex on a Ray cluster: tournaments, tuning and self-play.

`python -m ludex.ray --help` describes the command, which is also installed as `ludex-ray`. It needs Ray: `pip install ludex[ray]`.
"""
