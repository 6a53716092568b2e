"""Formats of hint quizzes."""
