"""Games of Ludex on a Ray cluster."""

__version__ = "0.1.0"
