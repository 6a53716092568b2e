"""Files that other tools read and write, one module a format.

A module of a format has `write(document) -> bytes`, `losses(document) -> tuple[Loss, ...]` (what
the format cannot carry, item by item) and, where it is read, `read(bytes) -> Imported`. The
registry names them all. Reading never executes anything a file contains.
"""
