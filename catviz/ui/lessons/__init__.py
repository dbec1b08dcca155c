"""Lessons: a guess to make, what the table says, and a sentence to keep; one file a lesson."""
