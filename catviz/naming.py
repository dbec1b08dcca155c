"""Estimators by name, for those that take another one: the registry, which knows the names, lies above them."""

from __future__ import annotations

from collections.abc import Callable

_MAKERS: list[Callable[[str], object]] = []


def use_maker(maker: Callable[[str], object]) -> None:
    """Let `made` ask this function from now on."""
    _MAKERS[:] = [maker]


def made(name: str) -> object:
    """The unfitted estimator of a name or alias; ValueError where there is none, with the nearest names."""
    return _MAKERS[-1](name)
