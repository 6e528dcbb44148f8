"""What holds for all tests."""

from hypothesis import settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("same")
