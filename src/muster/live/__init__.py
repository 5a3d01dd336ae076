"""The bare ASGI front: unchanged public pages from memory, and the streams that say what has changed.

It knows bytes, topics and versions, and nothing of tournaments. What it keeps was rendered for nobody in particular.
"""
