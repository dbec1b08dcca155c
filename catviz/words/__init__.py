"""Findings in plain English: pure functions of a result, one module for each kind of finding."""

#: What a claim adds, since a test knows only the choice it was made with.
ONE_CHOICE = " Trying several {} raises the error rate: the test does not allow for that."
ONE_CLUSTERING = ONE_CHOICE.format("methods, clusterers or columns")
#: What a claim of a supervised method adds.
CLASSES_TOO = " The classes were shuffled too, so a relation of the columns to the classes alone can bring this about."
