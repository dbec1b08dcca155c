"""The papers' tables and figures, and their experiments run again."""
