"""Random books take as long as the machine they are drawn on: no deadline an example."""

from hypothesis import settings

settings.register_profile("books", deadline=None)
settings.load_profile("books")
