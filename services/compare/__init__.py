"""Comparing methods and models, and having people judge the results blind.

This stands above the three rooms: it calls their functions and holds their documents. It knows
neither the store, nor the queue, nor the page.
"""
