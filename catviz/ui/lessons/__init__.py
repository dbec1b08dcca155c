"""Lessons: a guess to make, what the table says, and a sentence to remember; one file a lesson."""
