"""How often the board's test of ranks errs."""

ERROR_RATE = "4\u00a0%"
"""How often Friedman's test at 1 % claimed a difference in simulations without one."""
WHY_LEVEL = (
    "The error rate of 1\u00a0% is nominal. As a test of whether any method finds the classes, Friedman's test claims "
    "a difference too often: in 400 simulations with shuffled classes, so without any difference to find, it claimed "
    f"one at 1\u00a0% in 16 ({ERROR_RATE}; 95\u00a0% interval 2.3 to 6.4\u00a0%) and at 5\u00a0% in 46 (11.5\u00a0%). "
    f"So the error rate behind “significant at 1\u00a0%” is about {ERROR_RATE}, as measured for ARI of 36 methods with "
    "k-modes or k-means on 18 tables."
)
"""How often the test errs, in short."""
DETAILS = (
    "The 18 tables have at most 3,500 rows and a score of every method, with ten runs each. A pair of methods was "
    "named in 5 of the 400. With Hamming and nine of the other 35 methods, drawn anew each time, the test claimed a "
    "difference at 5\u00a0% in 27 and at 1\u00a0% in 7 of the 400, and a pair was named in 3. Two things can raise "
    "the error rate; which of them does is not known. Some methods are near copies of each other. And some make large "
    "clusters: ARI and AMI of random clusters are 0 on average, but how often they are above 0 depends on the sizes "
    "of the clusters, and so do ranks. The error rates with AMI, classifiers, spectral clustering, k-medoids, larger "
    "tables or other numbers of runs, and over several tests, were not measured."
)
"""What the simulations were of, and what they leave open."""
