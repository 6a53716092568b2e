"""Formats of questionnaires."""
