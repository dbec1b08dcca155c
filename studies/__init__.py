"""What catviz's published numbers rest on: the papers run again, the board of methods, and the rates of its claims.

Studies need a checkout of the repository and are no part of the package: ``python -m studies.reproduce all``,
``python -m studies.board``, ``python -m studies.calibrate``.
"""
