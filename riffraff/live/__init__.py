"""The live game: rules and physics in a process of their own that plays in true time.

Whoever shows it (a window, a test) speaks with it by the messages of `riffraff.live.protocol` alone and
starts it with `riffraff.live.client`. Nothing here is imported before it is asked for by its own name.
"""
