"""Tables of codes, and what is counted of them."""
