"""The command line, one module a room. Each `register` adds its commands to the parser.

A command's `run(arguments, workshop)` returns what `--json` prints; without `--json` the same
value is printed indented, for people.
"""
