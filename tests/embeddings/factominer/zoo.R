# What FactoMineR prints for the zoo table: writes zoo.csv, which ../test_mca_tables.py reads.
# Rscript zoo.R ../../../data/zoo.csv > zoo.csv      (written with FactoMineR 2.7, R 4.2.2)
library(FactoMineR)
zoo <- read.csv(commandArgs(trailingOnly = TRUE)[1], colClasses = "character")
zoo[] <- lapply(zoo, factor)
line <- function(weights, table, name, numbers) {
  cat(weights, table, name, sprintf("%.12g", numbers), sep = ",")
  cat("\n")
}
lines <- function(weights, table, matrix, most = nrow(matrix)) {
  for (i in seq_len(most)) line(weights, table, rownames(matrix)[i], matrix[i, 1:3])
}
cat("weights,table,name,1,2,3\n")
# with weights, row i (from 0) counts for i mod 3 + 1 rows
given <- list(one = NULL, some = (seq_len(nrow(zoo)) - 1) %% 3 + 1)
for (weights in names(given)) {
  mca <- MCA(zoo, quali.sup = ncol(zoo), ncp = 3, row.w = given[[weights]], graph = FALSE)
  lines(weights, "eigenvalue", mca$eig)
  for (kind in c("var", "quali.sup")) {
    for (what in setdiff(names(mca[[kind]]), "eta2")) lines(weights, paste(kind, what), mca[[kind]][[what]])
    lines(weights, paste(kind, "eta2"), mca[[kind]]$eta2)
  }
  for (what in c("coord", "contrib", "cos2")) lines(weights, paste("ind", what), mca$ind[[what]], 12)
}
