"""The lowest versions that pyproject.toml allows, one requirement a line: what `make test-lowest` installs."""

import re
import tomllib
from pathlib import Path

#: What is tested beside the library itself.
EXTRAS = ("app", "duckdb")


def lowest() -> list[str]:
    """Each requirement with its lower bound as the one version."""
    project = tomllib.loads((Path(__file__).resolve().parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]
    return [re.sub(r">=([\d.]+).*", r"==\1", requirement) for requirement in wanted]


if __name__ == "__main__":
    print("\n".join(lowest()))
