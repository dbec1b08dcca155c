"""Tables of codes, and what is counted of them."""

from catviz.moved import gathered

__getattr__ = gathered(__name__)
