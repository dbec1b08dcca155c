"""``python -m catviz.registry > docs/methods.md`` writes the documentation of all methods."""

from catviz.registry.described import document

if __name__ == "__main__":
    print(document(), end="")
