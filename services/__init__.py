"""Everything Askwright knows how to do, in plain typed Python: no Streamlit below this line."""

import os

# Threads of llama.cpp and torch meet many thousand times a second. By default the early ones spin,
# which takes the very core a late one is waiting for as soon as another program runs: measured
# on two cores, reading a prompt then slows down fifteenfold, and waiting asleep costs nothing
# measurable. GNU OpenMP reads this once, when the first library that needs it is loaded.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
