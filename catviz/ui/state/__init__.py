"""What pages keep: the view, results, links, work in the background."""
