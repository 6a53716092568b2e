"""Everything that draws. Components take data and prefix their widget keys."""
