"""A method with parameters, and what it learned of the current table."""

from __future__ import annotations

from dataclasses import dataclass

from catviz.registry import Method
from catviz.ui import cache
from catviz.ui.view import View


@dataclass(frozen=True, eq=False)
class Learned:
    """A method with parameters, and what it learned."""

    method: Method
    parameters: cache.Parameters
    fit: cache.Fitted

    @property
    def estimator(self):
        """The fitted estimator."""
        return self.fit.estimator

    @property
    def short(self) -> str:
        """The method's name without the words that explain it."""
        return self.method.title.partition(" · ")[0]


def learn(view: View, method: Method, parameters: cache.Parameters) -> Learned:
    """The method fitted on the active columns."""
    return Learned(method, parameters, cache.fitted(view, method.name, parameters))
