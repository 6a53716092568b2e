"""Formats of passages and the items about them."""
