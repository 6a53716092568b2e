"""What jobs do: read a draft, call a room's functions, save what they give.

This is the one place that knows the store, the model and the rooms together.
"""
