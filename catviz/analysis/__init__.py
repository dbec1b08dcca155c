"""What is asked of geometries, clusters and classifiers: scores, tests, maps, profiles, comparisons."""
