"""Sounds of wood on wood: what knocks (impacts), what it sounds like (clicks), where it is heard (speaker).

It needs neither Dear ImGui nor a sound card. The library that plays, of the extra ``sound``, is loaded when
there is something to hear.
"""
