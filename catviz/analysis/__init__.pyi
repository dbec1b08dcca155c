"""What ``catviz.analysis`` offers without an import of its own; other modules are imported by name."""

from . import metrics as metrics
