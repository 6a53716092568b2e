"""Where tests find their data."""

from pathlib import Path

DATA = Path(__file__).with_name("data")
